"""A game of a passing cup being played. What is forced and shows no dice, such as a throw without a choice, is done at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mendax.errors import IllegalAction, NotationError
from mendax.games.cup import DOUBT, Cup
from mendax.games.cup_notation import format_answer
from mendax.games.view import CupView


@dataclass(frozen=True, slots=True, kw_only=True)
class CupState:
    """turn: who has the cup, or is offered it; node, hand: his information set, see Cup; throw: the dice being rolled, if they
    are; inside: the hand in the cup, if there is one."""

    cup: Cup
    turn: int = 0
    node: int = 0
    hand: int = 0
    throw: int | None = None
    inside: int | None = None
    won: tuple[Fraction, ...] | None = None

    @classmethod
    def start(cls, cup: Cup) -> CupState:
        return cls(cup=cup)._forced()

    @property
    def game(self) -> str:
        return self.cup.game

    @property
    def num_players(self) -> int:
        return self.cup.num_players

    @property
    def awaits_dice(self) -> bool:
        return self.throw is not None

    @property
    def mover(self) -> int | None:
        return self.turn if self.won is None and self.throw is None else None

    @property
    def legal(self) -> tuple[int, ...]:
        return () if self.mover is None else self.cup.actions(self.node, self.hand)

    @property
    def rolled(self) -> str:
        return "" if self.inside is None else self.cup.hands[self.inside]

    def told(self, action: int) -> str:
        cup = self.cup
        if self.node < cup.num_positions:
            return "keep " + " or ".join(cup.throws[throw] for throw in cup.groups[action])
        if self.hand == 0:
            return f"keep {cup.throws[action]}"
        return cup.claims[action] if self.hand <= len(cup.hands) else format_answer(action)

    def view(self, player: int) -> CupView:
        """Of the mover; who has claimed sees his hand still, and anybody else the same place without a hand."""
        if player == self.mover:
            return CupView(cup=self.cup, player=player, node=self.node, hand=self.hand, legal=self.legal)
        claimed = self.hand > len(self.cup.hands) and player == (self.turn - 1) % self.num_players
        hand = 1 + self.inside if claimed and self.inside is not None else 0
        return CupView(cup=self.cup, player=player, node=self.node, hand=hand, legal=())

    def roll(self, rng: Generator) -> CupState:
        return self._thrown(int(np.searchsorted(_upto(self.cup)[self._due()], rng.random(), side="right")))

    def deal(self, text: str) -> CupState:
        """A hand by its name."""
        possible = [self.cup.hands[hand] for hand in np.flatnonzero(self.cup.chance[self._due()])]
        if text not in possible:
            raise NotationError(f"{text!r} cannot be thrown here in {self.game}; hands: {', '.join(possible)}")
        return self._thrown(self.cup.hands.index(text))

    def apply(self, action: int) -> CupState:
        cup = self.cup
        if action not in self.legal:
            allowed = ", ".join(map(self.told, self.legal)) or "nothing"
            raise IllegalAction(f"action {action!r} is not allowed here in {self.game}; allowed: {allowed}")
        if self.node < cup.num_positions:
            beat, _ = cup.beat_and_class(self.node)
            return replace(self, node=cup.num_positions + beat * len(cup.groups) + action)._forced()
        if self.hand == 0:
            return replace(self, throw=action)
        if self.hand <= len(cup.hands):
            other = (self.turn + 1) % self.num_players
            return replace(self, turn=other, hand=1 + len(cup.hands) + action)
        claim = self.hand - 1 - len(cup.hands)
        assert self.inside is not None
        if action == DOUBT:
            claimant = (self.turn - 1) % self.num_players
            return self._over(cup.true_pay if cup.holds[self.inside, claim] else cup.false_pay, claimant)
        return replace(self, node=int(cup.follower[self.inside, claim]), hand=0)._forced()

    def _due(self) -> int:
        if self.throw is None:
            raise IllegalAction(f"no dice are to be rolled at this point of {self.game}")
        return self.throw

    def _thrown(self, hand: int) -> CupState:
        return replace(self, throw=None, inside=hand, hand=1 + hand)

    def _forced(self) -> CupState:
        if self.node < self.cup.num_positions and not self.cup.options(self.node):
            return self._over(self.cup.stuck_pay, self.turn)
        return self.apply(self.legal[0]) if len(self.legal) == 1 else self

    def _over(self, pay: tuple[Fraction, ...], first: int) -> CupState:
        """pay: of each seat, that of player `first` first."""
        players = range(self.num_players)
        return replace(self, won=tuple(pay[(player - first) % self.num_players] for player in players))


@lru_cache(maxsize=8)
def _upto(cup: Cup) -> NDArray[np.float64]:
    """`[R, T]`: chance of a hand or one before it; the last is 1 exactly, so that every draw finds a possible hand."""
    upto = np.cumsum(cup.chance_in_floats, axis=1)
    scaled: NDArray[np.float64] = upto / upto[:, -1:]
    return scaled
