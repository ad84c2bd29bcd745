"""The matrices of the sequence form: E, F and A say what the game says."""

import random
from fractions import Fraction
from math import lcm

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from draw import (
    naive_behaviour,
    naive_round,
    naive_tree,
    naive_tree_behaviour,
    random_profile,
    round_of,
    tree_profile,
    variants,
)
from mendax.errors import UnsupportedGame
from mendax.games.classic import CLASSICS
from mendax.games.counts import count_by_formula
from mendax.games.masks import mask_of, rungs_of
from mendax.games.round import compile_round
from mendax.games.tree import Tree
from mendax.games.unfold import unfold
from mendax.rules.variant import parse_round
from mendax.solve.response import tree_value
from mendax.solve.sequence_form import HAND, HAND_BITS, ROOT, all_bids, keys_of, round_form, tree_form

seeds = st.integers(0, 10**6)
two_players = variants(2_000, ("1v1", "2v1", "1v2"))


def realised(game, sequences, strategy):
    """The weight of every sequence under a strategy: the product of what its player chose on the way, as Fractions."""
    weights = [Fraction(1)]
    for s in range(1, sequences.size):
        node, hand, action = int(sequences.node[s]), int(sequences.hand[s]), int(sequences.action[s])
        default = 0 if isinstance(game, Tree) else game.legal(0)[0] if node == 0 else game.call
        chosen = strategy.at(node, hand) or {default: Fraction(1)}
        led = int(sequences.parent[sequences.infoset[s]])
        assert led < s
        weights.append(weights[led] * chosen.get(action, 0))
    return np.array(weights, dtype=object)


def value(form, plans):
    """x' A y / scale, in Fractions."""
    cells = form.payoff.tocoo()
    return sum(
        int(v) * plans[0][i] * plans[1][j] for i, j, v in zip(cells.row, cells.col, cells.data, strict=True)
    ) / Fraction(form.scale)


def check_flow(sequences, plan):
    """E x = e, for the plan of any behaviour."""
    flow = sequences.flow()
    assert flow.shape == (len(sequences.parent) + 1, sequences.size)
    image = flow.toarray().astype(object) @ plan
    assert image.tolist() == [1] + [0] * len(sequences.parent)


class TestRounds:
    @given(two_players)
    def test_shapes(self, text):
        game, counts = round_of(text), count_by_formula(parse_round(text))
        form = round_form(game, all_bids(game))
        assert tuple(s.size for s in form.players) == counts.sequences
        assert sum(len(s.parent) for s in form.players) == counts.information_sets
        assert form.payoff.shape == counts.sequences
        assert form.payoff.nnz == counts.histories
        assert form.scale == game.num_rolls

    @given(two_players)
    def test_rows_add_up_to_the_choices_less_one(self, text):
        """Row 0 pins the empty sequence; row i+1 has +1 for every choice at i and -1 for what led there."""
        game = round_of(text)
        for p, sequences in enumerate(round_form(game, all_bids(game)).players):
            flow = sequences.flow().toarray()
            assert flow[0].tolist() == [1] + [0] * (sequences.size - 1)
            choices = np.bincount(sequences.infoset[1:], minlength=len(sequences.parent))
            assert flow[1:].sum(axis=1).tolist() == (choices - 1).tolist()
            assert ((flow[1:] == -1).sum(axis=1) == 1).all()
            for s in range(1, sequences.size):
                assert game.legal(int(sequences.node[s])).count(int(sequences.action[s])) == 1
                assert int(sequences.node[s]).bit_count() % 2 == p

    @given(two_players, seeds)
    def test_bilinear_value_is_the_expected_payoff(self, text, seed):
        game = round_of(text)
        profile = random_profile(game, seed)
        form = round_form(game, all_bids(game))
        plans = [realised(game, form.players[p], profile[p]) for p in (0, 1)]
        for p in (0, 1):
            check_flow(form.players[p], plans[p])
        tree = unfold(game)
        wanted = tree_value(tree, tree_profile(game, tree, profile))
        assert value(form, plans) == wanted[0]
        rules = naive_round(text)
        assert wanted[0] == naive.expected(rules, naive_behaviour(game, profile, naive.moves(rules)), 0)

    @given(two_players, seeds)
    def test_weights_and_behaviour_are_inverse(self, text, seed):
        """strategy() takes the plan of a behaviour back to it, exact and in floats, wherever the player comes."""
        game = round_of(text)
        profile = random_profile(game, seed)
        form = round_form(game, all_bids(game))
        for p, sequences in enumerate(form.players):
            plan = realised(game, sequences, profile[p])
            for back in (sequences.strategy(p, whole(plan)), sequences.strategy(p, plan.astype(np.float64))):
                assert back.player == p
                again = realised(game, sequences, back)
                assert np.abs((again - plan).astype(np.float64)).max() < 1e-12
                if back.is_exact:
                    assert (again == plan).all()

    @given(two_players, seeds)
    def test_a_part_of_the_bids_is_the_game_without_the_others(self, text, seed):
        """Profiles that make only some bids are worth the same in the smaller form."""
        game = round_of(text)
        large, small = round_form(game, all_bids(game)), round_form(game, some_bids(game, seed))
        profile = tuple(s.strategy(p, uniform(s)) for p, s in enumerate(small.players))
        values = [value(f, [realised(game, f.players[p], profile[p]) for p in (0, 1)]) for f in (small, large)]
        assert values[0] == values[1]
        for p, sequences in enumerate(small.players):
            check_flow(sequences, realised(game, sequences, profile[p]))

    @given(two_players)
    def test_undominated_bids_are_some_of_all(self, text):
        game = round_of(text)
        for fewer, every in zip(all_bids(game, undominated=True), all_bids(game), strict=True):
            assert np.isin(fewer, every).all()
            assert (np.diff(every) > 0).all()

    def test_a_raise_over_a_sure_call_is_left_out(self):
        """bluff with three faces: whoever holds a 2 knows that 2x1 is a lie, and need not raise to 2x2; with a 1 he may."""
        game = round_of("bluff:faces=3")
        assert [str(bid) for bid in game.bids] == ["1x1", "1x2", "1x3", "2x1", "2x2", "2x3"]
        fewer, every = all_bids(game, undominated=True), all_bids(game)
        assert [len(keys) for keys in every] == [32 * 3, 31 * 3]
        with_1, with_2 = keys_of(np.array([0b11000, 0b11000]), np.array([0, 1])).tolist()
        assert {with_1, with_2} <= set(every[1].tolist())
        assert with_1 in fewer[1].tolist()
        assert with_2 not in fewer[1].tolist()

    def test_rational_payoffs_are_scaled_to_integers(self):
        third = Fraction(1, 3)
        game = compile_round(
            parse_round("endgame:dice=2v1,faces=2,loss=one"), continuation=lambda standing: (third, -third)
        )
        form = round_form(game, all_bids(game))
        assert form.scale == 3 * game.num_rolls
        profile = random_profile(game, 7)
        tree = unfold(game)
        plans = [realised(game, form.players[p], profile[p]) for p in (0, 1)]
        assert value(form, plans) == tree_value(tree, tree_profile(game, tree, profile))[0]

    def test_who_is_not_served(self):
        with pytest.raises(UnsupportedGame, match="3 players"):
            all_bids(round_of("bluff:dice=1v1v1,faces=2"))
        share = compile_round(parse_round("endgame:dice=2v1,faces=2,loss=one"), continuation=lambda _: (0.5, -0.5))
        with pytest.raises(UnsupportedGame, match="float payoffs"):
            round_form(share, all_bids(share))
        with pytest.raises(UnsupportedGame, match="rungs"):
            all_bids(round_of("bluff:dice=5v5"))


def some_bids(game, seed):
    """About two in three of the bids, closed under taking back: own earlier bids, and some hand that made the bid before."""
    rng = random.Random(seed)
    kept = set()
    for mask, hand in sorted((key >> HAND_BITS, key & HAND) for keys in all_bids(game) for key in keys.tolist()):
        own, previous, _ = (0, 0, *(mask_of(rungs_of(mask)[: n + 1]) for n in range(mask.bit_count())))[-3:]
        heard = previous == 0 or any(node == previous for node, _ in kept)
        if heard and (own == 0 or (own, hand) in kept) and (rng.random() < 0.7 or mask == 1 << game.legal(0)[0]):
            kept.add((mask, hand))
    parity = [sorted((m, h) for m, h in kept if m.bit_count() % 2 == odd) for odd in (1, 0)]
    return tuple(np.array([m << HAND_BITS | h for m, h in pairs], dtype=np.int64) for pairs in parity)


def uniform(sequences):
    """The plan that chooses uniformly everywhere, as integers over a common denominator."""
    choices = np.bincount(sequences.infoset[1:], minlength=len(sequences.parent)).tolist()
    plan = [Fraction(1)]
    for s in range(1, sequences.size):
        plan.append(plan[sequences.parent[sequences.infoset[s]]] / choices[sequences.infoset[s]])
    return whole(plan)


def whole(plan):
    unit = lcm(*(weight.denominator for weight in plan))
    return np.array([int(weight * unit) for weight in plan], dtype=object)


class TestTrees:
    def test_rock_paper_scissors(self):
        form = tree_form(CLASSICS["rps"]())
        assert form.scale == 1
        assert form.payoff.toarray().tolist() == [[0, 0, 0, 0], [0, 0, -1, 1], [0, 1, 0, -1], [0, -1, 1, 0]]
        for sequences in form.players:
            assert sequences.flow().toarray().tolist() == [[1, 0, 0, 0], [-1, 1, 1, 1]]

    def test_kuhn(self):
        """Two players, six information sets each, two actions: 13 sequences each, 30 ends."""
        form = tree_form(CLASSICS["kuhn"]())
        assert [s.size for s in form.players] == [13, 13]
        assert [len(s.parent) for s in form.players] == [6, 6]
        assert form.payoff.nnz == 30
        assert form.scale == 6
        # Player 0's sets after a check are led to by the check; all others start at the root.
        assert sum(parent != ROOT for parent in form.players[0].parent.tolist()) == 3
        assert (form.players[1].parent == ROOT).all()

    @given(st.sampled_from(("rps", "koller", "kuhn")), seeds)
    def test_bilinear_value_is_the_expected_payoff(self, name, seed):
        game = CLASSICS[name]()
        profile = random_profile(game, seed)
        form = tree_form(game)
        plans = [realised(game, form.players[p], profile[p]) for p in (0, 1)]
        for p in (0, 1):
            check_flow(form.players[p], plans[p])
        assert value(form, plans) == naive.expected(naive_tree(game), naive_tree_behaviour(game, profile), 0)

    @given(variants(800, ("1v1", "2v1")), seeds)
    def test_the_form_of_an_unfolded_round(self, text, seed):
        game = round_of(text)
        tree = unfold(game)
        profile = random_profile(game, seed)
        in_tree = tree_profile(game, tree, profile)
        round_, tree_ = round_form(game, all_bids(game)), tree_form(tree)
        assert [s.size for s in round_.players] == [s.size for s in tree_.players]
        assert round_.payoff.nnz == tree_.payoff.nnz
        assert value(round_, [realised(game, round_.players[p], profile[p]) for p in (0, 1)]) == value(
            tree_, [realised(tree, tree_.players[p], in_tree[p]) for p in (0, 1)]
        )

    def test_who_is_not_served(self):
        for game in (CLASSICS["prisoners-dilemma"](), unfold(round_of("endgame:dice=1v1v1,faces=2"))):
            with pytest.raises(UnsupportedGame, match="not a two-player zero-sum game"):
                tree_form(game)
