"""Grades: the best action of an equilibrium is worth its value; what is played is best; all hands together are the value."""

from __future__ import annotations

from fractions import Fraction

import pytest

import mendax
from mendax.analysis.grading import CupGrader, RoundGrader, cup_grader, round_grader
from mendax.games.state import begin
from mendax.rules.losses import Standing
from mendax.solve.game import solve_game

ROUNDS = ["bluff:faces=3", "bluff:faces=3,exact=yes", "joker:dice=2v1,faces=3", "endgame:faces=3"]
CUPS = ["thesis-die", "liars-die", "coins:n=2", "seven-category:dice=2,faces=3"]


@pytest.mark.parametrize("game", ROUNDS)
def test_the_best_of_the_first_player_is_the_value(game):
    """Against an equilibrium nobody gets more than the value, and some action of every hand gets its part of it."""
    solution = solve_game(game)
    grader = RoundGrader(mendax.compile_game(game), solution.profile)
    weight = grader.game.weight[0]
    best = sum(int(w) * max(grader.values(0, 0, hand).values()) for hand, w in enumerate(weight))
    assert best / int(weight.sum()) == solution.value


@pytest.mark.parametrize("game", ROUNDS)
def test_what_an_equilibrium_plays_loses_nothing(game):
    """Of each player, where his own choices lead: every action with positive chance has the greatest value."""
    solution = solve_game(game)
    grader = RoundGrader(mendax.compile_game(game), solution.profile)
    seen = 0
    for strategy in solution.profile:
        for node, hand, action, _ in strategy.rows():
            values = grader.values(node, strategy.player, hand)
            if values is not None and grader.played(node, strategy.player, hand) is not None:
                assert values[action] == max(values.values())
                seen += 1
    assert seen > 5


@pytest.mark.parametrize("game", ROUNDS)
def test_all_hands_together_are_worth_the_value(game):
    solution = solve_game(game)
    grader = RoundGrader(mendax.compile_game(game), solution.profile)
    first, second = grader.game.weight
    worth = sum(int(v) * int(w) * grader.worth(0, (h, o)) for h, v in enumerate(first) for o, w in enumerate(second))
    assert worth / (int(first.sum()) * int(second.sum())) == solution.value


def test_a_bid_that_is_never_made_is_off_the_tree():
    solution = solve_game("bluff:faces=3")
    grader = RoundGrader(mendax.compile_game("bluff:faces=3"), solution.profile)
    openings = {action for _, _, action, _ in [row for row in solution.profile[0].rows() if row[0] == 0]}
    never = next(rung for rung in grader.game.legal(0) if rung not in openings)
    assert grader.values(1 << never, 1, 0) is None
    assert grader.belief(1 << never, 1) == {}


@pytest.mark.parametrize("game", CUPS)
def test_cups_are_worth_their_value_and_what_is_played_is_best(game):
    solution = solve_game(game)
    grader = CupGrader(mendax.compile_game(game), solution.profile)
    assert grader.worth(begin(game)) == solution.value
    seen = 0
    for node, hand, action, _ in solution.profile[0].rows():
        values = grader.values(node, hand)
        if values is not None:
            assert values[action] == max(values.values()), (node, hand)
            seen += 1
    assert seen > 5


def test_a_round_of_a_match_is_graded_in_the_match():
    """The value of the first standing is that of its round, at what follows."""
    solution = solve_game("dudo:dice=1v2,faces=3")
    grader = round_grader(solution, Standing((1, 2)))
    weight = grader.game.weight[0]
    best = sum(int(w) * max(grader.values(0, 0, hand).values()) for hand, w in enumerate(weight))
    assert best / int(weight.sum()) == solution.value
    assert round_grader(solution, Standing((2, 2))) is None
    assert cup_grader(solve_game("coins:n=2")).share(Fraction(1, 3)) == Fraction(1, 3)
