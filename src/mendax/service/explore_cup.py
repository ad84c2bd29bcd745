"""A position of a passing cup as the explorer shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mendax.analysis.cup_table import cup_table
from mendax.games.cup import Cup
from mendax.games.cup_notation import format_position, parse_position
from mendax.games.match import Match
from mendax.service.solved import Opened
from mendax.service.told import Number, number
from mendax.solve.cup_response import cup_positions


@dataclass(frozen=True, slots=True, kw_only=True)
class CupCell:
    """A claim made with a hand: how often, its chance to win as it is answered, and the position after it is accepted."""

    claim: str
    played: Number
    value: Number
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CupRow:
    hand: str
    chance: Number
    cells: tuple[CupCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    keeps: str
    chance: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A claim: how often it is heard, true then (null where never heard), and doubted."""

    claim: str
    heard: Number
    true: Number | None
    doubted: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """What can be come to: what it is worth to who has the cup there."""

    at: str
    worth: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class CupPlace:
    at: str
    worth: Number
    claims: tuple[str, ...]
    throws: tuple[Kept, ...]
    rows: tuple[CupRow, ...]
    answers: tuple[Heard, ...]
    positions: tuple[Position, ...]


def cup_place(opened: Opened, at: str) -> CupPlace:
    assert not isinstance(opened.game, Match)
    return place_of(opened.game, opened.solution.profile, at, opened.kept)


def place_of(game: Any, profile: Any, at: str, kept: dict[Any, Any]) -> CupPlace:
    """kept: where what all positions are worth is remembered."""
    assert isinstance(game, Cup)
    position = parse_position(game, at)
    if "positions" not in kept:
        kept["positions"] = cup_positions(game, profile)
    worth = kept["positions"]
    found = cup_table(game, profile, position)
    return CupPlace(
        at=found.position,
        worth=number(found.worth),
        claims=tuple(row.claim for row in found.answers),
        throws=tuple(Kept(keeps=row.keeps, chance=number(row.chance)) for row in found.throws),
        rows=tuple(
            CupRow(hand=row.hand, chance=number(row.chance), cells=_cells(game, worth, found, row))
            for row in found.hands
        ),
        answers=tuple(
            Heard(
                claim=row.claim,
                heard=number(row.heard),
                true=None if row.true is None else number(row.true),
                doubted=number(row.doubted),
            )
            for row in found.answers
        ),
        positions=tuple(Position(at=format_position(game, p), worth=number(w[0])) for p, w in worth.items()),
    )


def _cells(game: Cup, worth: dict[int, Any], found: Any, row: Any) -> tuple[CupCell, ...]:
    """Every claim that may be made with a hand: accepted the other has the cup and so wins what the position is worth."""
    hand = game.hands.index(row.hand)
    beat = game.claims.index(found.answers[0].claim) if found.answers else 0
    cells = []
    for heard in found.answers:
        claim = game.claims.index(heard.claim)
        if not game.legal[hand, claim] or claim < beat:
            continue
        doubted = (game.true_pay if game.holds[hand, claim] else game.false_pay)[0]
        after = int(game.follower[hand, claim])
        accepted = worth[after][1] if game.options(after) else game.stuck_pay[1]
        value = doubted * heard.doubted + accepted * (1 - heard.doubted)
        cells.append(
            CupCell(
                claim=heard.claim,
                played=number(row.claims.get(heard.claim, 0)),
                value=number(value),
                to=format_position(game, after),
            )
        )
    return tuple(cells)
