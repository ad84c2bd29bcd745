"""Pay-offs exact and estimated, and what populations make of them."""

from fractions import Fraction

import numpy as np
import pytest

from mendax.arena.dynamics import invades, moran, replicator, replicator_step
from mendax.arena.exact import below, chance_to_raise, exact_payoffs, solved_rule, st_rule, win_chance
from mendax.arena.reading import Reading
from mendax.arena.survey import duel, payoffs
from mendax.errors import MendaxError, UnsupportedGame
from mendax.rules.variant import parse_round
from mendax.solve.game import solve_game

HALF = Fraction(1, 2)


class TestExactPayoffs:
    def test_below_is_the_share_of_a_grid(self):
        rng = np.random.default_rng(1)
        for s, t in rng.random((20, 2)):
            u, v = rng.random((2, 20_000))
            for margin in rng.random(3) * 2 - 0.3:
                found = (u * s + v * t < margin).mean()
                assert float(below(Fraction(margin), Fraction(s), Fraction(t))) == pytest.approx(found, abs=0.02)
        assert below(Fraction(0), Fraction(0), Fraction(0)) == 0
        assert below(Fraction(1, 4), Fraction(0), HALF) == HALF

    def test_signs(self):
        """At p2 - p1 = 1/4: c_s pulls down half of the time from [0, 1/2], c_t never where it pushes up."""
        p2, p1 = Fraction(3, 4), HALF
        assert chance_to_raise(p2, p1, HALF, Fraction(0), (-1, 1)) == HALF
        assert chance_to_raise(p2, p1, Fraction(0), HALF, (-1, 1)) == 1
        assert chance_to_raise(p1, p2, Fraction(0), HALF, (-1, 1)) == HALF
        assert chance_to_raise(p1, p2, HALF, Fraction(0), (1, -1)) == HALF

    @pytest.mark.parametrize(
        "reading", ["", "inequality=intuition", "inequality=prose", "starter=loser", "inequality=intuition,record=pair"]
    )
    def test_the_compiled_game_wins_its_exact_share(self, reading):
        """Two dice each, six faces, (1, 0.6) against (0.3, 0.9): 200,000 games in each seat, within 4 standard errors."""
        read = Reading.parse(reading)
        game = parse_round("burcsi-nagy:dice=2v2" + (",next=loser" if read.starter == "loser" else ""))
        pair = ((Fraction(1), Fraction(3, 5)), (Fraction(3, 10), Fraction(9, 10)))
        ours, theirs = (st_rule(game, strategy, read) for strategy in pair)
        exact = exact_payoffs(game, (ours, theirs))[0][1]
        share = duel((1.0, 0.6), (0.3, 0.9), 200_000, dice=2, reading=read, seed=7).share
        assert abs(share.value - float(exact)) < 4 * share.error
        assert share.error < 0.0013

    def test_one_die_each_is_bluff_without_memory(self):
        game = parse_round("burcsi-nagy:dice=1v1")
        still, moved = (st_rule(game, (Fraction(x), Fraction(x))) for x in (0, 1))
        assert win_chance(game, (still, still)) == win_chance(game, (moved, still)) == win_chance(game, (still, moved))

    def test_pay_offs_are_of_a_constant_sum(self):
        game = parse_round("burcsi-nagy:dice=2v2,faces=3")
        rules = tuple(st_rule(game, (Fraction(s), Fraction(t))) for s, t in ((0, 0), (1, 0), (0, 1)))
        table = exact_payoffs(game, rules)
        for i in range(3):
            assert table[i][i] == HALF
            assert all(table[i][j] + table[j][i] == 1 for j in range(3))

    def test_what_is_not_exact_is_refused(self):
        with pytest.raises(UnsupportedGame):
            st_rule(parse_round("burcsi-nagy:dice=2v2"), (HALF, HALF), Reading(ties="random"))
        with pytest.raises(UnsupportedGame):
            win_chance(parse_round("bluff"), (lambda *_: {None: Fraction(1)},) * 2)
        with pytest.raises(UnsupportedGame):
            solved_rule(solve_game("bluff:faces=3"))


MATCH = "burcsi-nagy:dice=2v2,faces=3"


@pytest.fixture(scope="module")
def table():
    """Pay-offs of the equilibrium, first, and of nine (s, t) strategies."""
    game, solution = parse_round(MATCH), solve_game(MATCH)
    grid = [(Fraction(i, 2), Fraction(j, 2)) for i in range(3) for j in range(3)]
    optimal = solved_rule(solution)
    assert win_chance(game, (optimal, optimal)) == (1 + solution.value) / 2
    return exact_payoffs(game, (optimal, *(st_rule(game, each) for each in grid)))


class TestEquilibrium:
    """Two dice each with three faces, joker 3: the match is solved exactly."""

    def test_it_loses_to_nobody_and_is_invaded_by_nobody(self, table):
        chance = np.array(table, dtype=object)
        assert all(chance[0, j] >= HALF for j in range(len(table)))
        assert not any(invades(chance, j, 0) for j in range(1, len(table)))

    def test_it_invades_every_strategy_of_the_mesh(self, table):
        chance = np.array(table, dtype=object)
        assert all(invades(chance, 0, j) for j in range(1, len(table)))

    def test_replicator_and_moran_leave_it_alone(self, table):
        chance = np.array(table, dtype=float)
        start = np.full(len(table), 0.99 / (len(table) - 1))
        start[0] = 0.01
        assert replicator(chance, start, 400)[-1][0] > 0.999
        counts = np.full(len(table), 20)
        shares = [
            moran(chance, counts, 20_000, np.random.default_rng(s), selection=1.0).counts[-1][0] for s in range(5)
        ]
        assert np.mean(shares) / counts.sum() > 3 / len(table)


class TestReplicator:
    def test_rock_paper_scissors_rests_in_the_middle(self):
        rps = np.array([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]])
        assert replicator_step(rps, np.full(3, 1 / 3)) == pytest.approx(np.full(3, 1 / 3))

    def test_one_step_by_hand(self):
        """x = (1/4, 3/4), W = [[1/2, 1], [0, 1/2]]: fitness 7/8 and 3/8, mean 1/2, so x' = (7/16, 9/16)."""
        assert replicator(np.array([[0.5, 1], [0, 0.5]]), np.array([0.25, 0.75]), 1)[1].tolist() == [7 / 16, 9 / 16]

    def test_shares_stay_shares(self):
        rng = np.random.default_rng(0)
        path = replicator(rng.random((6, 6)), rng.dirichlet(np.ones(6)), 200)
        assert path.sum(axis=1) == pytest.approx(np.ones(201))
        assert path.min() >= 0

    def test_wrong_shapes_are_one_line(self):
        with pytest.raises(MendaxError):
            replicator(np.ones((2, 3)), np.full(2, 0.5), 1)
        with pytest.raises(MendaxError):
            replicator(-np.ones((2, 2)), np.full(2, 0.5), 1)


class TestMoran:
    def test_chance_of_fixation(self):
        """One mutant of constant fitness r among N: (1 - 1/r) / (1 - 1/r^N); 1/N where r = 1 (Moran 1958)."""
        rng = np.random.default_rng(3)
        for r, runs in ((1.0, 1500), (1.5, 1500), (0.7, 1500)):
            size = 8
            expected = 1 / size if r == 1 else (1 - 1 / r) / (1 - 1 / r**size)
            w = np.array([[r, r], [1.0, 1.0]])
            fixed = sum(moran(w, np.array([1, size - 1]), 10_000, rng).fixed == 0 for _ in range(runs))
            assert abs(fixed / runs - expected) < 4 * np.sqrt(expected * (1 - expected) / runs)

    def test_size_never_changes_and_mutants_come(self):
        path = moran(np.full((3, 3), 0.5), np.array([10, 0, 0]), 500, np.random.default_rng(1), mutation=0.1)
        assert (path.counts.sum(axis=1) == 10).all()
        assert path.counts[:, 1:].max() > 0
        assert len(path.counts) == 501
        assert moran(np.full((2, 2), 0.5), np.array([10, 0]), 500, np.random.default_rng(1)).fixed == 0

    def test_without_selection_pay_offs_do_not_matter(self):
        paths = [
            moran(w, np.array([5, 5]), 50, np.random.default_rng(2), selection=0.0).counts.tolist()
            for w in (np.full((2, 2), 0.5), np.array([[0.5, 1], [0, 0.5]]))
        ]
        assert paths[0] == paths[1]

    def test_bad_input_is_one_line(self):
        w, rng = np.full((2, 2), 0.5), np.random.default_rng(0)
        for given in ({"mutation": 2.0}, {"selection": -1.0}):
            with pytest.raises(MendaxError):
                moran(w, np.array([1, 1]), 1, rng, **given)
        with pytest.raises(MendaxError):
            moran(w, np.array([1, 0]), 1, rng)


def test_estimated_pay_offs_are_near_the_exact_ones():
    grid = ((0.0, 0.0), (0.0, 1.0), (1.0, 0.0))
    chance, error = payoffs(grid, 40_000, dice=2, seed=3)
    game = parse_round("burcsi-nagy:dice=2v2")
    exact = exact_payoffs(game, tuple(st_rule(game, (Fraction(s), Fraction(t))) for s, t in grid))
    assert np.abs(chance - np.array(exact, dtype=float)).max() < 4 * error.max()
    assert (chance + chance.T == 1).all()
