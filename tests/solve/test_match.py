"""Matches: every standing against slow recursion over rounds, hand-solved equations, and proofs that can fail."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import sqrt

import numpy as np
import pytest

import draw
import naive
from mendax.analysis.certificate import verify
from mendax.errors import UnsupportedGame
from mendax.games.match import compile_match, format_standing
from mendax.games.strategy import make_strategy
from mendax.rules.losses import Standing
from mendax.rules.variant import parse_round
from mendax.solve.ends import ends
from mendax.solve.game import solve_game
from mendax.solve.proof import prove
from mendax.solve.solution import Solution, Status

solved = cache(solve_game)


def values(solution: Solution) -> dict:
    return {(s.standing.dice, s.standing.opener, s.standing.palifico): s.value for s in solution.states}


class TestAgainstRecursion:
    """tests/naive.py has losses, openers and palificos in its own words, and rolls every die."""

    @pytest.mark.parametrize(
        "text",
        [
            "bluff:dice=2v1,faces=2,loss=difference,next=loser",
            "bluff:dice=1v2,faces=2,loss=difference,next=winner,exact=yes",
            "bluff:dice=1v2,faces=2,loss=one,next=clockwise,order=paco",
            "bluff:dice=2v1,faces=2,loss=one,next=winner,wild=low,order=count,exact=yes",
            "bluff:dice=2v1,faces=2,loss=one,next=loser,palifico=yes",
            "bluff:dice=2v2,faces=2,loss=one,next=loser,palifico=yes",
        ],
    )
    def test_every_standing(self, text):
        solution = solved(text)
        assert solution.status is Status.EXACT
        assert values(solution) == naive.match_values(text)

    @pytest.mark.parametrize(
        ("text", "rounds"),
        [
            ("bluff:dice=2v1,faces=2,loss=give,next=loser", 3),
            ("bluff:dice=1v2,faces=2,loss=give,next=winner", 3),
            ("bluff:dice=1v1,faces=2,loss=one,next=loser,exact=calza", 4),
            ("bluff:dice=1v1,faces=3,loss=one,next=winner,exact=calza,wildbids=no", 2),
        ],
    )
    def test_matches_cut_short(self, text, rounds):
        """What goes on after so many rounds is lost to player 0, or won: the value lies between."""
        low, high = (naive.match_values(text, unfinished=end, rounds=rounds, places=12) for end in (-1, 1))
        solution = solved(text)
        assert low <= solution.bounds[0] <= solution.bounds[1] <= high
        assert high - low < 1


class TestGive:
    """The lost die goes to the winner: standings recur, and their values solve linear equations."""

    @pytest.mark.parametrize("faces", [2, 3])
    def test_two_against_one(self, faces):
        """a, b: to who has two dice, when he opens and when he does not; p, q his chances to win the round."""
        p = (1 + Fraction(solved(f"bluff:dice=2v1,faces={faces}").value)) / 2
        q = (1 - Fraction(solved(f"bluff:dice=1v2,faces={faces}").value)) / 2
        two, one = Standing((2, 1), 0), Standing((2, 1), 1)
        for rule, after_a, after_b in (("clockwise", two, None), ("winner", two, None), ("loser", one, one)):
            found = {s.standing: s.value for s in solved(f"bluff:dice=2v1,faces={faces},loss=give,next={rule}").states}
            assert found[two] == p - (1 - p) * found.get(after_a, found.get(after_b))
            if rule == "loser":  # he who has one die opens from then on, and the other has two
                assert found[Standing((1, 2), 0)] == -found.get(one, q / (2 - q))
                assert q / (2 - q) == -found[Standing((1, 2), 0)]

    def test_three_faces(self):
        """Rounds of 4/27 and -1/27: p = 31/54, q = 14/27."""
        told = {rule: solved(f"bluff:dice=2v1,faces=3,loss=give,next={rule}").value for rule in ("clockwise", "winner")}
        assert told == dict.fromkeys(told, Fraction(31, 54) / (2 - Fraction(31, 54)))

    def test_the_loser_opens(self):
        """b = q - (1 - q) b with q = (1 + 1/27)/2, and a = p - (1 - p) b."""
        solution = solved("bluff:dice=2v1,faces=3,loss=give,next=loser")
        r = Fraction(solved("bluff:dice=1v2,faces=3").value)
        q, p = (1 - r) / 2, Fraction(31, 54)
        assert solution.value == p - (1 - p) * q / (2 - q)

    def test_its_rounds_are_played_as_for_their_own_sake(self):
        solution = solved("bluff:dice=2v1,faces=3,loss=give,next=loser")
        assert np.array_equal(solution.profile[0].prob, solved("bluff:dice=2v1,faces=3").profile[0].prob)
        assert solution.status is Status.EXACT


class TestCalza:
    def test_perudo_of_one_die_each(self):
        assert solved("perudo:dice=1v1,faces=3").value == 0
        assert solved("perudo:dice=1v1,faces=3").status is Status.EXACT

    def test_exchanging_the_players(self):
        """Both began with two dice, so exchanging them turns a standing into another, worth as much to the other."""
        states = {s.standing: s for s in solved("perudo:dice=2v2,faces=2").states}
        for standing, state in states.items():
            other = states[replace(standing, dice=standing.dice[::-1], opener=1 - standing.opener)]
            assert state.bounds == (-other.bounds[1], -other.bounds[0])

    def test_a_value_that_recurs_need_not_be_rational(self):
        """perudo:dice=1v1,faces=4: the value of going on appears in its own equation, which is not linear."""
        solution = solved("perudo:dice=1v1,faces=4")
        assert solution.status is Status.CONVERGED
        assert 0 < float(solution.bounds[1] - solution.bounds[0]) < 1e-7
        (here,) = (s for s in solution.states if s.standing.opener == 0)
        game = compile_match(parse_round("perudo:dice=1v1,faces=4")).round(
            0, [Fraction(s.value) for s in solution.states]
        )
        low, high = solve_game(game).bounds
        assert float(low) == pytest.approx(float(here.value), abs=1e-8)
        assert float(high) == pytest.approx(float(here.value), abs=1e-8)

    def test_where_nobody_need_end_it(self):
        """Two faces: 2x1 is exactly right for sure, so play may go on for ever. If that is lost to who opened first, he is
        worth 1 - sqrt 2; if it is won, sqrt 2 - 1. Nothing better can be proven without a word on endless matches."""
        solution = solved("bluff:dice=1v1,faces=2,loss=one,next=loser,exact=calza")
        assert solution.status is Status.STOPPED
        assert float(solution.bounds[0]) == pytest.approx(1 - sqrt(2), abs=1e-4)
        assert float(solution.bounds[1]) == pytest.approx(sqrt(2) - 1, abs=1e-4)
        assert solution.bounds[0] <= 1 - sqrt(2)
        assert verify(solution).holds

    def test_what_cannot_be_solved_is_said(self):
        with pytest.raises(UnsupportedGame, match="loss=round plays its first round"):
            solve_game("perudo")


class TestBounds:
    TEXT = "joker:dice=2v2,faces=3,loss=difference,next=winner"

    @pytest.mark.parametrize(("method", "iterations"), [("dcfr", 8), ("cfr+", 100), ("lp", 1)])
    def test_they_hold_the_exact_value_at_every_standing(self, method, iterations):
        exact = values(solved(self.TEXT))
        rough = solve_game(self.TEXT, method, iterations=iterations)
        widths = [s.bounds[1] - s.bounds[0] for s in rough.states]
        assert all(s.bounds[0] <= exact[key] <= s.bounds[1] for key, s in zip(values(rough), rough.states, strict=True))
        assert max(widths) < {8: 1, 100: 0.1, 1: 1e-6}[iterations]
        assert verify(rough).holds

    def test_what_was_not_reached_is_said(self):
        assert solve_game(self.TEXT, "dcfr", iterations=8).status is Status.STOPPED
        assert solve_game(self.TEXT, "dcfr", iterations=8, target=1.0).status is Status.CONVERGED

    def test_bounds_of_what_follows_widen_those_before(self):
        rough = solve_game("bluff:dice=2v1,faces=3,loss=give,next=loser", "dcfr", iterations=10)
        exact = values(solved("bluff:dice=2v1,faces=3,loss=give,next=loser"))
        assert all(s.bounds[0] < exact[key] < s.bounds[1] for key, s in zip(values(rough), rough.states, strict=True))
        assert verify(rough).holds


class TestDependence:
    """Does the equilibrium of a round depend on what follows?"""

    def test_where_it_is_won_or_lost_it_does_not(self):
        profile = solved("bluff:dice=2v2,faces=2").profile
        match = compile_match(parse_round("bluff:dice=2v2,faces=2,loss=one,next=loser"))
        states = solved("bluff:dice=2v2,faces=2,loss=one,next=loser").states
        assert states[0].profile[0].node.tolist() == profile[0].node.tolist()
        for worth in (Fraction(1, 7), Fraction(6, 7)):
            after = [worth if s.dice[0] > s.dice[1] else -worth for s in match.standings]
            assert is_optimal(match.round(0, after), profile)

    def test_where_the_difference_is_lost_it_does(self):
        """Two dice against two, three faces: optimal play of the round alone is not optimal in the match."""
        match = compile_match(parse_round("joker:dice=2v2,faces=3,loss=difference"))
        worth = [s.value for s in solved("joker:dice=2v2,faces=3,loss=difference").states]
        game = match.round(0, worth)
        assert is_optimal(game, solved("joker:dice=2v2,faces=3,loss=difference").profile)
        assert not is_optimal(game, solved("joker:dice=2v2,faces=3").profile)


def is_optimal(game, profile) -> bool:
    return prove(game, profile).is_exact


class TestEnds:
    """How a round ends, against playing out every roll and every bid."""

    @pytest.mark.parametrize(
        "text", ["bluff:dice=2v1,faces=2", "bluff:dice=1v1,faces=3,exact=yes", "joker:dice=1v2,faces=3"]
    )
    @pytest.mark.parametrize("seed", [1, 2, 3])
    def test_expected_payoffs(self, text, seed):
        game, rules = draw.round_of(text), draw.naive_round(text)
        profile = draw.random_profile(game, seed)
        chance = ends(game, profile)
        assert chance.sum() == pytest.approx(1)
        expected = sum((table[0] * c).sum() for table, c in zip(game.payoffs, chance, strict=True))
        behaviour = draw.naive_behaviour(game, profile, naive.moves(rules))
        assert expected == pytest.approx(float(naive.expected(rules, behaviour, 0)))

    def test_who_never_bids(self):
        game = draw.round_of("bluff:faces=3")
        chance = ends(game, [make_strategy(p, {}, exact=True) for p in (0, 1)])
        assert chance[0, 0, 0].tolist() == pytest.approx([4 / 9 / 4, 4 / 9, 4 / 9])
        assert chance.sum() == pytest.approx(1)


class TestVerify:
    TEXT = "joker:dice=2v2,faces=3,loss=difference"

    def test_holds(self):
        result = verify(solved(self.TEXT))
        assert result.holds
        assert "4 rounds" in result.reason

    @pytest.mark.parametrize("i", range(4))
    def test_another_value_is_refuted_by_name(self, i):
        solution = solved(self.TEXT)
        state = solution.states[i]
        wrong = state.value + Fraction(1, 10**9)
        states = list(solution.states)
        states[i] = replace(state, value=wrong, bounds=(wrong, wrong))
        forged = replace(solution, states=tuple(states), value=states[0].value, bounds=states[0].bounds)
        result = verify(forged)
        assert not result.holds
        assert result.reason.startswith(f"at {format_standing(state.standing)} ")

    def test_exchanged_strategies_are_refuted(self):
        solution = solved("bluff:dice=2v2,faces=2,loss=one,next=loser")
        states = list(solution.states)
        i = next(i for i, s in enumerate(states) if s.standing.dice == (1, 1))
        lazy = make_strategy(0, {}, exact=True)
        states[i] = replace(states[i], profile=(lazy, states[i].profile[1]))
        result = verify(replace(solution, states=tuple(states)))
        assert not result.holds
        assert "1v1@" in result.reason

    def test_a_missing_standing(self):
        solution = solved(self.TEXT)
        assert "standings" in verify(replace(solution, states=solution.states[:-1])).reason

    def test_a_headline_that_is_not_that_of_the_start(self):
        solution = solved(self.TEXT)
        assert "first standing" in verify(replace(solution, value=Fraction(1, 2))).reason

    def test_play_that_never_ends_proves_nothing(self):
        """With two faces, one wild and never bid, 2x2 is exactly right for sure: who bids it, and calls it so, never loses.

        So T(1) = 1 for player 0, who may yet not claim to win: only the check that play ends refutes him.
        """
        solution = solved("joker:dice=1v1,faces=2,loss=one,exact=calza")
        assert [state.bounds for state in solution.states] == [(-1, 1), (-1, 1)]
        one, both = Fraction(1), (0, 1)
        opens = {(0, hand, 1): one for hand in both}  # 2x2
        answers = {(0b01, hand, 1): one for hand in both} | {
            (0b10, hand, 3): one for hand in both
        }  # 2x2; exactly right
        safe = (make_strategy(0, opens, exact=True), make_strategy(1, answers, exact=True))
        states = tuple(replace(s, value=one, bounds=(one, one), profile=safe) for s in solution.states)
        forged = replace(solution, states=states, value=one, bounds=(one, one), status=Status.EXACT)
        assert verify(forged).reason == ("by the strategy of player 0 play may go round among 1v1@0, 1v1@1 for ever")
