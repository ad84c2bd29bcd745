"""What scores between 0 and 1 say of their mean: when their number was fixed before, and when looks at them decide it.

Scores are told as {score: how often}; they are independent and have one mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Seen = Mapping[float, int]

# Bets, in parts of what may be staked. Small ones find small differences in many games, large ones large differences in few.
STAKES = np.geomspace(1e-4, 0.99, 64)
HALVINGS = 50


def fixed(seen: Seen, level: float = 0.95) -> tuple[float, float]:
    """An interval for the mean of a number of scores that was fixed before any was seen.

    Agresti and Coull's for chances, which adds z²/2 zeros and as many ones, with the variance of the scores so completed in the
    place of the binomial one: for scores of 0 and 1 it is theirs. Scores that are all the same do not make it a point.
    """
    z = NormalDist().inv_cdf((1 + level) / 2)
    score, times = _arrays(seen)
    score, times = np.append(score, (0.0, 1.0)), np.append(times, (z * z / 2, z * z / 2))
    number = times.sum()
    mean = float(score @ times / number)
    half = z * float(((score - mean) ** 2 @ times / number / number) ** 0.5)
    return max(mean - half, 0.0), min(mean + half, 1.0)


def anytime(seen: Seen, level: float = 0.95) -> tuple[float, float]:
    """An interval that holds at every number of scores at once, so that one may look after each and stop when one likes.

    By betting (Waudby-Smith and Ramdas 2024). Who thinks the mean is m or less loses this argument: with a stake of x, capital
    grows by the factor 1 - x + x·score/m at each score. If the mean is at most m that is no better than fair, so by Ville's
    inequality capital ever reaches 2/(1-level) with a chance of at most half of 1-level. Capital is the mean over all STAKES. It
    falls as m rises; the lower end is where it falls below. The upper end is the lower end of 1 - score.
    """
    score, times = _arrays(seen)
    return _least(score, times, level), 1 - _least(1 - score, times, level)


def favoured(seen: Seen, error: float) -> int:
    """1 if the mean is shown to be above 1/2, -1 if below, else 0. Asked after every score, with the first answer that is not 0
    taken as final, it is wrong with a chance of at most `error`, of which each side has half."""
    score, times = _arrays(seen)
    enough = np.log(2 / error)
    if _capital(score, times, 0.5) >= enough:
        return 1
    return -1 if _capital(1 - score, times, 0.5) >= enough else 0


def _arrays(seen: Seen) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return np.array(list(seen), dtype=np.float64), np.array(list(seen.values()), dtype=np.float64)


def _capital(score: NDArray[np.float64], times: NDArray[np.float64], mean: float) -> float:
    """The logarithm of what the bets against means of at most `mean` have made of 1."""
    logs = np.log1p(STAKES[:, None] * (score / mean - 1)) @ times
    return float(np.logaddexp.reduce(logs) - np.log(len(STAKES)))


def _least(score: NDArray[np.float64], times: NDArray[np.float64], level: float) -> float:
    low, high, enough = 0.0, 1.0, np.log(2 / (1 - level))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _capital(score, times, middle) >= enough else (low, middle)
    return low
