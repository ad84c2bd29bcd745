"""A server that is killed in the middle: what it had told anybody is there when it starts again, on both databases."""

from __future__ import annotations

import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import httpx2
import pytest
from sqlalchemy import select

from browser import end, start
from mendax.arena.records import check_record
from mendax.service import schema
from mendax.service.database import open_database, read

TABLES = 12


class Person:
    """One at a table; told: the last snapshot that the server sent him."""

    def __init__(self, number, address):
        self.rng = random.Random(number)
        self.http = httpx2.Client(base_url=address, verify=False)
        game, agent = [("perudo:dice=6v6", "st"), ("dudo:dice=6v6", "honest"), ("perudo:dice=5v5v5", "st")][number % 3]
        seats = ["", agent, agent] if "5v5v5" in game else ["", agent]
        self.told = self.http.post("/api/play/tables", json={"game": game, "seats": seats}).json()
        self.room = self.told["room"]

    def play(self, moves):
        """Up to so many moves; stops where the server does not answer."""
        for _ in range(moves):
            if self.told["over"]:
                return
            body = {"seq": self.told["seq"], "action": self.rng.choice(self.told["legal"][:2])}
            try:
                answer = self.http.post(f"/api/play/tables/{self.room}/act", json=body)
            except httpx2.TransportError:
                return
            assert answer.status_code == 200, answer.text
            self.told = answer.json()

    def come_back(self, address):
        self.http.base_url = address
        seen = self.told
        self.told = self.http.get(f"/api/play/tables/{self.room}").json()
        return seen


def test_nothing_told_is_lost_and_no_game_counts_twice(tmp_path, url):
    options = ("--no-prepare", "--database", url)
    process, address = start(tmp_path, *options)
    people = [Person(number, address) for number in range(TABLES)]
    with ThreadPoolExecutor(TABLES) as pool:
        playing = [pool.submit(person.play, 2_000) for person in people]
        time.sleep(0.1)
        process.kill()
        for one in playing:
            one.result()
    end(process, kill=True)
    assert not all(person.told["over"] for person in people)  # it was in the middle
    process, address = start(tmp_path, *options)
    try:
        for person in people:
            seen = person.come_back(address)
            assert person.told["seq"] >= seen["seq"]
            assert person.told["commitment"] == seen["commitment"]
            if person.told["seq"] == seen["seq"]:
                assert {**person.told, "seats": []} == {**seen, "seats": []}  # who is connected may differ
            person.play(2_000)
            assert person.told["over"]
    finally:
        for person in people:
            person.http.close()
        end(process)
    engine = open_database(url)
    with read(engine) as connection:
        kept = {row.room: json.loads(row.record) for row in connection.execute(select(schema.game))}
        duels = connection.execute(select(schema.duel.c.id)).scalars().all()
    assert set(kept) == {person.room for person in people}
    assert [check_record(record, rules_only=True) for record in kept.values()] == [""] * TABLES
    assert len(duels) == len(set(duels)) == sum(len(record["agents"]) == 2 for record in kept.values())
    for person in people:
        assert [float(seat["won"]) for seat in person.told["seats"]] == [
            pytest.approx(float(Fraction(share))) for share in kept[person.room]["won"]
        ]
