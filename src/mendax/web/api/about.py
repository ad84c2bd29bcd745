"""What is served: the version, and whether it is ready."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter

import mendax
from mendax.service import schema
from mendax.web.api.deps import Served

router = APIRouter(tags=["about"])

WIRE = 1  # version of what the API sends; raised when something is renamed or taken away


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    version: str
    wire: int
    schema: int
    database: str


@router.get("/about")
def about(served: Served) -> About:
    return About(
        version=mendax.__version__, wire=WIRE, schema=schema.VERSION, database=served.engine.url.get_backend_name()
    )
