"""Training: a spot, an answer, its grade."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from fastapi import APIRouter, Query
from pydantic import Field

from mendax.service import train
from mendax.web.api.deps import Player, Served

router = APIRouter(tags=["train"])

Game = Annotated[str, Query(max_length=200)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    game: Annotated[str, Field(max_length=200)]
    at: Annotated[str, Field(max_length=400)]
    hand: Annotated[str, Field(max_length=100)]
    action: Annotated[str, Field(max_length=20)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    grade: train.Grade
    progress: train.Progress


@router.get("/train")
def spot(served: Served, player: Player, game: Game) -> train.Spot:
    """A spot from play, or one that is to be asked again."""
    return train.next_spot(served.solved, served.engine, player, game, np.random.default_rng())


@router.post("/train")
def answer(served: Served, player: Player, given: Answer) -> Graded:
    grade = train.grade(served.solved, served.engine, player, given.game, given.at, given.hand, given.action)
    return Graded(grade=grade, progress=train.progress(served.solved, served.engine, player, given.game))


@router.get("/train/progress")
def progress(served: Served, player: Player, game: Game) -> train.Progress:
    """Of this browser."""
    return train.progress(served.solved, served.engine, player, game)
