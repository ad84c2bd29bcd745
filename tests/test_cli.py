"""The commands as a user runs them."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner
from safetensors.numpy import load_file, save_file

from mendax.cli import main
from mendax.solve import exact, game
from mendax.store import KEY


def mendax(*arguments, status=0):
    done = CliRunner().invoke(main, [str(a) for a in arguments])
    assert done.exit_code == status, done.output
    return done


def data(*arguments, status=0):
    return json.loads(mendax(*arguments, "--json", status=status).stdout)


def test_solve_bluff_is_exact():
    """Lanctot and Long, Table 3, last row without Check."""
    result = data("solve", "bluff")
    assert result["value_exact"] == "-7/258"
    assert result["status"] == "exact"
    assert result["game"] == "bluff"
    assert result["value"] == pytest.approx(-7 / 258)
    assert result["win_probability"] == pytest.approx((1 - 7 / 258) / 2)
    assert result["exploitability"] == 0
    assert {"method", "iterations", "seconds"} <= set(result)


def test_solve_lp_is_within_its_bound():
    result = data("solve", "bluff:faces=4", "--method", "lp")
    assert result["value_exact"] is None
    assert result["status"] == "converged"
    assert result["value"] == pytest.approx(1 / 16, abs=1e-6)


def test_solve_by_regrets(tmp_path):
    file = tmp_path / "near.mendax"
    result = data("solve", "bluff:faces=4", "--method", "dcfr", "--target", "1e-4", "--out", file)
    assert (result["status"], result["method"], result["value_exact"]) == ("converged", "dcfr", None)
    assert 0 < result["exploitability"] <= 1e-4
    assert result["bounds"][0] < 1 / 16 < result["bounds"][1]
    assert data("verify", file)["holds"] is True
    assert data("solve", "bluff:faces=4", "--method", "cfr+", "--iterations", "3", status=1)["iterations"] == 3


def test_three_players_have_no_value_but_deviations():
    """Two faces: the opener has 1/4 in every equilibrium proven (bench/results/three_players.json)."""
    result = data("solve", "bluff:dice=1v1v1,faces=2", "--seed", "1", "--target", "1e-6")
    assert result["seed"] == 1
    assert result["values"] == pytest.approx([1 / 4, -0.1133, -0.1367], abs=1e-3)
    assert result["nash_conv"] == pytest.approx(sum(result["gains"]))
    assert 0 < result["nash_conv"] <= 3e-6
    assert (result["status"], result["method"], result["value_exact"]) == ("converged", "pcfr+", None)
    told = " ".join(mendax("solve", "bluff:dice=1v1v1,faces=2").stdout.split())
    assert "not a proven equilibrium" in told
    assert "nash_conv" in told
    short = data("solve", "bluff:dice=1v1v1,faces=3", "--method", "cfr", "--iterations", "3", status=1)
    assert (short["iterations"], short["status"], short["seed"]) == (3, "stopped", None)


def test_a_solve_cut_short_has_status_1(monkeypatch):
    """One round of the oracle leaves bounds that enclose the value, 1/16, and a verdict of stopped."""
    monkeypatch.setattr(game, "solve_game", lambda given, *_, **__: exact.double_oracle(given, max_rounds=1))
    result = data("solve", "bluff:faces=4", status=1)
    assert result["status"] == "stopped"
    assert result["value_exact"] is None
    assert result["bounds"][0] < 1 / 16 < result["bounds"][1]


def test_solve_verify_show(tmp_path):
    file = tmp_path / "a b.mendax"
    assert "1/9 = 0.1111111" in mendax("solve", "bluff:faces=3", "--out", file).stdout
    assert data("verify", file)["holds"] is True
    assert "proven" in mendax("verify", file).stdout
    table = data("show", file, "--at", "1x1 2x1")
    assert (table["player"], table["history"], len(table["rows"])) == (0, "1x1 2x1", 3)
    assert "player 1 after 1x1" in mendax("show", file, "--at", "1x1").stdout
    assert data("show", file, "--at", "1x1.2x1") == table


def test_verify_says_what_was_changed(tmp_path):
    file = tmp_path / "a.mendax"
    mendax("solve", "bluff:faces=3", "--out", file)
    header = file.read_bytes()[8:]
    metadata = json.loads(header[: int.from_bytes(file.read_bytes()[:8], "little")])["__metadata__"]
    arrays = {name: array.copy() for name, array in load_file(file).items()}
    arrays["1.numerator"][0, 0] += 1
    save_file(arrays, file, metadata={KEY: metadata[KEY]})
    done = mendax("verify", file, status=1)
    assert "refuted" in done.stdout
    assert len(done.stdout.strip().splitlines()) == 1
    assert data("verify", file, status=1)["holds"] is False


@pytest.mark.parametrize("cut", [0, 7, 100, -1])
def test_a_truncated_file_is_one_line(tmp_path, cut):
    file = tmp_path / "a.mendax"
    mendax("solve", "bluff:faces=2", "--out", file)
    file.write_bytes(file.read_bytes()[:cut])
    done = mendax("verify", file, status=2)
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["solve", "blff"], "did you mean 'bluff'"),
        (["solve", "bluff:faces=1"], "2 to 20"),
        (["solve", "bluff:dice=1v1v1", "--method", "exact"], "3 players, which exact is not for"),
        (["solve", "bluff:dice=1v1v1,faces=2", "--out", "three.mendax"], "--out keeps solutions of two"),
        (["solve", "bluff:dice=1v1v1v1v1,faces=2"], "this engine is for 2 to 4"),
        (["solve", "bluff", "--seed", "1"], "without chance"),
        (["solve", "dudo"], "loss=round"),
        (["solve", "dudo:dice=2v2,faces=4,next=nobody"], "loser, winner, clockwise"),
        (("solve", "burcsi-nagy:dice=3v2"), "the round at 3v2@0 is too large"),
        (["solve", "dudo:dice=2v2v2,faces=2"], "loss=round"),
        (["export", "dudo:dice=2v1,faces=2"], "a match of 2 rounds"),
        (["solve", "bluff:dice=5v5"], "rungs"),
        (["solve", "bluff:dice=3v2", "--method", "cfr+"], "at most 12 GiB are used"),
        (["solve", "bluff", "--method", "cfr+", "--iterations", "0"], "x>=1"),
        (["solve", "kuhn", "--method", "dcfr"], "not a round of dice, which dcfr is for"),
        (["solve", "prisoners-dilemma"], "zero-sum"),
        (["solve", "bluff", "--method", "magic"], "methods: auto"),
        (["size", "bluff:exact=perhaps"], "no, yes, calza"),
        (["show", "nowhere.mendax"], "there is no file"),
        (["verify", "."], "is a folder"),
        (["solve", "rps", "--out", "/dev/null/x"], "cannot write '/dev/null/x'"),
        (["export", "bluff:dice=3v3"], "histories"),
        (["export", "liars-die:faces=8"], "at most 1,000,000 are written out"),
        (["solve", "coins:n=0"], "allowed: 1 to 1,000"),
        (["solve", "coins:n=2000"], "allowed: 1 to 1,000"),
        (["solve", "thesis-die:dice=6"], "would take about"),
        (["solve", "rps", "--out", "/dev/full"], "not an ordinary file"),
        (["export", "rps", "--out", "/dev/full"], "not an ordinary file"),
        (["solve", "thesis-die:dice=1000,faces=1000"], "about 10^1200 entries"),
        (["solve", "coins:n=900"], "at most 1,000,000 are compiled"),
        (["solve", "continuous"], "cut the interval into cells"),
        (["solve", "liars-die:players=3"], "3 players"),
        (["solve", "liars-die", "--method", "double-oracle"], "not a round of dice"),
        (["reproduce", "nobody"], "lanctot-long"),
    ],
)
def test_wrong_input_is_one_line_and_status_2(arguments, says):
    done = mendax(*arguments, status=2)
    assert says in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


class TestMatches:
    GAME = "joker:dice=2v2,faces=3,loss=difference"

    def test_solve_prints_every_standing(self):
        text = mendax("solve", self.GAME).stdout
        for value, wins in (("728/6075", "55.9918%"), ("-5/9", "22.2222%"), ("55/81", "83.9506%"), ("1/3", "66.6667%")):
            assert any(value in line and wins in line and "exact" in line for line in text.splitlines())

    def test_json(self):
        solution = data("solve", self.GAME)
        assert (solution["value_exact"], solution["status"], solution["exploitability"]) == ("728/6075", "exact", 0.0)
        assert solution["win_probability"] == pytest.approx((1 + 728 / 6075) / 2)
        assert [(s["dice"], s["opener"], s["value_exact"]) for s in solution["states"]] == [
            ([2, 2], 0, "728/6075"),
            ([1, 2], 1, "-5/9"),
            ([2, 1], 1, "55/81"),
            ([1, 1], 0, "1/3"),
        ]

    def test_a_file_proves_itself_and_is_shown(self, tmp_path):
        file = tmp_path / "a.mendax"
        mendax("solve", self.GAME, "--out", file)
        assert data("verify", file)["holds"]
        shown = data("show", file, "--at", "2v1@1/1x2")
        assert (shown["standing"], shown["player"]) == ("2v1@1", 1)
        assert len(shown["rows"]) == 6  # player 1 opened with his one die, and the other holds two
        assert data("show", file)["standing"] == "2v2@0"
        assert "standings: 2v2@0, " in mendax("show", file, "--at", "2v1@0", status=2).stderr

    def test_size(self):
        assert data("size", "dudo:dice=2v2,faces=3")["standings"] == 5
        assert data("size", "bluff")["standings"] is None
        assert "5 standings" in mendax("size", "dudo:dice=2v2,faces=3").stdout


def test_show_refuses_illegal_histories(tmp_path):
    file = tmp_path / "a.mendax"
    mendax("solve", "bluff:faces=2", "--out", file)
    assert "may not follow" in mendax("show", file, "--at", "2x1 1x1", status=2).stderr
    assert "is not a bid" in mendax("show", file, "--at", "two ones", status=2).stderr
    assert "not on the ladder" in mendax("show", file, "--at", "3x1", status=2).stderr


def test_size_and_games():
    size = data("size", "bluff")
    assert (size["information_sets"], size["public_nodes"], size["histories"]) == (24576, 4096, 147420)
    assert data("size", "kuhn")["information_sets"] == 12
    assert "about 10^" in mendax("size", "perudo").stdout
    assert data("size", "bluff:dice=1v1v1")["estimates"][0]["method"] == "pcfr+"
    assert "at most 12 GiB" in " ".join(mendax("size", "bluff:dice=2v2v2").stdout.replace("│", " ").split())
    listed = data("games")
    assert {row["family"] for row in listed["rounds"]} >= {"bluff", "perudo"}
    assert "perudo" in mendax("games").stdout


def test_passing_cups(tmp_path):
    file = tmp_path / "coins.mendax"
    solved = data("solve", "coins:n=3", "--out", file)
    assert (solved["value_exact"], solved["status"], solved["game"]) == ("269/448", "exact", "coins")
    assert solved["win_probability"] == solved["value"]
    assert "chance to win" in mendax("solve", "coins").stdout
    assert data("verify", file)["holds"] is True
    table = data("show", file, "--at", "1/1")
    assert table["worth"] == "39/56"
    assert {row["keeps"]: row["chance"] for row in table["throws"]} == {"H": "13/14", "TT": "1/14"}
    assert "13/14 0.929" in mendax("show", file, "--at", "1/1").stdout
    assert "no higher claim" in mendax("show", file, "--at", "3/3").stdout
    assert "claims: 0, 1, 2, 3" in mendax("show", file, "--at", "4/1", status=2).stderr
    assert data("size", "coins:n=48")["hands"] == 49
    assert "at most 1,000,000" in mendax("size", "coins:n=500").stdout
    assert "10^1200" in mendax("size", "thesis-die:dice=1000,faces=1000").stdout
    assert "coins calls its dice n" in mendax("games").stdout
    assert {row["family"] for row in data("games")["cups"]} == {"liars-die", "thesis-die", "seven-category", "coins"}
    assert mendax("export", "liars-die:faces=3").stdout.startswith('EFG 2 R "liars-die:faces=3"')


def test_a_changed_cup_file_is_refuted(tmp_path):
    file = tmp_path / "die.mendax"
    mendax("solve", "liars-die", "--out", file)
    metadata = json.loads(file.read_bytes()[8:][: int.from_bytes(file.read_bytes()[:8], "little")])["__metadata__"]
    arrays = {name: array.copy() for name, array in load_file(file).items()}
    arrays["0.action"][-1] ^= 1  # doubts where he should accept, or the other way round
    save_file(arrays, file, metadata={KEY: metadata[KEY]})
    assert "refuted" in mendax("verify", file, status=1).stdout


def test_export_writes_an_efg(tmp_path):
    mendax("export", "bluff:faces=2", "--out", tmp_path / "deep" / "b.efg")
    assert (tmp_path / "deep" / "b.efg").read_text().startswith("EFG 2 R")
    assert mendax("export", "kuhn").stdout.startswith("EFG 2 R")


def test_trees_are_solved_and_shown(tmp_path):
    file = tmp_path / "kuhn.mendax"
    assert data("solve", "kuhn", "--out", file)["value_exact"] == "-1/18"
    assert data("solve", "kuhn")["win_probability"] is None
    assert data("verify", file)["holds"] is True
    assert len(data("show", file)["infosets"]) == 12
    assert "no bids" in mendax("show", file, "--at", "1x1", status=2).stderr


def test_show_and_regrets_start_without_linear_programs():
    """A fifth of a second for `show`, half a one for a small game by regrets: scipy and highspy alone take a quarter."""
    code = (
        "import sys; from mendax.cli import render, main as commands; import mendax.solve.game\n"
        "print([m for m in ('scipy', 'highspy', 'numba', 'matplotlib', 'fastapi', 'sqlalchemy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
