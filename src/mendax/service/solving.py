"""Solving asked for: how large it is first, then into the queue."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from mendax.analysis.told import size_json
from mendax.errors import UnsupportedGame
from mendax.rules.variant import RoundVariant, TreeVariant, parse
from mendax.service.jobs import LONG, SHORT, Job, Jobs
from mendax.service.solved import Library
from mendax.service.told import Rule, fingerprint, rules_of
from mendax.solve.game import METHODS

SMALL_SECONDS = 20.0  # by estimate, up to which a game is solved when it is first asked for
SHARE = 0.8  # of the memory that is free, which a job may take
MAX_STANDINGS = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """seconds, memory (bytes): of the way that would be taken, roughly; None where nobody can tell.

    way: by which method, of those that were reckoned.
    why: what keeps it from being solved here, and which option to reduce; empty where nothing does.
    small: it is solved as soon as somebody asks. told: as `mendax size --json`.
    """

    game: str
    rules: tuple[Rule, ...]
    fingerprint: str
    solved: bool
    seconds: float | None
    memory: int | None
    way: str
    free: int
    small: bool
    why: str
    methods: tuple[str, ...]
    told: dict[str, Any]


def size(library: Library, text: str) -> Size:
    """What solving a game takes, by formula: nothing is compiled."""
    variant = parse(text)
    game, free = str(variant), free_memory()
    told = size_json(variant)
    seconds, memory, way, why = _needs(variant, told, free)
    return Size(
        game=game,
        rules=rules_of(game),
        fingerprint=fingerprint(game),
        solved=library.find(game) is not None,
        seconds=seconds,
        memory=memory,
        way=way,
        free=free,
        small=not why and seconds is not None and seconds <= SMALL_SECONDS,
        why=why,
        methods=METHODS if isinstance(variant, RoundVariant) else ("auto", "exact", "lp"),
        told=told,
    )


def submit(
    library: Library,
    jobs: Jobs,
    text: str,
    owner: str,
    *,
    method: str = "auto",
    target: float | None = None,
    iterations: int | None = None,
) -> Job:
    """A job that solves a game; UnsupportedGame where it is too large for this machine."""
    found = size(library, text)
    if found.why:
        raise UnsupportedGame(f"{found.game} is not solved here: {found.why}")
    if method not in found.methods:
        raise UnsupportedGame(f"{method[:40]!r} does not solve {found.game}; methods: {', '.join(found.methods)}")
    spec = {"game": found.game, "method": method, "target": target, "iterations": iterations}
    key = f"solve {found.game} {method} {target} {iterations}"
    return jobs.submit("solve", key, spec, owner, priority=SHORT if found.small else LONG)


def _needs(variant: Any, told: dict[str, Any], free: int) -> tuple[float | None, int | None, str, str]:
    if isinstance(variant, TreeVariant):
        return 0.1, None, "lp", ""
    if not isinstance(variant, RoundVariant):
        compiles = told["feasible"].startswith("solving")
        return told["seconds"], None, "induction", "" if compiles else told["feasible"]
    if variant.num_players > 2:
        return (
            None,
            None,
            "",
            "with three players or more there is no value to prove; mendax solve finds a profile of them",
        )
    standings = told["standings"] or 1
    if variant.loss != "round" and (told["standings"] is None or standings > MAX_STANDINGS):
        return None, None, "", "the match has too many standings; use fewer dice, or loss=round for its first round"
    fits = [e for e in told["estimates"] if e["seconds"] is not None and (e["memory"] or 0) <= SHARE * free]
    fits = [e for e in fits if not e["note"].startswith("does not fit")]
    if not fits:
        needed = [e["memory"] for e in told["estimates"] if e["memory"]]
        note = (
            f"it takes {min(needed) / 2**30:,.1f} GiB of memory and {free / 2**30:,.1f} are free"
            if needed
            else (told["estimates"][0]["note"])
        )
        return None, min(needed, default=None), "", f"{note}; use fewer dice or faces"
    best = min(fits, key=lambda e: e["seconds"])
    return best["seconds"] * standings, best["memory"], best["method"], ""


def free_memory() -> int:
    """Bytes that could be taken now."""
    try:
        with open("/proc/meminfo") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
