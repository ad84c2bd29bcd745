"""What is being done, on the last line of a terminal, for commands that must start quickly."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 1.0  # seconds before anything is said


@contextmanager
def watch(doing: str) -> Iterator[Callable[[str], None]]:
    """A function to tell how far things are; nothing is shown in the first second, nor where nobody watches."""
    if not sys.stderr.isatty():
        yield lambda text: None
        return
    started = time.monotonic()
    shown = 0

    def tell(text: str) -> None:
        nonlocal shown
        seconds = time.monotonic() - started
        if seconds > PATIENCE:
            line = f"{doing}: {text}, {seconds:.0f} s"
            sys.stderr.write("\r" + line.ljust(shown))
            sys.stderr.flush()
            shown = len(line)

    try:
        yield tell
    finally:
        if shown:
            sys.stderr.write("\r" + " " * shown + "\r")
            sys.stderr.flush()
