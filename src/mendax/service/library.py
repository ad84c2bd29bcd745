"""Solved games that the pages use: files in one folder, named by their games; small ones are solved when the app first runs."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from mendax.errors import MendaxError
from mendax.solve.solution import Solution
from mendax.store import load_solution

# Solved at the first start, in this order; together about half a minute on one core.
SMALL = (
    "thesis-die",
    "liars-die",
    "bluff:faces=3",
    "coins",
    "bluff",
    "joker",
    "endgame",
    "seven-category",
    "bluff:exact=yes",
    "bluff:dice=2v1,faces=4",
    "perudo:dice=1v1",
    "dudo:dice=2v2,faces=3",
    "burcsi-nagy:dice=2v2,faces=3",
    "perudo:dice=2v2,faces=3",
)
STRENGTHS = "strengths.json"


@dataclass(frozen=True, eq=False, slots=True)
class Library:
    """folder: of the files; `path(game)` is where a solution of a game belongs, whoever makes it."""

    folder: Path
    _process: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def path(self, game: str) -> Path:
        """game: a canonical game string, which has no letters that mean anything to a file system."""
        return self.folder / f"{game.replace(':', '~')}.mendax"

    def games(self) -> tuple[str, ...]:
        """What is solved, by file name."""
        return tuple(sorted(file.stem.replace("~", ":") for file in self.folder.glob("*.mendax")))

    def solution(self, game: str) -> Solution | None:
        """None where the game is not solved here."""
        path = self.path(game)
        try:
            written = path.stat().st_mtime_ns
        except OSError:
            return None
        try:
            return _loaded(str(path), written)
        except MendaxError:
            return None  # a file that is damaged, or still from another version, is none

    def strengths(self, game: str) -> list[dict[str, Any]]:
        """How strong agents are in a game, as `prepare` measured it; empty if it has not yet."""
        try:
            told: dict[str, list[dict[str, Any]]] = json.loads((self.folder / STRENGTHS).read_text())
        except (OSError, ValueError):
            return []
        return told.get(game, [])

    def prepare(self) -> None:
        """Start solving what is missing, in a process of low priority that ends by itself."""
        command = [sys.executable, "-m", "mendax.service.prepare", str(self.folder)]
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._process.append(process)
        threading.Thread(target=process.wait, daemon=True).start()

    def close(self) -> None:
        for process in self._process:
            if process.poll() is None:
                process.terminate()


@lru_cache(maxsize=32)
def _loaded(path: str, written: int) -> Solution:
    return load_solution(path)
