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


def start(folder: Path, *options: str) -> tuple[subprocess.Popen[str], str]:
    """`mendax serve` in a process of its own, and its address without the last slash."""
    command = [sys.executable, "-m", "mendax", "serve", "--port", "0", "--data", str(folder), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("Mendax is at "), line
    return process, line.split()[-1].rstrip("/")


def end(process: subprocess.Popen[str], *, kill: bool = False) -> None:
    process.kill() if kill else process.terminate()
    process.wait(10)
    assert process.stdout is not None
    process.stdout.close()


@contextmanager
def served(folder: Path, *options: str) -> Iterator[str]:
    process, address = start(folder, *options)
    try:
        yield address
    finally:
        end(process)


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
