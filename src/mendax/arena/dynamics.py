"""Populations without chance, or with little: replicator dynamics and Moran's process on a matrix of pay-offs.

Pay-offs [M, M] are what a row gets against a column, positive: chances to win. Shares [M] sum to one.

The scheme of evolution.py is the first with smaller and smaller steps: of two players drawn by score the winner gets the point,
so shares move by 2 x_i ((W x)_i - 1/2) / (total score), which is the replicator equation in the logarithm of the total.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mendax.errors import MendaxError

Array = NDArray[Any]


def _check(payoffs: Array, size: int) -> None:
    if payoffs.shape != (size, size):
        raise MendaxError(f"pay-offs of shape {payoffs.shape} are not for {size} strategies; they are [M, M]")
    if not (np.isfinite(payoffs).all() and (payoffs >= 0).all()):
        raise MendaxError("pay-offs are finite and not negative, as chances to win are")


def replicator_step(payoffs: Array, shares: Array) -> Array:
    """x_i' = x_i (W x)_i / (x W x) (Taylor and Jonker 1978, in generations)."""
    fitness = payoffs @ shares
    grown: Array = shares * fitness / (shares @ fitness)
    grown /= grown.sum()
    return grown


def replicator(payoffs: Array, shares: Array, generations: int) -> Array:
    """`[generations + 1, M]`: the shares from the given ones on."""
    path = [np.asarray(shares, dtype=float)]
    _check(payoffs, len(path[0]))
    for _ in range(generations):
        path.append(replicator_step(payoffs, path[-1]))
    return np.array(path)


@dataclass(frozen=True, eq=False, kw_only=True)
class MoranPath:
    """counts [T+1, M]: individuals of each strategy. Where it ends early, one strategy is all there is and nothing mutates."""

    counts: NDArray[np.int64]

    @property
    def fixed(self) -> int | None:
        """The strategy that took over, if one did."""
        last = self.counts[-1]
        return int(last.argmax()) if last.max() == last.sum() else None


def moran(
    payoffs: Array, counts: Array, steps: int, rng: Generator, *, mutation: float = 0.0, selection: float = 1.0
) -> MoranPath:
    """Moran 1958 with frequency-dependent fitness (Nowak, Sasaki, Taylor and Fudenberg 2004).

    A step: one individual gives birth, in proportion to 1 - selection + selection * pay-off against the others; with chance
    `mutation` the child is of a strategy drawn alike from all; it takes the place of one drawn alike from all individuals.
    """
    now = np.array(counts, dtype=np.int64)
    _check(payoffs, len(now))
    size = int(now.sum())
    if size < 2 or now.min() < 0:
        raise MendaxError(f"a population of {size} cannot evolve; counts are not negative and sum to 2 or more")
    for name, given in (("mutation", mutation), ("selection", selection)):
        if not 0 <= given <= 1:
            raise MendaxError(f"{name} {given:g} is no chance; it is 0 to 1")
    path = [now.copy()]
    for _ in range(steps):
        if mutation == 0 and now.max() == size:
            break
        met = (payoffs @ now - np.diag(payoffs)) / (size - 1)  # nobody meets himself
        weight = now * (1 - selection + selection * met)
        child = _draw(weight, rng) if rng.random() >= mutation else int(rng.integers(len(now)))
        dies = _draw(now, rng)
        now[child] += 1
        now[dies] -= 1
        path.append(now.copy())
    return MoranPath(counts=np.array(path))


def _draw(weight: Array, rng: Generator) -> int:
    total = np.cumsum(weight)
    return int(np.searchsorted(total, rng.random() * total[-1], side="right"))


def invades(payoffs: Array, invader: int, resident: int) -> bool:
    """Does a rare invader grow among residents? Against them it gets more than they do, or as much and then more of itself."""
    ahead = payoffs[invader, resident] - payoffs[resident, resident]
    if ahead == 0:
        return bool(payoffs[invader, invader] > payoffs[resident, invader])
    return bool(ahead > 0)
