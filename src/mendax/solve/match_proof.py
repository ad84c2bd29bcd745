"""What the strategies of a match prove, standing by standing.

T(x)[i] is what player 0's strategy is sure of in the round at standing i when the standing after it is worth x to him: a
best response of player 1 to one round. T is monotone, as payoffs are. A vector x is proven to be a lower bound of the match,
whatever player 1 does in all its rounds, by

  1. x <= T(x): for n rounds, after which x is paid, player 0 is then sure of x, by induction
  2. play ends: against player 0's strategies the rest after n rounds has a chance that goes to zero with n

Where standings never recur, 2 is plain. Elsewhere take a component of standings that may recur together, and let y = -1 there
at first and y = T(y) from then on, with whatever is outside worth 0: what player 0 is sure of if he loses when play is still
inside after n rounds. Where y > -1 he has a chance of at least some c > 0 to get out, or to win, in a few rounds, whatever
player 1 does. So a play that never leaves is all but certain to come to such standings only finitely often. If x = -1 at the
others, x is a lower bound even so: nothing is less than losing. Upper bounds are the same for player 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor

from mendax.games.match import Match, Worth
from mendax.games.strategy import Behaviour, Strategy
from mendax.solve.average import Average, best_against
from mendax.solve.response import plan_of, respond

PLACES = 40  # binary places to which bounds are rounded, outwards; a float holds them

# Of a standing and what standings are worth: what a player's strategy there makes of it, for player 0.
Sure = Callable[[int, Worth], Fraction | float]


def sure(match: Match, profiles: Sequence[Sequence[Behaviour]], player: int) -> Sure:
    """T for either player's strategies: at least so much for player 0 by his own, at most so much by player 1's."""

    def of(i: int, worth: Worth) -> Fraction | float:
        game = match.round(i, worth)
        seat = player ^ match.standings[i].opener
        played = profiles[i][seat]
        if isinstance(played, Average):
            found = best_against(game, played)
            return -found if player == 0 else found
        assert isinstance(played, Strategy)
        value = respond(game, [plan_of(game, played)], 1 - seat).value
        return -value if player == 0 else value

    return of


def outwards(value: Fraction | float, player: int) -> Fraction:
    """Down for player 0, up for player 1, to PLACES binary places."""
    sign = 1 if player == 0 else -1
    return sign * Fraction(floor(sign * Fraction(value) * 2**PLACES), 2**PLACES)


def holds(player: int, value: Fraction | float, bound: Fraction | float) -> bool:
    """Is the value on the right side of a bound that this player proves?"""
    return value >= bound if player == 0 else value <= bound


def may_stay(match: Match, component: Sequence[int], of: Sure, player: int) -> set[int]:
    """The standings of a component from which play is not seen to leave it under a player's strategies (step 2)."""
    worst = Fraction(-1 if player == 0 else 1)
    worth = [Fraction(0)] * len(match.standings)
    for i in component:
        worth[i] = worst
    for _ in component:
        found = {i: outwards(of(i, worth), player) for i in component if worth[i] == worst}
        for i, value in found.items():
            worth[i] = value
    return {i for i in component if worth[i] == worst}


def ends(match: Match, component: Sequence[int], of: Sure, player: int, bounds: Worth) -> bool:
    """Step 2 for a component and what is claimed of it, `bounds` [S]."""
    return all(bounds[i] == (-1 if player == 0 else 1) for i in may_stay(match, component, of, player))
