"""Which works are reproduced."""

from collections.abc import Callable

from mendax.errors import NotationError
from mendax.papers import burcsi_nagy, ferguson, lanctot_long
from mendax.papers.report import Item

WORKS: dict[str, Callable[[], tuple[Item, ...]]] = {
    "lanctot-long": lanctot_long.items,
    "burcsi-nagy": burcsi_nagy.items,
    "ferguson": ferguson.items,
}


def items_of(work: str | None = None) -> tuple[Item, ...]:
    """The items of one work, or of all."""
    if work is not None and work not in WORKS:
        raise NotationError(f"unknown work {work!r}; works: {', '.join(WORKS)}")
    return tuple(item for key, items in WORKS.items() if work in (None, key) for item in items())
