"""A real browser on a real server, for tests. tests/web/conftest.py makes fixtures of these."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}


@contextmanager
def served(folder: Path, *options: str) -> Iterator[str]:
    """`mendax serve` in a process of its own; the address without the last slash."""
    command = [sys.executable, "-m", "mendax", "serve", "--port", "0", "--data", str(folder), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            assert line.startswith("Mendax is at "), line
            yield line.split()[-1].rstrip("/")
        finally:
            process.terminate()
            process.wait(10)


@contextmanager
def chromium() -> Iterator[Any]:
    """A headless browser, or None where there is none on this machine."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    if path is None:
        yield None
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()
