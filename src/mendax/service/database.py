"""The database: SQLite by default, PostgreSQL by its URL, through SQLAlchemy Core.

    with write(engine) as connection: ...     one transaction; on SQLite it holds the only write lock from its start
    with read(engine) as connection: ...      one view of the data

SQLite runs in WAL mode with BEGIN IMMEDIATE and a busy timeout: a transaction that will write waits at its start, where nothing
is lost by waiting, and never in its middle, where it could only fail.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, create_engine, event, insert, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

from mendax.errors import StoreError
from mendax.service import schema

BUSY_SECONDS = 10.0
WRITES = "mendax_writes"

# From version n to n+1, for tables that databases in use already have. New tables need no step.
STEPS: dict[int, Callable[[Connection], None]] = {}


def open_database(url: str) -> Engine:
    """An engine whose schema is that of this version; StoreError where the database cannot be used."""
    try:
        address = make_url(url)
    except ArgumentError:
        raise StoreError(f"{url!r} is no database; write sqlite:///FILE or postgresql://USER@HOST/NAME") from None
    if address.drivername in ("postgresql", "postgres"):
        address = address.set(drivername="postgresql+psycopg")
    if address.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreError(f"{address.get_backend_name()} is not a database Mendax uses; allowed: sqlite, postgresql")
    lite = address.get_backend_name() == "sqlite"
    try:
        if lite and address.database:
            Path(address.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(
            address, pool_size=8, max_overflow=24, pool_pre_ping=not lite, **({"connect_args": _LITE} if lite else {})
        )
        if lite:
            event.listen(engine, "connect", _prepare)
            event.listen(engine, "begin", _begin)
        _create(engine)
    except ModuleNotFoundError:
        raise StoreError("PostgreSQL needs psycopg; install mendax[postgres]") from None
    except (DBAPIError, OSError) as error:
        shown = address.render_as_string(hide_password=True)
        reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
        raise StoreError(f"cannot use the database {shown}: {reason}") from None
    return engine


_turns: WeakKeyDictionary[Engine, threading.Lock] = WeakKeyDictionary()

_LITE = {"timeout": BUSY_SECONDS, "check_same_thread": False}


@contextmanager
def write(engine: Engine) -> Iterator[Connection]:
    """On SQLite the threads of a process queue for a lock of their own, which is fair and wakes at once; the database's own
    makes them sleep and ask again, up to a tenth of a second."""
    with (
        _turns.setdefault(engine, threading.Lock()) if engine.dialect.name == "sqlite" else nullcontext(),
        engine.connect() as plain,
    ):
        connection = plain.execution_options(**{WRITES: True})
        with connection.begin():
            yield connection


@contextmanager
def read(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as connection:
        yield connection


def meta(connection: Connection, key: str) -> str | None:
    value: str | None = connection.execute(
        select(schema.meta.c.value).where(schema.meta.c.key == key)
    ).scalar_one_or_none()
    return value


def secret(engine: Engine) -> bytes:
    """With which cookies are signed; made once, kept in the database."""
    with read(engine) as connection:
        found = meta(connection, "secret")
    assert found is not None  # made with the schema
    return bytes.fromhex(found)


def _prepare(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # the driver begins nothing by itself
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=NORMAL",
        f"busy_timeout={int(1000 * BUSY_SECONDS)}",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _create(engine: Engine) -> None:
    """Make what is missing, bring an older schema up, refuse a newer one."""
    try:
        with write(engine) as connection:
            schema.metadata.create_all(connection)
            if meta(connection, "schema") is None:
                connection.execute(
                    insert(schema.meta),
                    [
                        {"key": "schema", "value": str(schema.VERSION)},
                        {"key": "secret", "value": secrets.token_hex(32)},
                    ],
                )
    except IntegrityError:
        pass  # two servers started at once, and the other one was first
    with write(engine) as connection:
        found = int(meta(connection, "schema") or 0)
        if found > schema.VERSION:
            raise StoreError(
                f"the database has schema {found}; this version of Mendax knows {schema.VERSION}: it was used by a newer one"
            )
        for version in range(found, schema.VERSION):
            STEPS[version](connection)
        connection.execute(schema.meta.update().where(schema.meta.c.key == "schema").values(value=str(schema.VERSION)))
