"""Strings of passing cups and of games on the unit interval; what dice are worth."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from mendax.errors import VariantError
from mendax.rules.cup import CUPS, CupVariant
from mendax.rules.rank import claim_text, hand_text, num_patterns, pattern, rank_of
from mendax.rules.unit import UnitVariant
from mendax.rules.variant import parse

VALUES = {
    "dice": st.integers(1, 1_000).map(str),
    "faces": st.integers(1, 1_000).map(str),
    "rank": st.sampled_from(["poker", "category", "sum"]),
    "keep": st.sampled_from(["none", "shown", "hidden"]),
    "truth": st.sampled_from(["least", "equal"]),
    "below": st.sampled_from(["yes", "no"]),
    "players": st.integers(2, 12).map(str),
    "prize": st.sampled_from(["shared", "winner"]),
}
# DESIGN section 3 and the papers: dice, faces, rank, keep, truth, below, players, prize.
DEFAULTS = {
    "liars-die": ("1", "6", "poker", "none", "least", "yes", "2", "shared"),
    "thesis-die": ("1", "6", "poker", "shown", "equal", "no", "2", "shared"),
    "seven-category": ("5", "6", "category", "shown", "equal", "yes", "2", "shared"),
    "coins": ("3", "2", "sum", "hidden", "least", "no", "2", "shared"),
}


@st.composite
def givens(draw: st.DrawFn) -> tuple[str, dict[str, str]]:
    family = draw(st.sampled_from(list(DEFAULTS)))
    keys = draw(st.lists(st.sampled_from(list(VALUES)), unique=True))
    return family, {key: draw(VALUES[key]) for key in keys}


def write(family: str, keys: dict[str, str]) -> str:
    spelled = {"n" if (family, key) == ("coins", "dice") else key: value for key, value in keys.items()}
    return family + (":" if keys else "") + ",".join(f"{key}={value}" for key, value in spelled.items())


class TestStrings:
    @given(givens())
    def test_canonical_and_inverse(self, drawn: tuple[str, dict[str, str]]) -> None:
        family, keys = drawn
        variant = parse(write(family, keys))
        assert isinstance(variant, CupVariant)
        default = dict(zip(VALUES, DEFAULTS[family], strict=True))
        for key, value in (default | keys).items():
            assert str(getattr(variant, key)) == value
        assert str(variant) == write(family, {k: keys[k] for k in VALUES if k in keys and keys[k] != default[k]})
        assert parse(str(variant)) == variant

    def test_the_families(self) -> None:
        assert list(CUPS) == list(DEFAULTS)

    @given(st.one_of(st.none(), st.integers(1, 1_000)), st.sampled_from(["continuous", "improvable"]))
    def test_the_unit_interval(self, cells: int | None, family: str) -> None:
        variant = UnitVariant(family=family, cells=cells)
        assert parse(str(variant)) == variant
        assert parse(f"{family}:cells={'none' if cells is None else cells}") == variant

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("coins:n=0", "'n=0' is not allowed; allowed: 1 to 1,000"),
            ("coins:n=2000", "'n=2000' is not allowed; allowed: 1 to 1,000"),
            ("coins:dice=3", "unknown key 'dice' for coins; keys: n, faces"),
            ("liars-die:n=3", "unknown key 'n' for liars-die"),
            ("liars-die:faces=0", "'faces=0' is not allowed; allowed: 1 to 1,000"),
            ("liars-die:dice=2v1", "'dice=2v1' is not allowed; allowed: 1 to 1,000"),
            ("liars-die:wild=low", "unknown key 'wild' for liars-die"),
            ("liars-die:players=1", "'players=1' is not allowed; allowed: 2 to 12"),
            ("thesis-die:truth=maybe", "'truth=maybe' is not allowed; allowed: least, equal"),
            ("seven-category:keep", "key 'keep' needs a value; allowed: none, shown, hidden"),
            ("continuous:cells=0", "'cells=0' is not allowed; allowed: none, or 1 to 1,000"),
            ("improvable:faces=6", "keys: cells"),
            ("liar-die", "did you mean 'liars-die'?"),
        ],
    )
    def test_bad_strings_are_one_line(self, text: str, says: str) -> None:
        with pytest.raises(VariantError) as raised:
            parse(text)
        assert says in str(raised.value)
        assert len(str(raised.value).splitlines()) == 1


class TestRanks:
    @pytest.mark.parametrize("rank", ["poker", "category", "sum"])
    @pytest.mark.parametrize(("faces", "dice"), [(6, 1), (6, 3), (2, 5), (4, 4)])
    def test_order_is_that_of_the_rules_read_plainly(self, rank: str, faces: int, dice: int) -> None:
        rolls = sorted({tuple(sorted(roll)) for roll in product(range(1, faces + 1), repeat=dice)})
        ours = [rank_of(rank, np.bincount(roll, minlength=faces + 1)[1:]) for roll in rolls]
        plain = [naive.worth_of(rank, roll) for roll in rolls]
        for i, j in product(range(len(rolls)), repeat=2):
            assert (ours[i] < ours[j]) == (plain[i] < plain[j])

    def test_the_seven_categories_in_order(self) -> None:
        """Ferguson and Ferguson 1991, section 4: from all different to five of a kind."""
        hands = ["12345", "11234", "11223", "11123", "11122", "11112", "11111"]
        counts = [np.array([hand.count(str(face)) for face in range(1, 7)]) for hand in hands]
        ranks = [rank_of("category", hand) for hand in counts]
        assert ranks == sorted(ranks)
        named = ["different", "pair", "two-pairs", "three", "full-house", "four", "five"]
        assert [claim_text("category", hand) for hand in counts] == named

    @pytest.mark.parametrize(("faces", "dice"), [(6, 5), (2, 5), (3, 7), (1, 4)])
    def test_number_of_patterns(self, faces: int, dice: int) -> None:
        rolls = product(range(faces), repeat=dice)
        assert num_patterns(faces, dice) == len({pattern(np.bincount(roll, minlength=faces)) for roll in rolls})

    def test_names(self) -> None:
        heads = np.array([1, 2])
        assert (claim_text("sum", heads), hand_text("sum", heads)) == ("2", "HHT")
        assert claim_text("sum", np.array([0, 1, 2])) == "8"
        assert hand_text("category", np.array([2, 0, 2, 1, 0, 0])) == "2+2+1"
        assert hand_text("poker", np.zeros(6, dtype=int)) == "-"
        assert hand_text("poker", np.array([0, 1, 0, 0, 0, 2])) == "266"
