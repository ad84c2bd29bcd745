"""What each action is worth to who decides, given what he knows; what he may believe; what all hands together are worth.

The other player is taken to play the solution, and the mover to go on as well as he can: so no action is blamed for what a
solution leaves open where it never goes. Values are payoffs to the mover; `share` makes chances to win of them. In an
equilibrium what is played with positive chance has the greatest value, and to do anything else loses the difference.

Where the other's strategy never comes, nothing is known of his hand: then there are no values, and that is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from mendax.errors import UnsupportedGame
from mendax.games.compile import compile_game
from mendax.games.cup import DOUBT, Cup
from mendax.games.cup_state import CupState
from mendax.games.masks import rungs_of
from mendax.games.match import Match
from mendax.games.round import Round
from mendax.games.strategy import Behaviour
from mendax.rules.losses import Standing
from mendax.solve.cup_response import cup_positions
from mendax.solve.solution import Solution

MAX_RUNGS_LEFT = 20  # rungs above the last bid up to which all that may follow is gone through

Values = dict[int, Any]


class RoundGrader:
    """Of a round of two players, or one of a match: seats of the arrays, payoffs of `game`."""

    def __init__(self, game: Round, strategies: Sequence[Behaviour]) -> None:
        if game.num_players != 2:
            raise UnsupportedGame(f"{game.game} has {game.num_players} players; decisions are graded for two")
        self.game, self.strategies = game, strategies
        self.exact = all(strategy.is_exact for strategy in strategies) and game.call_payoff.dtype.kind in "Oi"
        self._at = lru_cache(maxsize=2**16)(self._chances)
        self._best = lru_cache(maxsize=2**14)(self._goes_on)

    def share(self, value: Any) -> Any:
        """A payoff as a chance to win."""
        return (1 + value) / 2

    def belief(self, node: int, seat: int) -> dict[int, Any]:
        """Of the mover in a seat: how likely each hand of the other is; empty off the tree."""
        weights = {o: w for o in range(len(self.game.weight[1 - seat])) if (w := self._reach(node, 1 - seat, o))}
        total = sum(weights.values())
        return {o: weight / total for o, weight in weights.items()}

    def played(self, node: int, seat: int, hand: int) -> Mapping[int, Any] | None:
        """What the solution does there; None where its own earlier choices never come, and so it leaves open what follows."""
        return self._at(seat, node, hand) if self._reach(node, seat, hand) else None

    def values(self, node: int, seat: int, hand: int) -> Values | None:
        """Of every action of the mover; None off the tree. UnsupportedGame where too much may follow."""
        left = self.game.num_rungs - node.bit_length()
        if left > MAX_RUNGS_LEFT:
            raise UnsupportedGame(f"{left} higher bids may follow; decisions are graded where {MAX_RUNGS_LEFT} may")
        belief = self.belief(node, seat)
        if not belief:
            return None
        return {action: self._after(node, action, seat, hand, belief) for action in self.game.legal(node)}

    def worth(self, node: int, hands: Sequence[int]) -> Any:
        """The payoff to seat 0 to be expected by who sees both hands, when both go on as the solution; where that leaves open
        what follows, as well as it can be done."""
        seat = node.bit_count() % 2
        total: Any = 0
        for action, chance in self._best(seat, node, hands[seat]).items():
            if action < self.game.num_rungs:
                total += chance * self.worth(node | 1 << action, hands)
            else:
                total += chance * self.paid(node, action, hands)
        return total

    def paid(self, node: int, action: int, hands: Sequence[int]) -> Any:
        """To seat 0, at a call."""
        return self._paid(node, action, 0, hands[0], hands[1])

    def _goes_on(self, seat: int, node: int, hand: int) -> Mapping[int, Any]:
        found = self.played(node, seat, hand)
        if found is not None or not (values := self.values(node, seat, hand)):
            return self._at(seat, node, hand)
        return {max(values, key=lambda action: values[action]): Fraction(1) if self.exact else 1.0}

    def _reach(self, node: int, seat: int, hand: int) -> Any:
        """Weight of a hand, times how likely its own choices lead to a node."""
        reach: Any = int(self.game.weight[seat][hand])
        reach = Fraction(reach) if self.exact else float(reach)
        before = 0
        for turn, rung in enumerate(rungs_of(node)):
            if turn % 2 == seat and reach:
                reach *= self._at(seat, before, hand).get(rung, 0)
            before |= 1 << rung
        return reach

    def _after(self, node: int, action: int, seat: int, hand: int, reach: Mapping[int, Any]) -> Any:
        if action >= self.game.num_rungs:
            return sum(r * self._paid(node, action, seat, *self._pair(seat, hand, o)) for o, r in reach.items())
        child = node | 1 << action
        total: Any = 0
        further: dict[int, dict[int, Any]] = {}
        for o, r in reach.items():
            for reply, chance in self._at(1 - seat, child, o).items():
                if reply >= self.game.num_rungs:
                    total += r * chance * self._paid(child, reply, seat, *self._pair(seat, hand, o))
                else:
                    further.setdefault(reply, {})[o] = r * chance
        for reply, left in further.items():
            there = child | 1 << reply
            total += max(self._after(there, next_, seat, hand, left) for next_ in self.game.legal(there))
        return total

    def _pair(self, seat: int, own: int, other: int) -> tuple[int, int]:
        return (own, other) if seat == 0 else (other, own)

    def _paid(self, node: int, action: int, seat: int, first: int, second: int) -> Any:
        rung, bidder = node.bit_length() - 1, (node.bit_count() - 1) % 2
        count = self.game.tally[0][rung, first] + self.game.tally[1][rung, second]
        paid = self.game.payoffs[action - self.game.num_rungs][seat, bidder, rung, count]
        if not self.exact:
            return float(paid)
        return paid if isinstance(paid, Fraction) else Fraction(int(paid))

    def _chances(self, seat: int, node: int, hand: int) -> Mapping[int, Any]:
        found = self.strategies[seat].at(node, hand)
        if not found:
            found = {self.game.call if node else self.game.legal(0)[0]: Fraction(1) if self.exact else 1.0}
        return found if self.exact else {action: float(chance) for action, chance in found.items()}


class CupGrader:
    """Of a passing cup of two players: values are chances to win already."""

    def __init__(self, game: Cup, strategies: Sequence[Any]) -> None:
        if game.num_players != 2:
            raise UnsupportedGame(f"{game.game} has {game.num_players} players; decisions are graded for two")
        self.game, self.strategy = game, strategies[0]
        self.exact = all(strategy.is_exact for strategy in strategies)
        self._worth = cup_positions(game, tuple(strategies))
        self._at = lru_cache(maxsize=2**14)(self._chances)

    def share(self, value: Any) -> Any:
        return value

    def played(self, node: int, hand: int) -> Mapping[int, Any]:
        return self._at(node, hand)

    def values(self, node: int, hand: int) -> Values | None:
        """Of every action of who decides at an information set, see Cup; None where the claim is never made."""
        return (
            {action: self._value(node, hand, action) for action in self.game.actions(node, hand)}
            if self._known(node, hand)
            else None
        )

    def belief(self, node: int, hand: int) -> dict[int, Any]:
        """Of who hears a claim: how likely each hand behind it is; empty where it is never made."""
        claim, thrown = hand - 1 - len(self.game.hands), self._thrown(node)
        made = {t: w for t, p in thrown.items() if (w := p * self._at(node, 1 + t).get(claim, 0))}
        total = sum(made.values())
        return {t: weight / total for t, weight in made.items()}

    def worth(self, state: CupState) -> Any:
        """The chance of player 0 by who sees the hand too, dice awaited or not."""
        if state.won is not None:
            return state.won[0]
        mine = self._joint(state)
        return mine if state.turn == 0 else 1 - mine

    def _joint(self, state: CupState) -> Any:
        """Of whose turn it is."""
        if state.throw is not None:
            return sum(p * self._held(state.node, t) for t, p in self._rolled(state.throw).items())
        if 0 < state.hand <= len(self.game.hands):
            return self._held(state.node, state.hand - 1)
        if state.hand > len(self.game.hands):
            assert state.inside is not None
            return self._answered(state.node, state.hand, state.inside)
        return sum(p * self._below(state.node, action) for action, p in self._at(state.node, 0).items())

    def _below(self, node: int, action: int) -> Any:
        """To the mover, after a choice of what to keep, as the solution goes on."""
        if node < self.game.num_positions:
            beat, _ = self.game.beat_and_class(node)
            stage = self.game.num_positions + beat * len(self.game.groups) + action
            return sum(p * self._below(stage, throw) for throw, p in self._at(stage, 0).items())
        return sum(p * self._held(node, t) for t, p in self._rolled(action).items())

    def _held(self, node: int, hand: int) -> Any:
        """To who has thrown a hand, as the solution claims."""
        answered = len(self.game.hands) + 1
        return sum(p * (1 - self._answered(node, answered + c, hand)) for c, p in self._at(node, 1 + hand).items())

    def _answered(self, node: int, heard: int, hand: int) -> Any:
        """To who hears a claim made with a hand, as the solution answers."""
        return sum(p * self._settled(heard, hand, answer) for answer, p in self._at(node, heard).items())

    def _settled(self, heard: int, hand: int, answer: int) -> Any:
        """To who answers."""
        game, claim = self.game, heard - 1 - len(self.game.hands)
        if answer == DOUBT:
            return self._number((game.true_pay if game.holds[hand, claim] else game.false_pay)[1])
        return self._position(int(game.follower[hand, claim]))

    def _position(self, position: int) -> Any:
        if not self.game.options(position):
            return self._number(self.game.stuck_pay[0])
        return self._worth[position][0]

    def _value(self, node: int, hand: int, action: int) -> Any:
        game = self.game
        if node < game.num_positions:
            beat, _ = game.beat_and_class(node)
            stage = game.num_positions + beat * len(game.groups) + action
            return max(self._value(stage, 0, throw) for throw in game.groups[action])
        if hand == 0:
            return sum(p * self._best_claim(node, t) for t, p in self._rolled(action).items())
        if hand <= len(game.hands):
            return 1 - self._answered(node, len(game.hands) + 1 + action, hand - 1)
        return sum(p * self._settled(hand, t, action) for t, p in self.belief(node, hand).items())

    def _best_claim(self, node: int, hand: int) -> Any:
        return max(self._value(node, 1 + hand, claim) for claim in self.game.actions(node, 1 + hand))

    def _known(self, node: int, hand: int) -> bool:
        return hand <= len(self.game.hands) or bool(self.belief(node, hand))

    def _thrown(self, node: int) -> dict[int, Any]:
        """The hand that a throw at a stage gives, as the solution throws."""
        found: dict[int, Any] = {}
        for throw, chance in self._at(node, 0).items():
            for t, p in self._rolled(throw).items():
                found[t] = found.get(t, 0) + chance * p
        return found

    def _rolled(self, throw: int) -> dict[int, Any]:
        row, rolls = self.game.chance[throw], int(self.game.rolls[throw])
        return {t: self._number(Fraction(int(ways), rolls)) for t, ways in enumerate(row) if ways}

    def _number(self, value: Fraction) -> Any:
        return value if self.exact else float(value)

    def _chances(self, node: int, hand: int) -> Mapping[int, Any]:
        one = Fraction(1) if self.exact else 1.0
        return self.strategy.at(node, hand) or {self.game.actions(node, hand)[0]: one}


@lru_cache(maxsize=64)
def cup_grader(solution: Solution) -> CupGrader:
    game = compile_game(solution.game)
    assert isinstance(game, Cup)
    return CupGrader(game, solution.profile)


@lru_cache(maxsize=256)
def round_grader(solution: Solution, standing: Standing) -> RoundGrader | None:
    """Of the round played at a standing, in payoffs of the match; None where the solution does not have it."""
    game = compile_game(solution.game)
    if isinstance(game, Round):
        return RoundGrader(game, solution.strategies) if standing == _first(game) else None
    assert isinstance(game, Match)
    if standing not in game.index:
        return None
    i, worth = game.index[standing], [state.value for state in solution.states]
    played = game.round(i, worth)  # type: ignore[arg-type]
    return RoundGrader(played, solution.states[i].strategies)


@lru_cache(maxsize=256)
def single_grader(solution: Solution, standing: Standing) -> RoundGrader | None:
    """Of the round of a match for its own sake, as the match is played."""
    game = compile_game(solution.game)
    if isinstance(game, Round):
        return round_grader(solution, standing)
    assert isinstance(game, Match)
    if standing not in game.index:
        return None
    i = game.index[standing]
    return RoundGrader(game.single_round(i), solution.states[i].strategies)


def _first(game: Round) -> Standing:
    return Standing(game.num_dice)
