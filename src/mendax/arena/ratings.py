"""Ratings by maximum likelihood: Bradley and Terry's model, and for more than two players Luce's.

A game among the agents a, b, ... is won by a with the chance e^a / (e^a + e^b + ...). Shares of a game count as parts of a
win. To each line-up as many games are added as it has places, one won by each, or who wins every game would be rated without
limit, and where all blocks are shared alike that would be certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SCALE = 400 / log(10)  # as in chess: 400 points are odds of ten to one
STEPS = 100
LONGEST = 2.0  # a step of Newton's


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """In points; the mean of all agents is 0. low, high: 95%, by the normal approximation."""

    agent: str
    points: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """agents: number of the agent at each place; games: in a block; blocks: [(shares of each place, how often)]."""

    agents: tuple[int, ...]
    games: int
    blocks: tuple[tuple[tuple[float, ...], int], ...]


def ratings(names: Sequence[str], found: Sequence[Shares], level: float = 0.95) -> tuple[Rating, ...]:
    """Of all agents, the highest first.

    The intervals take a block as one observation, since its games have the same dice: bread is the curvature of the likelihood,
    meat the sum of the squared slopes of the blocks, and the covariance bread⁻¹ meat bread⁻¹.
    """
    strength = np.zeros(len(names))
    for _ in range(STEPS):
        slope, bread, _ = _at(strength, found)
        step = _inverse(bread) @ slope
        strength += step * min(1.0, LONGEST / max(float(np.abs(step).max()), 1e-12))
        if np.abs(step).max() < 1e-10:
            break
    _, bread, meat = _at(strength, found)
    inverse = _inverse(bread)
    spread = np.sqrt(np.maximum(np.diag(inverse @ meat @ inverse), 0.0))
    z = NormalDist().inv_cdf((1 + level) / 2)
    points = (strength - strength.mean()) * SCALE
    rows = [
        Rating(agent=name, points=float(p), low=float(p - z * s * SCALE), high=float(p + z * s * SCALE))
        for name, p, s in zip(names, points, spread, strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: -row.points))


def _inverse(bread: Floats) -> Floats:
    """Where all strengths rise alike nothing changes; there the inverse may be anything, and slopes have no part."""
    inverse: Floats = np.linalg.inv(bread + 1.0).astype(np.float64)
    return inverse


def _at(strength: Floats, found: Sequence[Shares]) -> tuple[Floats, Floats, Floats]:
    """Slope of the log-likelihood `[N]`, minus its curvature `[N, N]`, and the squared slopes of the blocks `[N, N]`."""
    size = len(strength)
    slope, bread, meat = np.zeros(size), np.zeros((size, size)), np.zeros((size, size))
    for shares in found:
        who = np.eye(size)[list(shares.agents)]  # [P, N]
        chance = np.exp(who @ strength - (who @ strength).max())
        chance /= chance.sum()
        curve = who.T @ (np.diag(chance) - np.outer(chance, chance)) @ who
        added = [(tuple(row), 1, 1) for row in np.eye(len(chance)).tolist()]
        for won, times, games in [*((won, times, shares.games) for won, times in shares.blocks), *added]:
            here = who.T @ (np.array(won) - games * chance)
            slope += times * here
            bread += times * games * curve
            meat += times * np.outer(here, here)
    return slope, bread, meat
