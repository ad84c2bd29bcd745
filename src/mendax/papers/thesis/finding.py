"""How an item of this work is made and judged."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from mendax.papers.report import Finding, Item, Verdict

WORK = "thesis"


def item(name: str, check: Callable[..., Finding], *given: Any) -> Item:
    return Item(work=WORK, name=name, check=lambda: check(*given))


def judge(
    printed: str, ours: str, *, agrees: object, proven: object = False, open_: object = False, note: str = ""
) -> Finding:
    """A mismatch is an erratum where a second computation of ours has proven it, and open where the text or the data
    do not say enough to decide."""
    verdict = (
        Verdict.AGREES if agrees else Verdict.ERRATUM if proven else Verdict.CANNOT_TELL if open_ else Verdict.FAILS
    )
    return Finding(printed=printed, ours=ours, verdict=verdict, note=note)


def percent(chance: Fraction | float, places: int = 2) -> str:
    return f"{100 * float(chance):.{places}f}%"


def short(chance: Fraction) -> str:
    """A fraction, with its decimals; only those where it is too long to read."""
    return f"{chance} = {float(chance):.6f}" if len(str(chance)) <= 24 else f"{float(chance):.6f}"
