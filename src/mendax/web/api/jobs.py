"""Work that takes long: sizes first, then the queue, and how far it is as it goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Header, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse
from pydantic import Field

from mendax.service import solving
from mendax.service.jobs import LIVE, Job, Jobs, Point
from mendax.web.api.deps import Player, Served

router = APIRouter(tags=["jobs"])

POLLED = 0.3  # seconds between two looks of a stream
QUIET = 15.0  # seconds after which a stream says that it is there

Name = Annotated[str, Path(max_length=40)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    jobs: tuple[Job, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """A job and all that it has told."""

    job: Job
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Solve:
    """What to solve: see `mendax solve`."""

    game: Annotated[str, Field(max_length=200)]
    method: Annotated[str, Field(max_length=20)] = "auto"
    target: Annotated[float, Field(gt=0, le=1)] | None = None
    iterations: Annotated[int, Field(ge=1, le=10**9)] | None = None


@router.get("/size")
def size(served: Served, game: Annotated[str, Query(max_length=200)]) -> solving.Size:
    """How large a game is, what solving it takes, and whether that is possible here."""
    return solving.size(served.solved, game)


@router.get("/jobs")
def queue(served: Served, kind: Annotated[list[str], Query(max_length=5)] = []) -> Queue:  # noqa: B006  (copied)
    return Queue(jobs=tuple(served.jobs.all([one[:20] for one in kind])))


@router.post("/jobs")
def submit(served: Served, player: Player, wanted: Solve) -> Job:
    """Solve a game; where it is being solved already, that job."""
    return solving.submit(
        served.solved,
        served.jobs,
        wanted.game,
        player,
        method=wanted.method,
        target=wanted.target,
        iterations=wanted.iterations,
    )


@router.get("/jobs/{name}")
def course(served: Served, name: Name) -> Course:
    return Course(job=served.jobs.get(name), points=tuple(served.jobs.points(name, limit=100_000)))


@router.post("/jobs/{name}/{wanted}")
def control(served: Served, name: Name, wanted: Literal["pause", "resume", "cancel"]) -> Job:
    return served.jobs.control(name, wanted)


@router.get("/jobs/{name}/events", response_class=StreamingResponse)
def events(
    request: Request,
    served: Served,
    name: Name,
    after: Annotated[int, Query(ge=-1, le=2**31)] = -1,
    last_event_id: Annotated[str, Header(max_length=20)] = "",
) -> StreamingResponse:
    """Server-sent events: `point` with its number as id, `job` when its state changes; a browser that returns misses nothing."""
    served.jobs.get(name)
    seen = int(last_event_id) if last_event_id.isascii() and last_event_id.isdecimal() else after
    return StreamingResponse(
        _stream(request, served.jobs, name, seen),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


async def _stream(request: Request, jobs: Jobs, name: str, seen: int) -> AsyncIterator[str]:
    told, quiet = None, 0.0
    while not await request.is_disconnected() and not jobs.closing:
        found = await run_in_threadpool(jobs.get, name)
        for point in await run_in_threadpool(jobs.points, name, seen):
            seen, quiet = point.seq, 0.0
            yield f"id: {point.seq}\nevent: point\ndata: {json.dumps(point.data)}\n\n"
        if found != told:
            told, quiet = found, 0.0
            yield f"event: job\ndata: {json.dumps(asdict(found))}\n\n"
        if found.status not in LIVE:
            return
        if quiet > QUIET:
            quiet = 0.0
            yield ": here\n\n"
        await asyncio.sleep(POLLED)
        quiet += POLLED
