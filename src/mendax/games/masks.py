"""Public nodes as bitmasks of the rungs bid so far.

The last rung is the top bit, the number of bids the population count; mask 0 is the opening. Works on int64 arrays and
therefore for ladders of up to 62 rungs; counting (counts.py) has no such limit.
"""

import numpy as np
from numpy.typing import NDArray

MAX_RUNGS = 62

Masks = NDArray[np.int64]


def num_bids(masks: Masks) -> Masks:
    """Bids made so far, `[K]`; the mover is this modulo the number of players."""
    return np.bitwise_count(masks).astype(np.int64)


def last_rung(masks: Masks) -> Masks:
    """Index of the top bit, `[K]`; -1 for the opening."""
    filled = masks.copy()
    for shift in (1, 2, 4, 8, 16, 32):
        filled |= filled >> shift
    return num_bids(filled) - 1


def before_last(masks: Masks) -> Masks:
    """The node where the last bid was made, `[K]`; the opening stays."""
    return np.where(masks > 0, masks & ~(np.int64(1) << np.maximum(last_rung(masks), 0)), 0)


def rungs_of(mask: int) -> tuple[int, ...]:
    """The rungs bid, lowest first, which is the order in which they were bid."""
    return tuple(rung for rung in range(mask.bit_length()) if mask >> rung & 1)


def mask_of(rungs: tuple[int, ...]) -> int:
    return sum(1 << rung for rung in rungs)
