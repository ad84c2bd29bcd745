"""Hands of dice and what matches a bid."""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.errors import NotationError

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


def hand_index(counts: Sequence[int]) -> int:
    """The place of a hand, counts by face, among all `hands` of as many dice.

    Before it come, face by face, those that agree on the lower faces and hold more of this one.
    """
    left, before = sum(counts), 0
    for face, count in enumerate(counts):
        higher = len(counts) - face - 1
        before += comb(left - count - 1 + higher, higher) if left > count else 0
        left -= count
    return before


def parse_hand(text: str, faces: int) -> tuple[int, ...]:
    """Counts by face of what `format_hand` prints."""
    words = text.split(".") if faces > 9 and text else list(text)
    if not all(word.isdecimal() and 1 <= int(word) <= faces for word in words):
        raise NotationError(f"{text!r} is no hand of dice with {faces} faces; write the faces, as in 2256")
    return tuple(words.count(str(face)) for face in range(1, faces + 1))


def format_hand(counts: IntArray | Sequence[int]) -> str:
    """Faces in rising order: `2256`; separated by dots where a face has two digits: `2.2.11`."""
    faces = [str(face + 1) for face, count in enumerate(counts) for _ in range(int(count))]
    return ("." if len(counts) > 9 else "").join(faces)
