"""The solved games: solution files in the folder of data, found by their game, opened once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mendax.errors import MendaxError, StoreError
from mendax.games.compile import Game, compile_game
from mendax.games.match import Match
from mendax.games.round import Round
from mendax.rules.variant import parse
from mendax.solve.response import Plan, plan_below, plan_of
from mendax.solve.solution import Solution
from mendax.store import load_solution, read_header

OPENED = 8  # solutions kept open
SUFFIX = ".mendax"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A solution file, by what its header says. exploitability: half the width of the bounds."""

    game: str
    file: str
    value: float
    exploitability: float
    status: str
    method: str
    version: str
    bytes: int


@dataclass(eq=False)
class Opened:
    """A solution with its game, and what is worked out of it once."""

    entry: Entry
    solution: Solution
    game: Game | Match
    kept: dict[Any, Any] = field(default_factory=dict)

    def round(self, state: int) -> Round:
        """The round, or that of a standing of a match: payoffs in the match."""
        if isinstance(self.game, Round):
            return self.game
        assert isinstance(self.game, Match)
        return self._once(("round", state), self._round_of, state)  # type: ignore[no-any-return]

    def _round_of(self, state: int) -> Round:
        assert isinstance(self.game, Match)
        return self.game.round(state, [one.value for one in self.solution.states])  # type: ignore[misc]

    def strategies(self, state: int) -> Any:
        """Of both seats of the round."""
        return self.solution.states[state].strategies if self.solution.states else self.solution.strategies

    def plan(self, state: int, player: int, node: int) -> Plan:
        """What a player's strategy does from a node on."""
        strategy = self.strategies(state)[player]
        if hasattr(strategy, "edge"):
            return plan_below(strategy, node)
        return self._once(("plan", state, player), plan_of, self.round(state), strategy)  # type: ignore[no-any-return]

    def _once(self, key: Any, make: Any, *arguments: Any) -> Any:
        if key not in self.kept:
            self.kept[key] = make(*arguments)
        return self.kept[key]


class Library:
    """The folder of solution files. Whoever adds a file to it adds it to the library."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._headers: dict[tuple[str, int, int], Entry | None] = {}
        self._opened: OrderedDict[tuple[str, int], Opened] = OrderedDict()
        self._lock = threading.Lock()

    def entries(self) -> list[Entry]:
        """Every file that is a solution, by game, the best of a game first."""
        found = []
        for path in sorted(self.folder.glob(f"*{SUFFIX}")) if self.folder.is_dir() else ():
            try:
                told = path.stat()
            except OSError:
                continue  # taken away at this moment
            key = path.name, told.st_mtime_ns, told.st_size
            if key not in self._headers:
                self._headers[key] = _entry(path, told.st_size)
            entry = self._headers[key]
            if entry is not None:
                found.append(entry)
        return sorted(found, key=lambda e: (e.game, e.status != "exact", e.exploitability))

    def find(self, game: str) -> Entry | None:
        """The best file of a game; VariantError where the string names none."""
        wanted = str(parse(game))
        return next((entry for entry in self.entries() if entry.game == wanted), None)

    def open(self, game: str) -> Opened:
        """The best solution of a game; StoreError where there is none."""
        entry = self.find(game)
        if entry is None:
            raise StoreError(f"{str(parse(game))!r} is not solved here; solve it on the page of jobs")
        path = self.folder / entry.file
        key = entry.file, path.stat().st_mtime_ns
        with self._lock:
            if key not in self._opened:
                self._opened[key] = Opened(entry, load_solution(path), compile_game(entry.game))
                while len(self._opened) > OPENED:
                    self._opened.popitem(last=False)
            self._opened.move_to_end(key)
            return self._opened[key]

    def path(self, game: str) -> Path:
        """Where the solution of a game is written."""
        return self.folder / file_name(game)


def file_name(game: str) -> str:
    """That of library.py. A canonical game string has no letters that mean anything to a file system."""
    return str(parse(game)).replace(":", "~") + SUFFIX


def _entry(path: Path, size: int) -> Entry | None:
    try:
        header = read_header(path)
        low, high = (_float(bound) for bound in header["bounds"])
        return Entry(
            game=str(parse(header["game"])),
            file=path.name,
            value=_float(header["value"]),
            exploitability=(high - low) / 2,
            status=header["status"],
            method=header["method"],
            version=header["version"],
            bytes=size,
        )
    except (MendaxError, OSError, ValueError, ZeroDivisionError):
        return None  # not a solution, or of a newer version: not listed


def _float(value: str | float) -> float:
    from fractions import Fraction

    return float(Fraction(value)) if isinstance(value, str) else float(value)
