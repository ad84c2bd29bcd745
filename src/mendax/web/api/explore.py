"""Solved games: listed, looked at node by node, locked, downloaded."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict, dataclass
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from mendax.service import explore, lock
from mendax.service.solved import Entry, file_name
from mendax.web.api.deps import Served

router = APIRouter(tags=["explore"])

Game = Annotated[str, Query(max_length=200, examples=["bluff:faces=4"])]
At = Annotated[str, Query(max_length=400, description="bids with dots or blanks between, as in 1x3.2x5")]
Locks = Annotated[list[str], Query(max_length=lock.MAX_LOCKS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    solutions: tuple[Entry, ...]


@router.get("/solutions")
def solutions(served: Served) -> Shelf:
    """Every solution file in the folder of data."""
    return Shelf(solutions=tuple(served.solved.entries()))


@router.get("/explore")
def place(served: Served, game: Game, at: At = "") -> explore.Place:
    """A position of a solved game: hands by actions, how often, what each is worth, and the certificate."""
    return explore.place(served.solved, game, at)


@router.get("/explore/lock")
def locked(served: Served, game: Game, lock_: Annotated[Locks, Query(alias="lock")], at: At = "") -> lock.Locked:
    """The same after locks `AT|HAND|ACTION:P,...`, and what the best response to them gains, before and after."""
    return lock.lock(served.solved, game, at, [text[:400] for text in lock_])


@router.get("/explore.csv")
def as_csv(served: Served, game: Game, at: At = "") -> Response:
    """The table of a position, a row an action of a hand."""
    out = io.StringIO()
    csv.writer(out).writerows(explore.table(explore.place(served.solved, game, at)))
    return _download(out.getvalue(), "text/csv; charset=utf-8", game, "csv")


@router.get("/explore.json")
def as_json(served: Served, game: Game, at: At = "") -> Response:
    """A position with its certificate, as a file."""
    told = json.dumps(asdict(explore.place(served.solved, game, at)), indent=2, ensure_ascii=False)
    return _download(told, "application/json", game, "json")


def _download(text: str, kind: str, game: str, suffix: str) -> Response:
    name = file_name(game).removesuffix(".mendax")
    return Response(text, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}.{suffix}"'})
