"""What is known of a match while it is being solved, and how its rounds are put to a solver."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from mendax.games.match import Match, format_standing
from mendax.games.round import Round
from mendax.games.strategy import Behaviour
from mendax.solve.match_proof import PLACES, outwards
from mendax.solve.proof import Progress
from mendax.solve.sequence_form import MAX_ENTRY
from mendax.solve.solution import Solution

GRID = 30  # binary places of payoffs that are too long to be taken as they are

RoundSolver = Callable[[Round], Solution]


@dataclass(eq=False)
class Work:
    """Bounds `[S]` to player 0 and strategies `[S]` by seat, as far as they are known; equal rounds are solved once."""

    match: Match
    solve: RoundSolver
    progress: Progress
    low: list[Fraction] = field(default_factory=list)
    high: list[Fraction] = field(default_factory=list)
    profiles: list[Sequence[Behaviour]] = field(default_factory=list)
    solved: dict[Any, Solution] = field(default_factory=dict)

    def __post_init__(self) -> None:
        size = len(self.match.standings)
        self.low, self.high, self.profiles = [Fraction(-1)] * size, [Fraction(1)] * size, [()] * size

    def play(self, i: int, worth: Sequence[Fraction] | None = None) -> tuple[Fraction, Fraction, Sequence[Behaviour]]:
        """Bounds to player 0 and strategies of the round at a standing, given what follows, or for its own sake."""
        self.progress(f"standing {format_standing(self.match.standings[i])}")
        game = self.match.single_round(i) if worth is None else self.match.round(i, worth)
        key = game.num_dice, game.bids, tuple(tuple(table.ravel().tolist()) for table in game.payoffs)
        if key not in self.solved:
            self.solved[key] = self.solve(game)
        low, high = (widened(bound, player) for player, bound in enumerate(self.solved[key].bounds))
        if self.match.standings[i].opener == 1:  # the solution is told from the opener's side
            low, high = -high, -low
        return low, high, self.solved[key].strategies

    def keep(self, i: int, low: Fraction, high: Fraction, profile: Sequence[Behaviour]) -> None:
        """Bounds that differ are rounded outwards, so that floats hold them."""
        self.low[i] = low if low == high else max(Fraction(-1), outwards(low, 0))
        self.high[i] = high if low == high else min(Fraction(1), outwards(high, 1))
        self.profiles[i] = profile

    def forget(self, component: Sequence[int]) -> None:
        for i in component:
            self.low[i], self.high[i] = Fraction(-1), Fraction(1)

    def bounds(self, player: int) -> list[Fraction]:
        """What a player's strategies prove."""
        return self.low if player == 0 else self.high

    def sequels(self, i: int, worth: Sequence[Fraction]) -> tuple[Fraction, Fraction] | None:
        """What it is worth to have won and to have lost a round, where nothing else decides."""
        after = self.match.won_or_lost(i)
        if after is None:
            return None
        return self.match.worth_of(after[0], worth), self.match.worth_of(after[1], worth)

    def rises(self, i: int) -> bool:
        """Does nothing but winning the round decide what follows, and is it worth as much as losing?"""
        found = [self.sequels(i, worth) for worth in (self.low, self.high)]
        return all(pair is not None and pair[0] >= pair[1] for pair in found)

    def fitting(self, i: int, worth: Sequence[Fraction]) -> list[Fraction]:
        """`worth` of all that may follow a standing: as it is where an LP takes that, else rounded."""
        found = [Fraction(0)] * len(self.match.standings)
        for j in self.match.follows(i):
            found[j] = worth[j]
        unit = lcm(*(value.denominator for value in found))
        fits = unit * self.match.variant.faces ** sum(self.match.standings[i].dice) <= MAX_ENTRY
        return found if fits else [short(value) for value in found]


def short(value: Fraction) -> Fraction:
    return Fraction(round(value * 2**GRID), 2**GRID)


def widened(bound: Fraction | float, player: int) -> Fraction:
    """A bound as a fraction; one computed in floats is moved outwards by more than they err."""
    if isinstance(bound, Fraction):
        return bound
    return outwards(bound, player) - Fraction(1 if player == 0 else -1, 2**PLACES)
