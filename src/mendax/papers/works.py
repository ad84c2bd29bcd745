"""Which works are reproduced."""

from collections.abc import Callable
from dataclasses import dataclass

from mendax.errors import NotationError
from mendax.figure import Figure
from mendax.papers import burcsi_nagy, ferguson, lanctot_long, thesis
from mendax.papers.report import Item


def _none() -> tuple[Figure, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Work:
    """A work's items and, where there are any, its figures; both are made when asked for."""

    title: str
    items: Callable[[], tuple[Item, ...]]
    figures: Callable[[], tuple[Figure, ...]] = _none


WORKS: dict[str, Work] = {
    "lanctot-long": Work("Lanctot and Long 2007, Solving Bluff", lanctot_long.items),
    "burcsi-nagy": Work(
        "Burcsi and Nagy 2014, Endgame strategies and simulation results for the Liar's Dice game",
        burcsi_nagy.items,
        burcsi_nagy.figures,
    ),
    "ferguson": Work(
        "Ferguson and Ferguson 1991, Models for the game of Liar's Dice", ferguson.items, ferguson.figures
    ),
    "thesis": Work(
        "A thesis on Liar's Dice with one die: the Tree agent and the Matrix agent", thesis.items, thesis.figures
    ),
}


def works_of(work: str | None = None) -> dict[str, Work]:
    """One work, or all."""
    if work is not None and work not in WORKS:
        raise NotationError(f"unknown work {work!r}; works: {', '.join(WORKS)}")
    return WORKS if work is None else {work: WORKS[work]}


def items_of(work: str | None = None) -> tuple[Item, ...]:
    """The items of one work, or of all."""
    return tuple(item for each in works_of(work).values() for item in each.items())


def figures_of(work: str | None = None) -> tuple[Figure, ...]:
    """The figures of one work, or of all."""
    return tuple(figure for each in works_of(work).values() for figure in each.figures())
