"""What one experiment of section 4 is measured by: what strategies are worth, and what figures of 300 rounds show of it.

bench/evolution.py runs these with many games and keeps the results in simulation.json; the items run them with few, and compare.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.arena.dynamics import replicator
from mendax.arena.evolution import Evolution, evolve
from mendax.arena.reading import Reading
from mendax.arena.survey import Duel, Estimate, Statistic, contrast, duel, payoffs, rate, spread_along, survey

Array = NDArray[Any]

ROUNDS = 300
FIGURE_1 = ((2, 10), (2, 30), (2, 100), (3, 30), (8, 30))  # (players, dice); the first is said to be run, not shown
FIGURE_2 = ((2, 30), (2, 50))
WHOLE, STRIP = (1.0, 1.0), (1.0, 0.2)
SMALL_T = 0.1


def experiment(
    players: int, dice: int, *, box: tuple[float, float] = WHOLE, reading: str = "", seed: int = 0
) -> Evolution:
    return Evolution(players=players, dice=dice, rounds=ROUNDS, box=box, reading=Reading.parse(reading), seed=seed)


def name_of(e: Evolution) -> str:
    """What a stored measurement is found by."""
    return f"{e.players}x{e.dice} on {e.box[0]:g}x{e.box[1]:g}, {e.reading.differs()}"


def share_of_t(played: Array, won: Array) -> float:
    """Of the two variances along s and along t, that along t."""
    s, t = (max(spread_along(axis)(played, won), 0.0) for axis in (0, 1))
    return t / (s + t) if s + t > 0 else 0.5


def _one(axis: int, place: int) -> Statistic:
    """The chance to win at one value of s (0) or t (1)."""

    def chance(played: Array, won: Array) -> float:
        return float(won.sum(axis=1 - axis)[place] / played.sum(axis=1 - axis)[place])

    return chance


def place_of(axis: Array, value: float) -> int:
    return int(np.abs(axis - value).argmin())


def measure(e: Evolution, games: int, replicates: int, *, workers: int = 1) -> dict[str, Any]:
    """All numbers of one experiment; an estimate is [value, standard error].

    by_s, by_t       the chance to win at each s and each t, against players drawn alike from the mesh
    spread_s, _t     standard deviations of these over the mesh, what chance adds taken off; share_t the variance along t of both
    small_t          the chance at the t nearest to 0.1 less that at t = 0
    figures          of `replicates` figures of 300 rounds, see `figures_of`
    """
    found = survey(e, games, workers=workers)
    axes = e.axes

    def told(statistic: Statistic) -> list[float]:
        each = found.estimate(statistic)
        return [each.value, each.error]

    return {
        "name": name_of(e),
        "players": e.players,
        "dice": e.dice,
        "box": list(e.box),
        "reading": str(e.reading),
        "seed": e.seed,
        "games": games,
        "replicates": replicates,
        "s": axes[0].tolist(),
        "t": axes[1].tolist(),
        "fair": told(rate)[0],
        "by_s": [told(_one(0, place)) for place in range(len(axes[0]))],
        "by_t": [told(_one(1, place)) for place in range(len(axes[1]))],
        "variance_s": told(spread_along(0)),
        "variance_t": told(spread_along(1)),
        "share_t": told(share_of_t),
        "small_t": told(contrast(1, place_of(axes[1], SMALL_T), 0)),
        "chance": (found.won.sum(axis=0) / found.played.sum(axis=0)).round(5).tolist(),
        "figures": figures_of(e, replicates, workers=workers),
    }


def figures_of(e: Evolution, replicates: int, *, workers: int = 1) -> dict[str, Any]:
    """What figures of 300 rounds have in common.

    mean_s, mean_t   [mean, standard deviation over figures]
    signal           the share of a figure's variance over its cells that the next figure would show again; the rest is noise
    signal_s, _t     the same of the scores added up along the other axis
    decisive         the share of figures in which scores differ more along t than along s
    """
    population = evolve(replace(e, replicates=replicates), workers=workers)
    scores = population.scores.astype(float)
    along_s, along_t = scores.sum(axis=2), scores.sum(axis=1)
    means = population.means
    return {
        "mean_s": [float(means[:, 0].mean()), float(means[:, 0].std(ddof=1))],
        "mean_t": [float(means[:, 1].mean()), float(means[:, 1].std(ddof=1))],
        "noise_s": float(population.noise[0]),
        "noise_t": float(population.noise[1]),
        "signal": signal(scores.reshape(replicates, -1)),
        "signal_s": signal(along_s),
        "signal_t": signal(along_t),
        "decisive": float((along_t.var(axis=1) > along_s.var(axis=1)).mean()),
    }


def signal(figures: Array) -> float:
    """Of figures [R, C]: the variance over cells of what they have in common, over all variance there is."""
    noise = float(figures.var(axis=0, ddof=1).mean())
    common = max(float(figures.mean(axis=0).var(ddof=1)) - noise / len(figures), 0.0)
    return common / (common + noise)


@dataclass(frozen=True, slots=True)
class SmallT:
    """(s, 0.1) against (s, 0), and the games it took."""

    s: float
    share: Estimate
    games: int


def small_t_duels(
    players: int, dice: int, reading: str, sets: int, *, seed: int = 0, workers: int = 1
) -> tuple[SmallT, ...]:
    found = []
    for s in (0.0, 0.5, 1.0):
        read = Reading.parse(reading)
        each: Duel = duel(
            (s, SMALL_T), (s, 0.0), sets, players=players, dice=dice, reading=read, seed=seed, stream=1, workers=workers
        )
        found.append(SmallT(s, each.share, each.games))
    return tuple(found)


LONG, EARLY, POPULATIONS = 200_000, 20_000, 12
COARSE = 6  # strategies along each side of the mesh whose pay-offs are measured pair by pair
PAIR_SETS = 1_000
GENERATIONS = 5_000


def long_run(reading: str, *, seed: int = 0, workers: int = 1) -> dict[str, Any]:
    """Where populations of (2, 30) go, and where the replicator equation goes from equal shares.

    early and late are [mean s, its standard deviation over populations, mean t, its own] after so many rounds.
    """
    e = replace(experiment(2, 30, reading=reading, seed=seed), replicates=POPULATIONS)
    mesh = replace(e, sides=(COARSE, COARSE)).mesh
    chance, error = payoffs(
        tuple((float(s), float(t)) for s, t in mesh), PAIR_SETS, reading=e.reading, seed=seed, workers=workers
    )
    limit = replicator(chance, np.full(len(mesh), 1 / len(mesh)), GENERATIONS)[-1]
    return {
        "rounds": [EARLY, LONG],
        "populations": POPULATIONS,
        "early": means_of(replace(e, rounds=EARLY), workers=workers),
        "late": means_of(replace(e, rounds=LONG), workers=workers),
        "replicator": {
            "mesh": mesh.tolist(),
            "shares": limit.tolist(),
            "mean": (limit @ mesh).tolist(),
            "error": float(error.max()),
        },
    }


def means_of(e: Evolution, *, workers: int = 1) -> list[float]:
    means = evolve(e, workers=workers).means
    return [float(x) for axis in (0, 1) for x in (means[:, axis].mean(), means[:, axis].std(ddof=1))]
