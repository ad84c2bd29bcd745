"""Runs kept on disk while they go on, so that whatever stops them costs at most what was done since."""

from __future__ import annotations

import json
import signal
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from mendax._version import __version__
from mendax.errors import StoreError
from mendax.solve.cfr import ROWS, CfrParams, Run
from mendax.store import map_arrays, read_metadata, write_arrays

KEY = "mendax-run"
EVERY = 60.0  # seconds between two checkpoints, or more where writing one takes long
WRITING = 20.0  # times as long as writing one at least


def save_run(run: Run, path: Path) -> None:
    """All that goes on from here needs; resumed iterates are those of a run that was never stopped, to the bit."""
    told = _told(run) | {"iterations": run.iterations, "weight": run.weight, "version": __version__}
    told["seconds"] = time.perf_counter() - run.started
    write_arrays(path, {KEY: json.dumps(told)}, _arrays(run))


def resume(run: Run, path: Path) -> None:
    """Bring a run to where a checkpoint left it; StoreError where that is of another run."""
    metadata = read_metadata(path)
    if KEY not in metadata:
        raise StoreError(f"{str(path)!r} is no checkpoint of a run; move it away, or choose another --out")
    told = json.loads(metadata[KEY])
    for key, value in _told(run).items():
        if told.get(key) != value:
            was, wanted = (_named(told.get(key)), _named(value)) if key == "parameters" else (told.get(key), value)
            raise StoreError(
                f"{str(path)!r} is a checkpoint with {key} {was}, not {wanted}; move it away, or choose another --out"
            )
    kept = map_arrays(path)
    for name, array in _arrays(run).items():
        np.copyto(array, kept[name])
    run.iterations, run.weight = int(told["iterations"]), float(told["weight"])
    run.started = time.perf_counter() - float(told.get("seconds", 0.0))


def _named(parameters: Any) -> str:
    """A member of the family by its name, if it has one."""
    rows = {name: _without_source(row) for name, row in ROWS.items()}
    return next((name for name, row in rows.items() if row == parameters), str(parameters))


def _without_source(params: CfrParams) -> dict[str, Any]:
    return {key: value for key, value in asdict(params).items() if key != "cite"}


def _told(run: Run) -> dict[str, Any]:
    layout = run.engine.layout
    return {
        "game": run.engine.game.game,
        "parameters": _without_source(run.params),
        "dtype": run.engine.dtype.name,
        "layout": [layout.prefix, layout.local],
    }


def _arrays(run: Run) -> dict[str, Any]:
    names = ("r_edge", "r_end", "a_edge", "a_end", *(("edge", "end") if run.engine.looks_apart else ()))
    return {f"{p}.{name}": getattr(side, name) for p, side in enumerate(run.engine.sides) for name in names}


class Keeper:
    """Keeps a run in a file now and then, and at Ctrl-C after the iteration in hand; without a path it only stops it."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.interrupted = False
        self.resumed_at = 0
        self.trouble: str | None = None
        self._due = 0.0
        self._before: Any = None

    def begin(self, run: Run) -> None:
        if self.path is not None and self.path.exists():
            resume(run, self.path)
            self.resumed_at = run.iterations
        self._due = time.monotonic() + EVERY
        self._before = signal.signal(signal.SIGINT, self._interrupt)

    def after(self, run: Run) -> bool:
        """Called after every iteration: is the run to stop?"""
        if self.path is not None and (self.interrupted or time.monotonic() > self._due):
            begun = time.monotonic()
            try:
                save_run(run, self.path)
            except StoreError as error:  # what was kept before is still there, and the run goes on
                self.trouble = str(error)
                if self.interrupted:
                    raise
            self._due = time.monotonic() + max(EVERY, WRITING * (time.monotonic() - begun))
        return self.interrupted

    def measured(self, run: Run, low: float, high: float) -> None:
        """Nothing to keep: bounds are computed from what is kept."""

    def end(self) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def forget(self) -> None:
        """The run is over and its result is written."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def _interrupt(self, *_: Any) -> None:
        self.interrupted = True
        signal.signal(signal.SIGINT, self._before)  # who asks twice is obeyed at once
