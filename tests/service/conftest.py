"""`url`: a fresh database, SQLite and PostgreSQL in turn. The PostgreSQL server is our own, in a folder, on a socket."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from mendax.service import database

_number = count()


@pytest.fixture(scope="session")
def postgres():
    """The folder of the socket of a server started for these tests; skipped where PostgreSQL is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        pytest.skip("no PostgreSQL server on this machine")
    programs = found[-1].parent
    root = os.getuid() == 0
    if root and not _has_user("postgres"):
        pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
    folder = Path(tempfile.mkdtemp(prefix="mendax-pg-"))
    who = ["runuser", "-u", "postgres", "--"] if root else []
    if root:
        shutil.chown(folder, "postgres")

    def run(*words: str) -> None:
        subprocess.run([*who, *words], check=True, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    run(str(programs / "initdb"), "-D", str(folder / "data"), "-A", "trust", "-U", "mendax", "--no-sync")
    control = (str(programs / "pg_ctl"), "-D", str(folder / "data"), "-w", "-l", str(folder / "log"))
    run(*control, "-o", f"-k {folder} -c listen_addresses='' -c fsync=off", "start")
    yield folder
    run(*control, "-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.sqlite3'}"
    import psycopg

    folder = request.getfixturevalue("postgres")
    name = f"test{next(_number)}"
    with psycopg.connect(f"host={folder} user=mendax dbname=postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"postgresql://mendax@/{name}?host={folder}"


def _has_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


@pytest.fixture(autouse=True)
def _closed(monkeypatch):
    """Every engine that a test opened is closed after it."""
    opened = []

    def create(*words, **named):
        opened.append(create_engine(*words, **named))
        return opened[-1]

    monkeypatch.setattr(database, "create_engine", create)
    yield
    for engine in opened:
        engine.dispose()
