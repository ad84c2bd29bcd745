"""Hands of dice and what matches a bid."""

from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]


def num_hands(faces: int, dice: int) -> int:
    """Multisets of `dice` dice with `faces` faces."""
    return comb(dice + faces - 1, dice)


def hands(faces: int, dice: int) -> IntArray:
    """All hands `[H, F]`, counts by face, highest count of low faces first."""
    rows = np.array(list(combinations_with_replacement(range(faces), dice)), dtype=np.int64)
    counts: IntArray = (rows[:, :, None] == np.arange(faces)).sum(axis=1, dtype=np.int64)
    return counts


def hand_weights(counts: IntArray) -> NDArray[Any]:
    """How many ordered rolls give each hand, `[H]`: the multinomial coefficients, summing to F^d.

    int64 where that sum fits, else Python's integers.
    """
    dice, faces = int(counts[0].sum()), counts.shape[1]
    ways = [factorial(dice) // prod(factorial(int(c)) for c in row) for row in counts]
    return np.array(ways, dtype=np.int64 if faces**dice < 2**63 else object)


def matches(counts: IntArray, face: int, wild_face: int | None) -> IntArray:
    """Dice in each hand `[..., F]` that count for a bid on `face` (1-based): the face itself and the wild face."""
    found = counts[..., face - 1]
    return found if wild_face is None or wild_face == face else found + counts[..., wild_face - 1]


def format_hand(counts: IntArray) -> str:
    """Faces in rising order: `2256`; separated by dots where a face has two digits: `2.2.11`."""
    faces = [str(face + 1) for face, count in enumerate(counts) for _ in range(int(count))]
    return ("." if len(counts) > 9 else "").join(faces)
