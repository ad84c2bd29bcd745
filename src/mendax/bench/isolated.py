"""Work in a process of its own: its peak memory is its own, and what it prints goes nowhere."""

from __future__ import annotations

import multiprocessing
import os
import resource
from collections.abc import Callable
from typing import Any

MEMORY = 16 * 2**30  # bytes that the work may ask for; some solvers write down dense matrices


def alone(work: Callable[..., dict[str, Any]], *arguments: Any, limit: float | None = None) -> dict[str, Any]:
    """What the work returns, and its peak memory. An error, or no end within `limit` seconds, becomes {"error": a line}."""
    with multiprocessing.get_context("spawn").Pool(1, initializer=_quiet) as pool:
        try:
            found: dict[str, Any] = pool.apply_async(_measured, (work, arguments)).get(limit)
        except multiprocessing.TimeoutError:
            return {"error": f"not done in {limit:,.0f} s"}
    return found


def _measured(work: Callable[..., dict[str, Any]], arguments: tuple[Any, ...]) -> dict[str, Any]:
    try:
        found = work(*arguments)
    except Exception as error:  # another's solver may raise anything; a row says so and the others go on
        found = {"error": (str(error) or type(error).__name__).splitlines()[0]}
    return found | {"peak_mib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)}


def _quiet() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
