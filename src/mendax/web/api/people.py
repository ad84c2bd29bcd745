"""People against machines, as in the thesis' Tables 2 to 4; the printed tables beside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query

from mendax.service.games import PeopleRow, people_row
from mendax.web.api.deps import Player, Served

router = APIRouter(prefix="/people", tags=["people"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """A table of the thesis in the same shape; its second player is the person."""

    table: int
    row: PeopleRow


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    rows: list[PeopleRow]
    thesis: list[Printed]


@router.get("")
def people(served: Served, player: Player, mine: Annotated[bool, Query()] = False) -> People:
    return People(rows=served.games.people(player if mine else None), thesis=printed())


def printed() -> list[Printed]:
    """Tables 3 and 4: agents against a person. Table 2 has two people."""
    from mendax.papers.thesis.people import TABLES  # a quarter of a second

    found = []
    for table in TABLES:
        if table.players[1] != "human":
            continue
        began, second = table.second_begins, table.first_begins
        by_seat = {0: (sum(began), began[1]), 1: (sum(second), second[1])}
        key = ("thesis-die", table.players[0].lower(), "none")
        found.append(Printed(table=table.number, row=people_row(key, by_seat)))
    return found
