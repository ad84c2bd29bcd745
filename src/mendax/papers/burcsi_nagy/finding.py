"""How an item of this work is made and judged."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from mendax.papers.report import Finding, Item, Verdict

WORK = "burcsi-nagy"


def item(name: str, check: Callable[..., Finding], *given: Any) -> Item:
    return Item(work=WORK, name=name, check=lambda: check(*given))


def judge(printed: str, ours: str, *, agrees: bool, proven: bool = False, note: str = "") -> Finding:
    """A mismatch is an erratum only where a second computation of ours has proven it."""
    verdict = Verdict.AGREES if agrees else Verdict.ERRATUM if proven else Verdict.FAILS
    return Finding(printed=printed, ours=ours, verdict=verdict, note=note)


def listed(values: Iterable[Fraction | str]) -> str:
    """The different ones, in rising order: `0 and 1/2`."""
    return " and ".join(map(str, sorted(set(values))))
