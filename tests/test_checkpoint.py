"""Runs that are stopped and go on: to the bit what they would have been."""

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from draw import round_of
from mendax.checkpoint import Keeper, resume, save_run
from mendax.errors import StoreError
from mendax.solve.cfr import ROWS, Run, cfr


def numbers(run: Run) -> list[np.ndarray]:
    return [
        array for side in run.engine.sides for array in (side.r_edge, side.r_end, side.edge, side.a_edge, side.a_end)
    ]


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("text", ["bluff:faces=3", "bluff:faces=3,exact=yes"])
def test_resuming_changes_nothing(name: str, text: str, tmp_path) -> None:
    game, path = round_of(text), tmp_path / "a.run"
    whole, first, second = (Run(game, ROWS[name], threads=1) for _ in range(3))
    for _ in range(7):
        whole.step()
    for _ in range(3):
        first.step()
    save_run(first, path)
    resume(second, path)
    assert (second.iterations, second.weight) == (first.iterations, first.weight)
    for _ in range(4):
        second.step()
    assert all(np.array_equal(a, b) for a, b in zip(numbers(whole), numbers(second), strict=True))
    assert whole.bounds() == second.bounds()
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [("bluff:faces=4", "dcfr", "game bluff:faces=3, not"), ("bluff:faces=3", "cfr+", "parameters")],
)
def test_another_run_is_not_resumed(text: str, name: str, says: str, tmp_path) -> None:
    run = Run(round_of("bluff:faces=3"), ROWS["dcfr"], threads=1)
    run.step()
    save_run(run, tmp_path / "a.run")
    with pytest.raises(StoreError, match=says):
        resume(Run(round_of(text), ROWS[name], threads=1), tmp_path / "a.run")


def test_what_is_no_checkpoint_is_said(tmp_path) -> None:
    run = Run(round_of("bluff:faces=3"), ROWS["dcfr"], threads=1)
    run.step()
    save_run(run, tmp_path / "a.run")
    (tmp_path / "b.run").write_bytes((tmp_path / "a.run").read_bytes()[:-1])
    with pytest.raises(StoreError, match="truncated"):
        resume(run, tmp_path / "b.run")


def test_a_place_that_cannot_be_written_does_not_stop_a_run(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr("mendax.checkpoint.EVERY", 0.0)
    (tmp_path / "file").write_text("not a folder")
    keeper = Keeper(tmp_path / "file" / "a.run")
    solution = cfr(round_of("bluff:faces=3"), iterations=5, target=1e-9, threads=1, keeper=keeper)
    assert solution.iterations == 5
    assert keeper.trouble is not None
    assert "cannot write" in keeper.trouble


def command(*arguments: object) -> subprocess.Popen:
    words = [sys.executable, "-m", "mendax", *map(str, arguments)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ)


def test_ctrl_c_keeps_the_run_and_the_same_command_goes_on(tmp_path) -> None:
    out = tmp_path / "far away.mendax"
    endless = ("solve", "bluff:faces=4", "--method", "cfr", "--target", "1e-12", "--out", out)
    running = command(*endless, "--iterations", 10**9)
    time.sleep(8)
    for _ in range(60):  # until the compiled loop is reached: before it nothing is kept, and the command just ends
        if running.poll() is not None:
            running = command(*endless, "--iterations", 10**9)
            time.sleep(20)
        running.send_signal(signal.SIGINT)
        told = running.communicate(timeout=120)[1]
        if "kept in" in told:
            break
    assert running.returncode == 130
    assert len(told.strip().splitlines()) == 1
    done = int(told.split("iteration ")[1].split(",  ")[0].split(", exp")[0].replace(",", ""))
    assert not out.exists()
    finishing = command(*endless, "--iterations", done + 10, "--json")
    printed, told = finishing.communicate(timeout=120)
    assert f"resumed at iteration {done:,}" in told
    assert json.loads(printed)["iterations"] == done + 10
    assert [path.name for path in tmp_path.iterdir()] == ["far away.mendax"]
