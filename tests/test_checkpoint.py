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
from mendax.checkpoint import KEY, Keeper, resume, save_run
from mendax.errors import StoreError
from mendax.solve.cfr import ROWS, Run, cfr
from mendax.store import load_solution, read_metadata, save_somewhere


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


EAGER = (
    "import sys, mendax.checkpoint as kept; kept.EVERY, kept.WRITING = 0.05, 1.0;"
    " from mendax.cli import main; main(sys.argv[1:])"
)


def test_a_run_that_is_killed_goes_on_from_its_last_checkpoint(tmp_path) -> None:
    """SIGKILL at any moment, in the middle of writing too: what was whole is whole, and going on is as never stopping."""
    out, done = tmp_path / "a.mendax", 0
    run = tmp_path / "a.mendax.run"
    words = (
        "solve",
        "bluff:dice=2v1,faces=3",
        "--method",
        "dcfr",
        "--target",
        "1e-12",
        "--out",
        str(out),
        "--iterations",
    )
    for moment in (0.0, 0.013, 0.031, 0.07):
        running = subprocess.Popen([sys.executable, "-c", EAGER, *words, str(10**9)], stderr=subprocess.PIPE, text=True)
        while done >= (done := max(done, _kept(run))) and running.poll() is None:
            time.sleep(0.005)
        time.sleep(moment)
        running.send_signal(signal.SIGKILL)
        running.communicate()
        assert _kept(run) >= done > 0
        assert not out.exists()
    last = _kept(run) + 7
    finished = subprocess.run(
        [sys.executable, "-c", EAGER, *words, str(last), "--json"], capture_output=True, text=True
    )
    assert f"resumed at iteration {last - 7:,}" in finished.stderr
    told = json.loads(finished.stdout)
    never_stopped = cfr(round_of("bluff:dice=2v1,faces=3"), ROWS["dcfr"], iterations=last, target=1e-12)
    assert told["iterations"] == never_stopped.iterations == last
    assert tuple(told["bounds"]) == never_stopped.bounds


def _kept(run) -> int:
    """Iterations of a checkpoint, 0 if there is none."""
    return json.loads(read_metadata(run)[KEY])["iterations"] if run.exists() else 0


SHORT_OF_SPACE = (
    "import sys, resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000));"
    " from mendax.cli import main; main(sys.argv[1:])"
)


def test_a_full_disk_is_one_line(tmp_path) -> None:
    """No file may grow beyond 2 kB, here or among the temporary ones; what was found is told all the same."""
    out = tmp_path / "a.mendax"
    words = ("solve", "bluff:faces=4", "--out", str(out))
    done = subprocess.run([sys.executable, "-c", SHORT_OF_SPACE, *words], capture_output=True, text=True)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "File too large" in done.stderr
    assert "1/16" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_solution_that_cannot_be_written_where_it_should_is_kept_elsewhere(tmp_path, monkeypatch) -> None:
    """The folder vanishes while the work goes on."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "spare"))
    (tmp_path / "spare").mkdir()
    (tmp_path / "gone").write_text("a file where the folder should be")
    solution = cfr(round_of("bluff:faces=2"), iterations=5, threads=1)
    kept, trouble = save_somewhere(solution, tmp_path / "gone" / "a.mendax")
    assert "cannot write" in str(trouble)
    assert (tmp_path / "spare") in kept.parents
    assert load_solution(kept).bounds == solution.bounds


def test_a_place_that_cannot_be_written_is_said_before_the_work(tmp_path) -> None:
    (tmp_path / "file").write_text("not a folder")
    running = command("solve", "bluff:dice=2v2", "--out", tmp_path / "file" / "a.mendax")
    told = running.communicate(timeout=60)[1]
    assert running.returncode == 2
    assert len(told.strip().splitlines()) == 1
    assert "cannot write" in told
