"""Best responses of a round, of its unfolded tree and of the naive recursion are one number."""

from dataclasses import replace
from fractions import Fraction

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
from mendax.errors import IllegalAction
from mendax.games.classic import CLASSICS
from mendax.games.round import compile_round
from mendax.games.strategy import make_strategy
from mendax.games.unfold import unfold
from mendax.rules.variant import parse_round
from mendax.solve.response import best_response, exploitability, nash_conv, tree_value

seeds = st.integers(0, 10**6)


class TestRounds:
    @given(variants(2_000), seeds)
    def test_round_tree_and_naive_recursion_agree(self, text, seed):
        """Exactly, for every player, on profiles that mix, are pure, and are left to the default in places."""
        game = round_of(text)
        profile = random_profile(game, seed)
        rules = naive_round(text)
        behaviour = naive_behaviour(game, profile, naive.moves(rules))
        tree = unfold(game)
        in_tree = tree_profile(game, tree, profile)
        floats = tuple(replace(s, prob=s.prob.astype(np.float64)) for s in profile)
        for player in range(game.num_players):
            wanted = naive.best_response(rules, behaviour, player)
            found = best_response(game, profile, player)
            assert isinstance(found.value, Fraction)
            assert found.value == wanted
            assert best_response(tree, in_tree, player).value == wanted
            for where, what in ((game, floats), (tree, tree_profile(game, tree, floats))):
                rounded = best_response(where, what, player).value
                assert isinstance(rounded, float)
                assert rounded == pytest.approx(float(wanted), abs=1e-12)

    @given(variants(2_000), seeds)
    def test_the_response_gets_what_it_is_said_to_get(self, text, seed):
        game = round_of(text)
        profile = random_profile(game, seed)
        rules = naive_round(text)
        for player in range(game.num_players):
            response = best_response(game, profile, player)
            played = tuple(response.strategy if p == player else profile[p] for p in range(game.num_players))
            behaviour = naive_behaviour(game, played, naive.moves(rules))
            assert naive.expected(rules, behaviour, player) == response.value
            assert set(response.strategy.prob.tolist()) == {1}
            tree = unfold(game)
            in_tree = best_response(tree, tree_profile(game, tree, profile), player)
            together = list(tree_profile(game, tree, profile))
            together[player] = in_tree.strategy
            assert tree_value(tree, together)[player] == response.value

    @given(variants(1_000), seeds, seeds)
    def test_only_the_others_matter(self, text, seed, other):
        game = round_of(text)
        profile, changed = random_profile(game, seed), random_profile(game, other)
        for player in range(game.num_players):
            mixed = tuple(changed[p] if p == player else profile[p] for p in range(game.num_players))
            assert best_response(game, mixed, player).value == best_response(game, profile, player).value

    @given(variants(1_000), seeds)
    def test_nash_conv_is_the_sum_of_the_gains(self, text, seed):
        game = round_of(text)
        profile = random_profile(game, seed)
        rules = naive_round(text)
        behaviour = naive_behaviour(game, profile, naive.moves(rules))
        gains = [
            naive.best_response(rules, behaviour, p) - naive.expected(rules, behaviour, p)
            for p in range(game.num_players)
        ]
        assert min(gains) >= 0
        assert nash_conv(game, profile) == sum(gains)
        assert exploitability(game, profile) == sum(gains) / game.num_players

    def test_denominators_of_any_size(self):
        """Reaches are integers over a common denominator far beyond 64 bits."""
        text = "endgame:dice=1v1v1,faces=2,exact=yes"
        game, rules = round_of(text), naive_round(text)
        profile = random_profile(game, 5, most=2**70)
        behaviour = naive_behaviour(game, profile, naive.moves(rules))
        for player in range(3):
            found = best_response(game, profile, player).value
            assert found == naive.best_response(rules, behaviour, player)
            assert found.denominator > 2**64

    @given(st.sampled_from(("endgame:dice=2v1,faces=2,exact=yes", "bluff:dice=1v1v1,faces=2")), seeds)
    def test_matches_pay_rationals_and_floats(self, text, seed):
        """Payoffs of what follows a round, as Fractions and as floats."""
        values = {}
        for kind in (Fraction, float):
            game = match(text, kind)
            profile = random_profile(game, seed, exact=kind is Fraction)
            tree = unfold(game)
            for player in range(game.num_players):
                values[kind, player] = best_response(game, profile, player).value
                assert isinstance(values[kind, player], kind)
                in_tree = best_response(tree, tree_profile(game, tree, profile), player).value
                assert float(in_tree) == pytest.approx(float(values[kind, player]), abs=1e-12)
                if kind is Fraction:
                    behaviour = naive_tree_behaviour(tree, tree_profile(game, tree, profile))
                    assert naive.best_response(naive_tree(tree), behaviour, player) == values[kind, player]
        for player in range(game.num_players):
            assert values[float, player] == pytest.approx(float(values[Fraction, player]), abs=1e-12)

    @pytest.mark.parametrize("player", [0, 1, 2])
    def test_exact_and_float_strategies_in_one_profile(self, player):
        game = round_of("bluff:dice=1v1v1,faces=2,exact=yes")
        exact, floats = random_profile(game, 1), random_profile(game, 1, exact=False)
        for kinds in ((0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)):
            mixed = tuple((exact, floats)[kind][p] for p, kind in enumerate(kinds))
            found = best_response(game, mixed, player).value
            assert found == pytest.approx(float(best_response(game, exact, player).value), abs=1e-12)

    def test_float_payoffs_are_never_exact(self):
        """A rational strategy against payoffs that are themselves rounded proves nothing in rationals."""
        game = match("endgame:dice=2v1,faces=2", float)
        for player in (0, 1):
            assert isinstance(best_response(game, random_profile(game, 3), player).value, float)

    @pytest.mark.parametrize(
        "row",
        [
            (0, 0, 4),  # nothing to call
            (0, 2, 0),  # no such hand
            (1, 0, 1),  # not his turn
            (4 | 1, 0, 1),  # a lower bid
            (4 | 1, 0, 2),  # the same bid
            (4 | 1, 0, 5),  # no exact call in this game
            (0, 0, -1),
        ],
    )
    def test_rows_that_are_no_choice_are_refused(self, row):
        game = round_of("bluff:faces=2")
        with pytest.raises(IllegalAction, match=f"action {row[2]} at node {row[0]}"):
            best_response(game, (make_strategy(0, {row: Fraction(1)}, exact=True),), 1)


def match(text, kind):
    """A round of a match; what follows is worth something else for every standing and player."""

    def follow(standing):
        shares = [Fraction(dice, 7 * (1 + standing.opener)) for dice in standing.dice]
        return tuple(kind(share - sum(shares) / len(shares)) for share in shares)

    return compile_round(parse_round(text + ",loss=one"), continuation=follow)


WRONG = {
    "sign": lambda g: replace(g, call_payoff=-g.call_payoff),
    "sign of the exact call": lambda g: replace(g, exact_payoff=-g.exact_payoff),
    "seat of the bidder": lambda g: replace(g, call_payoff=g.call_payoff[:, ::-1]),
    "seat of the payee": lambda g: replace(g, exact_payoff=g.exact_payoff[::-1]),
    "weights of player 0": lambda g: replace(g, weight=(g.weight[0][[1, 0, 2]], g.weight[1])),
    "hands of player 1": lambda g: replace(g, tally=(g.tally[0], g.tally[1][:, ::-1])),
    "rung": lambda g: replace(g, call_payoff=g.call_payoff[:, :, ::-1]),
    "count off by one": lambda g: replace(g, call_payoff=np.roll(g.call_payoff, 1, axis=3)),
    "one raise too many": lambda g: replace(g, successor=np.vstack([g.successor[:1], g.successor[:-1]])),
}


class TestTheComparisonNotices:
    """A wrong seat, sign or weight in the arrays changes best responses: the agreement above is no accident."""

    @pytest.mark.parametrize("wrong", WRONG)
    def test_it_does(self, wrong):
        text = "endgame:dice=2v1,faces=2,exact=yes"
        game, rules = round_of(text), naive_round(text)
        broken = WRONG[wrong](game)
        differs = 0
        for seed in range(5):
            profile = random_profile(game, seed)
            behaviour = naive_behaviour(game, profile, naive.moves(rules))
            for player in (0, 1):
                found = best_response(broken, profile, player).value
                differs += found != naive.best_response(rules, behaviour, player)
        assert differs


class TestTrees:
    @given(st.sampled_from(sorted(CLASSICS)), seeds)
    def test_classic_games(self, name, seed):
        """Also those whose payoffs do not add up to nothing."""
        game = CLASSICS[name]()
        profile = random_profile(game, seed)
        tree, behaviour = naive_tree(game), naive_tree_behaviour(game, profile)
        own = [naive.expected(tree, behaviour, p) for p in (0, 1)]
        best = [naive.best_response(tree, behaviour, p) for p in (0, 1)]
        assert list(tree_value(game, profile)) == own
        assert [best_response(game, profile, p).value for p in (0, 1)] == best
        assert nash_conv(game, profile) == sum(best) - sum(own)
        assert exploitability(game, profile) == (sum(best) - sum(own)) / 2

    def test_prisoners_dilemma(self):
        """Each gains T - R = 2 by leaving cooperation, nobody gains by leaving defection."""
        game = CLASSICS["prisoners-dilemma"]()
        for action, gain in ((0, 2), (1, 0)):
            profile = tuple(make_strategy(p, {(p, 0, action): Fraction(1)}, exact=True) for p in (0, 1))
            assert nash_conv(game, profile) == 2 * gain
            assert exploitability(game, profile) == gain
