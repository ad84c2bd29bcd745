"""Burcsi and Nagy, section 4: a population of (s, t) strategies whose scores grow with the games they win.

Every strategy of a mesh begins with score 1. A round draws P strategies in proportion to their scores, they play one game, the
winner's score grows by one. So scores are an urn: where all strategies are equally good, n rounds leave each of the ways to
share n points among M strategies equally likely (Polya), and `noise` is what then is left to see.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.arena.reading import DEFAULT, Reading
from mendax.arena.run import Run
from mendax.arena.table import bench, check_table, rules, tables
from mendax.arena.workers import check_workers, spread
from mendax.errors import MendaxError

Array = NDArray[Any]

MAX_POINTS = 1_000_000
MAX_ROUNDS = 10**12
MAX_SCORES = 10**8
SLICE = 3_000_000  # dice at the start of all games together: about a second of play between two looks at the clock
SIDES = {"eleven": 11, "ten": 10, "tenths": 10}
NORMAL = 1.96


@dataclass(frozen=True, slots=True, kw_only=True)
class Evolution:
    """What is run. box: a and b of the square [0, a] x [0, b] of (s, t); sides: points along each, by default as read."""

    players: int = 2
    dice: int = 30
    rounds: int = 300
    replicates: int = 1
    box: tuple[float, float] = (1.0, 1.0)
    sides: tuple[int, int] | None = None
    reading: Reading = DEFAULT
    seed: int = 0

    def __post_init__(self) -> None:
        check_table(self.players, self.dice)
        for name, given, most in (("rounds", self.rounds, MAX_ROUNDS), ("replicates", self.replicates, 10**6)):
            if not 1 <= given <= most:
                raise MendaxError(f"{given} {name} cannot be run; {name} are 1 to {most:,}")
        if not all(math.isfinite(side) and 0 <= side <= 100 for side in self.box):
            raise MendaxError(f"box {self.box[0]:g}x{self.box[1]:g} is none of strategies; each side is 0 to 100")
        size = self.shape[0] * self.shape[1]
        if min(self.shape) < 1 or size > MAX_POINTS:
            told = "x".join(map(str, self.shape))
            raise MendaxError(
                f"mesh {told} has {max(size, 0):,} strategies; a mesh has 1 to {MAX_POINTS:,}, as in 11x11"
            )
        if size * self.replicates > MAX_SCORES:
            raise MendaxError(
                f"{self.replicates:,} replicates of {size:,} strategies are more than {MAX_SCORES:,} scores"
            )
        if self.reading.choice == "distinct" and size < self.players:
            raise MendaxError(f"choice=distinct draws {self.players} strategies of a mesh of {size}; enlarge the mesh")
        if not 0 <= self.seed < 2**63:
            raise MendaxError(f"seed {self.seed} is out of range; seeds are 0 to 2^63 - 1")

    @property
    def shape(self) -> tuple[int, int]:
        """Points along s and along t."""
        return self.sides or (SIDES[self.reading.mesh],) * 2

    @property
    def axes(self) -> tuple[Array, Array]:
        """The values of s `[A]` and of t `[B]`."""
        a, b = (self._axis(side, points) for side, points in zip(self.box, self.shape, strict=True))
        return a, b

    def _axis(self, side: float, points: int) -> Array:
        steps = points if self.reading.mesh == "tenths" else max(points - 1, 1)
        return side * np.arange(points) / steps

    @property
    def mesh(self) -> Array:
        """`[A * B, 2]` strategies (s, t), t moving first."""
        return np.stack(np.meshgrid(*self.axes, indexing="ij"), axis=-1).reshape(-1, 2)

    @property
    def game(self) -> str:
        """The game string of its table."""
        return f"burcsi-nagy:dice={'v'.join([str(self.dice)] * self.players)}"

    @property
    def command(self) -> str:
        """What remakes it, and the game it is of."""
        told = f"mendax evolve --players {self.players} --dice {self.dice} --rounds {self.rounds} --seed {self.seed}"
        told += f" --replicates {self.replicates}" if self.replicates > 1 else ""
        told += f" --box {self.box[0]:g}x{self.box[1]:g}" if self.box != (1.0, 1.0) else ""
        told += f" --mesh {self.sides[0]}x{self.sides[1]}" if self.sides else ""
        told += f" --reading {self.reading.differs()}" if self.reading != DEFAULT else ""
        return f"{told} ({self.game})"

    def described(self) -> dict[str, Any]:
        """All that decides the result, as JSON has it."""
        return {
            "game": self.game,
            **asdict(self),
            "box": list(self.box),
            "sides": list(self.shape),
            "reading": str(self.reading),
        }


@dataclass(frozen=True, eq=False, kw_only=True)
class Population:
    """scores [R, A, B] of each replicate after `done` [R] rounds; seconds of work, in all sittings."""

    evolution: Evolution
    scores: NDArray[np.int64]
    done: NDArray[np.int64]
    seconds: float
    resumed_at: int = 0

    @property
    def complete(self) -> bool:
        return bool((self.done == self.evolution.rounds).all())

    @property
    def means(self) -> Array:
        """`[R, 2]`: the mean s and the mean t of each replicate, weighted by score."""
        share = self.scores / self.scores.sum(axis=(1, 2), keepdims=True)
        s, t = self.evolution.axes
        return np.stack([share.sum(axis=2) @ s, share.sum(axis=1) @ t], axis=1)

    @property
    def noise(self) -> Array:
        """`[2]`: standard deviation of mean s and mean t, were all strategies equally good (a Polya urn)."""
        points, n = self.scores[0].size, self.evolution.rounds
        spread = np.array([axis.var() for axis in self.evolution.axes])
        deviation: Array = np.sqrt(spread * n / ((points + 1) * (points + n)))
        return deviation

    def interval(self, axis: int) -> tuple[float, float]:
        """95% about the mean over replicates of mean s (0) or mean t (1); with one replicate as wide as noise alone."""
        found = self.means[:, axis]
        error = float(self.noise[axis]) if len(found) == 1 else float(found.std(ddof=1)) / math.sqrt(len(found))
        return float(found.mean()) - NORMAL * error, float(found.mean()) + NORMAL * error


@dataclass(frozen=True, slots=True)
class Slice:
    """Replicates `first` to `first + len(scores)`, to be brought from `begun` rounds to `until`."""

    evolution: Evolution
    first: int
    begun: int
    until: int
    scores: NDArray[np.int64]


def grow_slice(part: Slice) -> NDArray[np.int64]:
    """The scores [r, M] afterwards. Every game's chance comes from seed, replicate and round alone."""
    from mendax.arena._table import grow

    e = part.evolution
    look, room = tables(e.players * e.dice), bench(e.players)
    mesh, read, distinct = e.mesh, rules(e.reading), e.reading.choice == "distinct"
    points = len(mesh)
    space = (np.zeros(points + 1, np.int64), np.zeros(e.players, np.int64), np.zeros(e.players), np.zeros(e.players))
    scores = part.scores.copy()
    for i, own in enumerate(scores):
        grow(e.seed, part.first + i, part.begun, part.until, own, mesh, e.dice, distinct, read, look, room, space, None)
    return scores


def evolve(
    evolution: Evolution,
    *,
    workers: int = 1,
    cluster: str = "local",
    run: Run | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> Population:
    """Run all replicates. A `Run` keeps what is done in a file now and then, and stops at Ctrl-C."""
    check_workers(workers, cluster)
    keeper = run or Run()
    replicates, points = evolution.replicates, len(evolution.mesh)
    state = {"scores": np.ones((replicates, points), np.int64), "done": np.zeros(replicates, np.int64)}
    keeper.begin(evolution.described(), state)
    scores, done = state["scores"], state["done"]
    resumed_at = int(done.sum())
    try:
        while not keeper.interrupted:
            parts = _parts(evolution, scores, done, workers)
            if not parts:
                break
            for part, after in zip(parts, spread(grow_slice, parts, workers=workers, cluster=cluster), strict=True):
                scores[part.first : part.first + len(after)] = after
                done[part.first : part.first + len(after)] = part.until
            keeper.keep(state)
            progress(f"{done.sum():,} of {replicates * evolution.rounds:,} games")
    finally:
        keeper.end(state)
    return Population(
        evolution=evolution,
        scores=scores.reshape(replicates, *evolution.shape),
        done=done,
        seconds=keeper.seconds,
        resumed_at=resumed_at,
    )


def games_of_a_slice(evolution: Evolution) -> int:
    """About a second of play."""
    return max(1, SLICE // (evolution.players * evolution.dice))


def _parts(evolution: Evolution, scores: Array, done: Array, workers: int) -> list[Slice]:
    """The next work for everybody: many short replicates whole, or a slice of one long replicate."""
    games, rounds = games_of_a_slice(evolution), evolution.rounds
    many = max(1, games // rounds)
    parts: list[Slice] = []
    first = int(np.argmax(done < rounds))
    while len(parts) < workers and first < len(done) and done[first] < rounds:
        begun = int(done[first])
        same = done[first : first + many] == begun
        size = len(same) if same.all() else int(np.argmin(same))
        parts.append(Slice(evolution, first, begun, min(rounds, begun + games), scores[first : first + size].copy()))
        first += size
    return parts
