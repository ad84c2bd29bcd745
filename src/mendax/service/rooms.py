"""Rooms: tables with people and a clock, kept in the database as what happened at them.

Whatever a request changes is written in one transaction before anybody is told: a server that is killed has either not heard of a
move, or keeps it. A room is loaded from its events when somebody asks for it. Each has a lock; listeners are called after a
change, outside of it.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, insert, select, update

from mendax.agents.agent import Agent
from mendax.arena.records import KEYS
from mendax.errors import IllegalAction, MendaxError, NotationError, StoreError
from mendax.games.state import begin
from mendax.service import schema
from mendax.service.database import read, write
from mendax.service.helping import LEVELS, help_for
from mendax.service.library import Library
from mendax.service.opponents import seat_agent, stand_in
from mendax.service.table import Event, Plan, Table, new_table, playable
from mendax.service.telling import told

assert "rolls" in KEYS  # a record made here is one that arena/records.py reads

CLOCKS = (15, 30, 60, 120, 300)
MOST_KEPT = 2_000  # tables in memory; those that nobody watches go first
NAME = 24  # letters

Listener = Callable[[], None]


@dataclass(slots=True, kw_only=True)
class Room:
    id: str
    owner: str
    created: float
    table: Table
    agents: list[Agent | None]
    lock: threading.RLock = field(default_factory=threading.RLock)
    listeners: dict[int, tuple[str, Listener]] = field(default_factory=dict)
    deadline: float | None = None

    def seats_free(self) -> list[int]:
        return [i for i, seat in enumerate(self.table.seats) if not seat.agent and not seat.player]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mine:
    room: str
    game: str
    created: float
    over: bool


class Rooms:
    """now: the clock, which tests turn by hand."""

    def __init__(self, engine: Engine, library: Library, *, now: Callable[[], float] = time.time) -> None:
        self.engine, self.library, self.now = engine, library, now
        self._rooms: dict[str, Room] = {}
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._ticker: threading.Thread | None = None

    # What people do ---------------------------------------------------------------------------------------------------

    def create(
        self,
        owner: str,
        game: str,
        agents: Sequence[str],
        *,
        help: str = "none",
        clock: int | None = None,
        name: str = "",
        seed: int | None = None,
    ) -> Room:
        """agents: by seat, empty for a person; the owner takes the first of these. The first seat opens."""
        if help not in LEVELS:
            raise NotationError(f"help {help!r} is not allowed; allowed: {', '.join(LEVELS)}")
        if clock is not None and clock not in CLOCKS:
            raise NotationError(f"a clock of {clock} seconds is not allowed; allowed: {', '.join(map(str, CLOCKS))}")
        text = playable(game)
        minds = [seat_agent(agent, text, self.library) if agent else None for agent in agents]
        if None not in minds:
            raise NotationError("nobody sits at this table but agents; leave a seat to a person")
        seed = secrets.randbits(128) if seed is None else seed
        table = new_table(
            text,
            tuple(Plan(agent=mind.name if mind else "") for mind in minds),
            seed=seed,
            help=help,
            clock=clock,
        )
        if any(minds):
            self._try_agents(table, minds)
        room = Room(id=secrets.token_urlsafe(9), owner=owner, created=self.now(), table=table, agents=minds)
        options = {"help": help, "clock": clock, "seed": str(seed)}
        with write(self.engine) as connection:
            connection.execute(
                insert(schema.room).values(
                    id=room.id,
                    game=text,
                    seats=json.dumps([seat.agent for seat in table.seats]),
                    options=json.dumps(options),
                    owner=owner,
                    created=room.created,
                )
            )
        with self._lock:
            self._rooms[room.id] = room
            self._forget_some()
        self.sit(room.id, owner, name)
        return room

    def sit(self, room_id: str, player: str, name: str = "", seat: int | None = None) -> int:
        """Take a free seat, or the one already taken; its number."""
        room = self.room(room_id)
        with room.lock:
            had = room.table.seat_of(player)
            if had is not None:
                return had
            free = room.seats_free()
            if not free or (seat is not None and seat not in free):
                raise IllegalAction("this seat is not free" if free else "no seat is free at this table")
            taken = free[0] if seat is None else seat
            sitting = {"seat": taken, "player": player, "name": clean(name) or f"Player {taken + 1}"}
            self._step(room, [self._event("sit", sitting)])
        self._notify(room)
        return taken

    def fill(self, room_id: str, player: str, agent: str) -> None:
        """The owner lets an agent sit in all free seats, by the stand-in's rule: it plays for nobody who is away."""
        room = self.room(room_id)
        with room.lock:
            if player != room.owner:
                raise IllegalAction("only who opened the table fills its seats")
            mind = seat_agent(agent, room.table.game, self.library)
            self._try_agents(room.table, [mind])
            with write(self.engine) as connection:
                for i in room.seats_free():
                    room.table.seats[i].agent = room.table.seats[i].name = mind.name
                    room.agents[i] = mind
                seats = json.dumps([seat.agent for seat in room.table.seats])
                connection.execute(update(schema.room).where(schema.room.c.id == room.id).values(seats=seats))
            self._step(room, [])
        self._notify(room)

    def act(self, room_id: str, player: str, seq: int, action: str) -> None:
        """A person's move. seq: of the snapshot he acts on; what is not the latest is refused, so nothing is done twice."""
        room = self.room(room_id)
        with room.lock:
            table = room.table
            seat = table.seat_of(player)
            if seat is None:
                raise IllegalAction("you do not sit at this table")
            if not table.started:
                raise IllegalAction("the table waits for more players")
            if seq != table.seq:
                raise IllegalAction("the table has gone on since then")
            if seat != table.state.mover:
                raise IllegalAction("it is not your turn")
            table.action(action)  # refused before anything is written
            back = [self._event("back", {"seat": seat})] if table.seats[seat].away else []
            self._step(room, [*back, self._event("move", {"seat": seat, "action": action, "by": "person"})])
        self._notify(room)

    def snapshot(self, room_id: str, player: str) -> dict[str, Any]:
        room = self.room(room_id)
        with room.lock:
            seat = room.table.seat_of(player)
            found = told(room.table, seat)
            state = room.table.state
            view = state.view(seat) if seat is not None and seat == state.mover and room.table.started else None
            connected = {watcher for watcher, _ in room.listeners.values()}
            for sitting, shown in zip(room.table.seats, found["seats"], strict=True):
                shown["here"] = bool(sitting.agent) or sitting.player in connected
            left = None if room.deadline is None else max(0.0, room.deadline - self.now())
            found |= {"room": room.id, "owner": player == room.owner, "seconds_left": left}
        solution = self.library.solution(found["game"]) if room.table.help == "solved" and view else None
        found["help"] = help_for(view, room.table.help, solution) if view is not None else None
        return found

    def of(self, player: str, most: int = 20) -> list[Mine]:
        """Tables that a person opened, newest first."""
        rows = (
            select(schema.room).where(schema.room.c.owner == player).order_by(schema.room.c.created.desc()).limit(most)
        )
        with read(self.engine) as connection:
            return [
                Mine(room=row["id"], game=row["game"], created=row["created"], over=row["ended"] is not None)
                for row in connection.execute(rows).mappings()
            ]

    def listen(self, room_id: str, player: str, listener: Listener) -> int:
        """Be told of changes; the number to stop it by. Who sat here and was away is back."""
        room = self.room(room_id)
        with room.lock:
            key = max(room.listeners, default=0) + 1
            room.listeners[key] = (player, listener)
            seat = room.table.seat_of(player)
            if seat is not None and room.table.seats[seat].away:
                self._step(room, [self._event("back", {"seat": seat})])
        self._notify(room)
        return key

    def leave(self, room_id: str, key: int) -> None:
        room = self.room(room_id)
        with room.lock:
            room.listeners.pop(key, None)
        self._notify(room)

    # The clock --------------------------------------------------------------------------------------------------------

    def start_clock(self) -> None:
        self._ticker = threading.Thread(target=self._run_clock, name="clock", daemon=True)
        self._ticker.start()

    def close(self) -> None:
        self._stop.set()
        if self._ticker is not None:
            self._ticker.join(5)

    def _run_clock(self) -> None:
        while not self._stop.wait(0.5):
            self.tick()

    def tick(self) -> None:
        """Where a person's time is up the stand-in moves, and plays on until the person is back."""
        with self._lock:
            late = [room for room in self._rooms.values() if room.deadline is not None and room.deadline <= self.now()]
        for room in late:
            with room.lock:
                mover = room.table.state.mover
                if room.deadline is None or room.deadline > self.now() or mover is None:
                    continue
                self._step(room, [self._event("away", {"seat": mover})])
            self._notify(room)

    # A step -----------------------------------------------------------------------------------------------------------

    def _step(self, room: Room, events: list[Event]) -> None:
        """Let events happen and all that follows without a person; write it; only then does it count."""
        table = room.table
        before = table.seq
        happened: list[Event] = []
        try:
            for event in events:
                table.happens(event)
                happened.append(event)
            while (event_ := self._next(room)) is not None:
                table.happens(event_)
                happened.append(event_)
            if happened:
                with write(self.engine) as connection:
                    self._write(connection, room, before, happened)
        except BaseException:
            with self._lock:
                self._rooms.pop(room.id, None)  # what was not written did not happen: the next one loads the room again
            raise
        over, person = table.state.won is not None, table.state.mover
        timed = table.clock is not None and table.started and not over and person is not None
        room.deadline = self.now() + table.clock if timed and table.clock is not None else None

    def _next(self, room: Room) -> Event | None:
        """What happens without a person; None where a person is to move, or nothing more is."""
        table = room.table
        state = table.state
        if state.won is not None or not table.started:
            return None
        if state.awaits_dice:
            return self._event("roll", {"dice": state.roll(table.dice_stream()).rolled})
        mover = state.mover
        assert mover is not None
        if not table.plays_itself(mover):
            return None
        view = state.view(mover)
        agent = room.agents[mover]
        by = "agent" if agent else "stand-in"
        mind = agent or stand_in(table.game, state, self.library)
        action = view.legal[0] if len(view.legal) == 1 else mind.act(view, table.mind_stream())
        return self._event("move", {"seat": mover, "action": state.told(action), "by": by})

    def _write(self, connection: Connection, room: Room, before: int, happened: Sequence[Event]) -> None:
        rows = [
            {"room": room.id, "seq": before + i, "kind": event.kind, "data": json.dumps(event.data), "at": event.at}
            for i, event in enumerate(happened)
        ]
        connection.execute(insert(schema.event), rows)
        if room.table.state.won is not None:
            finish(connection, room, self.now())

    def _try_agents(self, table: Table, minds: Sequence[Agent | None]) -> None:
        """An agent that cannot play this game says so before the table is set: it is asked at its first position."""
        state = begin(table.game)
        if state.awaits_dice:
            state = state.roll(table.dice_stream())
        assert state.mover is not None
        view = state.view(state.mover)
        for mind in minds:
            if mind is not None:
                mind.act(view, table.mind_stream())

    def _event(self, kind: str, data: dict[str, Any]) -> Event:
        return Event(kind=kind, data=data, at=self.now())

    def _notify(self, room: Room) -> None:
        for _, listener in list(room.listeners.values()):
            listener()

    # Rooms in memory --------------------------------------------------------------------------------------------------

    def room(self, room_id: str) -> Room:
        """StoreError where there is none."""
        with self._lock:
            found = self._rooms.get(room_id)
        if found is None:
            loaded = self._load(room_id)
            with self._lock:
                found = self._rooms.setdefault(room_id, loaded)
        return found

    def _load(self, room_id: str) -> Room:
        with read(self.engine) as connection:
            row = connection.execute(select(schema.room).where(schema.room.c.id == room_id)).mappings().one_or_none()
            events = connection.execute(
                select(schema.event).where(schema.event.c.room == room_id).order_by(schema.event.c.seq)
            ).mappings()
            happened = [Event(kind=e["kind"], data=json.loads(e["data"]), at=e["at"]) for e in events]
        if row is None:
            raise StoreError("there is no such table; the link may be damaged")
        options, agents = json.loads(row["options"]), json.loads(row["seats"])
        table = new_table(
            row["game"],
            tuple(Plan(agent=agent) for agent in agents),
            seed=int(options["seed"]),
            help=options["help"],
            clock=options["clock"],
        )
        for event in happened:
            table.happens(event)
        minds = [self._mind(agent, table.game) if agent else None for agent in agents]
        room = Room(id=room_id, owner=row["owner"], created=row["created"], table=table, agents=minds)
        if table.clock is not None and table.started and table.state.won is None:
            room.deadline = self.now() + table.clock
        return room

    def _mind(self, agent: str, game: str) -> Agent:
        try:
            return seat_agent(agent, game, self.library)
        except MendaxError:  # its solution was taken away
            return stand_in(game, begin(game), self.library)

    def _forget_some(self) -> None:
        """Those that nobody watches and that can be loaded again, oldest first."""
        idle = [room for room in self._rooms.values() if not room.listeners and room.deadline is None]
        for room in sorted(idle, key=lambda room: room.table.moved)[: max(0, len(self._rooms) - MOST_KEPT)]:
            del self._rooms[room.id]


def finish(connection: Connection, room: Room, now: float) -> None:
    """The record of a game that is over, once: its room has one row."""
    table = room.table
    assert table.state.won is not None
    connection.execute(update(schema.room).where(schema.room.c.id == room.id).values(ended=now))
    connection.execute(
        insert(schema.game).values(
            id=room.id,
            room=room.id,
            game=table.game,
            record=json.dumps(record_of(table)),
            owner=room.owner,
            ended=now,
        )
    )
    people = [(i, sitting.player) for i, sitting in enumerate(table.seats) if sitting.player]
    connection.execute(
        insert(schema.seat),
        [{"game": room.id, "number": i, "person": player, "ended": now} for i, player in people],
    )
    if len(table.seats) == 2 and len(people) == 1 and not table.stood_in and max(table.state.won) == 1:
        [(number, player)] = people
        connection.execute(
            insert(schema.duel).values(
                id=room.id,
                game=table.game,
                agent=table.seats[1 - number].agent,
                help=table.help,
                seat=number,
                person=player,
                won=int(table.state.won[number]),
            )
        )


def record_of(table: Table) -> dict[str, Any]:
    """As arena/records.py has it; people are called `person`."""
    assert table.state.won is not None
    return {
        "game": table.game,
        "agents": [seat.agent or "person" for seat in table.seats],
        "seed": [table.seed],
        "rolls": table.rolls,
        "moves": [text for _, text in table.moves],
        "won": [str(share) for share in table.state.won],
        "people": {str(i): seat.name for i, seat in enumerate(table.seats) if not seat.agent},
        "help": table.help,
        "stood_in": table.stood_in,
    }


def clean(name: str) -> str:
    """A name that can be shown: printable, short."""
    return "".join(c for c in name if c.isprintable()).strip()[:NAME]
