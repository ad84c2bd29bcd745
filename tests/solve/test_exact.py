"""Exact values: the known ones, the agreement of all solvers, and the honesty of the proof."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from draw import naive_behaviour, naive_round, naive_tree, random_profile, round_of, sevenths, variants
from mendax.errors import UnsupportedGame
from mendax.games.classic import CLASSICS
from mendax.games.compile import compile_game
from mendax.games.round import compile_round
from mendax.games.strategy import make_strategy
from mendax.games.tree import Tree
from mendax.games.unfold import unfold
from mendax.rules.variant import parse_round
from mendax.solve.exact import double_oracle, solve_lp
from mendax.solve.lp import solve_exact, solve_float
from mendax.solve.proof import prove
from mendax.solve.sequence_form import all_bids, round_form
from mendax.solve.solution import Status

seeds = st.integers(0, 10**6)
small = variants(600, ("1v1", "2v1", "1v2"))

# Value to the player who opens.
KNOWN = {
    "bluff:faces=2": "1/2",
    "bluff:faces=3": "1/9",
    "bluff:faces=4": "1/16",
    "bluff:faces=5": "1/125",
    "kuhn": "-1/18",  # Kuhn 1950
    "koller": "13",  # Koller, Megiddo and von Stengel 1994, with the payoffs of Lanctot and Long's Table 1
    "rps": "0",
}


@pytest.mark.parametrize("text", KNOWN)
def test_known_values(text):
    solution = solve_lp(compile_game(text))
    assert solution.status is Status.EXACT
    assert isinstance(solution.value, Fraction)
    assert str(solution.value) == KNOWN[text]
    assert solution.bounds == (solution.value, solution.value)
    assert solution.exploitability == 0


class TestAllSolversAgree:
    @given(small)
    @settings(max_examples=30)
    def test_on_random_rounds(self, text):
        """The LP, double oracle, both on the unfolded tree, and the rational simplex on the naive game."""
        game = round_of(text)
        solutions = [solve_lp(game), double_oracle(game), solve_lp(unfold(game))]
        assert [s.status for s in solutions] == [Status.EXACT] * 3
        assert {s.value for s in solutions} == {naive.value_by_sequences(naive_round(text))}

    @pytest.mark.parametrize("name", ["rps", "koller", "kuhn"])
    def test_on_classic_games(self, name):
        tree = naive_tree(CLASSICS[name]())
        assert solve_lp(CLASSICS[name]()).value == naive.value_by_sequences(tree) == naive.value_by_matrix(tree)

    @pytest.mark.parametrize(
        "text", ["joker:faces=2", "endgame:faces=2,palifico=now", "joker:faces=2,exact=yes", "joker:dice=2v1,faces=2"]
    )
    def test_the_oracles_agree(self, text):
        """The naive sequence form against the naive normal form: every pure strategy against every other."""
        game = naive_round(text)
        assert naive.value_by_sequences(game) == naive.value_by_matrix(game)

    @pytest.mark.parametrize(
        "text", ["bluff:faces=4", "bluff:faces=3,exact=yes", "endgame:dice=2v1,faces=3", "joker:dice=2v2,faces=3"]
    )
    def test_on_larger_rounds(self, text):
        game = round_of(text)
        by_lp, by_oracle = solve_lp(game), double_oracle(game)
        assert by_lp.status is by_oracle.status is Status.EXACT
        assert by_lp.value == by_oracle.value

    @given(variants(600, ("1v1", "2v1")))
    def test_the_profile_is_an_equilibrium_by_the_naive_recursion(self, text):
        game, rules = round_of(text), naive_round(text)
        for solution in (solve_lp(game), double_oracle(game)):
            behaviour = naive_behaviour(game, solution.profile, naive.moves(rules))
            assert naive.best_response(rules, behaviour, 0) == solution.value
            assert naive.best_response(rules, behaviour, 1) == -solution.value
            assert naive.expected(rules, behaviour, 0) == solution.value

    @given(variants(600, ("1v1", "2v1")))
    def test_floats_are_near_and_do_not_call_themselves_exact(self, text):
        game = round_of(text)
        exact = solve_lp(game).value
        for solution in (solve_lp(game, exact=False), double_oracle(game, exact=False)):
            assert solution.status is Status.CONVERGED
            assert isinstance(solution.value, float)
            assert solution.value == pytest.approx(float(exact), abs=1e-9)
            low, high = solution.bounds
            assert low - 1e-12 <= exact <= high + 1e-12

    @given(variants(2_000, ("1v1", "2v1", "1v2")))
    def test_undominated_bids_change_no_value(self, text):
        game = round_of(text)
        values = set()
        for undominated in (False, True):
            form = round_form(game, all_bids(game, undominated=undominated))
            plans = solve_exact(form, solve_float(form))
            outcome = prove(game, tuple(form.players[p].strategy(p, plans.plans[p]) for p in (0, 1)))
            assert outcome.is_exact
            values.add(outcome.low)
        assert len(values) == 1

    @pytest.mark.parametrize("text", ["joker:dice=3v2", "joker:dice=3v3", "joker:exact=yes,dice=3v2"])
    def test_of_a_match_with_rational_values(self, text):
        """What follows a round of a match: a different fraction for every standing."""
        match = parse_round(f"{text},faces=2,loss=difference")
        game = compile_round(match, continuation=sevenths)
        value = naive.value_by_sequences(naive_tree(unfold(game)))
        assert solve_lp(game).value == double_oracle(game).value == solve_lp(unfold(game)).value == value
        assert value.denominator % 7 == 0

    def test_of_a_match_whose_values_have_long_denominators(self):
        """As the exact values of earlier stages of a match have."""
        third = Fraction(10**17 + 1, 3 * 10**17 + 1)
        game = compile_round(parse_round("endgame:dice=2v1,faces=2,loss=one"), continuation=lambda _: (third, -third))
        value = naive.value_by_sequences(naive_tree(unfold(game)))
        for solution in (solve_lp(game), double_oracle(game), solve_lp(unfold(game))):
            assert solution.value == value


class TestTheProofIsHonest:
    @given(variants(800, ("1v1", "2v1", "1v2")), seeds)
    def test_bounds_enclose_the_value(self, text, seed):
        """low and high are what the naive recursion makes of the profile, and the value of the game lies between them."""
        game, rules = round_of(text), naive_round(text)
        profile = random_profile(game, seed)
        behaviour = naive_behaviour(game, profile, naive.moves(rules))
        outcome = prove(game, profile)
        assert outcome.high == naive.best_response(rules, behaviour, 0)
        assert outcome.low == -naive.best_response(rules, behaviour, 1)
        assert outcome.low <= solve_lp(game).value <= outcome.high
        assert outcome.is_exact == (outcome.low == outcome.high)

    @pytest.mark.parametrize(
        "text", ["bluff:faces=2", "bluff:faces=3", "endgame:dice=2v1,faces=2", "bluff:faces=3,exact=yes"]
    )
    @pytest.mark.parametrize("player", [0, 1])
    def test_a_perturbed_profile_is_not_called_exact(self, text, player):
        """Every information set of the equilibrium where a small change costs something by the naive recursion: the proof
        says so, and its bounds still enclose the value. There are such sets in every game."""
        game, rules = round_of(text), naive_round(text)
        solution = solve_lp(game)
        known = naive.moves(rules)
        caught = 0
        for perturbed in perturbations(game, solution.profile, player):
            behaviour = naive_behaviour(game, perturbed, known)
            gains = naive.best_response(rules, behaviour, 0) + naive.best_response(rules, behaviour, 1)
            outcome = prove(game, perturbed)
            assert outcome.high - outcome.low == gains
            assert outcome.is_exact == (gains == 0)
            assert outcome.low <= solution.value <= outcome.high
            # Only the player who plays worse loses by it.
            assert (outcome.high, -outcome.low)[player] == (solution.value, -solution.value)[player]
            caught += gains > 0
        assert caught

    @pytest.mark.parametrize("name", ["rps", "koller", "kuhn"])
    def test_so_in_trees(self, name):
        game = CLASSICS[name]()
        solution = solve_lp(game)
        caught = 0
        for player in (0, 1):
            for perturbed in perturbations(game, solution.profile, player):
                outcome = prove(game, perturbed)
                assert outcome.low <= solution.value <= outcome.high
                caught += not outcome.is_exact
        assert caught

    @given(variants(600, ("1v1",)))
    def test_floats_prove_nothing_exact(self, text):
        game = round_of(text)
        exact = solve_lp(game).profile
        floats = tuple(replace(s, prob=s.prob.astype(np.float64)) for s in exact)
        for profile in (floats, (floats[0], exact[1]), (exact[0], floats[1])):
            assert not prove(game, profile).is_exact

    def test_float_payoffs_prove_nothing_exact(self):
        """Payoffs of 1/7 in floats are not 1/7, whatever the arithmetic of the profile."""
        game = round_of("bluff:faces=2")
        profile = solve_lp(game).profile
        assert prove(game, profile).is_exact
        assert not prove(replace(game, call_payoff=game.call_payoff / 7), profile).is_exact

    def test_too_few_rounds_of_the_oracle_are_stopped(self):
        game = round_of("bluff:faces=3")
        stopped = double_oracle(game, max_rounds=1)
        assert stopped.status is Status.STOPPED
        assert stopped.bounds[0] <= Fraction(1, 9) <= stopped.bounds[1]
        assert stopped.iterations == 1
        assert double_oracle(game, max_rounds=1, target=1.0).status is Status.CONVERGED


def perturbations(game, profile, player):
    """The profile with a thousandth of one choice moved to another action, for every choice and action in turn."""
    moved = Fraction(1, 1000)
    rows = {(n, h, a): prob for n, h, a, prob in profile[player].rows()}
    for (node, hand, action), prob in rows.items():
        legal = range(len(game.infosets[node].actions)) if isinstance(game, Tree) else game.legal(node)
        for other in legal:
            if other != action and prob > moved:
                changed = rows | {(node, hand, action): prob - moved}
                changed[node, hand, other] = changed.get((node, hand, other), Fraction(0)) + moved
                strategy = make_strategy(player, changed, exact=True)
                yield tuple(strategy if p == player else profile[p] for p in (0, 1))


class TestUnsupported:
    @pytest.mark.parametrize("solver", [solve_lp, double_oracle])
    def test_three_players(self, solver):
        with pytest.raises(UnsupportedGame, match="3 players"):
            solver(round_of("bluff:dice=1v1v1,faces=2"))

    def test_games_that_are_not_zero_sum(self):
        with pytest.raises(UnsupportedGame, match="not a two-player zero-sum game"):
            solve_lp(CLASSICS["prisoners-dilemma"]())

    def test_ladders_too_long_for_the_whole_lp(self):
        with pytest.raises(UnsupportedGame, match="at most 15, double-oracle may do more"):
            solve_lp(round_of("bluff:dice=2v1"))
