"""What a solver returns: never a bare number, always with what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from mendax.games.strategy import Behaviour, Profile
from mendax.rules.losses import Standing
from mendax.rules.variant import RoundVariant, TreeVariant, parse
from mendax.solve.average import Average


class Status(StrEnum):
    """How far to trust a value."""

    EXACT = "exact"  # a Fraction; both best responses, in rationals over the whole game, equal it
    CONVERGED = "converged"  # a float within the exploitability asked for, both best responses computed in float64
    STOPPED = "stopped"  # the same, but the exploitability asked for was not reached: raise the limits


@dataclass(frozen=True, eq=False, kw_only=True)
class Stand:
    """A standing of a match, solved: what it is worth to player 0, and how its round is played by seat (0 opens).

    bounds  what player 0 can be sure of by the strategies of all standings, and what player 1 can hold him to
    """

    standing: Standing
    value: Fraction | float
    bounds: tuple[Fraction | float, Fraction | float]
    profile: Profile
    averages: tuple[Average, Average] | None = None

    @property
    def strategies(self) -> Sequence[Behaviour]:
        """Of both seats, however they are stored."""
        return self.profile if self.averages is None else self.averages

    @property
    def is_exact(self) -> bool:
        return isinstance(self.value, Fraction)

    @property
    def win_probability(self) -> float:
        """Of player 0, to win the match."""
        return (1 + float(self.value)) / 2


@dataclass(frozen=True, eq=False, kw_only=True)
class Solution:
    """The solution of a two-player zero-sum game.

    value           expected payoff of player 0, in games of stages his chance to win; a Fraction if and only if status is
                    exact
    bounds          what player 0 can be sure of, and what player 1 can hold him to: best responses to the strategies stored
    profile         the strategies row by row; of a large round empty, and `averages` has them whole
    exploitability  half the width of the bounds
    states          of a match every standing, the start first, to which value, bounds and profile belong; else none
    """

    game: str
    value: Fraction | float
    status: Status
    bounds: tuple[Fraction | float, Fraction | float]
    profile: Profile
    method: str
    parameters: dict[str, str | int | float]
    iterations: int
    seconds: float
    version: str
    cite: tuple[str, ...]
    averages: tuple[Average, Average] | None = None
    states: tuple[Stand, ...] = ()

    @property
    def strategies(self) -> Sequence[Behaviour]:
        """Of all players, however they are stored."""
        return self.profile if self.averages is None else self.averages

    @property
    def exploitability(self) -> float:
        return float(self.bounds[1] - self.bounds[0]) / 2

    @property
    def win_probability(self) -> float | None:
        """Of player 0; in rounds of dice a win pays 1 and a loss -1. None in trees, whose payoffs may be anything."""
        match parse(self.game):
            case RoundVariant():
                return (1 + float(self.value)) / 2
            case TreeVariant():
                return None
        return float(self.value)
