"""What a reproduction says of one printed item: printed, ours, verdict, and the computation behind it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction


class Verdict(StrEnum):
    AGREES = "agrees"
    ERRATUM = "erratum"  # two independent computations of ours agree with each other and not with the page
    CANNOT_TELL = "cannot-tell"  # the text can be read in several ways, or the scan lost what is needed
    FAILS = "fails"  # ours disagrees with the page and is not proven


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a check of one item found. `note` carries the proof of an erratum, or what a number is worth."""

    printed: str
    ours: str
    verdict: Verdict
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One printed table row, figure, theorem or claim, and the function that recomputes it."""

    work: str
    name: str
    check: Callable[[], Finding]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A checked item, with the seconds it took."""

    work: str
    item: str
    printed: str
    ours: str
    verdict: Verdict
    note: str
    seconds: float


def run(items: Iterable[Item], started: Callable[[Item], None] = lambda item: None) -> Iterator[Row]:
    """Check items one by one, as they are asked for; `started` is told of each before its work begins."""
    for item in items:
        started(item)
        begun = time.perf_counter()
        found = item.check()
        yield Row(
            work=item.work,
            item=item.name,
            printed=found.printed,
            ours=found.ours,
            verdict=found.verdict,
            note=found.note,
            seconds=time.perf_counter() - begun,
        )


def rounds_to(value: Fraction, printed: str) -> bool:
    """Is the printed decimal a correct rounding of the value? The places printed are the tolerance."""
    places = -int(Decimal(printed).as_tuple().exponent)
    return abs(value - Fraction(printed)) <= Fraction(1, 2 * 10**places)
