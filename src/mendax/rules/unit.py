"""Games on the unit interval: a number between 0 and 1 instead of dice."""

from __future__ import annotations

from dataclasses import dataclass

from mendax.errors import VariantError

MAX_CELLS = 1_000

ABOUT_UNITS = {
    "continuous": "Ferguson and Ferguson, section 3: a number drawn anew by each player",
    "improvable": "Ferguson and Ferguson, section 5: a number drawn above the one before",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitVariant:
    """cells: the interval cut into so many equal cells, of which only the cell is seen and claimed; None: not cut."""

    family: str
    cells: int | None = None

    def __post_init__(self) -> None:
        if self.cells is not None and not (isinstance(self.cells, int) and 1 <= self.cells <= MAX_CELLS):
            raise VariantError(f"{f'cells={self.cells}'!r} is not allowed; allowed: {allowed_unit()}")

    def __str__(self) -> str:
        return self.family if self.cells is None else f"{self.family}:cells={self.cells}"


def allowed_unit() -> str:
    """What `cells` may be, in words."""
    return f"none, or 1 to {MAX_CELLS:,}"


UNITS = {family: UnitVariant(family=family) for family in ABOUT_UNITS}
