"""A long simulation kept on disk while it goes on: Ctrl-C, or anything worse, costs at most what was done since."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from typing import Any

import numpy as np

from mendax.errors import StoreError
from mendax.store import map_arrays, read_metadata, write_arrays

KEY = "mendax-evolve"
SECONDS = "seconds"
EVERY = 10.0  # seconds between two writings


class Run:
    """Keeps named arrays in a file, with all that decides the result; without a path it only stops at Ctrl-C."""

    def __init__(self, path: Path | None = None, every: float = EVERY) -> None:
        self.path = path
        self.every = every
        self.interrupted = False
        self._described = ""
        self._started = time.perf_counter()  # or earlier, by what earlier sittings took
        self._due = 0.0
        self._before: Any = None

    @property
    def seconds(self) -> float:
        """Of work, in all sittings."""
        return time.perf_counter() - self._started

    def begin(self, described: dict[str, Any], state: dict[str, Any]) -> None:
        """Go on from the file, if there is one: `state` is changed in place."""
        self._described = json.dumps(described, sort_keys=True)
        if self.path is not None and self.path.exists():
            self._resume(self.path, described, state)
        self._due = time.monotonic()
        if self.path is not None:
            self._before = signal.signal(signal.SIGINT, self._interrupt)

    def _resume(self, path: Path, described: dict[str, Any], state: dict[str, Any]) -> None:
        metadata = read_metadata(path)
        if KEY not in metadata:
            raise StoreError(f"{str(path)!r} is no checkpoint of mendax evolve; move it away, or choose another --out")
        told = json.loads(metadata[KEY])
        for key, value in described.items():
            if told.get(key) != value:
                raise StoreError(
                    f"{str(path)!r} is a checkpoint with {key} {told.get(key)}, not {value}; move it away, or choose"
                    " another --out"
                )
        kept = map_arrays(path)
        for name, array in state.items():
            np.copyto(array, kept[name])
        self._started -= float(metadata.get(SECONDS, 0))

    def keep(self, state: dict[str, Any]) -> None:
        """Write, if it is time."""
        if self.path is not None and time.monotonic() >= self._due:
            self._write(state)
            self._due = time.monotonic() + self.every

    def end(self, state: dict[str, Any]) -> None:
        """Nothing more is done: an unfinished state is written."""
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            self._before = None
        if self.path is not None:
            self._write(state)

    def forget(self) -> None:
        """The result is written elsewhere."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def _write(self, state: dict[str, Any]) -> None:
        assert self.path is not None
        write_arrays(self.path, {KEY: self._described, SECONDS: f"{self.seconds:.3f}"}, state)

    def _interrupt(self, *_: Any) -> None:
        self.interrupted = True
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)  # who asks twice is obeyed at once
