"""Sizes: by formula, by walking the round, and by the rules written naively."""

from math import comb, prod

import pytest
from hypothesis import given

import naive
from draw import RULES, SIZES, naive_round, round_of, variants
from mendax.games.counts import Counts, count_by_enumeration, count_by_formula
from mendax.rules.variant import parse_round

VARIANTS = [f"bluff:dice={d},faces={f}" + ("," + r if r else "") for d in SIZES for f in (2, 3) for r in RULES]


@pytest.mark.parametrize("text", [*VARIANTS, "bluff", "joker", "bluff:exact=yes", "bluff:faces=4,dice=1v1v1"])
def test_formula_equals_enumeration(text):
    assert count_by_formula(parse_round(text)) == count_by_enumeration(round_of(text))


@given(variants(5_000))
def test_formula_equals_the_rules(text):
    """Every number of `Counts` from the naive game alone, in which hands are told apart by what their owner knows."""
    known = naive.moves(naive_round(text))
    said = {bids: actions for (_, _, bids), actions in known.items()}
    players = range(1 + max(player for player, _, _ in known))
    hands = tuple(len({dice for player, dice, _ in known if player == p}) for p in players)
    endings = sum(isinstance(action, str) for actions in said.values() for action in actions)
    assert count_by_formula(parse_round(text)) == Counts(
        rungs=len({bid for actions in said.values() for bid in actions if not isinstance(bid, str)}),
        hands=hands,
        public_nodes=len(said),
        information_sets=len(known),
        sequences=tuple(1 + sum(len(a) for (player, _, _), a in known.items() if player == p) for p in players),
        endings=endings,
        histories=endings * prod(hands),
    )


class TestLaws:
    """B rungs of which every higher may follow: 2^B nodes, 2^B - 1 of them with something to call (STYLE.md, 26)."""

    @pytest.mark.parametrize(
        "text", ["bluff", "joker:dice=2v2", "openspiel:faces=3", "endgame:dice=5v5", "bluff:dice=9v9"]
    )
    def test_nodes_are_sets_of_rungs(self, text):
        found = count_by_formula(parse_round(text))
        assert found.public_nodes == 2**found.rungs
        assert found.endings == 2**found.rungs - 1
        assert found.information_sets == 2 ** (found.rungs - 1) * sum(found.hands)
        assert found.histories == (2**found.rungs - 1) * prod(found.hands)

    def test_bluff_has_24576_information_sets(self):
        assert count_by_formula(parse_round("bluff")).information_sets == 24_576

    @pytest.mark.parametrize("dice", ["1v1v1", "2v1v1", "1v2v3v4"])
    def test_the_mover_is_the_number_of_bids_modulo_the_players(self, dice):
        found = count_by_formula(parse_round(f"bluff:dice={dice}"))
        players = len(found.hands)
        assert found.information_sets == sum(
            comb(found.rungs, bids) * found.hands[bids % players] for bids in range(found.rungs + 1)
        )

    @pytest.mark.parametrize("text", ["bluff:palifico=now", "bluff:palifico=now,faces=4,dice=3v2v2"])
    def test_a_palifico_round_is_one_ladder_for_each_face(self, text):
        variant = parse_round(text)
        assert count_by_formula(variant).public_nodes == 1 + variant.faces * (2**variant.total_dice - 1)

    @pytest.mark.parametrize(("dice", "higher"), [("1v1", [1, 0]), ("2v2", [10 + 3, 2, 1, 0])])
    def test_paco_bans_the_openings_on_the_wild_face(self, dice, higher):
        """Missing are the sets whose lowest rung is a wild bid; `higher` counts the rungs above each of those."""
        found = count_by_formula(parse_round(f"perudo:dice={dice},loss=round"))
        assert found.public_nodes == 2**found.rungs - sum(2**above for above in higher)


# public nodes, information sets, sequences of both players, histories
PERFT = {
    "bluff": (4096, 24576, (24571, 24571), 147420),
    "bluff:faces=2": (16, 32, (31, 31), 60),
    "bluff:faces=3": (64, 192, (190, 190), 567),
    "bluff:exact=yes": (4096, 24576, (36853, 36859), 294840),
    "bluff:dice=2v1": (262144, 3538944, (5505004, 1572859), 33030018),
    "joker": (1024, 6144, (6139, 6139), 36828),
    "endgame:dice=2v2,faces=3": (4096, 24576, (24571, 24571), 147420),
    "bluff:palifico=now": (19, 114, (109, 109), 648),
    # 2^12 less {1x1}, {2x1} and {1x1, 2x1}: the two bids on the wild face are the highest, and do not open
    "perudo:dice=1v1,loss=round,exact=no": (4093, 24558, (24553, 24553), 147312),
}


@pytest.mark.parametrize("text", PERFT)
def test_perft(text):
    found = count_by_formula(parse_round(text))
    assert (found.public_nodes, found.information_sets, found.sequences, found.histories) == PERFT[text]
