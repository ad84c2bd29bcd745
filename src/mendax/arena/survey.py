"""What strategies are worth: against players drawn alike from a mesh, and one against another from every seat.

Games are independent and numbered, each with chance of its own, so any split of them over workers adds up to the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.arena.evolution import NORMAL, Evolution, games_of_a_slice
from mendax.arena.reading import Reading
from mendax.arena.table import Strategy, bench, check_table, rules, tables
from mendax.arena.workers import spread
from mendax.errors import MendaxError

Array = NDArray[Any]
Statistic = Callable[[Array, Array], float]

BATCHES = 20  # of a survey, so that any statistic has a jackknife
APART = 2**40  # streams of surveys and duels begin beyond those of replicates


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and its standard error."""

    value: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """95%, normal."""
        return self.value - NORMAL * self.error, self.value + NORMAL * self.error


@dataclass(frozen=True, eq=False, kw_only=True)
class Survey:
    """played, won [K, A, B]: seats taken and games won by each strategy of the mesh in each batch of games."""

    evolution: Evolution
    games: int
    played: NDArray[np.int64]
    won: NDArray[np.int64]

    def estimate(self, statistic: Statistic) -> Estimate:
        """A statistic of (played [A, B], won [A, B]) of all games, its error by leaving out batches one by one."""
        played, won = self.played.sum(axis=0), self.won.sum(axis=0)
        left = [statistic(played - p, won - w) for p, w in zip(self.played, self.won, strict=True)]
        count = len(left)
        return Estimate(statistic(played, won), math.sqrt((count - 1) * float(np.var(left))))


def survey(evolution: Evolution, games: int, *, workers: int = 1, cluster: str = "local", stream: int = 0) -> Survey:
    """So many games of P strategies drawn alike from the mesh; rounds and replicates do not matter here."""
    if games < BATCHES:
        raise MendaxError(f"{games} games are too few for a survey; use {BATCHES} or more")
    most = games_of_a_slice(evolution)
    cuts = np.linspace(0, games, BATCHES + 1).astype(int).tolist()
    tasks = [
        (evolution, APART + stream, at, min(at + most, last), batch)
        for batch, (first, last) in enumerate(pairwise(cuts))
        for at in range(first, last, most)
    ]
    counts = np.zeros((2, BATCHES, len(evolution.mesh)), dtype=np.int64)
    for task, found in zip(tasks, spread(_survey_part, tasks, workers=workers, cluster=cluster), strict=True):
        counts[:, task[-1]] += found
    played, won = counts.reshape(2, BATCHES, *evolution.shape)
    return Survey(evolution=evolution, games=games, played=played, won=won)


def _survey_part(task: tuple[Evolution, int, int, int, int]) -> NDArray[np.int64]:
    from mendax.arena._table import survey as count_games

    e, stream, first, last, _ = task
    found = np.zeros((2, len(e.mesh)), dtype=np.int64)
    look, room = tables(e.players * e.dice), bench(e.players)
    count_games(
        e.seed,
        stream,
        first,
        last,
        found[0],
        found[1],
        e.mesh,
        e.dice,
        rules(e.reading),
        look,
        room,
        _space(e.players),
        None,
    )
    return found


def _space(players: int) -> tuple[Array, Array, Array, Array]:
    return np.zeros(1, np.int64), np.zeros(players, np.int64), np.zeros(players), np.zeros(players)


def rate(played: Array, won: Array) -> float:
    return float(won.sum() / played.sum())


def spread_along(axis: int) -> Statistic:
    """The variance of the chance to win over the values of s (0) or t (1), averaged over the other, less what chance adds."""

    def variance(played: Array, won: Array) -> float:
        seats, wins = played.sum(axis=1 - axis), won.sum(axis=1 - axis)
        chance = wins / seats
        return float(chance.var(ddof=1) - (chance * (1 - chance) / seats).mean())

    return variance


def contrast(axis: int, first: int, second: int) -> Statistic:
    """The chance to win at one value of s (0) or t (1) less that at another, by their places on the axis."""

    def difference(played: Array, won: Array) -> float:
        chance = won.sum(axis=1 - axis) / played.sum(axis=1 - axis)
        return float(chance[first] - chance[second])

    return difference


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """sets [P+1]: in how many sets of P games, one from each seat with the same dice, ours won so many."""

    sets: tuple[int, ...]

    @property
    def games(self) -> int:
        return sum(self.sets) * (len(self.sets) - 1)

    @property
    def share(self) -> Estimate:
        """Games won by ours; a fair share is 1/P."""
        players, count = len(self.sets) - 1, sum(self.sets)
        chance = np.arange(players + 1) / players
        weight = np.array(self.sets) / count
        mean = float(weight @ chance)
        return Estimate(mean, math.sqrt(float(weight @ (chance - mean) ** 2) / max(count - 1, 1)))


def duel(
    ours: Strategy,
    theirs: Strategy,
    sets: int,
    *,
    players: int = 2,
    dice: int = 30,
    reading: Reading | None = None,
    seed: int = 0,
    stream: int = 0,
    workers: int = 1,
    cluster: str = "local",
) -> Duel:
    """One strategy against P - 1 times another: so many sets of P games, ours in every seat in turn."""
    check_table(players, dice)
    if sets < 1:
        raise MendaxError(f"{sets} sets of games cannot be played; use 1 or more")
    most = max(1, games_of_a_slice(Evolution(players=players, dice=dice)) // players)
    tasks = [
        (ours, theirs, at, min(at + most, sets), players, dice, reading or Reading(), seed, APART + stream)
        for at in range(0, sets, most)
    ]
    found = np.sum(spread(_duel_part, tasks, workers=workers, cluster=cluster), axis=0)
    return Duel(sets=tuple(found.tolist()))


def _duel_part(task: tuple[Strategy, Strategy, int, int, int, int, Reading, int, int]) -> NDArray[np.int64]:
    from mendax.arena._table import duel as play_sets

    ours, theirs, first, last, players, dice, reading, seed, stream = task
    found = np.zeros(players + 1, dtype=np.int64)
    us, them = np.array(ours, dtype=float), np.array(theirs, dtype=float)
    look, room = tables(players * dice), bench(players)
    play_sets(seed, stream, first, last, us, them, found, dice, rules(reading), look, room, _space(players), None)
    return found


def payoffs(
    strategies: tuple[Strategy, ...],
    sets: int,
    *,
    dice: int = 30,
    reading: Reading | None = None,
    seed: int = 0,
    workers: int = 1,
    cluster: str = "local",
) -> tuple[Array, Array]:
    """`[M, M]` chance of a row to win a game of two against a column, and the standard error of each."""
    size = len(strategies)
    pairs = [(i, j) for i in range(size) for j in range(i)]
    tasks = [
        (strategies[i], strategies[j], 0, sets, 2, dice, reading or Reading(), seed, APART + k)
        for k, (i, j) in enumerate(pairs)
    ]
    chance, error = np.full((size, size), 0.5), np.zeros((size, size))
    for (i, j), found in zip(pairs, spread(_duel_part, tasks, workers=workers, cluster=cluster), strict=True):
        share = Duel(sets=tuple(found.tolist())).share
        chance[i, j], chance[j, i] = share.value, 1 - share.value
        error[i, j] = error[j, i] = share.error
    return chance, error
