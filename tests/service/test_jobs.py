"""The queue and its worker: done once, paused, resumed, cancelled, and kept when the server goes away."""

from __future__ import annotations

import time

import pytest

from mendax.errors import MendaxError
from mendax.service import solving
from mendax.service.config import Config
from mendax.service.services import services

LONG = {"game": "bluff:dice=2v1", "method": "dcfr", "target": 1e-9}
PATIENCE = 40.0


def until(true, what=""):
    begun = time.monotonic()
    while not true():
        assert time.monotonic() - begun < PATIENCE, what
        time.sleep(0.05)


@pytest.fixture
def served(tmp_path):
    with services(Config(data=tmp_path, prepare=False)) as opened:
        yield opened


def test_a_small_game_is_solved_into_the_library(served):
    job = solving.submit(served.solved, served.jobs, "bluff:faces=3", "me")
    assert solving.submit(served.solved, served.jobs, "bluff:faces=3", "you").id == job.id
    until(lambda: served.jobs.get(job.id).status == "done")
    told = served.jobs.get(job.id).result
    assert told["status"] == "exact"
    assert served.solved.find("bluff:faces=3").value == told["value"]


def test_paused_resumed_and_cancelled(served, tmp_path):
    jobs = served.jobs
    job = jobs.submit("solve", "long", LONG, "me")
    until(lambda: len(jobs.points(job.id)) > 3)
    jobs.control(job.id, "pause")
    until(lambda: jobs.get(job.id).status == "paused")
    kept, points = jobs.checkpoint(job.id), jobs.points(job.id)
    assert kept.exists()
    jobs.control(job.id, "resume")
    until(lambda: len(jobs.points(job.id)) > len(points) + 1)
    after = jobs.points(job.id)
    assert [point.seq for point in after] == list(range(len(after)))
    assert after[len(points)].data["iteration"] >= points[-1].data["iteration"]
    jobs.control(job.id, "cancel")
    until(lambda: jobs.get(job.id).status == "cancelled")
    until(lambda: not kept.exists())


def test_what_was_running_when_the_server_stopped_goes_on(tmp_path):
    config = Config(data=tmp_path, prepare=False)
    with services(config) as first:
        job = first.jobs.submit("solve", "long", LONG, "me")
        until(lambda: len(first.jobs.points(job.id)) > 3)
    with services(config) as second:
        before = second.jobs.points(job.id)
        until(lambda: len(second.jobs.points(job.id)) > len(before))
        assert second.jobs.points(job.id)[-1].data["iteration"] >= before[-1].data["iteration"]


def test_what_is_long_makes_room_for_what_is_short(served):
    """A run by regrets goes on after the small game that was asked for while it ran, from where it was."""
    jobs = served.jobs
    job = jobs.submit("solve", "long", LONG, "me")
    until(lambda: len(jobs.points(job.id)) > 3)
    small = solving.submit(served.solved, jobs, "bluff:faces=3", "me")
    until(lambda: jobs.get(small.id).status == "done")
    before = jobs.points(job.id)
    until(lambda: len(jobs.points(job.id)) > len(before))
    assert jobs.points(job.id)[-1].data["iteration"] >= before[-1].data["iteration"]


def test_a_worker_that_is_killed_is_replaced(served, monkeypatch):
    monkeypatch.setattr("mendax.service.jobs.ALIVE", 0.0)
    job = served.jobs.submit("solve", "long", LONG, "me")
    until(lambda: len(served.jobs.points(job.id)) > 1)
    first = served.jobs._process
    first.kill()
    first.wait()
    until(lambda: served.jobs._process is not first)


@pytest.mark.parametrize(
    "game", ["bluff:dice=99v99", "bluff:dice=3v3", "bluff:dice=1v1v1", "dudo", "coins:n=1000", "x", ""]
)
def test_what_is_too_large_is_refused_before_it_begins(served, game):
    begun = time.monotonic()
    with pytest.raises(MendaxError) as caught:
        solving.submit(served.solved, served.jobs, game, "me")
    assert "\n" not in str(caught.value)
    assert time.monotonic() - begun < 2
    assert served.jobs.all() == []


def test_a_job_that_fails_says_why(served):
    job = served.jobs.submit("solve", "wrong", {"game": "bluff", "method": "nonsense"}, "me")
    until(lambda: served.jobs.get(job.id).status == "failed")
    assert "nonsense" in served.jobs.get(job.id).error
