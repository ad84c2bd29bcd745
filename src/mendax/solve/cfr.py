"""Counterfactual regret minimisation of two-player rounds: one loop, one row of parameters a member of the family.

Iteration t, for one player after the other (or for both, each against what the other did before):
  1. his opponent's strategy: every action in proportion to the positive part of its regret, or of what that will be if the
     newest regret comes again (predict)
  2. the opponent's reach by it, which enters his average with weight t^gamma
  3. values from the last rung to the first; old regrets are discounted, what an action is worth more than its node is added
The numbers of an iteration are in _cpu.py; here are the family, the order of things, and when to stop.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import DTypeLike

from mendax.errors import UnsupportedGame
from mendax.games.round import Round
from mendax.solve.cpu import Engine
from mendax.solve.proof import TARGET, Outcome, Progress, silent, solution_of
from mendax.solve.solution import Solution

MEASURED = 1.3  # exploitability is measured whenever the number of iterations has grown by this factor
MAX_ITERATIONS = 100_000
MAX_BYTES = 12 * 2**30
MAX_INFORMATION_SETS = 8_000_000  # whose strategies are kept row by row


@dataclass(frozen=True, slots=True, kw_only=True)
class CfrParams:
    """What distinguishes the members of the family; the loop is the same."""

    floor: bool = False  # regret matching+: negative regrets return to zero
    alpha: float | None = None  # positive regrets of iteration t shrink by t^alpha / (t^alpha + 1); None: they do not
    beta: float | None = None  # so do negative regrets, with beta
    gamma: float = 0.0  # strategy t enters the average with weight t^gamma
    alternate: bool = True  # the second player learns against what the first has just learned
    predict: bool = False
    cite: str = ""


ROWS = {
    "cfr": CfrParams(alternate=False, cite="Zinkevich, Johanson, Bowling and Piccione 2007"),
    "cfr+": CfrParams(floor=True, gamma=1.0, cite="Tammelin 2014"),
    "cfr+2": CfrParams(floor=True, gamma=2.0, cite="Tammelin 2014"),  # the same, with a quadratic average
    "linear": CfrParams(alpha=1.0, beta=1.0, gamma=1.0, cite="Brown and Sandholm 2019"),
    "dcfr": CfrParams(alpha=1.5, beta=0.0, gamma=2.0, cite="Brown and Sandholm 2019"),
    "pcfr+": CfrParams(floor=True, gamma=2.0, predict=True, cite="Farina, Kroer and Sandholm 2021"),
}


class Run:
    """A run of one member of the family: `step` is an iteration, `bounds` what the averages so far prove."""

    def __init__(
        self, game: Round, params: CfrParams, *, dtype: DTypeLike = np.float32, threads: int | None = None
    ) -> None:
        if params.predict and not params.alternate:
            raise UnsupportedGame("predict=True looks one update ahead, so players must alternate")
        self.params = params
        self.engine = Engine(game, look_apart=params.predict or not params.alternate, dtype=dtype, threads=threads)
        self.iterations = 0
        self._weight = 0.0

    def step(self) -> None:
        """One iteration: both players' updates."""
        p, t = self.params, self.iterations + 1
        self._weight += t**p.gamma
        for own in (0, 1):
            self.engine.sweep(
                own,
                plus=discount(t - 1, p.alpha),
                minus=discount(t - 1, p.beta),
                floor=p.floor,
                ahead=p.predict,
                rate=t**p.gamma / self._weight,
            )
        if not p.alternate:
            self.engine.look()
        self.iterations = t

    def bounds(self) -> tuple[float, float]:
        return self.engine.bounds()


def discount(t: int, power: float | None) -> float:
    """What regrets of iteration t are multiplied by before those of the next are added."""
    return 1.0 if power is None or t == 0 else t**power / (t**power + 1.0)


def cfr(
    game: Round,
    params: CfrParams = ROWS["cfr+2"],
    *,
    iterations: int = MAX_ITERATIONS,
    target: float = TARGET,
    dtype: DTypeLike = np.float32,
    threads: int | None = None,
    progress: Progress = silent,
) -> Solution:
    """Iterate until the exploitability is at most `target`, or for so many iterations."""
    require_memory(game, dtype)
    started = time.perf_counter()
    run = Run(game, params, dtype=dtype, threads=threads)
    low, high, measuring = descend(run, iterations=iterations, target=target, progress=progress)
    if run.iterations == 0:
        raise UnsupportedGame(f"iterations={iterations} is not allowed; allowed: 1 or more")
    outcome = Outcome(profile=run.engine.profile(), low=low, high=high)
    name = next((name for name, row in ROWS.items() if row == params), "cfr")
    parameters: dict[str, str | int | float] = {
        "dtype": np.dtype(dtype).name,
        "threads": run.engine.threads,
        "measuring": round(measuring, 4),
    }
    cite = (params.cite,) if params.cite else ()
    return solution_of(game, outcome, name, parameters, run.iterations, started, cite, target)


def descend(run: Run, *, iterations: int, target: float, progress: Progress = silent) -> tuple[float, float, float]:
    """Iterate until the averages are within `target`, or for so many iterations: their bounds, and the seconds of measuring."""
    measuring, next_at, low, high = 0.0, 8, -np.inf, np.inf
    while run.iterations < iterations and (high - low) / 2 > target:
        run.step()
        if run.iterations >= next_at or run.iterations == iterations:
            begun = time.perf_counter()
            low, high = run.bounds()
            measuring += time.perf_counter() - begun
            next_at = int(run.iterations * MEASURED) + 1
            progress(f"iteration {run.iterations:,}: exploitability {(high - low) / 2:.2e}, {low:.7f} to {high:.7f}")
    return low, high, measuring


def memory(game: Round, dtype: DTypeLike = np.float32) -> int:
    """Bytes that the arrays of a run take: regrets of bids and calls, and the average."""
    slots = 1 << (game.num_rungs - 1)
    ends = len(game.payoffs)
    rows: float = 2 + (0.5 if ends == 1 else 2 * ends - 1)
    return int(rows * slots * sum(len(weight) for weight in game.weight) * np.dtype(dtype).itemsize)


def require_memory(game: Round, dtype: DTypeLike) -> None:
    if game.num_players != 2:
        raise UnsupportedGame(f"{game.game} has {game.num_players} players; this engine is for two")
    if game.num_rungs > 40 or (needed := memory(game, dtype)) > MAX_BYTES:
        shown = f"{needed / 2**30:,.0f} GiB" if game.num_rungs <= 40 else f"arrays of 2^{game.num_rungs - 1} slots"
        raise UnsupportedGame(f"{game.game} needs {shown}; at most {MAX_BYTES / 2**30:.0f} GiB are used")
    if (kept := sum(len(weight) for weight in game.weight) << (game.num_rungs - 1)) > MAX_INFORMATION_SETS:
        raise UnsupportedGame(
            f"{game.game} has {kept:,} information sets; at most {MAX_INFORMATION_SETS:,} are kept as yet"
        )
