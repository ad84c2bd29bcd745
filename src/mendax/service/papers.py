"""The papers: every item recomputed by the functions of `mendax reproduce`, kept with the version and the time."""

from __future__ import annotations

import json
import re
import shlex
import time
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, delete, insert, select

from mendax._version import __version__
from mendax.errors import MendaxError
from mendax.papers.report import run
from mendax.papers.works import WORKS, figures_of, items_of, works_of
from mendax.service.config import Config
from mendax.service.database import read, write
from mendax.service.jobs import LONG, Job, Jobs
from mendax.service.schema import paper_row
from mendax.service.task import Task


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a computation of ours found. current: by this version of the code."""

    printed: str
    ours: str
    verdict: str
    note: str
    seconds: float
    version: str
    at: float
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperItem:
    """A table, figure, theorem or claim; found is null until it is computed here. command: what computes it."""

    name: str
    command: str
    found: Found | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A figure of ours, as a file beside its data."""

    name: str
    title: str
    note: str
    command: str
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    key: str
    title: str
    command: str
    items: tuple[PaperItem, ...]
    drawings: tuple[Drawing, ...]
    job: Job | None


def papers(config: Config, engine: Engine, jobs: Jobs) -> tuple[Paper, ...]:
    """All works with what has been computed of them here."""
    with read(engine) as connection:
        rows = connection.execute(select(paper_row)).all()
    kept = {(row.work, row.item): row for row in rows}
    return tuple(
        Paper(
            key=key,
            title=work.title,
            command=f"mendax reproduce {key}",
            items=tuple(
                PaperItem(
                    name=name,
                    command=f"mendax reproduce {key} --item {shlex.quote(name)}",
                    found=_found(kept.get((key, name))),
                )
                for name in _names(key)
            ),
            drawings=_drawings(config, key),
            job=jobs.live(f"paper {key}"),
        )
        for key, work in WORKS.items()
    )


@cache
def _names(key: str) -> tuple[str, ...]:
    return tuple(item.name for item in items_of(key))


def _found(row: Any) -> Found | None:
    if row is None:
        return None
    told = json.loads(row.row)
    return Found(
        **{name: told[name] for name in ("printed", "ours", "verdict", "note", "seconds")},
        version=row.version,
        at=row.at,
        current=row.version == __version__,
    )


def compute(jobs: Jobs, key: str, owner: str) -> Job:
    """A job that recomputes a work."""
    works_of(key)
    return jobs.submit("paper", f"paper {key}", {"work": key}, owner, priority=LONG)


def reproduce(task: Task) -> dict[str, Any]:
    """spec: work. Each item is kept as soon as it is found; a job that goes on leaves out what it has done."""
    key, task.resumes = task.spec["work"], True
    with read(task.engine) as connection:
        done = set(
            connection.execute(
                select(paper_row.c.item).where(
                    paper_row.c.work == key, paper_row.c.version == __version__, paper_row.c.at >= task.job.created
                )
            ).scalars()
        )
    items = [item for item in items_of(key) if item.name not in done]
    wrong: list[str] = []
    for number, item in enumerate(items):
        task.check()
        task.tell(text=f"{len(done) + number + 1} of {len(done) + len(items)}: {item.name}")
        try:
            (row,) = run([item])
        except ArithmeticError as error:  # one that could not be computed this time keeps no other from it
            wrong.append(f"{item.name}: {error}")
            continue
        with write(task.engine) as connection:
            here = (paper_row.c.work == key, paper_row.c.item == item.name)
            connection.execute(delete(paper_row).where(*here))
            values = {"work": key, "item": item.name, "row": json.dumps(asdict(row)), "version": __version__}
            connection.execute(insert(paper_row).values(**values, at=time.time()))
        task.point(item=item.name, verdict=row.verdict.value)
    drawn = _draw(task, key)
    if wrong:
        raise MendaxError(f"{len(wrong)} of {len(items)} items could not be computed; {wrong[0]}")
    return {"work": key, "items": len(done) + len(items), "figures": drawn}


def _draw(task: Task, key: str) -> int:
    """Figures as files; none where matplotlib is not there."""
    from mendax.draw import require_matplotlib, write_figure

    task.check()
    try:
        require_matplotlib()
    except MendaxError:
        return 0
    task.tell(text="computing the figures")
    figures = figures_of(key)
    for figure in figures:
        task.check()
        task.tell(text=f"drawing {figure.name}")
        write_figure(figure, folder(task.config))
    return len(figures)


def folder(config: Config) -> Path:
    return config.data / "figures"


def _drawings(config: Config, key: str) -> tuple[Drawing, ...]:
    found = []
    for path in sorted(folder(config).glob(f"{key}-*.json")):
        told = json.loads(path.read_text(encoding="utf-8"))
        if told["work"] == key and path.with_suffix(".svg").exists():
            texts = {name: told[name] for name in ("title", "note", "command")}
            found.append(Drawing(name=path.stem, **texts, at=path.stat().st_mtime))
    return tuple(found)


def drawing(config: Config, name: str, suffix: str) -> Path:
    """The file of a figure."""
    path = folder(config) / f"{name}.{suffix}"
    if not re.fullmatch(r"[a-z0-9-]{1,80}", name) or not path.is_file():
        raise MendaxError(f"there is no figure {name[:40]!r}; compute its work first")
    return path
