"""Work that takes long: a queue in the database, and one worker process that this one starts, watches, and stops.

A job is queued, running, paused, done, failed or cancelled. Who asks sets what is `wanted`; the worker reads it a few times a
second, and where it does not obey in time it is ended from here. What a worker had in hand when it went away is queued again.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, Row, and_, func, insert, or_, select, update

from mendax.errors import MendaxError
from mendax.service.config import Config
from mendax.service.database import read, write
from mendax.service.schema import job, job_point

WATCHED = 0.3  # seconds between two looks at the worker
OBEYED = 6.0  # seconds in which a worker stops before it is ended
ALIVE = 10.0  # seconds without a heartbeat after which a worker is taken for gone
MAX_WAITING = 60  # jobs in the queue
LIVE = ("queued", "running", "paused")
SHORT, LONG = 0, 1  # priorities: what is long makes room for what is short, if it can go on later


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """spec, progress and result depend on the kind; times are seconds since 1970."""

    id: str
    kind: str
    key: str
    spec: dict[str, Any]
    status: str
    wanted: str
    priority: int
    progress: dict[str, Any]
    result: dict[str, Any] | None
    error: str | None
    created: float
    started: float | None
    ended: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """What a job told: the number by which a stream goes on, and the data."""

    seq: int
    data: dict[str, Any]


class Jobs:
    """The queue, and the worker."""

    def __init__(self, config: Config, engine: Engine) -> None:
        self.config, self.engine = config, engine
        self._process: subprocess.Popen[bytes] | None = None
        self._stop = threading.Event()
        self._wake = threading.Event()
        self._asked: dict[str, float] = {}  # when a running job was asked to stop
        self._thread: threading.Thread | None = None

    # The queue ---------------------------------------------------------------------------------------------------------

    def submit(self, kind: str, key: str, spec: dict[str, Any], owner: str, *, priority: int = LONG) -> Job:
        """A new job, or the one of that key that is still to be done."""
        with write(self.engine) as connection:
            same = connection.execute(
                select(job).where(job.c.key == key, job.c.status.in_(LIVE)).order_by(job.c.created)
            ).first()
            if same is not None:
                return _job(same)
            waiting = connection.execute(select(func.count()).where(job.c.status.in_(LIVE))).scalar_one()
            if waiting >= MAX_WAITING:
                raise MendaxError(f"{waiting} jobs are waiting; cancel some, or come back when they are done")
            made = secrets.token_urlsafe(9)
            connection.execute(
                insert(job).values(
                    id=made,
                    kind=kind,
                    key=key,
                    spec=json.dumps(spec),
                    owner=owner,
                    priority=priority,
                    status="queued",
                    wanted="run",
                    progress="{}",
                    created=time.time(),
                )
            )
            row = connection.execute(select(job).where(job.c.id == made)).one()
        self.start()
        return _job(row)

    def get(self, name: str) -> Job:
        with read(self.engine) as connection:
            row = connection.execute(select(job).where(job.c.id == name)).first()
        if row is None:
            raise MendaxError(f"there is no job {name[:40]!r}")
        return _job(row)

    def live(self, key: str) -> Job | None:
        """The job of a key that is still to be done."""
        with read(self.engine) as connection:
            row = connection.execute(select(job).where(job.c.key == key, job.c.status.in_(LIVE))).first()
        return None if row is None else _job(row)

    def all(self, kinds: Sequence[str] = (), limit: int = 50) -> list[Job]:
        """What is to be done in its order, then what was done, the last first."""
        wanted = select(job) if not kinds else select(job).where(job.c.kind.in_(kinds))
        with read(self.engine) as connection:
            live = connection.execute(
                wanted.where(job.c.status.in_(LIVE)).order_by(job.c.priority, job.c.created).limit(limit)
            ).all()
            done = connection.execute(
                wanted.where(job.c.status.not_in(LIVE)).order_by(job.c.ended.desc()).limit(limit)
            ).all()
        return [_job(row) for row in (*live, *done)][:limit]

    def points(self, name: str, after: int = -1, limit: int = 1000) -> list[Point]:
        with read(self.engine) as connection:
            rows = connection.execute(
                select(job_point.c.seq, job_point.c.data)
                .where(job_point.c.job == name, job_point.c.seq > after)
                .order_by(job_point.c.seq)
                .limit(limit)
            ).all()
        return [Point(seq=seq, data=json.loads(data)) for seq, data in rows]

    def control(self, name: str, wanted: str) -> Job:
        """pause, resume or cancel; what makes no sense any more changes nothing."""
        found = self.get(name)
        with write(self.engine) as connection:
            here = job.c.id == name
            if wanted == "resume":
                change = update(job).where(here, job.c.status == "paused").values(status="queued", wanted="run")
                connection.execute(change)
                connection.execute(update(job).where(here, job.c.status == "running").values(wanted="run"))
            else:
                status = {"pause": "paused", "cancel": "cancelled"}[wanted]
                ended = time.time() if wanted == "cancel" else None
                waiting = ("queued", "paused") if wanted == "cancel" else ("queued",)
                connection.execute(
                    update(job).where(here, job.c.status.in_(waiting)).values(status=status, wanted=wanted, ended=ended)
                )
                connection.execute(update(job).where(here, job.c.status == "running").values(wanted=wanted))
        if wanted == "cancel" and found.status != "running":
            self.checkpoint(name).unlink(missing_ok=True)
        self.start()
        return self.get(name)

    def checkpoint(self, name: str) -> Any:
        return self.config.data / "runs" / f"{name}.run"

    # The worker --------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Watch the queue from now on; the worker is started where there is work."""
        if self._thread is None and not self._stop.is_set():
            self._thread = threading.Thread(target=self._watch, name="jobs", daemon=True)
            self._thread.start()
        self._wake.set()

    def waiting(self) -> bool:
        """Is there anything to be done, or left by a worker that is gone?"""
        with read(self.engine) as connection:
            return (
                connection.execute(select(job.c.id).where(job.c.status.in_(("queued", "running")))).first() is not None
            )

    @property
    def closing(self) -> bool:
        return self._stop.is_set()

    def close(self) -> None:
        """The worker keeps what it has in hand, and ends."""
        self._stop.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join()
        self._end(OBEYED)

    def _watch(self) -> None:
        while not self._stop.is_set():
            running = self._process is not None and self._process.poll() is None
            if not running and self.waiting():
                self._end(0)
                self._process = self._spawn()
            if running:
                self._enforce()
            self._wake.wait(WATCHED if running else 2.0)
            self._wake.clear()
            if running:
                self._stop.wait(WATCHED)

    def _spawn(self) -> subprocess.Popen[bytes]:
        environment = os.environ | {"MENDAX_DATABASE": self.config.database_url}
        command = [sys.executable, "-m", "mendax.service.worker", str(self.config.data)]
        return subprocess.Popen(command, env=environment, stdin=subprocess.PIPE)

    def _enforce(self) -> None:
        """End a worker that was asked to stop its job and did not."""
        with read(self.engine) as connection:
            asked = connection.execute(
                select(job.c.id, job.c.wanted).where(job.c.status == "running", job.c.wanted != "run")
            ).all()
        now = time.monotonic()
        self._asked = {name: self._asked.get(name, now) for name, _ in asked}
        for name, wanted in asked:
            if now - self._asked[name] > OBEYED:
                self._end(0.5)
                settle(self.engine, name, wanted)
                if wanted == "cancel":
                    self.checkpoint(name).unlink(missing_ok=True)

    def _end(self, patience: float) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdin is not None:
            process.stdin.close()


def claim(engine: Engine) -> Job | None:
    """The next job, for a worker; None where there is none, or another worker is at one."""
    now = time.time()
    with write(engine) as connection:
        gone = or_(job.c.heartbeat.is_(None), job.c.heartbeat < now - ALIVE)
        for name, wanted in connection.execute(
            select(job.c.id, job.c.wanted).where(and_(job.c.status == "running", gone))
        ).all():
            _settle(connection, name, wanted)
        if connection.execute(select(job.c.id).where(job.c.status == "running")).first() is not None:
            return None
        row = connection.execute(
            select(job).where(job.c.status == "queued").order_by(job.c.priority, job.c.created).limit(1)
        ).first()
        if row is None:
            return None
        begun = row.started or now
        connection.execute(
            update(job).where(job.c.id == row.id).values(status="running", wanted="run", started=begun, heartbeat=now)
        )
    return _job(row)


def settle(engine: Engine, name: str, wanted: str) -> None:
    """A running job has stopped as was wanted: paused, cancelled, or queued again."""
    with write(engine) as connection:
        _settle(connection, name, wanted)


def _settle(connection: Any, name: str, wanted: str) -> None:
    status = {"pause": "paused", "cancel": "cancelled"}.get(wanted, "queued")
    ended = time.time() if status == "cancelled" else None
    connection.execute(
        update(job)
        .where(job.c.id == name, job.c.status == "running")
        .values(status=status, ended=ended, heartbeat=None)
    )


def _job(row: Row[Any]) -> Job:
    return Job(
        id=row.id,
        kind=row.kind,
        key=row.key,
        spec=json.loads(row.spec),
        status=row.status,
        wanted=row.wanted,
        priority=row.priority,
        progress=json.loads(row.progress),
        result=None if row.result is None else json.loads(row.result),
        error=row.error,
        created=row.created,
        started=row.started,
        ended=row.ended,
    )
