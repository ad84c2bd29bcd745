"""All that the app needs, opened once and closed once. A page's part is a field here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Engine

from mendax.service.config import Config
from mendax.service.database import open_database, secret
from mendax.service.games import Games
from mendax.service.jobs import Jobs
from mendax.service.library import Library
from mendax.service.rooms import Rooms
from mendax.service.solved import Library as Solved


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    config: Config
    engine: Engine
    secret: bytes
    library: Library
    solved: Solved
    rooms: Rooms
    games: Games
    jobs: Jobs


@contextmanager
def services(config: Config) -> Iterator[Services]:
    engine = open_database(config.database_url)
    library = Library(config.solutions)
    rooms = Rooms(engine, library)
    jobs = Jobs(config, engine)
    rooms.start_clock()
    if jobs.waiting():
        jobs.start()
    if config.prepare:
        library.prepare()
    try:
        yield Services(
            config=config,
            engine=engine,
            secret=secret(engine),
            library=library,
            solved=Solved(config.solutions),
            rooms=rooms,
            games=Games(engine),
            jobs=jobs,
        )
    finally:
        jobs.close()
        rooms.close()
        library.close()
        engine.dispose()
