"""`mendax play` with its input piped."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from mendax.cli import main


def run(tmp_path, words, lines):
    return CliRunner().invoke(main, ["play", *words, "--data", str(tmp_path)], input="\n".join(lines) + "\n")


def test_a_round_to_its_end(tmp_path):
    done = run(tmp_path, ["bluff", "--against", "st", "--seed", "3"], ["nonsense", "?", "2x6"])
    assert done.exit_code == 0, done.output
    assert "nonsense is not allowed here" in done.output
    assert "Allowed: 1x1," in done.output
    assert "st calls 2 × 6 by You" in done.output
    assert "You win." in done.output or "You lose." in done.output
    assert "┌───────┐" in done.output


def test_the_same_seed_is_the_same_game(tmp_path):
    words = ["perudo:dice=2v2", "--against", "belief", "--seed", "5", "--hints", "chances"]
    first, second = (run(tmp_path / which, words, ["1x2", "2x2", "3x2", "4x2"] * 30) for which in "ab")
    strip = [line for line in first.output.splitlines() if "table " not in line and "/review/" not in line]
    assert strip == [line for line in second.output.splitlines() if "table " not in line and "/review/" not in line]


def test_a_whole_match_of_three(tmp_path):
    done = run(
        tmp_path,
        ["burcsi-nagy:dice=1v1v1", "--against", "honest", "--against", "random", "--seed", "1"],
        ["c", "1x1"] * 60,
    )
    assert done.exit_code == 0, done.output
    assert "starter: " in done.output


@pytest.mark.parametrize("game", ["thesis-die", "coins", "seven-category"])
def test_a_passing_cup_by_numbers(tmp_path, game):
    done = run(tmp_path, [game, "--against", "honest", "--second", "--seed", "2"], ["doubt", "1"] * 30)
    assert done.exit_code == 0, done.output
    assert "under the cup" in done.output


def test_the_end_of_the_input_leaves_the_table(tmp_path):
    done = run(tmp_path, ["bluff", "--against", "st"], [])
    assert done.exit_code == 1
    assert "You left the table." in done.output


@pytest.mark.parametrize(
    "words",
    [["rps"], ["bluff", "--against", "nobody"], ["bluff:dice=99v99"], ["bluff", "--against", "st", "--against", "st"]],
)
def test_what_cannot_be_played_is_one_line(tmp_path, words):
    done = run(tmp_path, words, ["q"])
    assert done.exit_code == 2
    assert len(done.output.strip().splitlines()) == 1
