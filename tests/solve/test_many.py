"""Any number of players: first iterates against fractions, two players against their own engine, measures against the tree."""

import random
from dataclasses import asdict, replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from draw import information_sets, naive_behaviour, naive_round, naive_tree, random_profile, round_of, variants
from mendax.errors import UnsupportedGame
from mendax.games.masks import last_rung, num_bids
from mendax.games.notation import format_node
from mendax.games.round import Round
from mendax.games.tree import Tree
from mendax.games.unfold import unfold
from mendax.rules.dice import format_hand
from mendax.solve.cfr import ROWS, CfrParams, Run, iterate
from mendax.solve.cfr_many import cfr_many
from mendax.solve.many import Engine, first_slots, memory, runs_of
from mendax.solve.response import best_response, nash_conv
from mendax.solve.rounding import equilibrium_near, rounded
from mendax.solve.solution import Status


def iterated(game: Round, params: CfrParams, iterations: int, seed: int | None = None) -> Engine:
    rng = None if seed is None else np.random.default_rng(seed)
    engine = Engine(game, look_apart=params.predict or not params.alternate, rng=rng)
    weight = 0.0
    for t in range(1, iterations + 1):
        weight += t**params.gamma
        iterate(engine, params, t, weight)
    return engine


def irregular(text: str, seed: int) -> Round:
    """A round with made-up payoffs to every player by himself, who looks on included: no two actions are worth the same, since a
    float cannot tell a tie from a near tie, and what one gets says nothing of the others."""
    game, rng = round_of(text), random.Random(seed)

    def table(like):
        paid = np.empty(like.shape, dtype=object)
        paid.ravel()[:] = [Fraction(rng.randint(-996, 996), 997) for _ in range(paid.size)]
        return paid

    exact = None if game.exact_payoff is None else table(game.exact_payoff)
    return replace(game, call_payoff=table(game.call_payoff), exact_payoff=exact)


def engine_numbers(engine: Engine, tree: Tree):
    """{information set of the unfolded tree: [(weight in the average, regret) of each action]}."""
    game, first = engine.game, first_slots(engine.game)
    masks = np.arange(1 << game.num_rungs)
    mover = num_bids(masks) % game.num_players
    slot = np.zeros(len(masks), dtype=np.int64)
    for player in range(game.num_players):
        slot[mover == player] = np.arange(first[player, -1])
    found = {}
    for player in range(game.num_players):
        weight = game.weight[player]
        for node, hand, actions in information_sets(game, player):
            start = weight[hand] / weight.sum()
            numbers = []
            for action in actions:
                mean, regret = (
                    have.edge[player, hand, slot[node | 1 << action]]
                    if action < game.num_rungs
                    else have.end[action - game.call, player, hand, slot[node]]
                    for have in (engine.average, engine.regret)
                )
                numbers.append((mean / start, regret * start))
            label = f"{format_hand(game.hands[player][hand])}|{format_node(game, node)}"
            found[player, [(s.player, s.label) for s in tree.infosets].index((player, label))] = numbers
    return found


class TestFirstIterates:
    @pytest.mark.parametrize("name", ROWS)
    @pytest.mark.parametrize(
        "text",
        [
            "bluff:dice=1v1v1,faces=2",
            "bluff:dice=1v1v1,faces=2,order=paco,exact=calza",
            "bluff:dice=2v1v1,faces=2,palifico=now",
            "joker:dice=1v1v1v1,faces=2",
        ],
    )
    def test_equal_fractions(self, name: str, text: str) -> None:
        """Three iterations of every row: unequal hands, ladders with gaps, exact calls, payoffs to all."""
        game = irregular(text, seed=1)
        whole = {key: None if (x := getattr(ROWS[name], key)) is None else int(x + 0.5) for key in ("alpha", "beta")}
        params = replace(ROWS[name], **whole)  # of the oracle's powers only whole ones are exact, so 3/2 becomes 2
        told = {key: value for key, value in asdict(params).items() if key != "cite"} | {"gamma": int(params.gamma)}
        tree = unfold(game)
        nested = naive_tree(tree)
        average, regret = naive.cfr(nested, 3, **told)
        total = sum(Fraction(t) ** told["gamma"] for t in (1, 2, 3))
        numbers = engine_numbers(iterated(game, params, 3), tree)
        assert len(numbers) == len(tree.infosets)
        for knows, found in numbers.items():
            wanted = [(average[knows][a] / total, regret[knows][a]) for a in range(len(found))]
            assert np.array(found) == pytest.approx(np.array(wanted, dtype=np.float64), abs=1e-12)

    @pytest.mark.parametrize("name", ROWS)
    @pytest.mark.parametrize("text", ["bluff:faces=3", "bluff:dice=1v2,faces=2,order=paco,exact=calza"])
    def test_of_two_players_are_those_of_their_engine(self, name: str, text: str) -> None:
        game = irregular(text, seed=2)
        exact = None if game.exact_payoff is None else np.stack([game.exact_payoff[0], -game.exact_payoff[0]])
        game = replace(game, call_payoff=np.stack([game.call_payoff[0], -game.call_payoff[0]]), exact_payoff=exact)
        run = Run(game, ROWS[name], dtype=np.float64, threads=1)
        for _ in range(20):
            run.step()
        found = iterated(game, ROWS[name], 20).measure()
        assert (-found.responses[1], found.responses[0]) == pytest.approx(run.bounds(), abs=1e-9)
        assert sum(found.values) == pytest.approx(0, abs=1e-12)


class TestMeasured:
    @given(variants(2_000), st.sampled_from(list(ROWS)), st.integers(1, 8), st.integers(0, 99))
    @settings(max_examples=25)
    def test_is_that_of_the_profile(self, text: str, name: str, iterations: int, seed: int) -> None:
        """Values by the naive recursion, responses by those of the whole game; what is stored is legal and complete."""
        game, rules = round_of(text), naive_round(text)
        engine = iterated(game, ROWS[name], iterations, seed)
        profile, found = engine.profile(), engine.measure()
        behaviour = naive_behaviour(game, profile, naive.moves(rules))
        for player in range(game.num_players):
            assert found.values[player] == pytest.approx(float(naive.expected(rules, behaviour, player)), abs=1e-9)
            assert found.responses[player] == pytest.approx(best_response(game, profile, player).value, abs=1e-9)
            assert found.gains[player] >= -1e-12
        assert found.nash_conv == pytest.approx(nash_conv(game, profile), abs=1e-9)

    def test_where_nothing_adds_up(self) -> None:
        """Payoffs that are not of zero sum: what a seat gains is what it gets less what it had."""
        game = irregular("bluff:dice=1v1v1,faces=2", seed=5)
        engine = iterated(game, ROWS["dcfr"], 9)
        found = engine.measure()
        responses = [best_response(game, engine.profile(), player).value for player in range(3)]
        assert found.responses == pytest.approx(responses, abs=1e-9)
        assert abs(sum(found.values)) > 0.01
        assert all(gain >= 0 for gain in found.gains)


class TestPlaces:
    @pytest.mark.parametrize("text", ["bluff:dice=1v1v1,faces=2,order=paco", "joker:dice=1v1v1v1,faces=2"])
    def test_children_are_runs(self, text: str) -> None:
        game = round_of(text)
        players, first = game.num_players, first_slots(game)
        masks = np.arange(1 << game.num_rungs)
        mover, last = num_bids(masks) % players, last_rung(masks)
        runs = runs_of(game, first)
        for player in range(players):
            own, after = masks[mover == player], masks[mover == (player + 1) % players]
            for slot, mask in enumerate(own.tolist()):
                for c in range(game.num_rungs):
                    inside = any(start <= slot < stop for start, stop in runs[player, c])
                    assert inside == (last[mask] < c and game.successor[last[mask] + 1, c])
                    if inside:
                        assert after[first[(player + 1) % players, c] + slot] == mask | 1 << c

    def test_memory_is_that_of_the_arrays(self) -> None:
        for text in ("bluff:dice=1v1v1,faces=2", "bluff:dice=2v1v1,faces=2,exact=yes"):
            engine = Engine(round_of(text))
            parts = (engine.numbers, engine.average, engine._reach, engine._reach, engine._room)
            kept = sum(array.nbytes for array in engine.average)  # of the best so far
            assert sum(array.nbytes for part in parts for array in part) + kept == memory(engine.game)


class TestSolution:
    def test_seats_of_three_with_three_faces(self) -> None:
        game = round_of("bluff:dice=1v1v1,faces=3")
        solution = cfr_many(game, iterations=400, target=1e-5, seed=1)
        assert solution.status is Status.CONVERGED
        assert solution.nash_conv == pytest.approx(nash_conv(game, solution.profile), abs=1e-9)
        assert solution.exploitability == solution.nash_conv / 3 <= 1e-5
        assert sum(solution.values) == pytest.approx(0, abs=1e-12)
        assert solution.values[0] > 0 > solution.values[1]

    def test_the_best_of_the_averages_is_kept(self) -> None:
        """They may get worse again: the gains are those of the profile that comes with them."""
        game = round_of("bluff:dice=1v1v1,faces=4")
        solution = cfr_many(game, ROWS["cfr+2"], iterations=300, target=1e-9)
        assert solution.status is Status.STOPPED
        assert solution.nash_conv < iterated(game, ROWS["cfr+2"], 300).measure().nash_conv
        assert solution.nash_conv == pytest.approx(nash_conv(game, solution.profile), abs=1e-9)

    def test_seeds_begin_elsewhere_and_come_back(self) -> None:
        game = round_of("bluff:dice=1v1v1,faces=2")
        first, again, other, none = (cfr_many(game, iterations=60, target=1e-9, seed=s) for s in (1, 1, 2, None))
        assert first.values == again.values
        assert len({first.values, other.values, none.values}) == 3

    def test_what_does_not_fit_is_refused(self) -> None:
        with pytest.raises(UnsupportedGame, match="2 to 4"):
            cfr_many(round_of("bluff:dice=1v1v1v1v1,faces=2"))
        with pytest.raises(UnsupportedGame, match="at most 12 GiB"):
            cfr_many(round_of("bluff:dice=2v2v1"))
        with pytest.raises(UnsupportedGame, match="information sets"):
            cfr_many(round_of("bluff:dice=2v1v1,faces=5"))
        with pytest.raises(UnsupportedGame, match="1 or more"):
            cfr_many(round_of("bluff:dice=1v1v1,faces=2"), iterations=0)
        with pytest.raises(UnsupportedGame, match="alternate"):
            cfr_many(round_of("bluff:dice=1v1v1,faces=2"), CfrParams(predict=True, alternate=False))


class TestRounding:
    @given(variants(2_000, ("1v1v1",)), st.integers(0, 99))
    @settings(max_examples=15)
    def test_only_equilibria_are_proven(self, text: str, seed: int) -> None:
        game = round_of(text)
        found = equilibrium_near(game, random_profile(game, seed, exact=False))
        assert found is None or nash_conv(game, found.profile) == 0

    def test_of_a_profile_near_one(self) -> None:
        game = round_of("bluff:dice=1v1v1,faces=2")
        found = equilibrium_near(game, cfr_many(game, target=1e-4, seed=0).profile)
        assert found is not None
        assert nash_conv(game, found.profile) == 0
        assert found.values == (Fraction(1, 4), 0, Fraction(-1, 4))
        assert equilibrium_near(game, random_profile(game, 1, exact=False)) is None

    @given(st.integers(0, 99), st.sampled_from([1, 2, 5, 12]))
    def test_probabilities_add_up(self, seed: int, denominator: int) -> None:
        game = round_of("bluff:dice=1v1v1,faces=2")
        for strategy in random_profile(game, seed, exact=False):
            near = rounded(strategy, denominator)
            pairs = {(node, hand) for node, hand, _, _ in strategy.rows()}
            assert pairs == {(node, hand) for node, hand, _, _ in near.rows()}
            for node, hand in pairs:
                was, now = strategy.at(node, hand), near.at(node, hand)
                assert sum(now.values()) == 1
                assert now.keys() <= was.keys()
