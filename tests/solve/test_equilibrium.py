"""Equilibria of stages and of passing cups, against everything that can be deviated to."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from cups import in_tree
from mendax.errors import UnsupportedGame
from mendax.games.compile import compile_game
from mendax.games.cup import Cup
from mendax.games.stage import ClaimStage
from mendax.games.strategy import make_strategy
from mendax.games.unfold import unfold
from mendax.solve.claims import solve_rationals
from mendax.solve.cup_response import cup_worth
from mendax.solve.equilibrium import equilibria, random_start, solve_stage
from mendax.solve.game import solve_game
from mendax.solve.lemke import lemke
from mendax.solve.rational import to_fraction
from mendax.solve.response import best_response, nash_conv, tree_value

seeds = st.integers(0, 10**6)


def rationals(values) -> np.ndarray:
    return np.frompyfunc(lambda value: fmpq(int(value)), 1, 1)(np.asarray(values))


def cup(text: str) -> Cup:
    game = compile_game(text)
    assert isinstance(game, Cup)
    return game


class TestLemke:
    @given(st.integers(1, 7), seeds)
    def test_solves_what_has_one_solution(self, size, seed):
        """A positive definite matrix has one for every offset (Cottle, Pang and Stone 1992), whatever the cover.

        Entries of -1, 0 and 1 make ties at almost every step.
        """
        rng = np.random.default_rng(seed)
        root, skew = rng.integers(-1, 2, (2, size, size))
        matrix = rationals(root @ root.T + np.eye(size, dtype=int) + skew - skew.T)
        offset = rationals(rng.integers(-1, 2, size))
        solutions = []
        for cover in (np.ones(size), rng.integers(1, 9, size)):
            z = lemke(matrix, offset, rationals(cover))
            w = matrix @ z + offset
            assert (z >= 0).all()
            assert (w >= 0).all()
            assert z @ w == 0
            solutions.append(z.tolist())
        assert solutions[0] == solutions[1]

    def test_a_ray_is_told(self):
        with pytest.raises(ArithmeticError, match="ray"):
            lemke(rationals([[0]]), rationals([-1]), rationals([1]))

    def test_does_not_cycle(self):
        """Three rows alike: where the first of those tied leaves, the path runs in a circle here."""
        matrix = rationals([[1, 2, 0], [0, 1, 2], [2, 0, 1]])
        third = fmpq(1, 3)
        assert lemke(matrix, rationals([-1, -1, -1]), rationals([1, 1, 1])).tolist() == [third] * 3


def a_stage(hands: int, claims: int, seed: int, *, constant_sum: bool = False) -> ClaimStage:
    """Three seats, small payoffs, so that ties are many; every hand may make some claim."""
    rng = np.random.default_rng(seed)
    legal = rng.random((hands, claims)) < 0.7
    legal[np.arange(hands), rng.integers(0, claims, hands)] = True
    weight = rng.integers(1, 4, hands)
    accepted, doubted = rationals(rng.integers(0, 4, (2, 3, hands, claims)))
    if constant_sum:
        for paid in (accepted, doubted):
            paid[1] = fmpq(3) - paid[0]
    return ClaimStage(
        throw=np.array([0]),
        hand=np.arange(hands),
        claim=np.arange(claims),
        chance=rationals([weight]) / fmpq(int(weight.sum())),
        legal=legal,
        accepted=accepted,
        doubted=doubted,
    )


def played(stage: ClaimStage, claim, doubt) -> list[fmpq]:
    """What a stage is worth to every seat, cell by cell."""
    total = [fmpq(0)] * len(stage.accepted)
    for t, c in np.argwhere(stage.legal):
        for seat in range(len(total)):
            answered = doubt[c] * stage.doubted[seat, t, c] + (1 - doubt[c]) * stage.accepted[seat, t, c]
            total[seat] += stage.chance[0, t] * claim[t][c] * answered
    return total


class TestStage:
    @settings(max_examples=400)
    @given(st.integers(1, 3), st.integers(1, 3), seeds, seeds)
    def test_no_plan_gains(self, hands, claims, seed, start):
        """Against every pure plan of the mover and every pure plan of who answers, one by one."""
        stage = a_stage(hands, claims, seed)
        play = solve_stage(stage, random_start(stage, np.random.default_rng(start)))
        assert (play.claim.sum(axis=1) == 1).all()
        assert (play.claim >= 0).all()
        assert not play.claim[~stage.legal].any()
        assert all(0 <= doubt <= 1 for doubt in play.doubt)
        assert played(stage, play.claim, play.doubt) == play.worth.tolist()
        for plan in product(*(np.flatnonzero(row) for row in stage.legal)):
            pure = [[fmpq(int(c == chosen)) for c in range(claims)] for chosen in plan]
            assert played(stage, pure, play.doubt)[0] <= play.worth[0]
        for plan in product((fmpq(0), fmpq(1)), repeat=claims):
            assert played(stage, play.claim, plan)[1] <= play.worth[1]

    @settings(max_examples=400)
    @given(st.integers(1, 4), st.integers(1, 4), seeds, seeds)
    def test_every_answer_is_best_for_some_belief(self, hands, claims, seed, start):
        """Also to claims that are never made: a doubt where some hand makes it pay, acceptance where another does."""
        stage = a_stage(hands, claims, seed)
        play = solve_stage(stage, random_start(stage, np.random.default_rng(start)))
        for c in np.flatnonzero(stage.legal.any(axis=0)):
            gain = (stage.doubted[1] - stage.accepted[1])[stage.legal[:, c], c]
            assert play.doubt[c] == 0 or max(gain) >= 0
            assert play.doubt[c] == 1 or min(gain) <= 0

    @settings(max_examples=300)
    @given(st.integers(1, 4), st.integers(1, 4), seeds, seeds)
    def test_a_constant_sum_has_the_value_of_its_linear_program(self, hands, claims, seed, start):
        stage = a_stage(hands, claims, seed, constant_sum=True)
        floats = replace(
            stage,
            **{key: getattr(stage, key).astype(np.float64) for key in ("accepted", "doubted")},
            chance=np.array([[int(p.p) / int(p.q) for p in stage.chance[0]]]),
        )
        by_lp = solve_rationals(floats, stage)
        found = solve_stage(stage, random_start(stage, np.random.default_rng(start)))
        assert by_lp is not None
        assert found.worth[0] == by_lp.worth[0]
        assert found.worth[0] + found.worth[1] == 3

    def test_different_starts_lead_to_different_equilibria(self):
        """One hand, two claims: the first is best if accepted and the second if that is doubted; who answers gains nothing."""
        ones = rationals(np.ones((3, 1, 2)))
        stage = replace(a_stage(1, 2, 0), legal=np.ones((1, 2), dtype=bool), accepted=2 * ones, doubted=0 * ones)
        stage.accepted[1], stage.doubted[1] = fmpq(0), fmpq(0)
        stage.accepted[0, 0, 1] = stage.doubted[0, 0, 1] = fmpq(1)
        starts = [random_start(stage, np.random.default_rng(seed)) for seed in range(20)]
        assert {to_fraction(solve_stage(stage, start).worth[0]) for start in starts} == {Fraction(1), Fraction(2)}


class TestTwoPlayers:
    @pytest.mark.parametrize("faces", [2, 3, 4, 5, 6])
    @pytest.mark.parametrize(
        "rules", ["liars-die", "thesis-die", "liars-die:truth=equal", "liars-die:below=no", "thesis-die:truth=least"]
    )
    def test_one_value(self, rules, faces):
        """Ferguson and Ferguson 1991, section 2: a cup of two players has a value; theirs is 41/60 with six faces."""
        text = f"{rules}{',' if ':' in rules else ':'}faces={faces}"
        value = solve_game(text).value
        assert isinstance(value, Fraction)
        for one in equilibria(cup(text), tries=3, rng=np.random.default_rng(faces)):
            assert one.worth == (value, 1 - value)
            assert one.gains == (0, 0)
        if text == "liars-die:faces=6":
            assert value == Fraction(41, 60)

    def test_dice_that_may_be_kept(self):
        """At a position the mover has a choice of throws."""
        text = "thesis-die:dice=2,faces=3"
        (value,) = {one.worth[0] for one in equilibria(cup(text), tries=2, rng=np.random.default_rng(0))}
        assert value == solve_game(text).value


CUPS = [
    f"{family}:players={players},prize={prize},faces={faces}"
    for family in ("liars-die", "thesis-die")
    for players, faces in ((3, 2), (3, 3), (3, 4), (4, 3), (5, 3))
    for prize in ("shared", "winner")
]


class TestMorePlayers:
    @pytest.mark.parametrize("text", CUPS)
    def test_nobody_gains_in_the_unfolded_tree(self, text):
        """The whole game written out, its best responses by another walk: payoffs P times the chance to win, less one."""
        game = cup(text)
        tree = unfold(game)
        for one in equilibria(game, tries=4, rng=np.random.default_rng(1)):
            profile = in_tree(game, tree, one.profile)
            wanted = tuple(game.num_players * worth - 1 for worth in one.worth)
            assert tree_value(tree, profile) == wanted
            assert tuple(best_response(tree, profile, p).value for p in range(game.num_players)) == wanted

    @pytest.mark.parametrize("text", ["liars-die", "thesis-die"])
    @pytest.mark.parametrize("prize", ["shared", "winner"])
    def test_nobody_gains_with_six_faces(self, text, prize):
        game = cup(f"{text}:players=3,prize={prize}")
        found = equilibria(game, tries=5, rng=np.random.default_rng(0))
        assert sum(one.found for one in found) == 5
        for one in found:
            assert one.gains == (0, 0, 0)
            assert nash_conv(game, one.profile) == 0
            assert sum(one.worth) == 1
            assert cup_worth(game, one.profile) == one.worth
            assert all(isinstance(worth, Fraction) for worth in one.worth)

    def test_dice_that_may_be_kept(self):
        for one in equilibria(cup("thesis-die:players=3,dice=2,faces=3"), tries=2, rng=np.random.default_rng(0)):
            assert one.gains == (0, 0, 0)

    def test_two_faces_by_hand(self):
        """`liars-die:faces=2`, the prize shared: infinitely many equilibria, on a line, and we find its two ends.

        A claimed 1 is true, so the next accepts. Then he claims 2, the last claim, and is doubted, as who accepts it loses: he
        is lost with a 1, so he and who doubts him have 1/4 each. The first has 1/2, all there is, by telling the truth, also
        with a 2, which the next loses to whatever he answers. With a 2 the first may as well claim 1. If he claims 2 with
        probability q the next has 1/2 1/4 + 1/2 (1 - q) 1/4: from 1/8 to 1/4.
        """
        found = equilibria(cup("liars-die:players=3,faces=2"), tries=30, rng=np.random.default_rng(0))
        half, quarter, eighth = Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)
        assert {one.worth for one in found} == {(half, quarter, quarter), (half, eighth, 3 * eighth)}

    def test_same_seed_same_equilibria(self):
        game = cup("liars-die:players=3,faces=3")
        runs = [equilibria(game, tries=12, rng=np.random.default_rng(7)) for _ in range(2)]
        told = [[(one.worth, one.found, [list(s.rows()) for s in one.profile]) for one in run] for run in runs]
        assert told[0] == told[1]
        assert [one.found for one in runs[0]] == sorted((one.found for one in runs[0]), reverse=True)

    def test_a_changed_profile_gains(self):
        """The law that all gains are 0 can fail: one who always doubts invites claims that are true."""
        game = cup("liars-die:players=3,faces=3")
        (one, *_) = equilibria(game, tries=1, rng=np.random.default_rng(0))
        doubter = make_strategy(1, {}, exact=True)
        assert nash_conv(game, (one.profile[0], doubter, one.profile[2])) > 0

    def test_hidden_dice_are_refused(self):
        with pytest.raises(UnsupportedGame, match="hidden"):
            equilibria(cup("coins:players=3"), tries=1, rng=np.random.default_rng(0))
