"""Finished games: lists, reviews, records out and in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field
from starlette.responses import StreamingResponse

from mendax.arena.records import header, line
from mendax.service.games import Kept
from mendax.service.review import Review, review
from mendax.web.api.deps import Player, Served

router = APIRouter(prefix="/review", tags=["review"])

GameId = Annotated[str, Path(max_length=40)]


class Lines(BaseModel):
    """Records of games as JSON lines."""

    lines: str = Field(max_length=4_000_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenIn:
    new: int
    known: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """seat: of the person who asks, else of the first person, else 0."""

    seat: int
    review: Review


@router.get("")
def mine(served: Served, player: Player, before: Annotated[float | None, Query(ge=0, le=1e12)] = None) -> list[Kept]:
    """Games of this browser's person, newest first, 50 at a time."""
    return served.games.of(player, before=before)


@router.get("/export")
def export(served: Served, player: Player) -> StreamingResponse:
    """All of them as JSON lines."""
    return _file(served.games.export(player), "mendax-games.jsonl")


@router.post("/import")
def take_in(served: Served, player: Player, told: Lines) -> TakenIn:
    new, known = served.games.take_in(player, told.lines)
    return TakenIn(new=new, known=known)


@router.get("/{game}")
def one(served: Served, player: Player, game: GameId) -> Reviewed:
    record = served.games.record(game)
    seat = served.games.seat_of(game, player)
    if seat is None:
        seat = next((i for i, name in enumerate(record["agents"]) if name == "person"), 0)
    return Reviewed(seat=seat, review=review(record, served.library))


@router.get("/{game}/export")
def export_one(served: Served, game: GameId) -> StreamingResponse:
    record = served.games.record(game)
    return _file(iter([line(header("mendax serve")), line(record)]), f"mendax-{game[:40]}.jsonl")


def _file(lines: object, name: str) -> StreamingResponse:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(lines, media_type="application/jsonl", headers=headers)  # type: ignore[arg-type]
