"""Section 4 of Burcsi and Nagy: scores, what noise leaves of them, and that no number of workers changes anything."""

import os
import signal
import subprocess
import sys
import time
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mendax.arena import evolution
from mendax.arena.evolution import Evolution, evolve
from mendax.arena.reading import CHOICES, Reading, single_changes
from mendax.arena.run import Run
from mendax.arena.survey import duel, spread_along, survey
from mendax.arena.workers import spread
from mendax.errors import MendaxError, NotationError, StoreError

SMALL = Evolution(dice=3, rounds=60, replicates=5, seed=4)


class TestReading:
    def test_text_form_round_trips(self):
        for reading in single_changes():
            assert Reading.parse(str(reading)) == reading
            assert Reading.parse("" if reading == Reading() else reading.differs()) == reading
        assert len(single_changes()) == 1 + sum(len(choices) - 1 for choices in CHOICES.values())

    @pytest.mark.parametrize(
        "text", ["inequality", "ties=low", "colour=red", "ties=lowest,ties=lowest", "=", "ties=lowest,,x"]
    )
    def test_garbage_is_one_line(self, text):
        with pytest.raises(NotationError):
            Reading.parse(text)


class TestScheme:
    def test_every_round_adds_one(self):
        found = evolve(SMALL)
        assert found.complete
        assert found.scores.shape == (5, 11, 11)
        assert (found.scores.sum(axis=(1, 2)) == 121 + 60).all()
        assert found.scores.min() >= 1

    def test_replicates_are_different_and_the_same_for_the_same_seed(self):
        first, again, other = evolve(SMALL), evolve(SMALL), evolve(replace(SMALL, seed=5))
        assert (first.scores == again.scores).all()
        assert (first.scores != other.scores).any()
        assert len({scores.tobytes() for scores in first.scores}) == 5

    def test_a_replicate_is_the_same_alone(self):
        assert (evolve(replace(SMALL, replicates=2)).scores == evolve(SMALL).scores[:2]).all()

    def test_meshes(self):
        assert evolve(replace(SMALL, sides=(2, 3), box=(1.0, 0.2))).scores.shape == (5, 2, 3)
        s, t = replace(SMALL, box=(1.0, 0.2)).axes
        assert s.tolist() == pytest.approx([i / 10 for i in range(11)])
        assert t[-1] == pytest.approx(0.2)
        assert replace(SMALL, reading=Reading(mesh="ten")).axes[0].tolist() == pytest.approx([i / 9 for i in range(10)])
        assert replace(SMALL, reading=Reading(mesh="tenths")).axes[0].tolist() == pytest.approx(
            [i / 10 for i in range(10)]
        )

    def test_who_is_alone_wins_everything(self):
        assert evolve(replace(SMALL, sides=(1, 1))).scores.tolist() == [[[61]]] * 5

    def test_distinct_players_are_distinct(self):
        """Two strategies, two players, drawn distinct: strategy 0 wins a share of exactly its duels, not of games with itself."""
        e = Evolution(dice=8, rounds=4000, box=(0.0, 1.0), sides=(1, 2), reading=Reading(choice="distinct"), seed=1)
        wins = evolve(e).scores[0, 0, 0] - 1
        share = duel((0.0, 0.0), (0.0, 1.0), 4000, dice=8, seed=2).share
        assert abs(wins / 4000 - share.value) < 5 * np.hypot(share.error, np.sqrt(0.25 / 4000))
        assert share.value > 0.7  # so that the games with itself would show

    def test_scores_of_equal_strategies_are_an_urn(self):
        """Polya: of s = t = 0 alone, all ways to share n points among M strategies are equally likely."""
        e = Evolution(dice=1, rounds=6, replicates=20_000, box=(0.0, 0.0), sides=(1, 3), seed=3)
        found = evolve(e).scores.reshape(-1, 3) - 1
        ways, counts = np.unique(found, axis=0, return_counts=True)
        assert len(ways) == 28
        expected = 20_000 / 28
        assert ((counts - expected) ** 2 / expected).sum() < 61  # chi-square with 27 degrees of freedom, 2e-4

    def test_noise_is_that_of_the_urn(self):
        """The standard deviation of mean s, measured where s is a mere label: one die each, so nobody has a record."""
        found = evolve(Evolution(dice=1, rounds=300, replicates=4000, seed=6))
        assert found.means.std(axis=0) == pytest.approx(found.noise, rel=0.06)
        assert found.means.mean(axis=0) == pytest.approx([0.5, 0.5], abs=5 * found.noise[0] / np.sqrt(4000))


class TestBadInput:
    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"players": 1}, "1 players"),
            ({"dice": 0}, "0 dice"),
            ({"dice": 10**9}, "1000000000 dice"),
            ({"rounds": 0}, "0 rounds"),
            ({"replicates": 0}, "0 replicates"),
            ({"sides": (0, 11)}, "mesh 0x11"),
            ({"sides": (10**5, 10**5)}, "mesh 100000x100000"),
            ({"box": (float("nan"), 1.0)}, "box nanx1"),
            ({"box": (-1.0, 1.0)}, "box -1x1"),
            ({"seed": -1}, "seed -1"),
            ({"sides": (1, 1), "reading": Reading(choice="distinct")}, "choice=distinct"),
        ],
    )
    def test_one_line(self, change, said):
        with pytest.raises(MendaxError, match=said) as caught:
            Evolution(**change)
        assert "\n" not in str(caught.value)


class TestWorkers:
    def test_two_workers_change_nothing(self):
        assert (evolve(SMALL, workers=2).scores == evolve(SMALL).scores).all()

    def test_slices_change_nothing(self, monkeypatch):
        whole = evolve(SMALL)
        monkeypatch.setattr(evolution, "SLICE", 7 * 2 * 3)  # seven games at a time
        assert (evolve(SMALL).scores == whole.scores).all()

    def test_a_survey_is_the_same_in_any_split(self, monkeypatch):
        whole = survey(SMALL, 2000)
        monkeypatch.setattr(evolution, "SLICE", 37 * 2 * 3)
        split = survey(SMALL, 2000, workers=2)
        assert (split.played == whole.played).all()
        assert (split.won == whole.won).all()
        assert whole.played.sum() == 4000
        assert whole.won.sum() == 2000

    def test_a_killed_worker_is_retried(self, tmp_path):
        """The first to come to task 3 is killed as the system kills: by a signal nobody can catch."""
        tasks = [(tmp_path / "killed", i) for i in range(6)]
        assert spread(dies_once, tasks, workers=2) == [i * i for i in range(6)]
        assert (tmp_path / "killed").exists()

    def test_a_worker_that_always_dies_is_an_error(self):
        with pytest.raises(MendaxError, match="workers died 4 times"):
            spread(dies, [0, 1], workers=2)

    def test_an_error_of_the_work_itself_is_not_retried(self):
        with pytest.raises(ZeroDivisionError):
            spread(divide, [1, 0], workers=2)

    @pytest.mark.parametrize("given", [{"workers": 0}, {"cluster": "moon"}])
    def test_bad_workers(self, given):
        with pytest.raises(MendaxError):
            evolve(SMALL, **given)


def dies_once(task):
    mark, number = task
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def dies(task):
    os.kill(os.getpid(), signal.SIGKILL)


def divide(task):
    return 1 / task


class TestRay:
    """A real Ray cluster of two workers, in a process of its own: what Ray leaves behind is no other test's business."""

    def test_the_same_on_a_ray_cluster_where_a_worker_is_killed(self, tmp_path):
        pytest.importorskip("ray")
        done = subprocess.run(
            [sys.executable, "-m", "ray_cluster", str(tmp_path)],
            cwd=Path(__file__).parent.parent,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "same scores, 6 tasks done, one worker killed" in done.stdout


class TestRun:
    def test_a_run_is_taken_up_to_the_bit(self, tmp_path, monkeypatch):
        monkeypatch.setattr(evolution, "SLICE", 10 * 2 * 3)
        e, path = replace(SMALL, replicates=2), tmp_path / "a.run"
        run = Run(path)

        def interrupt(text):
            run.interrupted = True

        stopped = evolve(e, run=run, progress=interrupt)
        assert not stopped.complete
        assert path.exists()
        resumed = evolve(e, run=Run(path))
        assert resumed.resumed_at == stopped.done.sum() > 0
        assert resumed.complete
        assert (resumed.scores == evolve(e).scores).all()

    def test_a_checkpoint_of_something_else_is_refused(self, tmp_path):
        path = tmp_path / "a.run"
        evolve(SMALL, run=Run(path))
        with pytest.raises(StoreError, match="seed 4, not 9"):
            evolve(replace(SMALL, seed=9), run=Run(path))
        path.write_bytes(b"nonsense")
        with pytest.raises(StoreError):
            evolve(SMALL, run=Run(path))

    @pytest.mark.parametrize("workers", ["1", "2"])
    def test_ctrl_c_keeps_what_is_done(self, tmp_path, workers):
        """A run of hours is interrupted once it has begun, with all its processes, as a terminal does; it says so."""
        out = tmp_path / "a.json"
        command = [sys.executable, "-m", "mendax", "evolve", "--rounds", "1000000000", "--replicates", "2"]
        command += ["--workers", workers, "--out", str(out)]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
        try:
            while not out.with_name("a.json.run").exists() and process.poll() is None:
                time.sleep(0.1)
            os.killpg(process.pid, signal.SIGINT)
            _, told = process.communicate(timeout=60)
        finally:
            process.kill()
        assert process.returncode == 130
        assert "the same command goes on" in told
        assert not out.exists()


def test_effects_are_seen_where_they_are_and_nowhere_else():
    """With one die nobody has a record: s and t mean nothing. With ten t matters, as printed."""
    nothing = survey(Evolution(dice=1, seed=1), 40_000)
    for axis in (0, 1):
        low, high = nothing.estimate(spread_along(axis)).interval
        assert low < 0 < high
    something = survey(Evolution(dice=10, seed=1), 40_000)
    assert something.estimate(spread_along(1)).interval[0] > 10 * something.estimate(spread_along(0)).interval[1]


def test_a_duel_with_oneself_is_fair():
    share = duel((0.3, 0.3), (0.3, 0.3), 3000, players=3, dice=4, seed=1).share
    assert abs(share.value - 1 / 3) < 4 * share.error + 1e-12


def test_workers_warn_of_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert spread(abs, [-1, 2], workers=2) == [1, 2]
