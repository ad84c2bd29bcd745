"""Regret minimisation of rounds with any number of players: a profile, what it is worth to each seat, and what each could gain.

The iterations are those of cfr.py, by the engine of many.py. For two players their averages approach optimal play. For three or
more nothing of the kind is known: the profile may be near an equilibrium or not, another start may lead to another one, and a
profile is worth only what is measured of it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from mendax._version import __version__
from mendax.errors import UnsupportedGame
from mendax.games.round import Round
from mendax.games.strategy import Profile
from mendax.solve.cfr import MEASURED, ROWS, CfrParams, iterate
from mendax.solve.many import Engine, Measured
from mendax.solve.proof import Progress, silent
from mendax.solve.solution import Status

METHOD = "pcfr+"  # looking ahead keeps strategies from going round in circles, though not from every start
ITERATIONS = 2_000
TARGET = 1e-3  # mean gain from which a profile counts as converged


@dataclass(frozen=True, eq=False, kw_only=True)
class ManySolution:
    """A profile of P players and its deviations; no claim that it is an equilibrium, nor that a seat is worth this elsewhere.

    values     what the profile is worth to each seat; in rounds of zero sum they add up to nothing
    gains      what a best response of each seat, over the whole game, adds to that
    status     converged where the mean gain is at most what was asked for
    seed       where strategies began; None: everybody did anything alike
    """

    game: str
    values: tuple[float, ...]
    gains: tuple[float, ...]
    status: Status
    profile: Profile
    method: str
    iterations: int
    seed: int | None
    seconds: float
    version: str
    cite: tuple[str, ...]

    @property
    def nash_conv(self) -> float:
        """The sum of the gains; zero in an equilibrium and nowhere else."""
        return sum(self.gains)

    @property
    def exploitability(self) -> float:
        """The mean of the gains."""
        return self.nash_conv / len(self.gains)


def cfr_many(
    game: Round,
    params: CfrParams = ROWS[METHOD],
    *,
    iterations: int = ITERATIONS,
    target: float = TARGET,
    seed: int | None = None,
    progress: Progress = silent,
) -> ManySolution:
    """Iterate until the mean gain of a best response is at most `target`, or for so many iterations.

    Averages may get worse again, so the best of those measured is what is returned.
    """
    if iterations < 1:
        raise UnsupportedGame(f"iterations={iterations} is not allowed; allowed: 1 or more")
    if params.predict and not params.alternate:
        raise UnsupportedGame("predict=True looks one update ahead, so players must alternate")
    started = time.perf_counter()
    rng = None if seed is None else np.random.default_rng(seed)
    engine = Engine(game, look_apart=params.predict or not params.alternate, rng=rng)
    best: Measured | None = None
    kept, weight, done, next_at = engine.average, 0.0, 0, 8
    while done < iterations:
        done += 1
        weight += done**params.gamma
        iterate(engine, params, done, weight)
        if done >= next_at or done == iterations:
            found, next_at = engine.measure(), int(done * MEASURED) + 1
            if best is None or found.nash_conv < best.nash_conv:
                best, kept = found, engine.averages()
            worth = ", ".join(f"{value:.5f}" for value in best.values)
            progress(f"iteration {done:,}: nash_conv {found.nash_conv:.2e}, best {best.nash_conv:.2e}, values {worth}")
            if best.nash_conv <= target * game.num_players:
                break
    assert best is not None  # the last iteration is measured
    return ManySolution(
        game=game.game,
        values=best.values,
        gains=best.gains,
        status=Status.CONVERGED if best.nash_conv <= target * game.num_players else Status.STOPPED,
        profile=engine.profile(kept),
        method=next((name for name, row in ROWS.items() if row == params), "cfr"),
        iterations=done,
        seed=seed,
        seconds=time.perf_counter() - started,
        version=__version__,
        cite=(params.cite,) if params.cite else (),
    )
