"""All that the app needs, opened once and closed once. A page's part is a field here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Engine

from mendax.service.config import Config
from mendax.service.database import open_database, secret
from mendax.service.games import Games
from mendax.service.library import Library
from mendax.service.rooms import Rooms


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    config: Config
    engine: Engine
    secret: bytes
    library: Library
    rooms: Rooms
    games: Games


@contextmanager
def services(config: Config) -> Iterator[Services]:
    engine = open_database(config.database_url)
    library = Library(config.solutions)
    rooms = Rooms(engine, library)
    rooms.start_clock()
    if config.prepare:
        library.prepare()
    try:
        yield Services(
            config=config, engine=engine, secret=secret(engine), library=library, rooms=rooms, games=Games(engine)
        )
    finally:
        rooms.close()
        library.close()
        engine.dispose()
