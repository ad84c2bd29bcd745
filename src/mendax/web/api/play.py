"""Tables: opened and joined by HTTP, played over a socket. Every message is a whole personal snapshot with its number."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, WebSocket
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocketDisconnect

from mendax.errors import MendaxError
from mendax.games.state import begin
from mendax.service.catalogue import Offer, offers
from mendax.service.opponents import Opponent, opponents
from mendax.service.rooms import Rooms
from mendax.service.table import playable
from mendax.web.api.deps import Player, Served

router = APIRouter(prefix="/play", tags=["play"])

BURST = 40  # messages of a socket in a second, above which it is closed

TableId = Annotated[str, Path(max_length=40)]
Game = Annotated[str, Field(max_length=200)]
Name = Annotated[str, Field(max_length=60)]


class NewTable(BaseModel):
    """seats: an agent each, or an empty text for a person; you take the first of these. The first seat opens."""

    game: Game
    seats: list[Annotated[str, Field(max_length=80)]] = Field(min_length=2, max_length=6)
    help: Literal["none", "chances", "solved"] = "none"
    clock: int | None = None
    name: Name = ""


class Sit(BaseModel):
    name: Name = ""
    seat: int | None = Field(default=None, ge=0, le=5)


class Fill(BaseModel):
    agent: str = Field(max_length=80)


class Act(BaseModel):
    """seq: of the snapshot that is acted on."""

    seq: int = Field(ge=0, le=10**9)
    action: str = Field(max_length=40)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponents:
    game: str
    seats: int
    opponents: list[Opponent]


@router.get("/games")
def games(served: Served) -> list[Offer]:
    """Games offered by name."""
    return offers(served.library)


@router.get("/opponents")
def who(served: Served, game: Annotated[str, Query(max_length=200)]) -> Opponents:
    """Who plays a game, and how strong each is where that is computed."""
    text = playable(game)
    state = begin(text)
    return Opponents(game=text, seats=state.num_players, opponents=opponents(text, state, served.library))


@router.get("/tables")
def mine(served: Served, player: Player) -> list[dict[str, Any]]:
    """Tables at which this browser's person sits or sat, newest first."""
    return [asdict(row) for row in served.rooms.of(player)]


@router.post("/tables")
def create(served: Served, player: Player, new: NewTable) -> dict[str, Any]:
    room = served.rooms.create(player, new.game, new.seats, help=new.help, clock=new.clock, name=new.name)
    return served.rooms.snapshot(room.id, player)


@router.get("/tables/{table}")
def table(served: Served, player: Player, table: TableId) -> dict[str, Any]:
    return served.rooms.snapshot(table, player)


@router.post("/tables/{table}/sit")
def sit(served: Served, player: Player, table: TableId, sit: Sit) -> dict[str, Any]:
    served.rooms.sit(table, player, sit.name, sit.seat)
    return served.rooms.snapshot(table, player)


@router.post("/tables/{table}/fill")
def fill(served: Served, player: Player, table: TableId, fill: Fill) -> dict[str, Any]:
    served.rooms.fill(table, player, fill.agent)
    return served.rooms.snapshot(table, player)


@router.post("/tables/{table}/act")
def act(served: Served, player: Player, table: TableId, act: Act) -> dict[str, Any]:
    """A move without a socket, for bots and scripts."""
    served.rooms.act(table, player, act.seq, act.action)
    return served.rooms.snapshot(table, player)


@router.websocket("/tables/{table}/socket")
async def socket(served: Served, player: Player, websocket: WebSocket, table: str) -> None:
    """We send `{"type": "table", ...}` after every change, and `{"type": "error", "error": ...}`; we take
    `{"type": "act", "seq": ..., "action": ...}`."""
    await websocket.accept()
    rooms, loop, changed = served.rooms, asyncio.get_running_loop(), asyncio.Event()

    def heard() -> None:
        with suppress(RuntimeError):  # the server stops
            loop.call_soon_threadsafe(changed.set)

    try:
        key = await run_in_threadpool(rooms.listen, table, player, heard)
    except MendaxError as error:
        await websocket.send_json({"type": "error", "error": str(error)})
        await websocket.close(1008)
        return
    changed.set()
    sender = asyncio.create_task(_send(websocket, rooms, table, player, changed))
    try:
        await _receive(websocket, rooms, table, player)
    finally:
        sender.cancel()
        await run_in_threadpool(rooms.leave, table, key)


async def _send(websocket: WebSocket, rooms: Rooms, table: str, player: str, changed: asyncio.Event) -> None:
    while True:
        await changed.wait()
        changed.clear()
        told = await run_in_threadpool(rooms.snapshot, table, player)
        await websocket.send_text(json.dumps({"type": "table", **told}))


async def _receive(websocket: WebSocket, rooms: Rooms, table: str, player: str) -> None:
    """Until the socket closes. What is no message is answered with an error; a flood ends the socket."""
    loop = asyncio.get_running_loop()
    second, seen = int(loop.time()), 0
    while True:
        try:
            message = await websocket.receive()
        except (WebSocketDisconnect, RuntimeError):
            return
        if message["type"] == "websocket.disconnect":
            return
        now = int(loop.time())
        second, seen = now, seen + 1 if now == second else 1
        if seen > BURST:
            await websocket.close(1008)
            return
        try:
            asked = Asked.model_validate_json(message.get("text") or message.get("bytes") or "")
            await run_in_threadpool(rooms.act, table, player, asked.seq, asked.action)
        except MendaxError as error:
            await websocket.send_text(json.dumps({"type": "error", "error": str(error)}))
        except ValueError:
            await websocket.send_text(json.dumps({"type": "error", "error": "this is no message of a table"}))


class Asked(Act):
    type: Literal["act"]
