"""Games on the unit interval in closed form (Ferguson and Ferguson 1991, theorems 2 and 4): what to claim and what to accept.

`continuous` draws every number anew. `improvable` draws it above the one before, and is told from there: 0 is the number that was
accepted, and the claim to beat lies at z. Functions take numbers between 0 and 1, of any shape, and return arrays of that shape.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import lambertw

Floats = NDArray[np.float64]
Function = Callable[[Any], Floats]

NEAR = 1e-12  # to 0, where branches of lambertw meet and it is no number: there the first term of the series, as exact
HALVINGS = 60  # of an interval, down to one float


def _floats(numbers: Any) -> Floats:
    return np.asarray(numbers, dtype=np.float64)


# Every number anew -----------------------------------------------------------------------------------------------------

CONTINUOUS_BEND = exp(-1)  # above it one tells the truth
CONTINUOUS_VALUE = 1 - exp(-1)


def continuous_claim(x: Any) -> Floats:
    """The first claim: x above 1/e, else the y with y - 1 - ln y = x, which falls from 1 to 1/e."""
    x = _floats(x)
    low = np.minimum(x, CONTINUOUS_BEND)
    lie = np.where(low > NEAR, -lambertw(-np.exp(-1 - np.maximum(low, NEAR))).real, 1 - np.sqrt(2 * np.abs(low)))
    return _floats(np.where(x > CONTINUOUS_BEND, x, lie))


def continuous_accept(y: Any) -> Floats:
    """How often the first claim is accepted."""
    return _floats(CONTINUOUS_BEND / np.maximum(_floats(y), CONTINUOUS_BEND))


# Drawn above the one before ---------------------------------------------------------------------------------------------

V: float = brentq(lambda v: v - (1 - v) ** ((1 + v) / 2), 0.1, 0.9, xtol=1e-16, rtol=1e-15)
W: float = 1 - V**2 / (1 - V)


def improvable_lie(x: Any) -> Floats:
    """f on [0, W]: rises from V to 1."""
    x = _floats(x)
    return _floats((x + V + V**2 * (1 - x) ** (-1 / V)) / (1 + V))


def improvable_claim(x: Any, *, truth_above_w: bool = False) -> Floats:
    """What to claim, f of (5.4); truth_above_w: f of (5.2), which has no small lies."""
    x = _floats(x)
    small = (1 - V) * (x - W) / V + 1 - V
    honest = x if truth_above_w else np.where(x < 1 - V, small, x)
    return _floats(np.where(x < W, improvable_lie(np.minimum(x, W)), honest))


def improvable_liar(y: Any) -> Floats:
    """The x in [0, W] with f(x) = y, for y in [V, 1], by halving."""
    y = _floats(y)
    low, high = np.zeros_like(y), np.full_like(y, W)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        below = improvable_lie(middle) < y
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return _floats((low + high) / 2)


def improvable_accept(y: Any) -> Floats:
    """p(y) of (5.5), how often a claim is accepted where z < 1 - V."""
    y = _floats(y)
    return _floats(np.where(y <= V, 1.0, (1 - improvable_liar(np.maximum(y, V))) ** (1 / V)))


def improvable_value(z: Any) -> Floats:
    """phi(z) = min(V, 1 - z)."""
    return _floats(np.minimum(V, 1 - _floats(z)))
