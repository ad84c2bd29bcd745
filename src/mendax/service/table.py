"""A table at which a game is played: what has happened, in order, and where that leads. No clock, no database, no secrets told.

Everything that happens is an Event; the same events give the same table, so a table is kept as its events.

    sit   {seat, player, name}    a person takes a seat
    roll  {dice}                  as State.rolled
    move  {seat, action, by}      as State.told; by: person, agent, or stand-in
    away  {seat}                  the stand-in plays for a person until
    back  {seat}                  he is back
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.random import Generator

from mendax.errors import IllegalAction, UnsupportedGame
from mendax.games.cup import Cup
from mendax.games.cup_state import CupState
from mendax.games.state import State, begin
from mendax.rules.cup import CupVariant
from mendax.rules.unit import UnitVariant
from mendax.rules.variant import RoundVariant, parse

MAX_SEATS = 6
MAX_TOTAL_DICE = 40
MAX_FACES = 12
MAX_CUP_DICE = 6
MAX_COINS = 12

DICE, MINDS = 0, 1  # what draws from the seed of a table


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    kind: str
    data: dict[str, Any]
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Who is to sit in a seat: an agent by its text, or, where that is empty, a person."""

    agent: str = ""


@dataclass(slots=True, kw_only=True)
class Sitting:
    """player: the browser of the person who sits there, none yet or an agent's seat: empty; away: the stand-in plays."""

    agent: str
    player: str = ""
    name: str = ""
    away: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A public act where a cup passes. kind: claim, accept, doubt, keep; text: of a claim, or of what all saw being kept."""

    seat: int
    kind: str
    text: str


@dataclass(slots=True, kw_only=True)
class Table:
    """seed: from which all dice and the minds of agents come, each throw and each move by its number.

    help    none, chances or solved: what the people are shown beside their dice
    clock   seconds a person has for a move, or none
    """

    game: str
    plans: tuple[Plan, ...]
    seed: int
    help: str
    clock: int | None
    state: State
    seats: list[Sitting]
    seq: int = 0
    rolls: list[str] = field(default_factory=list)
    moves: list[tuple[int, str]] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    stood_in: bool = False
    moved: float = 0.0  # when the last event was

    @property
    def started(self) -> bool:
        return all(seat.agent or seat.player for seat in self.seats)

    @property
    def commitment(self) -> str:
        """Told before the first throw; after the game the seed is told too, and who likes can check the dice."""
        return hashlib.sha256(f"mendax {self.seed}".encode()).hexdigest()

    def seat_of(self, player: str) -> int | None:
        return next((i for i, seat in enumerate(self.seats) if player and seat.player == player), None)

    def plays_itself(self, seat: int) -> bool:
        return bool(self.seats[seat].agent) or self.seats[seat].away

    def dice_stream(self) -> Generator:
        """Of the next throw."""
        return _stream(self.seed, DICE, len(self.rolls))

    def mind_stream(self) -> Generator:
        """Of the next move."""
        return _stream(self.seed, MINDS, len(self.moves))

    def action(self, text: str) -> int:
        """The mover's action of that name."""
        for action in self.state.legal:
            if self.state.told(action) == text:
                return action
        allowed = ", ".join(self.state.told(action) for action in self.state.legal[:12])
        raise IllegalAction(f"{text[:40]!r} is not allowed here; allowed: {allowed or 'nothing'}")

    def happens(self, event: Event) -> None:
        """Change as the event says; IllegalAction where it cannot be."""
        data = event.data
        match event.kind:
            case "roll":
                self.state = self.state.deal(data["dice"])
                self.rolls.append(data["dice"])
            case "move":
                self._moves(data["seat"], data["action"])
                self.stood_in |= data["by"] == "stand-in"
            case "sit":
                self.seats[data["seat"]].player, self.seats[data["seat"]].name = data["player"], data["name"]
            case "away" | "back":
                self.seats[data["seat"]].away = event.kind == "away"
            case _:
                raise IllegalAction(f"nothing called {event.kind!r} happens at a table")
        self.seq += 1
        self.moved = event.at

    def _moves(self, seat: int, text: str) -> None:
        if seat != self.state.mover:
            raise IllegalAction(f"it is not the turn of seat {seat}")
        action = self.action(text)
        if isinstance(self.state, CupState):
            self.said.append(_said(self.state, seat, action, text))
        self.state = self.state.apply(action)
        self.moves.append((seat, text))


def new_table(game: str, plans: tuple[Plan, ...], *, seed: int, help: str, clock: int | None) -> Table:
    """UnsupportedGame or VariantError where no such table can be set."""
    text = playable(game)
    state = begin(text)
    if len(plans) != state.num_players:
        raise UnsupportedGame(f"{text} has {state.num_players} seats; {len(plans)} were filled")
    return Table(
        game=text,
        plans=plans,
        seed=seed,
        help=help,
        clock=clock,
        state=state,
        seats=[Sitting(agent=plan.agent, name=name) for plan, name in zip(plans, _names(plans), strict=True)],
    )


def playable(game: str) -> str:
    """The canonical string of a game that fits a table; one line of error where it does not."""
    if len(game) > 200:
        raise UnsupportedGame(f"a game string of {len(game)} letters is too long; at most 200")
    variant = parse(game)
    players = getattr(variant, "num_players", getattr(variant, "players", 2))
    if not isinstance(variant, RoundVariant | CupVariant):
        what = "is played with numbers" if isinstance(variant, UnitVariant) else "has no dice"
        raise UnsupportedGame(f"{variant} {what}; tables are for rounds, matches and passing cups")
    if players > MAX_SEATS:
        raise UnsupportedGame(f"{variant} has {players} players; tables have 2 to {MAX_SEATS} seats")
    dice = variant.total_dice if isinstance(variant, RoundVariant) else variant.dice
    most = (
        MAX_TOTAL_DICE
        if isinstance(variant, RoundVariant)
        else MAX_COINS
        if variant.family == "coins"
        else MAX_CUP_DICE
    )
    if dice > most or variant.faces > MAX_FACES:
        raise UnsupportedGame(f"{variant} is too large for a table: at most {most} dice here, and {MAX_FACES} faces")
    return str(variant)


def _names(plans: tuple[Plan, ...]) -> list[str]:
    """Agents of one name are told apart by a number."""
    texts = [plan.agent for plan in plans]
    return [
        text if texts.count(text) == 1 or not text else f"{text} {texts[: i + 1].count(text)}"
        for i, text in enumerate(texts)
    ]


def _said(state: CupState, seat: int, action: int, text: str) -> Said:
    """What all hear and see of an action: what is kept unseen is not told."""
    cup: Cup = state.cup
    if state.node < cup.num_positions:
        return Said(seat=seat, kind="keep", text=text if len(cup.groups[action]) == 1 else "")
    if state.hand == 0:
        return Said(seat=seat, kind="keep", text="")
    if state.hand <= len(cup.hands):
        return Said(seat=seat, kind="claim", text=text)
    return Said(seat=seat, kind=text, text="")


def _stream(seed: int, *which: int) -> Generator:
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=which))
