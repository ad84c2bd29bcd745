"""Rooms: what is told to whom, who may do what, the clock, and that nothing is lost."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from mendax.arena.records import check_record
from mendax.errors import MendaxError
from mendax.games.cup_state import CupState
from mendax.games.round_state import RoundState
from mendax.service import schema
from mendax.service.database import open_database, read
from mendax.service.helping import help_for
from mendax.service.library import Library
from mendax.service.rooms import Rooms
from mendax.service.table import Event, Plan, new_table
from mendax.service.telling import told
from mendax.solve.game import solve_game
from mendax.store import save_solution

GAMES = [
    "bluff",
    "perudo:dice=2v2v2",
    "burcsi-nagy:dice=2v3",
    "dudo:dice=2v1v2v1",
    "thesis-die",
    "coins",
    "liars-die:players=3",
    "seven-category:keep=hidden",
]


class Clock:
    def __init__(self):
        self.time = 1_000.0

    def __call__(self):
        return self.time


@pytest.fixture
def rooms(tmp_path, url):
    return make_rooms(tmp_path, url)


def make_rooms(folder, url):
    return Rooms(open_database(url), Library(folder / "solutions"), now=Clock())


def play_on(rooms, room, rng, players):
    """People move at random until the game is over."""
    table = room.table
    for _ in range(2_000):
        if rooms.room(room.id).table.state.won is not None:
            return
        mover = table.state.mover
        legal = rooms.snapshot(room.id, players[mover])["legal"]
        rooms.act(room.id, players[mover], table.seq, legal[int(rng.integers(len(legal)))])
    raise AssertionError("the game does not end")


# What is told ---------------------------------------------------------------------------------------------------------


def messages(table):
    """What each seat and a watcher would be told, with the help of all levels."""
    seats = [*range(len(table.seats)), None]
    helped = {}
    for seat in seats:
        view = table.state.view(seat) if seat is not None and seat == table.state.mover else None
        helped[seat] = (told(table, seat), view and help_for(view, "solved", SOLUTIONS.get(table.game)))
    return {seat: json.dumps(message) for seat, message in helped.items()}


SOLUTIONS = {game: solve_game(game) for game in ("bluff", "thesis-die", "coins")}


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 10_000))
def test_no_message_depends_on_dice_that_its_receiver_may_not_know(game, seed):
    """At every point of a random game: exchange what is hidden from a seat; what that seat is told stays, to the letter."""
    rng = np.random.default_rng(seed)
    players = 6
    table = next(found for n in range(2, players + 1) if (found := _table(game, n, seed)) is not None)
    for seat in range(len(table.seats)):
        table.happens(Event(kind="sit", data={"seat": seat, "player": f"p{seat}", "name": f"P{seat}"}, at=0.0))
    changed = 0
    for _ in range(400):
        if table.state.won is not None:
            break
        if table.state.awaits_dice:
            dice = table.state.roll(rng).rolled
            table.happens(Event(kind="roll", data={"dice": dice}, at=0.0))
        else:
            legal = table.state.legal
            text = table.state.told(legal[int(rng.integers(len(legal)))])
            data = {"seat": table.state.mover, "action": text, "by": "person"}
            table.happens(Event(kind="move", data=data, at=0.0))
        real = messages(table)
        for seat in real:
            other = replace(table, state=_exchanged(table.state, seat, rng))
            assert messages(other)[seat] == real[seat]
            changed += other.state != table.state
    assert changed > 0


def _table(game, players, seed):
    try:
        return new_table(game, (Plan(),) * players, seed=seed, help="solved", clock=None)
    except MendaxError:
        return None


def _exchanged(state, seat, rng):
    """The same to a seat, with other dice where it may not look."""
    if isinstance(state, RoundState):
        if not state.hands:
            return state
        again = RoundState(variant=state.variant, standing=state.standing, past=state.past).roll(rng)
        hands = tuple(
            own if i == seat else new for i, (own, new) in enumerate(zip(state.hands, again.hands, strict=True))
        )
        return replace(state, hands=hands)
    assert isinstance(state, CupState)
    cup = state.cup
    if state.inside is None or state.won is not None or state.throw is not None or state.node < cup.num_positions:
        return state
    _, group = cup.beat_and_group(state.node - cup.num_positions)
    if state.hand == 0 or group >= len(cup.groups):
        return state
    thrower = state.turn if state.hand <= len(cup.hands) else (state.turn - 1) % state.num_players
    if seat == thrower:
        return state
    possible = cup.hands_of[group]
    if state.hand > len(cup.hands):
        claim = state.hand - 1 - len(cup.hands)
        possible = [hand for hand in possible if cup.legal[hand, claim]]
    new = int(possible[int(rng.integers(len(possible)))])
    return replace(state, inside=new, hand=1 + new if state.hand <= len(cup.hands) else state.hand)


def test_a_hand_is_told_to_its_owner_only(rooms):
    room = rooms.create("ann", "bluff:faces=6", ["", ""], name="Ann")
    rooms.sit(room.id, "bob", "Bob")
    hands = {who: rooms.snapshot(room.id, who)["hand"] for who in ("ann", "bob", "eve")}
    assert hands["ann"] is not None
    assert hands["bob"] is not None
    assert hands["eve"] is None
    assert "seed" in rooms.snapshot(room.id, "ann")
    assert rooms.snapshot(room.id, "ann")["seed"] is None


# Who may do what ------------------------------------------------------------------------------------------------------


def test_only_who_is_to_move_moves_and_only_once(rooms):
    room = rooms.create("ann", "bluff", ["", ""])
    with pytest.raises(MendaxError, match="waits"):
        rooms.act(room.id, "ann", room.table.seq, "1x2")
    rooms.sit(room.id, "bob")
    seq = room.table.seq
    for who, action, why in (
        ("bob", "1x2", "not your turn"),
        ("eve", "1x2", "do not sit"),
        ("ann", "call", "not allowed"),
        ("ann", "9x9", "not allowed"),
    ):
        with pytest.raises(MendaxError, match=why):
            rooms.act(room.id, who, seq, action)
    rooms.act(room.id, "ann", seq, "1x2")
    with pytest.raises(MendaxError, match="gone on"):
        rooms.act(room.id, "ann", seq, "1x2")
    assert [text for _, text in room.table.moves] == ["1x2"]


def test_no_third_person_takes_a_seat_and_coming_again_keeps_it(rooms):
    room = rooms.create("ann", "bluff", ["", ""])
    assert rooms.sit(room.id, "bob") == 1
    assert rooms.sit(room.id, "bob") == 1
    with pytest.raises(MendaxError, match="no seat"):
        rooms.sit(room.id, "eve")


@pytest.mark.parametrize(
    ("game", "agents"),
    [
        ("bluff:dice=99v99", ["", "st"]),
        ("coins:n=1000", ["", "honest"]),
        ("rps", ["", "random"]),
        ("bluff", ["", "equilibrium:/etc/passwd"]),
        ("bluff", ["", "best-response:honest"]),
        ("bluff", ["", "tree"]),
        ("bluff", ["st", "st"]),
        ("bluff", [""]),
        ("bluff:dice=1v1v1v1v1v1v1", [""] * 7),
        ("thesis-die", ["", "equilibrium"]),
    ],
)
def test_what_cannot_be_a_table_is_refused_in_one_line(rooms, game, agents):
    with pytest.raises(MendaxError) as caught:
        rooms.create("ann", game, agents)
    assert "\n" not in str(caught.value)


# To the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "agents"),
    [
        ("bluff", ["", "st"]),
        ("perudo:dice=3v3v3v3", ["belief", "", "honest", ""]),
        ("dudo:dice=2v2,faces=3", ["random", ""]),
        ("thesis-die", ["matrix", ""]),
        ("seven-category", ["", "honest"]),
        ("coins", ["random", ""]),
        ("liars-die:players=4", ["", "honest", "", "random"]),
    ],
)
def test_a_finished_game_is_kept_once_and_replays(rooms, tmp_path, url, game, agents):
    players = {}
    room = rooms.create("p0", game, agents, seed=7)
    people = [i for i, agent in enumerate(agents) if not agent]
    for i, seat in enumerate(people):
        assert rooms.sit(room.id, f"p{i}") == seat
        players[seat] = f"p{i}"
    play_on(rooms, room, np.random.default_rng(1), players)
    with read(rooms.engine) as connection:
        records = [json.loads(text) for text in connection.execute(select(schema.game.c.record)).scalars()]
        seats = connection.execute(select(schema.seat)).all()
    assert len(records) == 1
    assert check_record(records[0], rules_only=True) == ""
    assert len(seats) == len(people)
    again = make_rooms(tmp_path, url)
    assert again.snapshot(room.id, "p0") == rooms.snapshot(room.id, "p0")


def test_a_room_is_the_same_after_the_server_was_killed(rooms, tmp_path, url):
    """Everything told was written before: another server on the same database goes on where this one was."""
    room = rooms.create("ann", "perudo:dice=5v5v5", ["", "belief", "honest"], seed=3)
    rng = np.random.default_rng(0)
    for _ in range(6):
        snapshot = rooms.snapshot(room.id, "ann")
        if not snapshot["legal"]:
            break
        rooms.act(room.id, "ann", snapshot["seq"], snapshot["legal"][int(rng.integers(3))])
        rooms.room(room.id)
        again = make_rooms(tmp_path, url)
        assert again.snapshot(room.id, "ann") == rooms.snapshot(room.id, "ann")


def test_the_same_seed_is_the_same_game(tmp_path):
    def moves(folder):
        rooms = make_rooms(folder, f"sqlite:///{folder / 'rooms.sqlite3'}")
        room = rooms.create("ann", "perudo:dice=3v3", ["", "random"], seed=11)
        play_on(rooms, room, np.random.default_rng(5), {0: "ann"})
        return room.table.rolls, room.table.moves

    assert moves(tmp_path / "a") == moves(tmp_path / "b")


def test_the_stand_in_plays_when_time_is_up_until_the_person_is_back(rooms):
    room = rooms.create("ann", "perudo:dice=5v5", ["", ""], clock=30)
    rooms.sit(room.id, "bob")
    rooms.tick()
    assert room.table.moves == []
    rooms.now.time += 31
    rooms.tick()
    assert len(room.table.moves) == 1
    assert room.table.seats[0].away
    seat = room.table.state.mover
    assert seat == 1
    rooms.listen(room.id, "ann", lambda: None)
    assert not room.table.seats[0].away
    assert room.table.stood_in


def test_listeners_hear_of_every_change(rooms):
    heard = []
    room = rooms.create("ann", "bluff", ["", ""])
    rooms.listen(room.id, "ann", lambda: heard.append(room.table.seq))
    before = len(heard)
    rooms.sit(room.id, "bob")
    rooms.act(room.id, "ann", room.table.seq, "1x1")
    assert len(heard) == before + 2


def test_optimal_play_is_offered_where_it_is_solved(rooms):
    save_solution(SOLUTIONS["bluff"], rooms.library.path("bluff"))
    room = rooms.create("ann", "bluff", ["", "equilibrium"], help="solved")
    helped = rooms.snapshot(room.id, "ann")["help"]
    best = max(row["worth"] for row in helped["solved"].values())
    assert sum(row["plays"] for row in helped["solved"].values()) == pytest.approx(1)
    assert all(row["worth"] == pytest.approx(best) for row in helped["solved"].values() if row["plays"])
