"""Hands, their weights and their matches, against every ordered roll."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mendax.errors import UnsupportedGame
from mendax.games.round import compile_round
from mendax.rules.dice import format_hand, hand_weights, hands, matches, num_hands
from mendax.rules.variant import parse_round

SMALL = [(faces, dice) for faces in range(2, 7) for dice in range(6) if faces**dice <= 4096]


def rolls(faces: int, dice: int) -> Counter[tuple[int, ...]]:
    """How many ordered rolls there are of every hand, dice in rising order."""
    return Counter(tuple(sorted(roll)) for roll in product(range(1, faces + 1), repeat=dice))


def dice_of(counts: np.ndarray) -> tuple[int, ...]:
    return tuple(face for face, count in enumerate(counts.tolist(), 1) for _ in range(count))


@pytest.mark.parametrize(("faces", "dice"), SMALL)
def test_hands_and_weights(faces: int, dice: int) -> None:
    counts = hands(faces, dice)
    expected = rolls(faces, dice)
    assert counts.shape == (len(expected), faces)
    assert counts.dtype == np.int64
    assert num_hands(faces, dice) == len(expected)
    weights = hand_weights(counts)
    assert dict(zip(map(dice_of, counts), weights.tolist(), strict=True)) == expected
    assert weights.sum() == faces**dice


@pytest.mark.parametrize(("faces", "dice"), SMALL)
def test_order_of_hands(faces: int, dice: int) -> None:
    """As their dice are written in rising order: 11, 12, ..., 22, 23, ..."""
    written = [dice_of(row) for row in hands(faces, dice)]
    assert written == sorted(written)


@pytest.mark.parametrize("wild", ["high", "low", "none"])
@pytest.mark.parametrize(("faces", "dice"), [(2, 3), (3, 2), (4, 3), (6, 2)])
def test_matches(faces: int, dice: int, wild: str) -> None:
    """A bid on a face counts its dice and the wild ones; a bid on the wild face counts only wild ones, once."""
    wild_face = {"high": faces, "low": 1, "none": None}[wild]
    counts = hands(faces, dice)
    for face in range(1, faces + 1):
        expected = [sum(die in {face, wild_face} for die in dice_of(row)) for row in counts]
        assert matches(counts, face, wild_face).tolist() == expected


@given(st.integers(2, 6), st.integers(1, 4), st.integers(1, 4), st.data())
def test_matches_of_all_hands_together(faces: int, mine: int, yours: int, data: st.DataObject) -> None:
    """The dice on the table match as often as those of each player do."""
    face, wild_face = data.draw(st.integers(1, faces)), data.draw(st.none() | st.integers(1, faces))
    one = data.draw(st.sampled_from(list(hands(faces, mine))))
    other = data.draw(st.sampled_from(list(hands(faces, yours))))
    alone = matches(one, face, wild_face) + matches(other, face, wild_face)
    assert matches(one + other, face, wild_face) == alone


def test_two_dice_make_21_hands() -> None:
    """Multisets, not ordered rolls: 21 of 36 (DESIGN section 4)."""
    weights = hand_weights(hands(6, 2))
    assert Counter(weights.tolist()) == {1: 6, 2: 15}


@pytest.mark.parametrize(
    ("faces", "dice", "text"),
    [
        (6, (2, 2, 5, 6), "2256"),
        (6, (), ""),
        (9, (1, 9), "19"),
        (10, (1, 9), "1.9"),
        (12, (2, 2, 11), "2.2.11"),
        (12, (11,), "11"),
        (12, (1, 1), "1.1"),
    ],
)
def test_format_hand(faces: int, dice: tuple[int, ...], text: str) -> None:
    """With two digits to a face the dots tell one eleven from two ones."""
    counts = np.array([dice.count(face) for face in range(1, faces + 1)])
    assert format_hand(counts) == text


@pytest.mark.parametrize("faces", [6, 12])
def test_no_two_hands_look_alike(faces: int) -> None:
    texts = [format_hand(row) for row in hands(faces, 3)]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    ("text", "rolls"),
    [
        ("bluff:dice=100v1,faces=2", 2**101),  # a single weight overflows
        ("bluff:dice=64v1,faces=2", 2**65),  # only their sum does
        ("bluff:dice=40v1,faces=3", 3**41),
    ],
)
def test_many_dice_are_counted_exactly_or_refused(text: str, rolls: int) -> None:
    """Never wrong by an int64 that overflowed or wrapped round."""
    try:
        counted = compile_round(parse_round(text)).num_rolls
    except UnsupportedGame:
        counted = rolls
    assert counted == rolls
