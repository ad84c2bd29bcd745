"""Our profiles as OpenSpiel policies of its liars_dice, measured by OpenSpiel."""

from fractions import Fraction

import pyspiel
import pytest
from open_spiel.python.algorithms import expected_game_score
from open_spiel.python.algorithms import exploitability as theirs

import mendax
from draw import random_profile, round_of
from mendax.errors import IllegalAction, UnsupportedGame
from mendax.games.openspiel import openspiel_game, openspiel_policy
from mendax.games.strategy import make_strategy
from mendax.rules.variant import parse_round
from mendax.solve.cfr import ROWS, cfr
from mendax.solve.game import solve_game

SIZES = ("openspiel:faces=2", "openspiel:faces=3", "openspiel:faces=4", "openspiel:dice=2v2,faces=2")


@pytest.mark.parametrize("text", SIZES)
def test_an_exact_solution_leaves_openspiel_nothing_to_gain(text):
    solution = solve_game(text)
    policy = openspiel_policy(round_of(text), solution.profile)
    game = openspiel_game(parse_round(text))
    assert theirs.exploitability(game, policy) == pytest.approx(0, abs=1e-12)
    score = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert score == pytest.approx([float(solution.value), -float(solution.value)], abs=1e-12)


@pytest.mark.parametrize("text", SIZES)
@pytest.mark.parametrize("seed", range(3))
def test_any_profile_is_worth_the_same_to_both(text, seed):
    """A random profile, defaults among it: exploitability by their tree walk equals ours by slices."""
    game = round_of(text)
    profile = random_profile(game, seed, exact=False)
    policy = openspiel_policy(game, profile)
    ours = mendax.nash_conv(game, profile)
    assert ours > 0.1
    assert theirs.nash_conv(openspiel_game(parse_round(text)), policy) == pytest.approx(ours, abs=1e-9)


def test_six_faces_are_the_same_tree():
    """24,576 information sets, 147,420 ends, -7/258: the game of the README is OpenSpiel's."""
    game = openspiel_game(parse_round("openspiel"))
    assert solve_game("openspiel").value == Fraction(-7, 258)
    assert game.num_distinct_actions() == round_of("openspiel").num_actions
    assert game.max_game_length() == 13


@pytest.mark.parametrize(
    ("text", "says"),
    [("bluff", "order=double"), ("openspiel:exact=yes", "exact=yes"), ("openspiel:dice=2v1", "dice=2v1")],
)
def test_other_rules_are_refused(text, says):
    with pytest.raises(UnsupportedGame, match=says):
        openspiel_game(parse_round(text))


def test_an_illegal_row_is_refused():
    game = round_of("openspiel:faces=2")
    strategy = make_strategy(0, {(0, 0, game.call): 1.0}, exact=False)
    with pytest.raises(IllegalAction, match="cannot take"):
        openspiel_policy(game, (strategy,))


def test_unequal_dice_would_be_wrong_in_openspiel():
    """The reason for the refusal: it has code for them, but takes no such parameters."""
    with pytest.raises(pyspiel.SpielError, match="numdice0"):
        pyspiel.load_game("liars_dice", {"numdice0": 2, "numdice1": 1})


def test_six_faces_by_regrets_are_measured_alike():
    """OpenSpiel's C++ measures the profile that regrets found for (1,1) six faces: the same to 1e-6, and far less than asked."""
    solution = cfr(round_of("openspiel"), ROWS["dcfr"], target=1e-4)
    policy = openspiel_policy(round_of("openspiel"), solution.profile)
    table = {
        key: [(a, float(p)) for a, p in enumerate(policy.action_probability_array[row])]
        for key, row in policy.state_lookup.items()
    }
    found = pyspiel.exploitability(openspiel_game(parse_round("openspiel")), pyspiel.TabularPolicy(table))
    assert found == pytest.approx(solution.exploitability, abs=1e-9)
    assert 0 < found < 1e-4
    assert abs(solution.value - Fraction(-7, 258)) <= found
