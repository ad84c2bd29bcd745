"""How an item of this work is made and judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from mendax.papers.report import Finding, Item, Verdict, rounds_to

WORK = "ferguson"


def item(name: str, check: Callable[..., Finding], *given: Any) -> Item:
    return Item(work=WORK, name=name, check=lambda: check(*given))


def judge(
    printed: str, ours: str, *, agrees: bool, proven: bool = False, compared: bool = True, note: str = ""
) -> Finding:
    """A mismatch is an erratum only where a second computation of ours has proven it.

    compared: is anything printed to compare with? Where not, what holds by our own checks agrees with nobody.
    """
    verdict = (
        (Verdict.AGREES if compared else Verdict.CANNOT_TELL)
        if agrees
        else Verdict.ERRATUM
        if proven
        else Verdict.FAILS
    )
    return Finding(printed=printed, ours=ours, verdict=verdict, note=note)


def fits(value: Fraction | float, printed: str) -> bool:
    """Is the value the printed fraction, or, where decimals are printed, one of which they are a correct rounding?"""
    if "/" in printed or "." not in printed:
        return value == Fraction(printed)
    return rounds_to(Fraction(value), printed)


def begins(value: Fraction | float, printed: str) -> bool:
    """Are the printed decimals, which dots follow, those that the value begins with?"""
    places = len(printed.partition(".")[2])
    return 0 <= Fraction(value) - Fraction(printed) < Fraction(1, 10**places)


def compare(printed: Iterable[str], ours: Iterable[Fraction | float], note: str = "") -> Finding:
    """Numbers of the page beside ours, one by one."""
    texts, values = list(printed), list(ours)
    agrees = len(texts) == len(values) and all(map(fits, values, texts))
    return judge(", ".join(texts), told(values), agrees=agrees, note=note)


def told(values: Iterable[Fraction | float]) -> str:
    """Fractions as they are, floats to ten places."""
    return ", ".join(str(value) if isinstance(value, Fraction | int) else f"{value:.10f}" for value in values)


def order_of(sizes: Iterable[float], errors: Iterable[float]) -> tuple[float, float]:
    """Order p and constant C of errors C / n^p, by regression of log error on log n."""
    slope, height = np.polyfit(np.log(list(sizes)), np.log(np.abs(list(errors))), 1)
    return -float(slope), float(np.exp(height))
