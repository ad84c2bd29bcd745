"""The worker process: takes one job after the other from the queue, at a lower priority than the server.

    python -m mendax.service.worker DATA         the database's URL is in MENDAX_DATABASE

It ends with the server that started it: told to, or when that is gone. What it had in hand is kept and queued again.
"""

from __future__ import annotations

import json
import os
import select as selecting
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

from sqlalchemy import select as choose
from sqlalchemy import update

from mendax.errors import MendaxError
from mendax.service.config import Config
from mendax.service.database import open_database, write
from mendax.service.jobs import Job, claim, settle
from mendax.service.schema import job
from mendax.service.task import Stopped, Task

BEAT = 0.3  # seconds between two heartbeats
IDLE = 300.0  # seconds without work after which it ends
NICE = 10


class Worker:
    def __init__(self, config: Config) -> None:
        self.config, self.engine = config, open_database(config.database_url)
        self.ending = threading.Event()
        self.task: Task | None = None

    def run(self) -> None:
        signal.signal(signal.SIGTERM, lambda *_: self.ending.set())
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which tells us
        threading.Thread(target=self._beat, daemon=True).start()
        idle_since = time.monotonic()
        while not self.ending.is_set() and time.monotonic() - idle_since < IDLE:
            taken = claim(self.engine)
            if taken is None:
                self.ending.wait(BEAT)
                continue
            self._do(taken)
            idle_since = time.monotonic()

    def _do(self, taken: Job) -> None:
        from mendax.service.kinds import KINDS

        self.task = task = Task(self.config, self.engine, taken)
        try:
            result = KINDS[taken.kind](task)
        except Stopped:
            settle(self.engine, taken.id, task.wanted)
            if task.wanted == "cancel":
                task.checkpoint.unlink(missing_ok=True)
            return
        except MendaxError as error:
            self._ended(taken, status="failed", error=str(error))
        except Exception as error:  # a fault of ours: told, and the next job is taken
            self._ended(taken, status="failed", error=f"{type(error).__name__}: {error}"[:500])
        else:
            self._ended(taken, status="done", result=json.dumps(result))
        finally:
            self.task = None
        task.checkpoint.unlink(missing_ok=True)

    def _ended(self, taken: Job, **values: Any) -> None:
        with write(self.engine) as connection:
            connection.execute(update(job).where(job.c.id == taken.id).values(ended=time.time(), **values))

    def _beat(self) -> None:
        """Heartbeats, and what is wanted of the job in hand."""
        while True:
            ready, _, _ = selecting.select([sys.stdin], [], [], BEAT)
            if ready and not os.read(sys.stdin.fileno(), 1):
                self.ending.set()  # the server is gone, and its end of the pipe with it
            task = self.task
            if task is None:
                if self.ending.is_set():
                    return
                continue
            with write(self.engine) as connection:
                here = job.c.id == task.job.id
                connection.execute(update(job).where(here).values(heartbeat=time.time()))
                wanted = connection.execute(choose(job.c.wanted).where(here)).scalar_one()
                short = choose(job.c.id).where(job.c.status == "queued", job.c.priority < task.job.priority)
                first = task.resumes and connection.execute(short.limit(1)).first() is not None
            task.wanted = "requeue" if (self.ending.is_set() or first) and wanted == "run" else wanted


def main() -> None:
    os.nice(NICE)
    Worker(Config(data=Path(sys.argv[1]), database=os.environ["MENDAX_DATABASE"])).run()


if __name__ == "__main__":
    main()
