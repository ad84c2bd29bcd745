"""Games in which a cup passes: roll, claim, and the next player accepts or doubts. A family is a row of defaults."""

from __future__ import annotations

from dataclasses import dataclass, fields

from mendax.errors import VariantError

MAX_CUP_DICE = 1_000
MAX_CUP_FACES = 1_000
MAX_CUP_PLAYERS = 12

ABOUT_CUPS = {
    "liars-die": "Ferguson and Ferguson, section 2: one die, rolled anew by each player",
    "thesis-die": "the thesis: one die, the claim must be what was rolled; more dice may be kept",
    "seven-category": "Ferguson and Ferguson, section 4: five dice, kept ones shown, claims by category",
    "coins": "Ferguson and Ferguson, section 6: n coins, tossed again unseen, claims by heads",
}

CUP_CHOICES: dict[str, tuple[str, ...]] = {
    "rank": ("poker", "category", "sum"),
    "keep": ("none", "shown", "hidden"),
    "truth": ("least", "equal"),
    "below": ("yes", "no"),
    "prize": ("shared", "winner"),
}
CUP_NUMBERS = {"dice": (1, MAX_CUP_DICE), "faces": (1, MAX_CUP_FACES), "players": (2, MAX_CUP_PLAYERS)}


@dataclass(frozen=True, slots=True, kw_only=True)
class CupVariant:
    """The rules of a cup that passes. Every claim must be higher than the one before.

    dice     dice in the cup; `coins` calls them n
    faces    faces of every die
    rank     what is claimed: `poker` the dice themselves, groups before faces; `category` only how many are alike (one pair,
             two pairs, ...); `sum` the total of the dice, which for coins is the number of heads
    keep     who accepts takes over the dice and rolls all of them (`none`), or keeps any he likes, in sight of the other
             (`shown`) or not (`hidden`). A lone die is always rolled.
    truth    a doubted claim is true if the dice are worth at `least` as much, or exactly so (`equal`)
    below    may a claim be lower than what was rolled?
    players  the cup passes to the next
    prize    who wins when a doubt is settled: all but its loser, in equal `shared` parts, or its `winner` alone
    """

    family: str
    dice: int = 1
    faces: int = 6
    rank: str = "poker"
    keep: str = "none"
    truth: str = "least"
    below: str = "yes"
    players: int = 2
    prize: str = "shared"

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in CUP_NUMBERS:
                low, high = CUP_NUMBERS[field.name]
                good = isinstance(value, int) and low <= value <= high
            else:
                good = value in CUP_CHOICES.get(field.name, ABOUT_CUPS)
            if not good:
                raise VariantError(
                    f"{f'{spelled(self.family, field.name)}={value}'!r} is not allowed; allowed: {allowed_cup(field.name)}"
                )

    def __str__(self) -> str:
        default = CUPS[self.family]
        keys = [
            f"{key}={getattr(self, field)}"
            for key, field in cup_keys(self.family).items()
            if getattr(self, field) != getattr(default, field)
        ]
        return self.family + (":" + ",".join(keys) if keys else "")


def spelled(family: str, field: str) -> str:
    """The key of a field in this family's strings."""
    return "n" if family == "coins" and field == "dice" else field


def cup_keys(family: str) -> dict[str, str]:
    """Key: field, in the order in which they are printed."""
    return {spelled(family, field.name): field.name for field in fields(CupVariant) if field.name != "family"}


def allowed_cup(field: str) -> str:
    """What a key may be, in words."""
    if field in CUP_NUMBERS:
        return "{:,} to {:,}".format(*CUP_NUMBERS[field])
    return ", ".join(CUP_CHOICES.get(field, ABOUT_CUPS))


CUPS: dict[str, CupVariant] = {
    row.family: row
    for row in (
        CupVariant(family="liars-die"),
        CupVariant(family="thesis-die", keep="shown", truth="equal", below="no"),
        CupVariant(family="seven-category", dice=5, rank="category", keep="shown", truth="equal"),
        CupVariant(family="coins", dice=3, faces=2, rank="sum", keep="hidden", below="no"),
    )
}
