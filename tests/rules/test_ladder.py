"""Ladders: the lists the literature prints, and the laws every ladder obeys."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mendax.errors import VariantError
from mendax.rules.ladder import Bid, ladder, successor
from mendax.rules.variant import RoundVariant, parse_round

# Bids from the lowest up, with where they are printed; `...` marks a list that breaks off.
PRINTED: dict[str, tuple[str, str]] = {
    "Burcsi and Nagy 2014, section 1": (
        "burcsi-nagy",
        "1x1 1x2 1x3 1x4 1x5 1x6 2x1 2x2 2x3 2x4 2x5 3x1 3x2 3x3 3x4 3x5 2x6"
        " 4x1 4x2 4x3 4x4 4x5 5x1 5x2 5x3 5x4 5x5 3x6 6x1 ...",
    ),
    "Lanctot and Long 2007, table 2": (
        "bluff",
        "1x1 1x2 1x3 1x4 1x5 1x6 2x1 2x2 2x3 2x4 2x5 2x6",
    ),
    "Lanctot and Long 2007, results for two faces: a b c d": ("bluff:faces=2", "1x1 1x2 2x1 2x2"),
    "OpenSpiel liars_dice, numdice=2, legal actions 0 to 23": (
        "openspiel:dice=2v2",
        "1x1 1x2 1x3 1x4 1x5 1x6 2x1 2x2 2x3 2x4 2x5 2x6 3x1 3x2 3x3 3x4 3x5 3x6 4x1 4x2 4x3 4x4 4x5 4x6",
    ),
    "Neller and Lanctot 2013, one die each": (
        "dudo:dice=1v1",
        "1x2 1x3 1x4 1x5 1x6 1x1 2x2 2x3 2x4 2x5 2x6 2x1",
    ),
    "order=double with ones wild: q ones between the last of 2q-1 and the first of 2q": (
        "dudo",
        "1x2 1x3 1x4 1x5 1x6 1x1 2x2 2x3 2x4 2x5 2x6 3x2 3x3 3x4 3x5 3x6 2x1"
        " 4x2 4x3 4x4 4x5 4x6 5x2 5x3 5x4 5x5 5x6 3x1 6x2 ...",
    ),
    "order=double: what is left of the wild bids stands on top": (
        "bluff:dice=2v1,faces=3",
        "1x1 1x2 1x3 2x1 2x2 3x1 3x2 2x3 3x3",
    ),
    "Perudo: q aces between the last of 2q and the first of 2q+1": (
        "perudo",
        "1x2 1x3 1x4 1x5 1x6 2x2 2x3 2x4 2x5 2x6 1x1 3x2 3x3 3x4 3x5 3x6 4x2 4x3 4x4 4x5 4x6 2x1 5x2 ...",
    ),
    "Perudo, palifico: no wild face, so by count and face": (
        "perudo:dice=1v1,loss=round,palifico=now",
        "1x1 1x2 1x3 1x4 1x5 1x6 2x1 2x2 2x3 2x4 2x5 2x6",
    ),
    "joker: no bids on ones": ("joker", "1x2 1x3 1x4 1x5 1x6 2x2 2x3 2x4 2x5 2x6"),
    "no wild face: by count and face": ("endgame:faces=3", "1x1 1x2 1x3 2x1 2x2 2x3"),
}


@pytest.mark.parametrize("source", PRINTED)
def test_printed_ladder(source: str) -> None:
    text, printed = PRINTED[source]
    ours = [str(bid) for bid in ladder(parse_round(text))]
    bids = printed.removesuffix(" ...").split()
    assert ours[: len(bids)] == bids
    assert printed.endswith("...") or len(ours) == len(bids)


def test_openspiel_itself() -> None:
    """Our rungs are its action numbers, and its call comes after them."""
    pyspiel = pytest.importorskip("pyspiel")
    state = pyspiel.load_game("liars_dice(numdice=2,dice_sides=5)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    theirs = [state.action_to_string(0, action).replace("-", "x") for action in state.legal_actions()]
    bids = ladder(parse_round("openspiel:dice=2v2,faces=5"))
    assert theirs == [str(bid) for bid in bids]
    for rung in (3, 4, 11):
        state.apply_action(rung)
        follow = np.flatnonzero(successor(parse_round("openspiel:dice=2v2,faces=5"), bids)[rung + 1])
        assert state.legal_actions() == [*follow, len(bids)]


class TestPerudoTable:
    """The table rules, one sentence each."""

    variant = parse_round("perudo")
    bids = ladder(variant)
    may = successor(variant, bids)

    def may_follow(self, bid: Bid, after: Bid) -> bool:
        return bool(self.may[self.bids.index(after) + 1, self.bids.index(bid)])

    @pytest.mark.parametrize(
        ("count", "aces"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5)]
    )
    def test_half_as_many_aces_rounded_up(self, count: int, aces: int) -> None:
        for face in range(2, 7):
            lowest = min(q for q in range(1, 11) if self.may_follow(Bid(q, 1), Bid(count, face)))
            assert lowest == aces

    @pytest.mark.parametrize(("aces", "count"), [(1, 3), (2, 5), (3, 7), (4, 9)])
    def test_back_from_aces_twice_as_many_and_one(self, aces: int, count: int) -> None:
        for face in range(2, 7):
            lowest = min(c for c in range(1, 11) if self.may_follow(Bid(c, face), Bid(aces, 1)))
            assert lowest == count

    def test_from_five_aces_of_ten_dice_only_to_more_aces(self) -> None:
        follow = [bid for bid in self.bids if self.may_follow(bid, Bid(5, 1))]
        assert follow == [Bid(q, 1) for q in range(6, 11)]

    def test_nobody_opens_on_aces(self) -> None:
        opening = {bid for rung, bid in enumerate(self.bids) if self.may[0, rung]}
        assert opening == {bid for bid in self.bids if bid.face != 1}

    def test_a_palifico_keeps_its_face_and_may_open_on_ones(self) -> None:
        variant = parse_round("perudo:loss=round,palifico=now")
        bids = ladder(variant)
        may = successor(variant, bids)
        assert may[0].all()
        for rung, bid in enumerate(bids):
            follow = {bids[higher] for higher in np.flatnonzero(may[rung + 1])}
            assert follow == {Bid(count, bid.face) for count in range(bid.count + 1, 11)}

    @pytest.mark.parametrize("order", ["double", "count"])
    def test_other_orders_open_on_anything(self, order: str) -> None:
        variant = parse_round(f"perudo:order={order}")
        assert successor(variant, ladder(variant))[0].all()


# Laws ----------------------------------------------------------------------------------------------------------------


@st.composite
def rounds(draw: st.DrawFn) -> RoundVariant:
    """Any ladder of at most 60 rungs."""
    wild = draw(st.sampled_from(["high", "low", "none"]))
    return RoundVariant(
        family="bluff",
        dice=tuple(draw(st.lists(st.integers(1, 4), min_size=2, max_size=3))),
        faces=draw(st.integers(2, 5)),
        wild=wild,
        order=draw(st.sampled_from(["double", "count"] + ["paco"] * (wild != "none"))),
        wildbids=draw(st.sampled_from(["yes"] + ["no"] * (wild != "none"))),
        palifico=draw(st.sampled_from(["no", "now"])),
    )


def is_higher(variant: RoundVariant, new: Bid, old: Bid) -> bool:
    """Is `new` a higher bid? Two bids at a time, as one settles it at the table."""
    if variant.palifico == "now" or variant.wild == "none" or variant.order == "count":
        wild = None
    else:
        wild = 1 if variant.wild == "low" else variant.faces
    if (new.face == wild) == (old.face == wild):  # both plain, or both wild
        return new.count > old.count or (new.count == old.count and new.face > old.face)
    if variant.order == "double":  # a wild bid beats any plain bid of less than twice its count
        return old.count < 2 * new.count if new.face == wild else new.count >= 2 * old.count
    return 2 * new.count >= old.count if new.face == wild else new.count >= 2 * old.count + 1


def legal_after(variant: RoundVariant, last: Bid | None) -> set[Bid]:
    """Every bid one may make after `last` (None: one opens), from the table rules."""
    wild = {"high": variant.faces, "low": 1, "none": None}[variant.wild]
    palifico = variant.palifico == "now"
    found = set()
    for count, face in product(range(1, variant.total_dice + 1), range(1, variant.faces + 1)):
        bid = Bid(count, face)
        on_wild = face == wild and not palifico
        if on_wild and (variant.wildbids == "no" or (last is None and variant.order == "paco")):
            continue
        if last is not None and palifico and face != last.face:
            continue
        if last is None or is_higher(variant, bid, last):
            found.add(bid)
    return found


class TestLaws:
    @given(rounds())
    def test_every_bid_once(self, variant: RoundVariant) -> None:
        banned = {"high": variant.faces, "low": 1}[variant.wild] if variant.wildbids == "no" else None
        banned = None if variant.palifico == "now" else banned
        faces = [face for face in range(1, variant.faces + 1) if face != banned]
        bids = ladder(variant)
        assert len(bids) == len(faces) * variant.total_dice
        assert set(bids) == {Bid(count, face) for count in range(1, variant.total_dice + 1) for face in faces}

    @given(rounds())
    def test_counts_rise_within_a_face(self, variant: RoundVariant) -> None:
        bids = ladder(variant)
        for face in {bid.face for bid in bids}:
            counts = [bid.count for bid in bids if bid.face == face]
            assert counts == list(range(1, variant.total_dice + 1))

    @settings(max_examples=60)
    @given(rounds())
    def test_order_is_that_of_two_bids_compared(self, variant: RoundVariant) -> None:
        bids = ladder(variant)
        for (low, old), (high, new) in product(enumerate(bids), repeat=2):
            assert is_higher(variant, new, old) == (high > low)

    @settings(max_examples=60)
    @given(rounds())
    def test_successor_is_what_the_table_allows(self, variant: RoundVariant) -> None:
        bids = ladder(variant)
        may = successor(variant, bids)
        assert may.shape == (len(bids) + 1, len(bids))
        for row, last in enumerate([None, *bids]):
            assert {bids[rung] for rung in np.flatnonzero(may[row])} == legal_after(variant, last)

    @given(rounds())
    def test_successor_is_strictly_upper_triangular(self, variant: RoundVariant) -> None:
        bids = ladder(variant)
        may = successor(variant, bids)
        assert may.dtype == np.bool_
        assert not np.tril(may[1:]).any()
        assert may[0].any()
        assert not may[-1].any()  # nothing is higher than the top

    @given(rounds(), st.integers(1, 4))
    def test_dice_that_left_the_table_take_their_bids_with_them(self, variant: RoundVariant, left: int) -> None:
        few = min(left, variant.total_dice)
        assert ladder(variant, few) == tuple(bid for bid in ladder(variant) if bid.count <= few)

    @given(rounds())
    def test_only_the_name_of_the_wild_face_matters_unless_bids_go_by_count(self, variant: RoundVariant) -> None:
        """Wild low is wild high with its faces renamed, under every order but count: the same game, the same value."""
        names = {1: variant.faces} | {face: face - 1 for face in range(2, variant.faces + 1)}
        rules = {
            "dice": variant.dice,
            "faces": variant.faces,
            "order": variant.order if variant.order != "count" else "double",
            "wildbids": variant.wildbids if variant.wild != "none" else "yes",
        }
        low, high = (RoundVariant(family="bluff", wild=wild, **rules) for wild in ("low", "high"))
        assert tuple(Bid(bid.count, names[bid.face]) for bid in ladder(low)) == ladder(high)
        assert (successor(low, ladder(low)) == successor(high, ladder(high))).all()

    def test_by_count_it_does_matter(self) -> None:
        low = [str(bid) for bid in ladder(parse_round("bluff:faces=3,order=count,wild=low"))]
        assert low == ["1x1", "1x2", "1x3", "2x1", "2x2", "2x3"]  # the wild bid is the lowest of its count

    def test_no_dice_no_bids(self) -> None:
        with pytest.raises(VariantError, match=r"^bluff leaves no legal first bid$"):
            ladder(parse_round("bluff"), 0)

    def test_a_bid_prints_as_count_x_face(self) -> None:
        assert str(Bid(2, 5)) == "2x5"
