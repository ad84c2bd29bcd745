"""`verify` recomputes the proof and refutes whatever the profile does not prove."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import mendax
from mendax.games.strategy import Strategy
from mendax.solve.solution import Solution, Status

EXACT = ("bluff:faces=3", "bluff:faces=2,exact=yes", "endgame:faces=4", "bluff:dice=2v1,faces=2", "kuhn", "koller")


@pytest.fixture(scope="module")
def solved() -> dict[str, Solution]:
    return {game: mendax.solve_game(game) for game in EXACT}


def with_prob(solution: Solution, player: int, row: int, prob: Fraction | float) -> Solution:
    """The solution with one probability changed."""
    old = solution.profile[player]
    probs = old.prob.copy()
    probs[row] = prob
    new = replace(old, prob=probs)
    return replace(solution, profile=tuple(new if s is old else s for s in solution.profile))


@pytest.mark.parametrize("game", EXACT)
def test_what_was_solved_is_proven(solved, game):
    result = mendax.verify(solved[game])
    assert result.holds, result.reason
    assert result.bounds == (solved[game].value, solved[game].value)


@pytest.mark.parametrize("game", EXACT)
def test_any_changed_probability_is_refuted(solved, game):
    solution = solved[game]
    for player, strategy in enumerate(solution.profile):
        for row in range(len(strategy.prob)):
            for changed in (strategy.prob[row] * Fraction(999, 1000), strategy.prob[row] + Fraction(1, 10**30)):
                result = mendax.verify(with_prob(solution, player, row, changed))
                assert not result.holds
                assert "\n" not in result.reason


def test_a_row_moved_to_a_worse_action_is_refuted(solved):
    """Rows that add up but are not optimal: player 1 never calls the highest bid he cannot beat."""
    solution = solved["bluff:faces=3"]
    game = mendax.compile_game(solution.game)
    old = solution.profile[0]
    root = old.node == 0
    low = Strategy(
        player=0,
        node=np.zeros(len(game.weight[0]), dtype=np.int64),
        hand=np.arange(len(game.weight[0])),
        action=np.zeros(len(game.weight[0]), dtype=np.int64),
        prob=np.array([Fraction(1)] * len(game.weight[0]), dtype=object),
    )
    assert root.any()
    result = mendax.verify(replace(solution, profile=(low, solution.profile[1])))
    assert not result.holds
    assert result.bounds is not None
    assert result.bounds[0] < solution.value == result.bounds[1]


@pytest.mark.parametrize(
    "change",
    [
        {"value": Fraction(1, 8)},
        {"bounds": (Fraction(1, 10), Fraction(1, 9))},
        {"game": "bluff:faces=3,wild=low"},
        {"game": "bluff:faces=2"},
        {"profile": ()},
    ],
)
def test_any_changed_claim_is_refuted(solved, change):
    assert not mendax.verify(replace(solved["bluff:faces=3"], **change)).holds


def test_floats_never_pass_as_exact(solved):
    solution = solved["bluff:faces=3"]
    floats = tuple(replace(s, prob=s.prob.astype(np.float64)) for s in solution.profile)
    assert not mendax.verify(replace(solution, profile=floats)).holds


def test_float_solutions_prove_their_bounds():
    solution = mendax.solve_game("bluff:faces=4", "lp")
    assert solution.status is Status.CONVERGED
    assert solution.bounds[0] <= Fraction(1, 16) + Fraction(1, 10**12)
    assert solution.bounds[1] >= Fraction(1, 16) - Fraction(1, 10**12)
    assert mendax.verify(solution).holds
    low, high = solution.bounds
    assert not mendax.verify(replace(solution, value=high + 1e-3)).holds
    assert not mendax.verify(replace(solution, bounds=(low + 1e-3, high))).holds
    assert not mendax.verify(replace(solution, bounds=(low, high - 1e-3))).holds
    assert not mendax.verify(with_prob(solution, 0, 0, float("nan"))).holds
    assert not mendax.verify(with_prob(solution, 1, 0, 0.123456)).holds
