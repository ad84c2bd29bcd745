"""Kept games: out and in again, lists, and the tables of people against machines."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from scipy.stats import binomtest

from mendax.agents.match import play
from mendax.agents.named import make_agent
from mendax.arena.records import header, line, record
from mendax.errors import StoreError
from mendax.service.database import open_database
from mendax.service.games import Games, wilson
from mendax.service.library import Library
from mendax.service.rooms import Rooms


@pytest.fixture
def games(url):
    return Games(open_database(url))


def lines(game="perudo:dice=2v2", number=3):
    agents = [make_agent("st"), make_agent("random")]
    told = [record(play(game, agents, np.random.default_rng(seed)), (seed,)) for seed in range(number)]
    return b"".join([line(header("test")), *map(line, told)]).decode(), told


def test_games_come_in_once_and_out_as_they_were(games):
    text, told = lines()
    assert games.take_in("ann", text) == (3, 0)
    assert games.take_in("ann", text) == (0, 3)
    assert games.take_in("bob", text) == (3, 0)
    out = b"".join(games.export("ann")).decode()
    assert games.take_in("ann", out) == (0, 3)
    back = [json.loads(row) for row in out.splitlines()[1:]]
    assert [{key: row[key] for key in told[0]} for row in back] == told
    assert [kept.game for kept in games.of("ann")] == ["perudo:dice=2v2"] * 3


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda row: row.update(won=["1", "1"]), "another result"),
        (lambda row: row.update(moves=row["moves"][:-1]), "moves end"),
        (lambda row: row.update(rolls=["99 99"]), "no hand"),
        (lambda row: row.update(game="bluff:dice=99v99"), "too large"),
        (lambda row: row.update(moves=[1]), "no record"),
        (lambda row: row.pop("agents"), "no record"),
        (lambda row: row.update(moves=["call"] * 9_000), "too long"),
    ],
)
def test_what_is_no_game_is_refused_by_its_line_and_nothing_is_taken_in(games, change, why):
    text, told = lines(number=2)
    change(told[1])
    with pytest.raises(StoreError, match="line 3.*" + why):
        games.take_in("ann", text.splitlines()[0] + "\n" + "".join(line(row).decode() for row in told))
    assert games.of("ann") == []


def test_noise_is_no_game(games):
    for text in ("nothing", "[]", "{}", '{"records": 99}', "[" * 100_000):
        with pytest.raises(StoreError, match="line 1"):
            games.take_in("ann", text)


def test_people_against_machines_are_counted_by_agent_opener_and_help(tmp_path, url):
    """Forty games with known results: the table has each once, by who began, and its intervals hold the share."""
    engine = open_database(url)
    rooms, games, rng = Rooms(engine, Library(tmp_path)), Games(engine), random.Random(1)
    expected: dict[tuple[str, str, int], list[int]] = {}
    for number in range(40):
        agent, seat, help = rng.choice(["honest", "tree"]), rng.choice([0, 1]), rng.choice(["none", "chances"])
        room = rooms.create("ann", "thesis-die", ["", agent] if seat == 0 else [agent, ""], help=help, seed=number)
        while not (told := rooms.snapshot(room.id, "ann"))["over"]:
            rooms.act(room.id, "ann", told["seq"], rng.choice(told["legal"]))
        expected.setdefault((agent, help, seat), []).append(round(told["seats"][seat]["won"]))
    found = {
        (row.agent, row.help, seat): (cell.games, cell.won)
        for row in games.people()
        for seat, cell in ((0, row.person_began), (1, row.agent_began))
        if cell.games
    }
    assert found == {key: (len(won), sum(won)) for key, won in expected.items()}
    assert games.people("bob") == []
    assert games.people("ann") == games.people()
    for row in games.people():
        assert row.all.games == row.agent_began.games + row.person_began.games
        assert row.all.low < row.all.won / row.all.games < row.all.high or row.all.won in (0, row.all.games)


def test_games_of_a_stand_in_or_of_three_do_not_count(tmp_path):
    engine = open_database(f"sqlite:///{tmp_path / 'people.sqlite3'}")
    rooms, games = Rooms(engine, Library(tmp_path), now=lambda: clock[0]), Games(engine)
    clock = [0.0]
    rooms.create("ann", "bluff", ["", "st"], clock=30, seed=1)
    clock[0] = 31.0
    for _ in range(10):
        rooms.tick()
    assert len(games.of("ann")) == 1
    assert games.people() == []


@pytest.mark.parametrize(("won", "games"), [(0, 7), (7, 7), (18, 60), (33, 60), (1, 1), (500, 1000)])
def test_intervals_are_those_of_wilson(won, games):
    found = binomtest(won, games).proportion_ci(0.95, method="wilson")
    assert wilson(won, games) == pytest.approx((found.low, found.high), abs=1e-12)
