"""Finished games: lists of them, their records out and in, and what people have won against machines."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any

from sqlalchemy import Engine, Row, func, insert, select

from mendax.arena.records import SCHEMA, check_record, header, line
from mendax.errors import MendaxError, StoreError
from mendax.service import schema
from mendax.service.database import read, write
from mendax.service.table import playable

MOST_IMPORTED = 2_000  # games of one import
MOST_MOVES = 5_000  # of a game that is imported
LEVEL = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A finished game in a list. seat: of the person who asks, None where he did not play."""

    id: str
    game: str
    agents: list[str]
    seat: int | None
    won: list[str]
    ended: float
    imported: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """Games won by the person of those in which the same side began; an interval of the chance behind them, by Wilson."""

    games: int
    won: int
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleRow:
    """A game, an agent, a help level: games that the agent began, that the person began, and all; won: by the person."""

    game: str
    agent: str
    help: str
    agent_began: Cell
    person_began: Cell
    all: Cell


class Games:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def of(self, player: str, *, before: float | None = None, most: int = 50) -> list[Kept]:
        """Of a person, newest first; before: the time of the last one of the page before."""
        g, s = schema.game.c, schema.seat.c
        upto = before if before is not None else 1e300
        owned = select(schema.game).where(g.owner == player, g.ended < upto).order_by(g.ended.desc()).limit(most)
        sat = select(s.game).where(s.person == player, s.ended < upto).order_by(s.ended.desc()).limit(most)
        with read(self.engine) as connection:
            rows = {row.id: row for row in connection.execute(owned)}
            others = [game for game in connection.execute(sat).scalars() if game not in rows]
            rows |= {row.id: row for row in connection.execute(select(schema.game).where(g.id.in_(others)))}
            mine = select(s.game, s.number).where(s.person == player, s.game.in_(list(rows)))
            seats: dict[str, int] = {row.game: row.number for row in connection.execute(mine)}
        newest = sorted(rows.values(), key=lambda row: -row.ended)[:most]
        return [_kept(row, seats.get(row.id)) for row in newest]

    def record(self, game: str) -> dict[str, Any]:
        """StoreError where no such game is finished."""
        with read(self.engine) as connection:
            found = connection.execute(
                select(schema.game.c.record).where(schema.game.c.id == game)
            ).scalar_one_or_none()
        if found is None:
            raise StoreError("there is no such finished game")
        record: dict[str, Any] = json.loads(found)
        return record

    def seat_of(self, game: str, player: str) -> int | None:
        s = schema.seat.c
        with read(self.engine) as connection:
            number: int | None = connection.execute(
                select(s.number).where(s.game == game, s.person == player)
            ).scalar_one_or_none()
        return number

    def export(self, player: str) -> Iterator[bytes]:
        """All games of a person as JSON lines, oldest first."""
        yield line(header("mendax serve"))
        g = schema.game.c
        with read(self.engine) as connection:
            for record in connection.execute(select(g.record).where(g.owner == player).order_by(g.ended)).scalars():
                yield line(json.loads(record))

    def take_in(self, player: str, text: str) -> tuple[int, int]:
        """Games from JSON lines: how many are new, and how many were there already. Each is replayed by the rules first;
        StoreError names the first line that is no game, and then nothing is taken in."""
        found = dict(_read_lines(player, text))
        ids = list(found)
        with write(self.engine) as connection:
            known = set(
                connection.execute(select(schema.game.c.id).where(schema.game.c.id.in_(ids))).scalars() if ids else ()
            )
            new = [id for id in ids if id not in known]
            now = time.time()
            for i, id in enumerate(new):
                record = found[id]
                row = {"id": id, "game": record["game"], "record": json.dumps(record), "owner": player}
                connection.execute(insert(schema.game).values(**row, ended=now + i * 1e-6))
        return len(new), len(ids) - len(new)

    def people(self, player: str | None = None) -> list[PeopleRow]:
        """As Tables 2 to 4 of the thesis: one person against one agent, games of this server that no stand-in touched.

        player: his games alone; by default those of all.
        """
        d = schema.duel.c
        group = (d.game, d.agent, d.help, d.seat)
        rows = select(*group, func.count(), func.sum(d.won)).group_by(*group)
        if player is not None:
            rows = rows.where(d.person == player)
        table: dict[tuple[str, str, str], dict[int, tuple[int, int]]] = {}
        with read(self.engine) as connection:
            for game, agent, help, seat, games, won in connection.execute(rows):
                table.setdefault((game, agent, help), {})[seat] = (int(games), int(won))
        return [people_row(key, by_seat) for key, by_seat in sorted(table.items())]


def people_row(key: tuple[str, str, str], by_seat: dict[int, tuple[int, int]]) -> PeopleRow:
    """by_seat: games and wins of the person in the first and the second seat; the first begins."""
    began, second = by_seat.get(0, (0, 0)), by_seat.get(1, (0, 0))
    return PeopleRow(
        game=key[0],
        agent=key[1],
        help=key[2],
        person_began=_cell(*began),
        agent_began=_cell(*second),
        all=_cell(began[0] + second[0], began[1] + second[1]),
    )


def _cell(games: int, won: int) -> Cell:
    if not games:
        return Cell(games=0, won=0, low=None, high=None)
    low, high = wilson(won, games)
    return Cell(games=games, won=won, low=low, high=high)


def wilson(won: int, games: int) -> tuple[float, float]:
    """The interval of a chance behind so many games won, by Wilson; written out as scipy takes half a second to load."""
    share, z = won / games, NormalDist().inv_cdf((1 + LEVEL) / 2)
    middle = share + z * z / (2 * games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def _kept(row: Row[Any], seat: int | None) -> Kept:
    record = json.loads(row.record)
    people = record.get("people", {})
    agents = [people.get(str(i), "person") if name == "person" else name for i, name in enumerate(record["agents"])]
    return Kept(
        id=row.id,
        game=row.game,
        agents=agents,
        seat=seat,
        won=record["won"],
        ended=row.ended,
        imported=row.room is None,
    )


def _read_lines(player: str, text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    games = 0
    for number, written in enumerate(text.splitlines(), start=1):
        if not written.strip():
            continue
        try:
            told = json.loads(written)
        except (ValueError, RecursionError):
            raise StoreError(f"line {number} is not JSON") from None
        if isinstance(told, dict) and "records" in told and "game" not in told:
            if told["records"] != SCHEMA:
                raise StoreError(f"line {number}: records of schema {told['records']!r}; this version reads {SCHEMA}")
            continue
        games += 1
        if games > MOST_IMPORTED:
            raise StoreError(f"more than {MOST_IMPORTED:,} games; take them in by parts")
        record = _checked(number, told)
        digest = hashlib.sha256(f"{player} {json.dumps(record, sort_keys=True)}".encode()).hexdigest()
        yield digest[:24], record


def _checked(number: int, told: Any) -> dict[str, Any]:
    """The record with nothing in it that is not of a record."""
    texts = ("agents", "rolls", "moves", "won")
    whole = isinstance(told, dict) and isinstance(told.get("game"), str)
    if not whole or not all(
        isinstance(told.get(key), list) and all(isinstance(part, str) for part in told[key]) for key in texts
    ):
        raise StoreError(f"line {number} is no record of a game")
    if len(told["moves"]) > MOST_MOVES or len(told["agents"]) > 6 or any(len(name) > 200 for name in told["agents"]):
        raise StoreError(f"line {number} is too long a game; at most {MOST_MOVES:,} moves and 6 players are taken in")
    try:
        game = playable(told["game"])
        reason = check_record({**told, "game": game}, rules_only=True)
    except (MendaxError, TypeError, ValueError) as error:
        reason = str(error)
    if reason:
        raise StoreError(f"line {number}: {reason}"[:300])
    seed = told.get("seed")
    people = told.get("people")
    return {
        "game": game,
        "agents": told["agents"],
        "seed": seed if isinstance(seed, list) and all(type(part) is int for part in seed) else [0],
        "rolls": told["rolls"],
        "moves": told["moves"],
        "won": told["won"],
        "people": {str(k)[:2]: str(v)[:24] for k, v in people.items()} if isinstance(people, dict) else {},
    }
