"""Regret minimisation: its first iterates against fractions, its bounds against the proof, its layouts against each other."""

import random
import subprocess
import sys
from dataclasses import asdict, replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from draw import information_sets, naive_round, naive_tree, round_of, sevenths, variants
from mendax.analysis.sizes import estimates
from mendax.errors import UnsupportedGame
from mendax.games.notation import format_node
from mendax.games.round import Round, compile_round
from mendax.games.tree import Tree
from mendax.games.unfold import unfold
from mendax.rules.dice import format_hand
from mendax.rules.variant import parse_round
from mendax.solve.cfr import ROWS, CfrParams, Run, cfr, memory
from mendax.solve.cpu import Engine, runs_of
from mendax.solve.exact import solve_lp
from mendax.solve.layout import Layout, layout_of
from mendax.solve.proof import prove
from mendax.solve.solution import Status

small = variants(600, ("1v1", "2v1", "1v2"))


def told(params: CfrParams) -> dict:
    """The parameters in the words of the oracle; of its powers only whole ones are exact, so 3/2 becomes 2."""
    row = {key: value for key, value in asdict(params).items() if key != "cite"}
    return row | {key: None if row[key] is None else int(row[key] + 0.5) for key in ("alpha", "beta", "gamma")}


def engine_numbers(run: Run, tree: Tree):
    """{information set of the unfolded tree: [(weight in the average, regret) of each action]}."""
    game, engine = run.engine.game, run.engine
    found = {}
    for player in (0, 1):
        side, weight = engine.sides[player], game.weight[player]
        for node, hand, actions in information_sets(game, player):
            label = f"{format_hand(game.hands[player][hand])}|{format_node(game, node)}"
            start = weight[hand] / weight.sum()
            numbers = []
            for action in actions:
                if action < game.num_rungs:
                    block, slot = engine.layout.place(node | 1 << action)
                    pair = side.a_edge[block, hand, slot], side.r_edge[block, hand, slot]
                else:
                    block, slot = engine.layout.place(node)
                    end = action - game.call
                    alone = len(actions) == 1  # who can only call has nothing to regret, and no memory for it
                    pair = (
                        side.a_end[end - 1, block, hand, slot] if end else np.nan,
                        0.0 if alone else side.r_end[end, block, hand, slot],
                    )
                numbers.append((pair[0] / start, pair[1] * start))
            found[player, [(s.player, s.label) for s in tree.infosets].index((player, label))] = numbers
    return found


def pinned(game: Round, layout: Layout, name: str) -> None:
    """Three iterations of a row equal the fractions of the oracle on the unfolded tree."""
    params = replace(ROWS[name], alpha=told(ROWS[name])["alpha"])
    run = Run(game, params, dtype=np.float64, threads=1)
    run.engine = Engine(game, looks_apart=run.engine.looks_apart, dtype=np.float64, layout=layout)
    tree = unfold(game)
    nested = naive_tree(tree)
    for iterations in (1, 2, 3):
        run.step()
        average, regret = naive.cfr(nested, iterations, **told(ROWS[name]))
        total = sum(Fraction(t) ** told(params)["gamma"] for t in range(1, iterations + 1))
        for knows, numbers in engine_numbers(run, tree).items():
            for action, (weight, found) in enumerate(numbers):
                assert found == pytest.approx(float(regret[knows][action]), abs=1e-12)
                if not np.isnan(weight):
                    assert weight == pytest.approx(float(average[knows][action] / total), abs=1e-12)


def irregular(text: str, seed: int) -> Round:
    """A round with made-up payoffs, so that no two actions are worth the same: a float cannot tell a tie from a near tie."""
    game, rng = round_of(text), random.Random(seed)

    def table(like):
        paid = np.empty(like.shape[1:], dtype=object)
        paid.ravel()[:] = [Fraction(rng.randint(-996, 996), 997) for _ in range(paid.size)]
        return np.stack([paid, -paid])

    exact = None if game.exact_payoff is None else table(game.exact_payoff)
    return replace(game, call_payoff=table(game.call_payoff), exact_payoff=exact)


class TestFirstIterates:
    """Convergence alone hides wrong weights: three iterations of every row equal the fractions of the oracle."""

    @pytest.mark.parametrize("name", ROWS)
    @pytest.mark.parametrize(
        ("text", "layout"),
        [
            ("bluff:faces=2", Layout(0, 4)),
            ("bluff:faces=2", Layout(2, 2)),
            ("bluff:faces=2,exact=yes", Layout(0, 4)),
            ("bluff:faces=2,exact=yes", Layout(3, 1)),
            ("joker:dice=2v1,faces=2", Layout(1, 2)),
            ("bluff:faces=2,palifico=now", Layout(1, 3)),
        ],
    )
    def test_of_every_row(self, name: str, text: str, layout: Layout) -> None:
        pinned(round_of(text), layout, name)

    @pytest.mark.parametrize("name", ROWS)
    @pytest.mark.parametrize(
        ("text", "layout"),
        [
            ("bluff:dice=1v2,faces=2,order=paco", Layout(0, 6)),
            ("bluff:dice=1v2,faces=2,order=paco,exact=calza", Layout(4, 2)),
            ("bluff:dice=2v1,faces=2,palifico=now", Layout(2, 4)),
        ],
    )
    def test_with_any_payoffs(self, name: str, text: str, layout: Layout) -> None:
        """Unequal hands, ladders with gaps, payoffs that are fractions and not fair."""
        pinned(irregular(text, seed=1), layout, name)

    def test_the_oracle_converges_too(self) -> None:
        """A wrong oracle would pin wrong iterates: its average approaches the value of the game, 1/2."""
        average, _ = naive.cfr(naive_round("bluff:faces=2"), 12, **told(ROWS["cfr+2"]))
        behaviour = {
            k: {a: w / sum(weights.values()) for a, w in weights.items()}
            if sum(weights.values())
            else dict.fromkeys(weights, Fraction(1, len(weights)))
            for k, weights in average.items()
        }
        high = naive.best_response(naive_round("bluff:faces=2"), behaviour, 0)
        low = -naive.best_response(naive_round("bluff:faces=2"), behaviour, 1)
        assert low <= Fraction(1, 2) <= high
        assert high - low < Fraction(1, 10)


class TestBounds:
    @given(small, st.sampled_from(list(ROWS)), st.integers(1, 12))
    @settings(max_examples=25)
    def test_are_those_of_the_proof(self, text: str, name: str, iterations: int) -> None:
        """The engine's own best responses equal those of the profile it stores, and enclose the value."""
        game = round_of(text)
        run = Run(game, ROWS[name], dtype=np.float64, threads=1)
        for _ in range(iterations):
            run.step()
        low, high = run.bounds()
        outcome = prove(game, run.engine.profile())
        assert (outcome.low, outcome.high) == pytest.approx((low, high), abs=1e-9)
        assert low - 1e-9 <= solve_lp(game).value <= high + 1e-9

    @pytest.mark.parametrize("name", ROWS)
    def test_fall(self, name: str) -> None:
        game = round_of("bluff:faces=3")
        solution = cfr(game, ROWS[name], iterations=400, target=1e-9, threads=1)
        assert solution.exploitability < (0.02 if name in ("cfr", "linear") else 1e-4)
        assert solution.bounds[0] - 1e-6 <= 1 / 9 <= solution.bounds[1] + 1e-6
        assert solution.method == name
        assert solution.iterations == 400

    def test_of_a_match_with_rational_values(self) -> None:
        """What follows a round of a match is only other numbers in the payoff table."""
        match = parse_round("joker:dice=2v1,faces=3,loss=difference")
        game = compile_round(match, continuation=sevenths)
        exact = solve_lp(game).value
        solution = cfr(game, iterations=4_000, target=1e-4, threads=1)
        assert solution.status is Status.CONVERGED
        assert solution.value == pytest.approx(float(exact), abs=1e-4)


class TestLayouts:
    @pytest.mark.parametrize(
        "text", ["bluff:faces=3", "bluff:faces=3,exact=yes", "bluff:dice=2v1,faces=2,palifico=now"]
    )
    @pytest.mark.parametrize("name", ["cfr", "cfr+2", "pcfr+"])
    def test_all_give_the_same(self, text: str, name: str) -> None:
        """However the rungs are split between prefix and block, and on however many threads."""
        game = irregular(text, seed=2)
        found = []
        for layout, threads in [(Layout(game.num_rungs - k, k), 1 + k % 2) for k in range(1, game.num_rungs + 1)]:
            run = Run(game, ROWS[name], dtype=np.float64, threads=1)
            run.engine = Engine(
                game, looks_apart=run.engine.looks_apart, dtype=np.float64, layout=layout, threads=threads
            )
            for _ in range(5):
                run.step()
            found.append(run.bounds())
        assert all(bounds == pytest.approx(found[0], abs=1e-9) for bounds in found)

    def test_places_are_different_and_children_are_runs(self) -> None:
        layout = Layout(3, 4)
        places = [(*layout.place(mask), (mask >> 3).bit_count() % 2) for mask in range(1 << 7)]
        assert len(set(places)) == 1 << 7
        for mask in range(1 << 7):
            for c in range(max(mask.bit_length(), 3), 7):
                block, slot = layout.place(mask)
                child = layout.place(mask | 1 << c)
                assert child == (block, ((1 << (c - 3)) >> 1) + slot)

    def test_runs_cover_the_nodes_a_rung_may_follow(self) -> None:
        game = round_of("bluff:dice=2v1,faces=2,order=paco")
        for prefix in range(game.num_rungs):
            layout = Layout(prefix, game.num_rungs - prefix)
            runs = runs_of(game, layout)
            for local in range(1, 1 << layout.local):
                last, slot = local.bit_length() - 1, local >> 1
                for c in range(last + 1, layout.local):
                    inside = any(start <= slot < stop for start, stop in runs[c])
                    assert inside == game.successor[prefix + last + 1, prefix + c]

    def test_blocks_fit_the_cache_and_small_games_are_one(self) -> None:
        assert layout_of(round_of("bluff"), 4) == Layout(0, 12)
        assert layout_of(round_of("bluff:dice=2v2"), 4).local < 14


def test_threads_do_not_change_a_bit() -> None:
    game = round_of("bluff:dice=2v1,faces=3")
    found = []
    for threads in (1, 2):
        run = Run(game, ROWS["dcfr"], threads=1)
        run.engine = Engine(game, layout=Layout(3, 6), threads=threads)
        for _ in range(20):
            run.step()
        found.append(run.engine.sides[0].r_edge)
    assert np.array_equal(*found)


def test_floats_of_half_the_size_are_near() -> None:
    game = round_of("bluff:faces=4")
    narrow, wide = (cfr(game, iterations=300, target=1e-9, dtype=dtype, threads=1) for dtype in ("f4", "f8"))
    assert narrow.value == pytest.approx(float(wide.value), abs=1e-4)
    assert (narrow.parameters["dtype"], wide.parameters["dtype"]) == ("float32", "float64")


def test_memory_is_that_of_the_arrays() -> None:
    for text in ("bluff:dice=2v1,faces=3", "bluff:faces=4,exact=yes"):
        engine = Engine(round_of(text))
        arrays = [a for s in engine.sides for a in (s.edge, s.end, s.a_edge, s.a_end)]
        assert sum(a.nbytes for a in arrays) == memory(round_of(text))


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(UnsupportedGame, match="3 players"):
        cfr(round_of("bluff:dice=1v1v1,faces=2"))
    with pytest.raises(UnsupportedGame, match="at most 12 GiB are used"):
        cfr(round_of("bluff:dice=3v2"))
    with pytest.raises(UnsupportedGame, match="alternate"):
        Run(round_of("bluff:faces=2"), CfrParams(predict=True, alternate=False))


MEASURED_ALONE = """
import sys
from mendax.games.compile import compile_game
from mendax.solve.cfr import ROWS, Run, cfr
cfr(compile_game("bluff:dice=1v1,faces=2"), ROWS["dcfr"], iterations=1)
cfr(compile_game(sys.argv[1]), ROWS["dcfr"], iterations=1)
(peak,) = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]  # getrusage counts the parent's before exec
print(int(peak.split()[1]) * 1024)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of a process is read from /proc")
@pytest.mark.parametrize("text", ["bluff:dice=2v2,faces=5", "joker:dice=2v2,exact=no"])
def test_size_predicts_the_peak_of_the_process(text: str) -> None:
    """Within 10%, the interpreter and the compiled code included; compiling, once, takes more."""
    (predicted,) = (e.memory for e in estimates(parse_round(text))[1] if e.method == "dcfr")
    for measured in ("bluff:dice=2v1", text):
        done = subprocess.run(
            [sys.executable, "-c", MEASURED_ALONE, measured], capture_output=True, text=True, check=True
        )
    assert int(done.stdout) == pytest.approx(predicted, rel=0.1)


@pytest.mark.parametrize(("text", "value"), [("bluff", Fraction(-7, 258)), ("joker:dice=2v1", Fraction(7, 27))])
def test_known_values_lie_within_the_bound(text: str, value: Fraction) -> None:
    """-7/258 is Lanctot and Long's; 7/27 is proven by supports (bench/results/exact.json)."""
    solution = cfr(round_of(text), ROWS["dcfr"], target=1e-3)
    assert solution.bounds[0] <= value <= solution.bounds[1]
    assert solution.exploitability <= 1e-3
