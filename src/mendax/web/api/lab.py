"""The lab: populations that grow, and games on the unit interval."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from mendax.service import lab
from mendax.service.jobs import Job
from mendax.web.api.deps import Player, Served

router = APIRouter(tags=["lab"])

Side = Annotated[float, Field(ge=0, le=100)]
Points = Annotated[int, Field(ge=1, le=100)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """As `mendax evolve` has it."""

    players: Annotated[int, Field(ge=2, le=10)] = 2
    dice: Annotated[int, Field(ge=1, le=100)] = 30
    rounds: Annotated[int, Field(ge=1, le=lab.MAX_GAMES)] = 300
    box: tuple[Side, Side] = (1.0, 1.0)
    sides: tuple[Points, Points] | None = None
    reading: Annotated[str, Field(max_length=300)] = ""
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Units:
    games: tuple[lab.Unit, ...]


@router.get("/lab")
def setup() -> lab.LabSetup:
    """Readings of the paper that may be chosen, and its own runs."""
    return lab.setup()


@router.post("/lab/evolution")
def evolution(served: Served, player: Player, wanted: Run) -> Job:
    """Let a population grow; follow it as a job."""
    return lab.submit(served.jobs, asdict(wanted), player)


@router.get("/lab/units")
def units() -> Units:
    return Units(games=lab.units())
