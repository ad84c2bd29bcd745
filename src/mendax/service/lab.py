"""The lab: populations of (s, t) strategies as they grow, and the games on the unit interval in closed form."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from mendax.arena.evolution import Evolution, Population, Slice, games_of_a_slice, grow_slice
from mendax.arena.reading import CHOICES, Reading
from mendax.arena.run import Run
from mendax.arena.told import population_json
from mendax.errors import MendaxError
from mendax.games import continuous
from mendax.papers.burcsi_nagy.simulation import FIGURE_1, FIGURE_2, STRIP
from mendax.service.jobs import SHORT, Job, Jobs
from mendax.service.task import Stopped, Task

FRAMES = 60  # pictures of a run, unless it is long
PACE = 0.08  # seconds from one to the next at least, so that it can be watched
MAX_SHOWN = 10_000  # strategies of a mesh that is shown as it grows
MAX_GAMES = 10**8
POINTS = 401  # at which the games of the unit interval are told


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    key: str
    name: str
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A run of the paper; drawings: figures of ours that show it, see the page of papers."""

    name: str
    players: int
    dice: int
    rounds: int
    box: tuple[float, float]
    drawings: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabSetup:
    choices: tuple[Choice, ...]
    presets: tuple[Preset, ...]


def setup() -> LabSetup:
    """What may be chosen, and what the paper chose."""
    choices = (
        Choice(key=key, name=name, about=about) for key, names in CHOICES.items() for name, about in names.items()
    )
    presets = [_preset("Figure 1", table, (1.0, 1.0), "burcsi-nagy-figure-1") for table in FIGURE_1]
    presets += [_preset("Figure 2", table, STRIP, "burcsi-nagy-figure-2") for table in FIGURE_2]
    return LabSetup(choices=tuple(choices), presets=tuple(presets))


def _preset(figure: str, table: tuple[int, int], box: tuple[float, float], stem: str) -> Preset:
    players, dice = table
    return Preset(
        name=f"{figure}: {players} players, {dice} dice",
        players=players,
        dice=dice,
        rounds=300,
        box=box,
        drawings=(f"{stem}-surface", f"{stem}-heat"),
    )


def evolution_of(spec: dict[str, Any]) -> Evolution:
    return Evolution(
        players=spec["players"],
        dice=spec["dice"],
        rounds=spec["rounds"],
        box=tuple(spec["box"]),
        sides=None if spec.get("sides") is None else tuple(spec["sides"]),
        reading=Reading.parse(spec["reading"]),
        seed=spec["seed"],
    )


def submit(jobs: Jobs, spec: dict[str, Any], owner: str) -> Job:
    """A job that lets a population grow; MendaxError where it is none, or too large to be watched."""
    e = evolution_of(spec)
    if e.shape[0] * e.shape[1] > MAX_SHOWN:
        raise MendaxError(f"a mesh of {e.shape[0]}x{e.shape[1]} is not shown; at most {MAX_SHOWN:,} strategies are")
    if e.rounds > MAX_GAMES:
        raise MendaxError(f"{e.rounds:,} games are run by mendax evolve; here at most {MAX_GAMES:,} are")
    return jobs.submit("evolve", f"evolve {e.command} {time.time()}", spec, owner, priority=SHORT)


def evolve(task: Task) -> dict[str, Any]:
    """spec: as Evolution. Scores are told as they grow; the same seed gives the same ones, however often it is paused."""
    e = evolution_of(task.spec)
    scores, done = np.ones((1, len(e.mesh)), np.int64), np.zeros(1, np.int64)
    state, run, begun = {"scores": scores, "done": done}, Run(task.checkpoint, every=5.0), time.perf_counter()
    task.tell(text="preparing", done=int(done[0]), games=e.rounds)
    run.begin(e.described(), state)
    step = max(1, min(e.rounds // FRAMES, games_of_a_slice(e)))
    try:
        while done[0] < e.rounds:
            task.check()
            started = time.monotonic()
            until = min(e.rounds, int(done[0]) + step)
            scores[:] = grow_slice(Slice(e, 0, int(done[0]), until, scores.copy()))
            done[0] = until
            _tell(task, e, scores, until)
            run.keep(state)
            time.sleep(max(0.0, PACE - (time.monotonic() - started)))
    except Stopped:
        run.end(state)
        raise
    run.end(state)
    run.forget()
    found = Population(evolution=e, scores=scores.reshape(1, *e.shape), done=done, seconds=time.perf_counter() - begun)
    return population_json(found) | {"command": e.command}


def _tell(task: Task, e: Evolution, scores: Any, done: int) -> None:
    share = (scores / scores.sum()).reshape(e.shape)
    s, t = e.axes
    means = {"mean_s": float(share.sum(axis=1) @ s), "mean_t": float(share.sum(axis=0) @ t)}
    task.point(done=done, **means)
    mesh = {"s": s.tolist(), "t": t.tolist()}
    task.tell(done=done, games=e.rounds, mesh=mesh, scores=scores.reshape(e.shape).tolist(), **means)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A game on [0, 1]: at each x, what is claimed with it and how often the claim x is accepted.

    value: of the game at its start. marks: places by name.
    """

    name: str
    about: str
    x: tuple[float, ...]
    claim: tuple[float, ...]
    accept: tuple[float, ...]
    value: float
    marks: dict[str, float]


def units() -> tuple[Unit, Unit]:
    """Ferguson and Ferguson, theorems 2 and 4."""
    x = np.linspace(0, 1, POINTS)
    return (
        Unit(
            name="continuous",
            about="Each player draws a number anew. Numbers up to 1/e are overstated; above, the truth is told.",
            x=tuple(x.tolist()),
            claim=tuple(continuous.continuous_claim(x).tolist()),
            accept=tuple(continuous.continuous_accept(x).tolist()),
            value=float(continuous.CONTINUOUS_VALUE),
            marks={"1/e": float(continuous.CONTINUOUS_BEND)},
        ),
        Unit(
            name="improvable",
            about="Each player draws above the number before. Told for the start, where nothing is to be beaten.",
            x=tuple(x.tolist()),
            claim=tuple(continuous.improvable_claim(x).tolist()),
            accept=tuple(continuous.improvable_accept(x).tolist()),
            value=float(continuous.V),
            marks={"v": float(continuous.V), "w": float(continuous.W)},
        ),
    )
