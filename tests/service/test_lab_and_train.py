"""Populations run in the lab, spots of the trainer, and papers computed in the background."""

from __future__ import annotations

import time
from fractions import Fraction

import numpy as np
import pytest

import mendax
from mendax.arena.evolution import evolve
from mendax.errors import MendaxError
from mendax.papers.report import Verdict
from mendax.service import lab, papers, train
from mendax.service.config import Config
from mendax.service.database import open_database
from mendax.service.services import services
from mendax.service.solved import Library

SPEC = {"players": 2, "dice": 5, "rounds": 400, "box": [1.0, 1.0], "sides": [4, 3], "reading": "", "seed": 7}
PATIENCE = 120.0  # compiling the table once


def until(true):
    begun = time.monotonic()
    while not true():
        assert time.monotonic() - begun < PATIENCE
        time.sleep(0.05)


@pytest.fixture
def served(tmp_path):
    with services(Config(data=tmp_path, prepare=False)) as opened:
        yield opened


class TestLab:
    def test_a_run_is_that_of_the_library_however_often_it_is_paused(self, served):
        """The same seed gives the same scores as `mendax.evolve`, a game at a time or at once, stopped or not."""
        jobs = served.jobs
        job = lab.submit(jobs, SPEC, "me")
        until(lambda: len(jobs.points(job.id)) > 5)
        jobs.control(job.id, "pause")
        until(lambda: jobs.get(job.id).status in ("paused", "done"))
        jobs.control(job.id, "resume")
        until(lambda: jobs.get(job.id).status == "done")
        told = jobs.get(job.id).result
        assert told["scores"] == evolve(lab.evolution_of(SPEC)).scores[0].tolist()
        assert sum(map(sum, told["scores"])) == 12 + 400
        done = [point.data["done"] for point in jobs.points(job.id)]
        assert done == sorted(set(done))
        assert done[-1] == 400

    @pytest.mark.parametrize("wrong", [{"sides": [1000, 1000]}, {"rounds": 10**11}, {"players": 1}, {"reading": "x=y"}])
    def test_what_cannot_be_run_is_refused(self, served, wrong):
        with pytest.raises(MendaxError):
            lab.submit(served.jobs, SPEC | wrong, "me")
        assert served.jobs.all() == []

    def test_the_unit_games_are_those_of_the_theorems(self):
        """Theorem 2: the value is 1 - 1/e, claims above 1/e are true, and y - 1 - ln y = x below."""
        first, second = lab.units()
        assert first.value == pytest.approx(1 - np.exp(-1))
        for x, y in zip(first.x, first.claim, strict=True):
            assert y == x if x > np.exp(-1) else y - 1 - np.log(y) == pytest.approx(x, abs=1e-9)
        assert second.value == pytest.approx(0.5447, abs=1e-4)


class TestTrain:
    @pytest.fixture
    def at(self, tmp_path):
        library = Library(tmp_path / "solutions")
        mendax.save_solution(mendax.solve_game("bluff:faces=4"), library.path("bluff:faces=4"))
        return library, open_database(f"sqlite:///{tmp_path / 'a.sqlite3'}")

    def test_best_answers_lose_nothing_and_others_what_they_lose(self, at):
        """Wins of the best minus wins of the answer, as the table of the explorer has them, in chances to win."""
        library, engine = at
        rng = np.random.default_rng(1)
        for _ in range(20):
            spot = train.next_spot(library, engine, "me", "bluff:faces=4", rng)
            names = [option.name for option in spot.options]
            first = train.grade(library, engine, "other", "bluff:faces=4", spot.at, spot.hand, names[0])
            worth = {one.name: Fraction(one.wins.exact) for one in first.options}
            assert set(worth) == set(names)
            assert Fraction(first.loss.exact) == max(worth.values()) - worth[names[0]]
            assert max(worth.values()) > min(worth.values())
            played = [one for one in first.options if one.played and one.played.value]
            assert all(one.loss.value == 0 for one in played)
            best = train.grade(library, engine, "other", "bluff:faces=4", spot.at, spot.hand, first.best[0])
            assert (best.grade, best.loss.value) == ("best", 0)

    def test_weak_spots_come_back_sooner(self, at):
        """After a loss a spot is asked again two answers later; after the n-th answer without, 2^n later."""
        library, engine = at
        game = "bluff:faces=4"

        def ask(wrong: bool) -> int:
            grade = train.grade(library, engine, "me", game, "", "1", "2x4" if wrong else best)
            return grade.due

        best = train.grade(library, engine, "you", game, "", "1", "2x4").best[0]
        assert [ask(False), ask(False), ask(False), ask(True), ask(False)] == [2, 4, 8, 2, 2]
        again = train.next_spot(library, engine, "me", game, np.random.default_rng(0))
        assert not again.again
        for hand in ("2", "3"):
            train.grade(library, engine, "me", game, "", hand, best)
        again = train.next_spot(library, engine, "me", game, np.random.default_rng(0))
        assert again.again
        assert (again.at, again.hand) == ("", "1")
        told = train.progress(library, engine, "me", game)
        assert (told.answers, told.spots) == (7, 3)
        assert told.weak[0].hand == "1"
        assert train.progress(library, engine, "nobody", game).answers == 0

    @pytest.mark.parametrize(("hand", "action"), [("9", "1x1"), ("1", "call"), ("1", "9x9"), ("1", "x")])
    def test_answers_that_are_none_are_refused(self, at, hand, action):
        library, engine = at
        with pytest.raises(MendaxError):
            train.grade(library, engine, "me", "bluff:faces=4", "", hand, action)


class TestPapers:
    def test_rows_are_what_the_items_find(self, served, monkeypatch):
        """Nothing is there before it is computed; then each row carries version and time."""
        before = {work.key: work for work in papers.papers(served.config, served.engine, served.jobs)}
        assert all(item.found is None for work in before.values() for item in work.items)
        job = papers.compute(served.jobs, "lanctot-long", "me")
        assert papers.compute(served.jobs, "lanctot-long", "you").id == job.id
        until(lambda: len(served.jobs.points(job.id)) >= 3)
        served.jobs.control(job.id, "cancel")
        work = papers.papers(served.config, served.engine, served.jobs)[0]
        found = [item for item in work.items if item.found]
        assert len(found) >= 3
        for item in found[:3]:
            assert item.found.verdict in set(Verdict)
            assert item.found.current
            assert item.found.at >= job.created
            assert item.command.startswith("mendax reproduce lanctot-long --item ")

    def test_figures_are_found_by_plain_names_only(self, served):
        for name in ("x", "../mendax", "a/b", ""):
            with pytest.raises(MendaxError):
                papers.drawing(served.config, name, "svg")
        with pytest.raises(MendaxError):
            papers.compute(served.jobs, "nonsense", "me")
