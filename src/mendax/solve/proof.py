"""What a profile proves: both best responses, and the solution that says so."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from mendax._version import __version__
from mendax.games.compile import Game
from mendax.games.cup import Cup
from mendax.games.strategy import Profile
from mendax.solve.average import Average
from mendax.solve.response import best_response
from mendax.solve.solution import Solution, Status

TARGET = 1e-6  # exploitability from which a float result counts as converged

Progress = Callable[[str], None]


def silent(_: str) -> None:
    """The default progress: none."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Outcome:
    """A profile of two players, the two best responses to it, and what they prove."""

    profile: Profile
    low: Fraction | float
    high: Fraction | float
    averages: tuple[Average, Average] | None = None

    @property
    def is_exact(self) -> bool:
        return isinstance(self.low, Fraction) and isinstance(self.high, Fraction) and self.low == self.high


def prove(game: Game, profile: Profile) -> Outcome:
    """Bounds on the value by both best responses: low <= value <= high, in the arithmetic of the profile.

    Payoffs of rounds and trees add up to nothing, chances to win a cup to one.
    """
    high = best_response(game, profile, 0).value
    low = (1 if isinstance(game, Cup) else 0) - best_response(game, profile, 1).value
    return Outcome(profile=profile, low=low, high=high)


def solution_of(
    game: Game,
    outcome: Outcome,
    method: str,
    parameters: dict[str, str | int | float],
    iterations: int,
    started: float,
    cite: tuple[str, ...],
    target: float,
) -> Solution:
    width = float(outcome.high - outcome.low)
    converged = Status.CONVERGED if width / 2 <= target else Status.STOPPED
    return Solution(
        game=game.game,
        value=outcome.low if outcome.is_exact else float(outcome.low + outcome.high) / 2,
        status=Status.EXACT if outcome.is_exact else converged,
        bounds=(outcome.low, outcome.high),
        profile=outcome.profile,
        averages=outcome.averages,
        method=method,
        parameters=parameters,
        iterations=iterations,
        seconds=time.perf_counter() - started,
        version=__version__,
        cite=cite,
    )
