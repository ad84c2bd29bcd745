"""How large a game of passing cups is, and what can be done with it, before compiling it."""

from __future__ import annotations

from dataclasses import dataclass

from mendax.games.cup import MAX_CHANCES, num_throws, short
from mendax.rules.cup import CupVariant
from mendax.rules.dice import num_hands
from mendax.rules.rank import num_patterns
from mendax.rules.unit import UnitVariant
from mendax.solve.cup import MAX_SECONDS, SECONDS_A_WEIGHT

MINUTE = 60
LONG_SECONDS = 3_600
MANY = 10**18  # what is more is all the same


@dataclass(frozen=True, slots=True, kw_only=True)
class CupSizes:
    """hands, claims, throws: different ones. stages: at most so many LPs. weights: unknowns of the largest.

    seconds   to solve in floats on one core, roughly
    feasible  what that means, in words
    """

    hands: int
    claims: int
    throws: int
    stages: int
    weights: int
    seconds: float
    feasible: str


def cup_sizes(variant: CupVariant | UnitVariant) -> CupSizes:
    """Counts by formula; the game is not compiled."""
    if isinstance(variant, UnitVariant):
        hands = claims = variant.cells or 0
        throws = groups = hands if variant.family == "improvable" else min(hands, 1)
    else:
        hands = num_hands(variant.faces, variant.dice)
        if variant.rank == "category":
            hands = num_patterns(variant.faces, variant.dice)
        claims = variant.dice * (variant.faces - 1) + 1 if variant.rank == "sum" else hands
        throws = num_throws(variant)
        groups = hands + 1 if variant.keep == "hidden" and throws > 1 else throws
    stages, weights = claims * groups, hands * claims
    seconds = SECONDS_A_WEIGHT * min(stages * weights, MANY)
    return CupSizes(
        hands=hands,
        claims=claims,
        throws=throws,
        stages=stages,
        weights=weights,
        seconds=seconds,
        feasible=_feasible(variant, hands * throws, seconds),
    )


def _feasible(variant: CupVariant | UnitVariant, entries: int, seconds: float) -> str:
    if entries == 0:
        return f"nothing: the game is not finite; cut the interval into cells, as in {variant}:cells=16"
    if entries > MAX_CHANCES:
        return (
            f"nothing: the table of chances would have {short(entries)} entries, at most {MAX_CHANCES:,} are compiled"
        )
    if isinstance(variant, CupVariant) and variant.players > 2:
        return "best responses and profiles; values and solving are for two players"
    if seconds > MAX_SECONDS:
        return f"compiling; solving would take about {short(int(seconds / 3_600))} hours, and is not tried"
    if seconds > LONG_SECONDS:
        return f"compiling; solving would take about {seconds / 3_600:,.0f} hours"
    if seconds > MINUTE:
        return f"solving in floats (--method lp), in about {seconds / 60:,.0f} minutes; in rationals it takes longer"
    return "solving; in rationals (auto, exact) it takes longer the longer the fractions become"
