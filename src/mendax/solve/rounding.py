"""From a profile in floats to one in small fractions, which rational best responses may prove to be an equilibrium."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mendax.games.round import Round
from mendax.games.strategy import Profile, Strategy, make_strategy
from mendax.solve.response import best_response

DENOMINATORS = (1, 2, 3, 4, 6, 8, 12)


@dataclass(frozen=True, eq=False, kw_only=True)
class Proven:
    """An equilibrium: in rationals, over the whole game, no player gains by changing alone. values: by seat."""

    profile: Profile
    values: tuple[Fraction, ...]
    denominator: int


def equilibrium_near(game: Round, profile: Profile, denominators: tuple[int, ...] = DENOMINATORS) -> Proven | None:
    """The first equilibrium among the profile's roundings; None where no rounding is one.

    The payoffs add up to nothing. No best response is worth less than what its player has; if together they are worth
    nothing, each is worth just that.
    """
    for denominator in denominators:
        near = tuple(rounded(strategy, denominator) for strategy in profile)
        values = tuple(Fraction(best_response(game, near, player).value) for player in range(game.num_players))
        if sum(values) == 0:
            return Proven(profile=near, values=values, denominator=denominator)
    return None


def rounded(strategy: Strategy, denominator: int) -> Strategy:
    """Each probability to the nearest fraction of at most this denominator, then so that they add up to one."""
    chosen: dict[tuple[int, int], dict[int, Fraction]] = defaultdict(dict)
    likeliest: dict[tuple[int, int], tuple[Any, int]] = {}
    for node, hand, action, prob in strategy.rows():
        chosen[node, hand][action] = Fraction(prob).limit_denominator(denominator)
        likeliest[node, hand] = max(likeliest.get((node, hand), (0, 0)), (prob, action))
    rows: dict[tuple[int, int, int], Fraction] = {}
    for (node, hand), probs in chosen.items():
        total = sum(probs.values())
        if not total:
            rows[node, hand, likeliest[node, hand][1]] = Fraction(1)
        for action, prob in probs.items():
            if prob:
                rows[node, hand, action] = prob / total
    return make_strategy(strategy.player, rows, exact=True)
