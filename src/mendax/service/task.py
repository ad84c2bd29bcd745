"""A job as who does it has it."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, insert, select, update

from mendax.service.config import Config
from mendax.service.database import read, write
from mendax.service.jobs import Job
from mendax.service.schema import job, job_point


class Stopped(Exception):
    """The job is not to go on now."""


class Task:
    """A job in hand: what to do, and how to tell how far it is."""

    def __init__(self, config: Config, engine: Engine, taken: Job) -> None:
        self.config, self.engine, self.job, self.spec = config, engine, taken, taken.spec
        self.wanted = "run"
        self.resumes = False  # nothing is lost by doing something else first
        self._seq = _last(engine, taken.id)

    @property
    def stop(self) -> bool:
        return self.wanted != "run"

    @property
    def checkpoint(self) -> Path:
        return self.config.data / "runs" / f"{self.job.id}.run"

    def tell(self, **progress: Any) -> None:
        """How far it is: what is told first is kept until told otherwise."""
        with write(self.engine) as connection:
            connection.execute(update(job).where(job.c.id == self.job.id).values(progress=json.dumps(progress)))

    def point(self, **data: Any) -> None:
        """One more point of the curve, or item of the list."""
        self._seq += 1
        with write(self.engine) as connection:
            connection.execute(
                insert(job_point).values(job=self.job.id, seq=self._seq, data=json.dumps(data), at=time.time())
            )

    def check(self) -> None:
        if self.stop:
            raise Stopped


def _last(engine: Engine, name: str) -> int:
    with read(engine) as connection:
        found = connection.execute(
            select(job_point.c.seq).where(job_point.c.job == name).order_by(job_point.c.seq.desc()).limit(1)
        ).scalar()
    return -1 if found is None else int(found)
