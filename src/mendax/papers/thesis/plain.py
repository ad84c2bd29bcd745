"""Matches of one die written out from the rules, without the engine: the second computation behind what is called proven.

Faces, rolls and calls count from 1; a sub-game is named by the call that was accepted, 0 at the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

from mendax.games.cup import ACCEPT
from mendax.games.strategy import Strategy

FACES = 6
ROLLS = range(1, FACES + 1)
CALLS = range(1, FACES + 1)


@dataclass(frozen=True, eq=False)
class Plain:
    """A strategy of the game of one die, by calls and rolls."""

    strategy: Strategy

    @cached_property
    def calls(self) -> Mapping[tuple[int, int], Mapping[int, Fraction]]:
        """{(sub-game, roll): {call: chance}}."""
        found: dict[tuple[int, int], dict[int, Fraction]] = {}
        for node, hand, action, chance in self.strategy.rows():
            if 1 <= hand <= FACES:
                found.setdefault((node - FACES - 1, hand), {})[action + 1] = Fraction(chance)
        return found

    @cached_property
    def accepts(self) -> Mapping[tuple[int, int], Fraction]:
        """{(sub-game, call): chance}; nothing where it is never accepted."""
        return {
            (node - FACES - 1, hand - FACES): Fraction(chance)
            for node, hand, action, chance in self.strategy.rows()
            if hand > FACES and action == ACCEPT
        }


def plain_chance(first: Plain, second: Plain) -> Fraction:
    """The chance of who begins."""
    players = first, second

    @cache
    def worth(beat: int, mover: int) -> Fraction:
        """Of the mover in a sub-game."""
        if beat == FACES:
            return Fraction(0)
        caller, answerer = players[mover], players[1 - mover]
        total = Fraction(0)
        for roll in ROLLS:
            for call, chance in caller.calls[beat, roll].items():
                accept = answerer.accepts.get((beat, call), Fraction(0))
                total += chance * (accept * (1 - worth(call, 1 - mover)) + (1 - accept) * (call == roll))
        return total / FACES

    return worth(0, 0)


def plain_best(other: Plain, *, begins: bool) -> Fraction:
    """The greatest chance to win against `other`; begins: of who begins, or of who comes second."""

    @cache
    def worth(beat: int, mine: bool) -> Fraction:
        """Mine in a sub-game that I begin, or the other one does."""
        if beat == FACES:
            return Fraction(0 if mine else 1)
        total = Fraction(0)
        if mine:
            for roll in ROLLS:
                total += max(
                    accept * worth(call, False) + (1 - accept) * (call == roll)
                    for call in range(max(beat + 1, roll), FACES + 1)
                    for accept in [other.accepts.get((beat, call), Fraction(0))]
                )
            return total / FACES
        for call in range(beat + 1, FACES + 1):
            made = [other.calls[beat, roll].get(call, Fraction(0)) for roll in ROLLS]
            lies = sum((chance for roll, chance in zip(ROLLS, made, strict=True) if roll != call), Fraction(0))
            total += max(lies, sum(made, Fraction(0)) * worth(call, True))
        return total / FACES

    return worth(0, begins)
