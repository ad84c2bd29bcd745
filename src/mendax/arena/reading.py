"""Where Burcsi and Nagy say two things, or nothing: what each may mean, by name.

A reading is one choice for each of six questions, written `inequality=prose,starter=loser`; what is not named is the default.
Why the defaults are what they are: docs/notes/evolution.md.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Self

from mendax.errors import NotationError

# The first choice is the default.
CHOICES: dict[str, dict[str, str]] = {
    "inequality": {
        "printed": "raise iff p2 - p1 + c_s - c_t > 0; c_t after a failed challenge of the next player",
        "intuition": "raise iff p2 - p1 - c_s + c_t > 0; c_t after a failed challenge of the next player",
        "prose": "raise iff p2 - p1 - c_s - c_t > 0; c_t after a successful challenge of the next player",
    },
    "record": {
        "player": "the last challenge of the previous player, by whomever; the last one by the next player, of whomever",
        "pair": "my last challenge of the previous player; the last one of me by the next player",
    },
    "ties": {
        "lowest": "of raises equally likely to hold, the lowest",
        "highest": "of raises equally likely to hold, the highest",
        "random": "of raises equally likely to hold, any with the same chance",
    },
    "starter": {
        "clockwise": "the next round is opened by the first player still in after the one who opened this",
        "position": "the place in the list of players still in moves on by one",
        "loser": "by who lost the round, or the first player still in after him",
    },
    "mesh": {
        "eleven": "0, 1/10, ..., 1 of each side",
        "ten": "0, 1/9, ..., 1 of each side",
        "tenths": "0, 1/10, ..., 9/10 of each side",
    },
    "choice": {
        "repeated": "players of a game are drawn one by one; a strategy may meet itself",
        "distinct": "players of a game are drawn without putting back",
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One choice for each question of CHOICES."""

    inequality: str = "printed"
    record: str = "player"
    ties: str = "lowest"
    starter: str = "clockwise"
    mesh: str = "eleven"
    choice: str = "repeated"

    def __post_init__(self) -> None:
        for key, choices in CHOICES.items():
            given = getattr(self, key)
            if given not in choices:
                raise NotationError(f"unknown {key}={given!r} of a reading; choices: {', '.join(choices)}")

    def __str__(self) -> str:
        """All six choices, so that a later default changes no file; `parse` reads it back."""
        return ",".join(f"{key}={getattr(self, key)}" for key in CHOICES)

    @classmethod
    def parse(cls, text: str) -> Self:
        """`key=choice,key=choice`; the empty text is the default reading."""
        given: dict[str, str] = {}
        for part in filter(None, text.split(",")):
            key, _, value = part.partition("=")
            if key not in CHOICES:
                raise NotationError(f"unknown key {key!r} in reading {text!r}; keys: {', '.join(CHOICES)}")
            if key in given:
                raise NotationError(f"{key} is given twice in reading {text!r}")
            given[key] = value
        return cls(**given)

    def differs(self) -> str:
        """What is not the default, as text; `default` where all is."""
        default = type(self)()
        parts = (
            f"{f.name}={getattr(self, f.name)}"
            for f in fields(self)
            if getattr(self, f.name) != getattr(default, f.name)
        )
        return ",".join(parts) or "default"


DEFAULT = Reading()


def single_changes() -> tuple[Reading, ...]:
    """The default, and every reading that differs from it in one choice."""
    changed = [replace(DEFAULT, **{key: choice}) for key, choices in CHOICES.items() for choice in list(choices)[1:]]
    return DEFAULT, *changed
