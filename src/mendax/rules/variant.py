"""One string names any game: `family:key=value,key=value`, parsed once, printed canonically.

A family is a named row of defaults, never a class: every Round family takes every key of `RoundVariant`, every family of
passing cups every key of `CupVariant`. `parse(str(v)) == v` for every variant v.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, fields, replace
from typing import Any

from mendax.errors import VariantError
from mendax.rules.cup import ABOUT_CUPS, CUP_CHOICES, CUP_NUMBERS, CUPS, CupVariant, allowed_cup, cup_keys
from mendax.rules.unit import ABOUT_UNITS, UNITS, UnitVariant, allowed_unit

MAX_FACES = 20
MAX_PLAYERS = 12
MAX_DICE = 100

# Every Round family, in a line each.
ABOUT = {
    "bluff": "Lanctot and Long: one round, the highest face wild",
    "endgame": "Burcsi and Nagy, section 2: one round, no wild face",
    "burcsi-nagy": "Burcsi and Nagy, section 1: the whole match, a round costs the difference",
    "openspiel": "OpenSpiel's liars_dice",
    "dudo": "Neller and Hnath: the whole match, ones wild",
    "joker": "one round, ones wild and never bid",
    "perudo": "the table game: paco ladder, calza, palifico",
}

CHOICES: dict[str, tuple[str, ...]] = {
    "wild": ("high", "low", "none"),
    "order": ("double", "paco", "count"),
    "wildbids": ("yes", "no"),
    "exact": ("no", "yes", "calza"),
    "loss": ("round", "one", "difference", "give"),
    "next": ("loser", "winner", "clockwise"),
    "palifico": ("no", "yes", "now"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVariant:
    """The rules of a Round and of the match it belongs to.

    dice      dice of each player at the start, `1v1`, `2v1`, `1v1v1`, ...
    faces     faces of every die, 2 to 20
    wild      which face counts for every bid
    order     where wild bids stand on the ladder: `double` before the first plain bid of twice their count,
              `paco` after the last plain bid of twice their count (and never as an opening), `count` by face
    wildbids  whether the wild face may be bid at all
    exact     the call 'exactly right': `no`; `yes` (Check: the bidder loses if it is right); `calza` (the caller gains a die)
    loss      `round`: one round, +1 to its winner, -1 to its loser; otherwise a match in which a round costs `one` die,
              the `difference` between count and bid, or one die that the loser must `give` to the winner
    next      who opens the next round of a match
    palifico  `yes`: when a player comes down to one die, the next round is a palifico; `now`: this very round is one, with
              no wild face, and every bid keeps the face of the first
    """

    family: str
    dice: tuple[int, ...] = (1, 1)
    faces: int = 6
    wild: str = "high"
    order: str = "double"
    wildbids: str = "yes"
    exact: str = "no"
    loss: str = "round"
    next: str = "clockwise"
    palifico: str = "no"

    def __post_init__(self) -> None:
        _check(self)

    def __str__(self) -> str:
        default = FAMILIES[self.family]
        keys = [f"{key}={show_key(self, key)}" for key in KEYS if getattr(self, key) != getattr(default, key)]
        return self.family + (":" + ",".join(keys) if keys else "")

    @property
    def num_players(self) -> int:
        return len(self.dice)

    @property
    def total_dice(self) -> int:
        return sum(self.dice)

    @property
    def as_palifico(self) -> RoundVariant:
        """The single round in which no face is wild and every bid keeps the face of the first."""
        return replace(self, loss="round", palifico="now", next=FAMILIES[self.family].next)

    @property
    def as_round(self) -> RoundVariant:
        """One round of a match for its own sake."""
        default = FAMILIES[self.family]
        return replace(self, loss="round", palifico=default.palifico, next=default.next)

    @property
    def wild_face(self) -> int | None:
        """The face (1-based) that counts for every bid in this round, if there is one."""
        if self.palifico == "now":
            return None
        return {"high": self.faces, "low": 1, "none": None}[self.wild]


@dataclass(frozen=True, slots=True)
class TreeVariant:
    """A game given explicitly, by its name alone."""

    family: str

    def __post_init__(self) -> None:
        if self.family not in TREE_FAMILIES:
            raise _unknown_family(self.family)

    def __str__(self) -> str:
        return self.family


Variant = RoundVariant | CupVariant | UnitVariant | TreeVariant

KEYS = tuple(field.name for field in fields(RoundVariant) if field.name != "family")

TREE_FAMILIES = ("rps", "prisoners-dilemma", "koller", "kuhn")

# Filled below: a family's row must exist before a RoundVariant of that family can be checked.
FAMILIES: dict[str, RoundVariant] = {}


def parse(text: str) -> Variant:
    """The variant a game string names; VariantError with one clear line if it names none."""
    family, colon, rest = text.strip().partition(":")
    if family in TREE_FAMILIES:
        if colon:
            raise VariantError(f"{family!r} takes no keys, but {rest!r} was given")
        return TreeVariant(family)
    if family not in FAMILIES | CUPS | UNITS:
        raise _unknown_family(family)
    if colon and not rest:
        raise VariantError(
            f"nothing follows the colon in {text.strip()!r}; write {family!r} or {family + ':key=value'!r}"
        )
    default: Any = (FAMILIES | CUPS | UNITS)[family]
    fields_of = (
        cup_keys(family) if family in CUPS else {key: key for key in (KEYS if family in FAMILIES else ("cells",))}
    )
    given: dict[str, Any] = {}
    for item in rest.split(",") if rest else []:
        key, equals, value = (part.strip() for part in item.partition("="))
        if key not in fields_of:
            known = tuple(fields_of)
            raise VariantError(f"unknown key {key!r} for {family}{_near(key, known)}; keys: {', '.join(known)}")
        if not equals or not value:
            raise VariantError(f"key {key!r} needs a value; allowed: {_allowed_in(family, fields_of[key])}")
        if fields_of[key] in given:
            raise VariantError(f"key {key!r} is given twice")
        given[fields_of[key]] = _read(family, key, fields_of[key], value)
    variant: Variant = replace(default, **given)
    return variant


def parse_round(text: str) -> RoundVariant:
    """`parse`, for callers that need a Round family."""
    variant = parse(text)
    if not isinstance(variant, RoundVariant):
        raise VariantError(f"{text!r} is not a round of dice; Round families: {', '.join(FAMILIES)}")
    return variant


def _unknown_family(family: str) -> VariantError:
    known = (*ABOUT, *ABOUT_CUPS, *ABOUT_UNITS, *TREE_FAMILIES)
    return VariantError(f"unknown family {family!r}{_near(family, known)}; families: {', '.join(known)}")


def _near(word: str, known: tuple[str, ...]) -> str:
    close = difflib.get_close_matches(word, known, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def allowed(key: str) -> str:
    """What a key may be, in words."""
    if key == "dice":
        return f"like 2v1 or 1v1v1, 2 to {MAX_PLAYERS} players with 1 to {MAX_DICE} dice each"
    if key == "faces":
        return f"2 to {MAX_FACES}"
    return ", ".join(CHOICES[key])


def _allowed_in(family: str, field: str) -> str:
    """What a field of this family may be, in words."""
    return allowed(field) if family in FAMILIES else allowed_cup(field) if family in CUPS else allowed_unit()


def _read(family: str, key: str, field: str, text: str) -> Any:
    """The value of a key from its text; the range is checked with the whole variant."""
    if field == "dice" and family in FAMILIES:
        if re.fullmatch(r"[1-9][0-9]{0,3}(v[1-9][0-9]{0,3})+", text):
            return tuple(int(part) for part in text.split("v"))
    elif field in ("faces", "cells", *CUP_NUMBERS):
        if re.fullmatch(r"[1-9][0-9]{0,3}", text):
            return int(text)
        if field == "cells" and text == "none":
            return None
    elif text in (CHOICES | CUP_CHOICES)[field]:
        return text
    raise VariantError(f"{f'{key}={text}'!r} is not allowed; allowed: {_allowed_in(family, field)}")


def show_key(variant: RoundVariant, key: str) -> str:
    """The value of a key as its text."""
    value = getattr(variant, key)
    return "v".join(map(str, value)) if key == "dice" else str(value)


def _check(v: RoundVariant) -> None:
    """Raise VariantError where a value is out of range or a combination makes no sense."""
    if v.family not in ABOUT:
        raise _unknown_family(v.family)
    for key, values in CHOICES.items():
        if getattr(v, key) not in values:
            raise VariantError(f"{f'{key}={getattr(v, key)}'!r} is not allowed; allowed: {allowed(key)}")
    dice = v.dice if isinstance(v.dice, tuple) else ()
    if not 2 <= len(dice) <= MAX_PLAYERS or not all(isinstance(d, int) and 1 <= d <= MAX_DICE for d in dice):
        shown = show_key(v, "dice") if dice else repr(v.dice)
        raise VariantError(f"dice={shown} is not allowed; allowed: {allowed('dice')}")
    if not isinstance(v.faces, int) or not 2 <= v.faces <= MAX_FACES:
        raise VariantError(f"faces={v.faces!r} is not allowed; allowed: {allowed('faces')}")
    if v.family not in FAMILIES:
        return  # this is the family's own row of defaults, being made
    default = FAMILIES[v.family]
    for clash, why in (
        (
            v.wild == "none" and v.wildbids == "no",
            "wildbids=no bans bids on the wild face, but wild=none has no wild face",
        ),
        (
            v.wild == "none" and v.order == "paco",
            "order=paco places the bids on the wild face, but wild=none has no wild face",
        ),
        (
            v.loss == "give" and v.exact == "calza",
            "exact=calza adds dice to the table, but loss=give keeps their number",
        ),
        (
            v.palifico == "now" and v.loss != "round",
            f"palifico=now describes one round, but loss={v.loss} plays a match; add loss=round",
        ),
        (
            v.loss == "round" and v.next != default.next,
            f"next={v.next} says who opens the next round, but loss=round plays one; choose loss=one, difference or give",
        ),
        (
            v.loss == "round" and v.palifico == "yes" and default.palifico != "yes",
            "palifico=yes concerns later rounds, but loss=round plays one; palifico=now makes this round a palifico",
        ),
    ):
        if clash:
            raise VariantError(f"these rules make no sense together: {why}")


for _row in (
    RoundVariant(family="bluff"),
    RoundVariant(family="endgame", wild="none"),
    RoundVariant(family="burcsi-nagy", dice=(5, 5), loss="difference"),
    RoundVariant(family="openspiel", order="count"),
    RoundVariant(family="dudo", dice=(5, 5), wild="low", loss="difference", next="winner"),
    RoundVariant(family="joker", wild="low", wildbids="no"),
    RoundVariant(
        family="perudo", dice=(5, 5), wild="low", order="paco", exact="calza", loss="one", palifico="yes", next="loser"
    ),
):
    FAMILIES[_row.family] = _row
