"""The papers recomputed: printed, ours, verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Path
from fastapi.responses import FileResponse

from mendax.service import papers
from mendax.service.jobs import Job
from mendax.web.api.deps import Player, Served

router = APIRouter(tags=["papers"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Papers:
    works: tuple[papers.Paper, ...]


@router.get("/papers")
def found(served: Served) -> Papers:
    """Every item of every work, with what has been computed of it on this server."""
    return Papers(works=papers.papers(served.config, served.engine, served.jobs))


@router.post("/papers/{work}")
def compute(served: Served, player: Player, work: Annotated[str, Path(max_length=40)]) -> Job:
    """Recompute a work, as `mendax reproduce WORK` does."""
    return papers.compute(served.jobs, work, player)


@router.get("/papers/figures/{name}.{suffix}", response_class=FileResponse)
def figure(
    served: Served, name: Annotated[str, Path(max_length=80)], suffix: Literal["svg", "png", "json"]
) -> FileResponse:
    return FileResponse(papers.drawing(served.config, name, suffix), headers={"cache-control": "no-cache"})
