"""Where the app keeps things, and what it is called by."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path


def data_home() -> Path:
    """Where data is kept if nothing else is said: $MENDAX_HOME, or the user's folder for data."""
    if home := os.environ.get("MENDAX_HOME"):
        return Path(home)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "mendax"


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """data: the folder of solutions and, by default, of the database; database: a URL, or none for SQLite in that folder.

    hosts     names by which browsers may address the server, without port; requests that name another are refused
    prepare   solve the small games that the pages use, in a process of its own, if their files are not there
    """

    data: Path = field(default_factory=data_home)
    database: str | None = None
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "::1")
    prepare: bool = True

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{self.data / 'mendax.sqlite3'}"

    @property
    def solutions(self) -> Path:
        return self.data / "solutions"
