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
from typing import Protocol

import numpy as np
from numpy.typing import DTypeLike

from mendax.errors import UnsupportedGame
from mendax.games.round import Round
from mendax.solve.average import averages_of, bounds_of
from mendax.solve.cpu import Engine
from mendax.solve.proof import TARGET, Outcome, Progress, silent, solution_of
from mendax.solve.solution import Solution

MEASURED = 1.3  # exploitability is measured whenever the number of iterations has grown by this factor
MAX_ITERATIONS = 100_000
MAX_BYTES = 12 * 2**30
MAX_ROWS = 500_000  # information sets of a game whose strategies are stored row by row


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
        self, game: Round, params: CfrParams, *, dtype: DTypeLike | None = None, threads: int | None = None
    ) -> None:
        if params.predict and not params.alternate:
            raise UnsupportedGame("predict=True looks one update ahead, so players must alternate")
        self.params = params
        apart = params.predict or not params.alternate
        self.engine = Engine(game, looks_apart=apart, dtype=dtype or usual_dtype(game), threads=threads)
        self.iterations = 0
        self.weight = 0.0  # of all strategies in the average so far
        self.started = time.perf_counter()  # or earlier, by what earlier sittings took

    def step(self) -> None:
        """One iteration: both players' updates."""
        self.iterations += 1
        self.weight += self.iterations**self.params.gamma
        iterate(self.engine, self.params, self.iterations, self.weight)

    def bounds(self) -> tuple[float, float]:
        return self.engine.bounds()


class Sweeper(Protocol):
    """What an iteration asks of an engine."""

    @property
    def num_players(self) -> int: ...

    def sweep(self, own: int, *, plus: float, minus: float, floor: bool, ahead: bool, rate: float) -> float: ...

    def look(self) -> None: ...


def iterate(engine: Sweeper, params: CfrParams, t: int, weight: float) -> None:
    """Iteration t: every player's update. weight: of all strategies so far in the average, this one included."""
    for own in range(engine.num_players):
        engine.sweep(
            own,
            plus=discount(t - 1, params.alpha),
            minus=discount(t - 1, params.beta),
            floor=params.floor,
            ahead=params.predict,
            rate=t**params.gamma / weight,
        )
    if not params.alternate:
        engine.look()


def discount(t: int, power: float | None) -> float:
    """What regrets of iteration t are multiplied by before those of the next are added."""
    return 1.0 if power is None or t == 0 else t**power / (t**power + 1.0)


class Keeper(Protocol):
    """Looks after a run from outside: see checkpoint.py."""

    def begin(self, run: Run) -> None: ...

    def after(self, run: Run) -> bool:
        """Called after every iteration: is the run to stop?"""

    def measured(self, run: Run, low: float, high: float) -> None:
        """Called with what the averages have just been found to prove."""

    def end(self) -> None: ...


def cfr(
    game: Round,
    params: CfrParams = ROWS["cfr+2"],
    *,
    iterations: int = MAX_ITERATIONS,
    target: float = TARGET,
    dtype: DTypeLike | None = None,
    threads: int | None = None,
    progress: Progress = silent,
    keeper: Keeper | None = None,
) -> Solution:
    """Iterate until the exploitability is at most `target`, or for so many iterations, or until the keeper says to stop.

    dtype: of the numbers of the run, by default `usual_dtype`.
    """
    require_memory(game, dtype or np.float32)
    run = Run(game, params, dtype=dtype, threads=threads)
    if iterations < 1:
        raise UnsupportedGame(f"iterations={iterations} is not allowed; allowed: 1 or more")
    try:
        if keeper is not None:
            keeper.begin(run)
        low, high, measuring = descend(run, iterations=iterations, target=target, progress=progress, keeper=keeper)
    finally:
        if keeper is not None:
            keeper.end()
    outcome = outcome_of(run, low, high)
    name = next((name for name, row in ROWS.items() if row == params), "cfr")
    parameters: dict[str, str | int | float] = {
        "dtype": run.engine.dtype.name,
        "threads": run.engine.threads,
        "measuring": round(measuring, 4),
    }
    cite = (params.cite,) if params.cite else ()
    return solution_of(game, outcome, name, parameters, run.iterations, run.started, cite, target)


def descend(
    run: Run, *, iterations: int, target: float, progress: Progress = silent, keeper: Keeper | None = None
) -> tuple[float, float, float]:
    """Iterate until the averages are within `target`, for so many iterations in all, or until the keeper says to stop.

    Returns their bounds, and the seconds of measuring.
    """
    started, begun_at = time.perf_counter(), run.iterations
    measuring, low, high, stop = 0.0, -np.inf, np.inf, False
    next_at = max(8, begun_at)
    while (high - low) / 2 > target and not (stop and np.isfinite(high)):
        if run.iterations < iterations and not stop:
            run.step()
            stop = keeper is not None and keeper.after(run)
        stop = stop or run.iterations >= iterations
        if run.iterations >= next_at or stop:
            begun = time.perf_counter()
            low, high = run.bounds()
            measuring += time.perf_counter() - begun
            next_at = int(run.iterations * MEASURED) + 1
            if keeper is not None:
                keeper.measured(run, low, high)
            progress(_report(run, begun_at, started, low, high, target))
    return low, high, measuring


def _report(run: Run, begun_at: int, started: float, low: float, high: float, target: float) -> str:
    """Where a run stands, and how long it may still take if exploitability falls in proportion to the iterations."""
    near = (high - low) / 2
    text = f"iteration {run.iterations:,}: exploitability {near:.2e}, {low:.7f} to {high:.7f}"
    done = run.iterations - begun_at
    if near > target and done > 0:
        left = (time.perf_counter() - started) / done * run.iterations * (near / target - 1)
        text += f", about {left:,.0f} s to {target:.0e}" if left < 86_400 else f", over a day to {target:.0e}"
    return text


def outcome_of(run: Run, low: float, high: float) -> Outcome:
    """The averages of a run as they will be stored, and the bounds of just that."""
    game, engine = run.engine.game, run.engine
    if information_sets(game) <= MAX_ROWS:
        return Outcome(profile=engine.profile(), low=low, high=high)
    averages = averages_of(game, engine.layout, engine.sides)
    low, high = bounds_of(averages, engine.threads)
    return Outcome(profile=(), averages=averages, low=low, high=high)


def usual_dtype(game: Round) -> DTypeLike:
    """Averages over millions of iterations are lost in float32, and small games have so many; large games want the speed."""
    return np.float64 if information_sets(game) <= MAX_ROWS else np.float32


def information_sets(game: Round) -> int:
    """Of both players, if every higher bid may follow: the numbers that a strategy takes are as many."""
    return sum(len(weight) for weight in game.weight) << (game.num_rungs - 1)


def memory(game: Round, dtype: DTypeLike = np.float32) -> int:
    """Bytes that the arrays of a run take: regrets of bids and calls, the average, and what is stored of it in the end."""
    ends = len(game.payoffs)
    numbers: float = 2 + (0.5 if ends == 1 else 2 * ends - 1)
    shares = 2 * ends if information_sets(game) > MAX_ROWS else 0
    return int(information_sets(game) * (numbers * np.dtype(dtype).itemsize + shares))


def fits(game: Round, dtype: DTypeLike = np.float32) -> bool:
    return game.num_rungs <= 40 and memory(game, dtype) <= MAX_BYTES


def require_memory(game: Round, dtype: DTypeLike) -> None:
    if game.num_players != 2:
        raise UnsupportedGame(f"{game.game} has {game.num_players} players; this engine is for two")
    if not fits(game, dtype):
        shown = (
            f"{memory(game, dtype) / 2**30:,.0f} GiB"
            if game.num_rungs <= 40
            else f"arrays of 2^{game.num_rungs - 1} slots"
        )
        raise UnsupportedGame(f"{game.game} needs {shown}; at most {MAX_BYTES / 2**30:.0f} GiB are used")
