"""mendax evolve, as a user runs it."""

import json
import subprocess
import sys

import numpy as np
import pytest
from click.testing import CliRunner

from mendax.arena.evolution import Evolution, evolve
from mendax.cli import main

SMALL = ("evolve", "--dice", "3", "--rounds", "40", "--seed", "1")


def mendax(*arguments, status=0):
    done = CliRunner().invoke(main, [str(a) for a in arguments])
    assert done.exit_code == status, done.output
    return done


def test_json_says_what_was_run_and_what_came_out():
    told = json.loads(mendax("evolve", "--players", 2, "--dice", 30, "--rounds", 300, "--seed", 1, "--json").stdout)
    assert {"players", "dice", "mesh", "reading", "seed", "scores", "mean_s", "mean_t", "seconds"} <= set(told)
    assert (told["players"], told["dice"], told["seed"], told["rounds"]) == (2, 30, 1, 300)
    assert told["game"] == "burcsi-nagy:dice=30v30"
    scores = np.array(told["scores"])
    assert scores.shape == (11, 11)
    assert scores.sum() == 121 + 300
    assert told["mean_t"] == pytest.approx((scores.sum(axis=0) @ told["mesh"]["t"]) / scores.sum())
    assert told["mean_s"] == pytest.approx((scores.sum(axis=1) @ told["mesh"]["s"]) / scores.sum())
    assert (scores == evolve(Evolution(seed=1)).scores[0]).all()
    assert told["interval_t"][0] < told["mean_t"] < told["interval_t"][1] < 0.5


def test_text_shows_a_map_and_intervals():
    lines = mendax(*SMALL, "--mesh", "4x3", "--reading", "inequality=prose").stdout.splitlines()
    assert lines[0].startswith("2 players, 3 dice each, 40 games, reading inequality=prose, seed 1")
    assert [line.split()[1] for line in lines[1:4]] == ["1.000", "0.500", "0.000"]
    assert lines[-1].startswith("mean t ")


def test_what_is_run_is_run_as_told():
    told = json.loads(
        mendax(
            *SMALL, "--replicates", 3, "--box", "1x0.2", "--mesh", "3x2", "--reading", "ties=random", "--json"
        ).stdout
    )
    assert told["mesh"] == {"s": [0, 0.5, 1], "t": [0, 0.2]}
    assert "ties=random" in told["reading"]
    assert np.sum(told["scores"]) == 3 * (6 + 40)


def test_out_holds_every_replicate(tmp_path):
    out = tmp_path / "a.json"
    mendax(*SMALL, "--replicates", 2, "--out", out)
    kept = json.loads(out.read_text())
    assert np.array(kept["each"]).shape == (2, 11, 11)
    assert (np.sum(kept["each"], axis=0) == kept["scores"]).all()
    assert list(tmp_path.iterdir()) == [out]


def test_figure_says_what_remakes_it(tmp_path):
    for name in ("a.svg", "a.png"):
        mendax(*SMALL, "--figure", tmp_path / name)
        drawn = (tmp_path / name).read_bytes()
        assert b"mendax evolve --players 2 --dice 3 --rounds 40 --seed 1 (burcsi-nagy:dice=3v3)" in drawn


def test_selection():
    told = json.loads(mendax(*SMALL, "--dynamics", "replicator", "--mesh", "2x2", "--json").stdout)
    assert sum(told["shares"]) == pytest.approx(1)
    assert told["strategies"] == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert told["steps"] == 40
    assert told["error"] > 0
    moran = ("--dynamics", "moran", "--individuals", "20", "--mutation", "0.1", "--mesh", "2x2")
    lines = mendax(*SMALL, *moran).stdout.splitlines()
    assert lines[0].startswith("moran, 40 births")


def test_an_equilibrium_invades(tmp_path):
    file = tmp_path / "e.mendax"
    mendax("solve", "burcsi-nagy:dice=2v2,faces=2", "--out", file)
    told = json.loads(
        mendax(
            *SMALL[:1], "--dice", 2, "--dynamics", "replicator", "--mesh", "2x2", "--equilibrium", file, "--json"
        ).stdout
    )
    assert told["game"] == "burcsi-nagy:dice=2v2,faces=2"
    assert told["strategies"][0] == "equilibrium"
    assert told["payoffs"][0][0] == "1/2"
    assert told["error"] == 0
    assert told["equilibrium_invaded_by"] == 0
    said = mendax("evolve", "--dice", 3, "--dynamics", "moran", "--mesh", "2x2", "--equilibrium", file, status=2).output
    assert "use --dice 2" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", 1), "1 players cannot be played; players are 2 to 10"),
        (("--dice", 0), "0 dice cannot be played; dice are 1 to 100"),
        (("--dice", 10**9), "1000000000 dice cannot be played"),
        (("--mesh", "0x3"), "mesh 0x3 has 0 strategies"),
        (("--mesh", "ten"), "not two numbers"),
        (("--reading", "inequality=upside"), "choices: printed, intuition, prose"),
        (("--workers", 0), "0 workers"),
        (("--cluster", "moon"), "clusters: local, ray"),
        (("--dynamics", "war"), "dynamics: scores, replicator, moran"),
        (("--dynamics", "moran", "--players", 3), "not of 3"),
        (("--dynamics", "moran", "--out", "x"), "--out and --figure keep scores"),
        (("--dynamics", "moran", "--mutation", 2, "--mesh", "2x2", "--dice", 2), "mutation 2 is no chance"),
        (("--dynamics", "moran", "--individuals", 2, "--mesh", "2x2", "--dice", 2), "2 individuals"),
        (("--equilibrium", "x"), "--equilibrium needs"),
        (("--figure", "x.pdf"), "ends in .svg or .png"),
    ],
)
def test_bad_input_is_one_line(arguments, said):
    output = mendax("evolve", *arguments, status=2).output
    assert said in output
    assert output.count("\n") == 1


def test_it_starts_without_what_it_does_not_need():
    """A short run is to take half a second: no solver, no drawing, no joblib."""
    code = (
        "import sys; from mendax.cli import main\n"
        "try: main(['evolve', '--rounds', '3', '--json'])\n"
        "except SystemExit: pass\n"
        "print([m for m in ('joblib', 'ray', 'highspy', 'flint', 'matplotlib', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
