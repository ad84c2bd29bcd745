"""All that the app needs, opened once and closed once. A page's part is a field here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Engine

from mendax.service.config import Config
from mendax.service.database import open_database, secret
from mendax.service.jobs import Jobs
from mendax.service.library import Library


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    config: Config
    engine: Engine
    secret: bytes
    library: Library
    jobs: Jobs


@contextmanager
def services(config: Config) -> Iterator[Services]:
    engine = open_database(config.database_url)
    jobs = Jobs(config, engine)
    if jobs.waiting():
        jobs.start()
    try:
        yield Services(
            config=config,
            engine=engine,
            secret=secret(engine),
            library=Library(config.solutions),
            jobs=jobs,
        )
    finally:
        jobs.close()
        engine.dispose()
