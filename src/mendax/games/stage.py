"""Games of stages: between two stages all that still matters is public.

A position is such a point: who moves next, and what everybody knows. From it the mover chooses a stage in public (often
there is just one), the stage is played, and either the game ends or another position follows. One protocol serves cups that
pass (games/cup.py) and whatever else is a chain of small games; `solve.induction` solves them all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
IntArray = NDArray[np.int64]

# number(p, q) is the fraction p/q in an exact arithmetic; None stands for float64.
Number = Callable[[int, int], Any] | None


@dataclass(frozen=True, eq=False, kw_only=True)
class ClaimStage:
    """Seat 0 throws and claims; seat 1 answers: he accepts or doubts. P seats, M throws, T hands, C claims.

    throw, hand, claim  [M], [T], [C]  which throws, hands and claims of the game these are
    chance              [M, T]         how likely each throw gives each hand
    legal               [T, C]         may the claim be made with the hand?
    accepted, doubted   [P, T, C]      what follows is worth to each seat
    """

    throw: IntArray
    hand: IntArray
    claim: IntArray
    chance: Array
    legal: NDArray[np.bool_]
    accepted: Array
    doubted: Array


class StageGame(Protocol):
    """Positions and stages are integers; stages that are equal have equal numbers, so that each is solved once."""

    @property
    def game(self) -> str: ...

    @property
    def num_players(self) -> int: ...

    @property
    def num_positions(self) -> int:
        """The range of position numbers."""

    def positions(self) -> Sequence[int]:
        """All positions that play can reach, each before those that may follow it; the first is the start."""

    def options(self, position: int) -> Sequence[int]:
        """The stages the mover may choose from; none where he cannot go on."""

    def stuck(self, number: Number) -> Array:
        """What a position without options is worth, `[P]`."""

    def stage(self, stage: int, worth: Array, number: Number) -> ClaimStage:
        """A stage, given what positions are worth, `[num_positions, P]`: chances to win, the mover's first and then clockwise.

        Only the rows of positions that may follow are read.
        """
