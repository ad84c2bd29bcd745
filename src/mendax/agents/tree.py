"""The Tree agent of the thesis: one call for each roll and one answer to each call, from trees of chances.

The tree of the sub-game 'accept b' has a node for every roll, below it one for every call above b and not below the roll, and
below that one for each answer. Chances go up from the last sub-game, 'accept F', which is lost:

  call  (equation 1) chance of the answer to doubt, where the call is true, plus that of the answer to accept times what the
        caller has left then, one less the root of the accepted sub-game
  roll  the best of its calls
  root  (equation 3) the mean of its rolls

Equations, text and pseudocode do not say the same about the answers; a TreeReading says which of them is followed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Literal

from numpy.random import Generator

from mendax.agents.die import faces_of, faces_seen, read, write
from mendax.agents.text import options_text
from mendax.games.compile import Game
from mendax.games.cup import ACCEPT, DOUBT
from mendax.games.strategy import Strategy
from mendax.games.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeReading:
    """How the text of the Tree agent is read. The defaults give its worked example and its pseudocode.

    lies     share of the challenges to a call that win:
               leaves    of the leaves of the tree, 1 - 1/call: only rolls up to the call make it
               rolls     of all rolls, 1 - 1/faces
               integers  the pseudocode's 1 - 1/call in whole numbers: 0 for a call of one, else 1
    accepts  P(A) of equation (1), how likely the call is accepted:
               root      the root of the accepted sub-game
               rest      1 - P(C), so that the two answers exhaust all chances
    against  what equation (2) weighs a challenge against, the winner of an accepted call being
               answerer  who accepted: the root of the accepted sub-game
               caller    who called: one less the root, as the accept leaf holds
    answer   a call is accepted where the first is more than the second:
               printed   root times chance to roll more, against `lies` times 1/faces: the worked example
               lie       ... against `lies` times the chance of another roll, 1 - 1/faces
               higher    ... against `lies` alone
               root      the root alone against `lies` alone
               lied      root times chance to roll more, against the chance of another roll alone
    """

    lies: Literal["leaves", "rolls", "integers"] = "leaves"
    accepts: Literal["root", "rest"] = "root"
    against: Literal["answerer", "caller"] = "answerer"
    answer: Literal["printed", "lie", "higher", "root", "lied"] = "printed"


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class TreeTables:
    """Chances in the trees, and the decisions taken from them.

    root     [F+1]  chance to win of who rolls in 'accept b', before he rolls
    wins     {(b, roll, call): chance of the caller}
    calls    {(b, roll): call}
    weighed  {call: what speaks for accepting it, what for challenging it}
    """

    root: tuple[Fraction, ...]
    wins: Mapping[tuple[int, int, int], Fraction]
    calls: Mapping[tuple[int, int], int]
    weighed: Mapping[int, tuple[Fraction, Fraction]]

    def accepts(self, call: int) -> bool:
        accept, challenge = self.weighed[call]
        return accept > challenge


@cache
def tree_tables(faces: int, reading: TreeReading) -> TreeTables:
    """All sub-games, the last first. No two calls of a roll are ever equally good at six faces, whatever the reading."""
    root = [Fraction(0)] * (faces + 1)
    wins: dict[tuple[int, int, int], Fraction] = {}
    calls: dict[tuple[int, int], int] = {}
    for beat in reversed(range(faces)):
        for roll in range(1, faces + 1):
            allowed = range(max(beat + 1, roll), faces + 1)
            here = {call: _wins(faces, reading, roll, call, root[call]) for call in allowed}
            wins |= {(beat, roll, call): chance for call, chance in here.items()}
            calls[beat, roll] = max(here, key=lambda call: here[call])
        root[beat] = sum((wins[beat, roll, calls[beat, roll]] for roll in range(1, faces + 1)), Fraction(0)) / faces
    weighed = {call: _weighed(faces, reading, call, root[call]) for call in range(1, faces + 1)}
    return TreeTables(root=tuple(root), wins=wins, calls=calls, weighed=weighed)


def challenge_wins(faces: int, reading: TreeReading, call: int) -> Fraction:
    """The share of the challenges to a call that win."""
    match reading.lies:
        case "leaves":
            return 1 - Fraction(1, call)
        case "rolls":
            return 1 - Fraction(1, faces)
        case "integers":
            return Fraction(1 - 1 // call)


def challenged(faces: int, reading: TreeReading, call: int, root: Fraction) -> Fraction:
    """P(C), equation (2); 0 where neither answer can win."""
    win = challenge_wins(faces, reading, call)
    total = win + (root if reading.against == "answerer" else 1 - root)
    return win / total if total else Fraction(0)


def _wins(faces: int, reading: TreeReading, roll: int, call: int, root: Fraction) -> Fraction:
    """Equation (1)."""
    challenge = challenged(faces, reading, call, root)
    accept = root if reading.accepts == "root" else 1 - challenge
    return (challenge if call == roll else 0) + (1 - root) * accept


def _weighed(faces: int, reading: TreeReading, call: int, root: Fraction) -> tuple[Fraction, Fraction]:
    win, other = challenge_wins(faces, reading, call), 1 - Fraction(1, faces)
    more = root * Fraction(faces - call, faces)
    match reading.answer:
        case "printed":
            return more, win * Fraction(1, faces)
        case "lie":
            return more, win * other
        case "higher":
            return more, win
        case "root":
            return root, win
        case "lied":
            return more, other


@dataclass(frozen=True, slots=True)
class TreeAgent:
    """Plays the tables of one reading in any game where one die passes."""

    reading: TreeReading = field(default_factory=TreeReading)

    @property
    def name(self) -> str:
        return f"tree{options_text(self.reading)}"

    def act(self, view: View, rng: Generator) -> int:
        tables = tree_tables(faces_seen(view), self.reading)
        beat, roll, call = read(view)
        if roll is not None:
            return tables.calls[beat, roll] - 1
        assert call is not None
        return ACCEPT if tables.accepts(call) else DOUBT

    def strategy(self, game: Game, player: int) -> Strategy:
        tables = tree_tables(faces_of(game), self.reading)
        return write(
            game,
            player,
            lambda beat, roll: {tables.calls[beat, roll]: Fraction(1)},
            lambda beat, call: Fraction(int(tables.accepts(call))),
        )
