"""Supports and one-sided LPs: the same values as every other solver, and honest when cut short."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

import naive
from draw import naive_behaviour, naive_round, round_of, variants
from mendax.errors import UnsupportedGame
from mendax.solve.exact import double_oracle, solve_lp
from mendax.solve.sequence_form import HAND_BITS, all_bids, answers, rooted
from mendax.solve.solution import Status
from mendax.solve.support import one_sided, solve_support

ROUNDS = variants(600, ("1v1", "2v1", "1v2"))


class TestAgrees:
    @given(ROUNDS)
    def test_with_the_lp_and_the_double_oracle(self, text):
        game = round_of(text)
        solution = solve_support(game)
        assert solution.status is Status.EXACT
        assert solution.value == solve_lp(game).value == double_oracle(game).value
        assert solution.bounds == (solution.value, solution.value)

    @given(ROUNDS)
    def test_its_profile_is_an_equilibrium_by_the_naive_recursion(self, text):
        game, rules = round_of(text), naive_round(text)
        solution = solve_support(game)
        behaviour = naive_behaviour(game, solution.profile, naive.moves(rules))
        assert naive.best_response(rules, behaviour, 0) == solution.value
        assert naive.best_response(rules, behaviour, 1) == -solution.value

    @pytest.mark.parametrize(
        ("text", "value"), [("bluff:faces=4", "1/16"), ("bluff:faces=5", "1/125"), ("bluff", "-7/258")]
    )
    def test_on_known_values(self, text, value):
        assert str(solve_support(round_of(text)).value) == value

    @pytest.mark.parametrize("text", ["bluff:dice=2v1,faces=3", "bluff:dice=1v2,faces=3", "joker:dice=2v2,faces=3"])
    @pytest.mark.parametrize("least", [0.15, 0.05])
    def test_from_a_poor_start_too(self, text, least):
        """The regrets decide how much there is to grow, not where it ends."""
        game = round_of(text)
        solution = solve_support(game, near=1.0, least=least)
        assert solution.status is Status.EXACT
        assert solution.value == solve_lp(game).value


class TestOneSided:
    @given(ROUNDS)
    @settings(max_examples=10)
    def test_values_enclose_the_game_and_meet_when_nothing_is_left_out(self, text):
        game = round_of(text)
        value = float(solve_lp(game).value)
        bids = all_bids(game, undominated=True)
        for p in (0, 1):
            assert one_sided(game, bids[p], p).value == pytest.approx(value, abs=1e-8)
            assert one_sided(game, bids[p], p, interior=True).value == pytest.approx(value, abs=1e-6)
        few = [bids[p][: len(bids[p]) // 2] for p in (0, 1)]
        few[0] = np.union1d(
            few[0], bids[0][np.isin(bids[0] >> HAND_BITS, 1 << np.arange(game.num_rungs))]
        )  # he has to open
        low, high = (one_sided(game, rooted(game, p, few[p]), p).value for p in (0, 1))
        assert low <= value + 1e-8
        assert high >= value - 1e-8

    @given(variants(2_000, ("1v1", "2v1", "1v2")))
    def test_the_answers_to_all_bids_are_all_bids(self, text):
        game = round_of(text)
        bids = all_bids(game, undominated=True)
        for p in (0, 1):
            assert np.array_equal(answers(game, p, bids[1 - p]), bids[p])

    @given(variants(2_000, ("1v1", "2v1", "1v2")))
    def test_rooted_keeps_what_is_undominated_and_can_be_come_to(self, text):
        game = round_of(text)
        every, undominated = all_bids(game), all_bids(game, undominated=True)
        for p in (0, 1):
            kept = rooted(game, p, every[p])
            assert np.isin(undominated[p], kept).all()
            assert np.array_equal(rooted(game, p, undominated[p]), undominated[p])
            assert np.array_equal(rooted(game, p, kept[::-1]), kept)


class TestIsHonest:
    @pytest.mark.parametrize("text", ["bluff:faces=4", "bluff:dice=2v1,faces=3"])
    def test_when_cut_short(self, text):
        game = round_of(text)
        stopped, whole = (
            solve_support(game, near=1.0, least=0.15, max_rounds=1),
            solve_support(game, near=1.0, least=0.15),
        )
        assert stopped.status is Status.STOPPED
        assert isinstance(stopped.value, float)
        assert stopped.bounds[0] <= whole.value <= stopped.bounds[1]
        assert stopped.bounds[0] < stopped.bounds[1]
        assert whole.status is Status.EXACT
        assert whole.value == solve_lp(game).value
        assert stopped.iterations == 1 < whole.iterations

    def test_in_floats(self):
        solution = solve_support(round_of("bluff:faces=3"), exact=False)
        assert solution.status is Status.CONVERGED
        assert solution.value == pytest.approx(1 / 9, abs=1e-9)
        assert solution.bounds[0] - 1e-12 <= Fraction(1, 9) <= solution.bounds[1] + 1e-12

    @pytest.mark.parametrize(
        ("text", "said"), [("bluff:dice=1v1v1,faces=2", "3 players"), ("bluff:dice=3v3", "at most")]
    )
    def test_about_what_it_cannot_do(self, text, said):
        with pytest.raises(UnsupportedGame, match=said):
            solve_support(round_of(text))

    def test_about_no_rounds_at_all(self):
        with pytest.raises(UnsupportedGame, match="allowed: 1 or more"):
            solve_support(round_of("bluff:faces=2"), max_rounds=0)
