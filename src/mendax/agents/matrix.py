"""The Matrix agent of the thesis: in each sub-game a table of all call strategies against all answer strategies.

A call strategy has a call for every roll, an answer strategy accepts or challenges every call. An entry is the caller's chance to
win, the mean over rolls: 1 for a challenged truth, 0 for a challenged lie, and for an accepted call what its caller is thought
to win as the answerer of the sub-game that follows. Payoffs 2x - 1 (equation 4) order the strategies as chances do.

  1. keep the answer strategies of highest payoff to who answers, against all call strategies
  2. keep the call strategies of highest payoff to the caller, against those
  3. who calls draws one of the kept call strategies, all equally likely
  4. who answers draws one too, then one of the kept answer strategies in proportion to its chance to win against it

A strategy is drawn for every decision. In a sub-game each player decides once, so a draw kept for the whole sub-game would be
played alike. A MatrixReading says what `highest` means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm, prod
from typing import Any, Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mendax.agents.die import faces_of, faces_seen, read, write
from mendax.agents.text import options_text
from mendax.errors import UnsupportedGame
from mendax.games.compile import Game
from mendax.games.cup import ACCEPT, DOUBT
from mendax.games.strategy import Strategy
from mendax.games.view import View

Array = NDArray[Any]
IntArray = NDArray[np.int64]
Lies = Literal["acceptable", "all", "fewer"]
Kept = Literal["replies", "highest", "sure", "mean"]

MAX_ENTRIES = 1_000_000  # of a table


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixReading:
    """How the text of the Matrix agent is read.

    lies      calls that may be a lie: `acceptable`, all but the highest, as in the second implementation, where the highest
              is always challenged; or `all`, as in the first. `fewer` is as acceptable, but the mean is over one roll less,
              the highest, as the calls are one fewer that make 5! strategies. A lie that must be told is told.
    answers   which answer strategies step 1 keeps:
                replies  those best against some call strategy
                highest  those with the highest payoff of the table somewhere
                sure     those whose least payoff is highest
                mean     those whose mean payoff is highest
    callers   which call strategies step 2 keeps, in the same words
    accepted  what who answers in a sub-game is thought to win there, which is what an accepted call is worth:
                last     his highest payoff in the table of the kept strategies
                table    his highest payoff in the whole table
                minimax  the least to which one call strategy holds him
                maximin  the most that one answer strategy is sure of
                average  his mean payoff in the table of the kept strategies

    The second implementation is the one that was played. For the rest no worked example decides; the defaults are the reading
    that comes nearest to Table 1 against the default Tree.
    """

    lies: Lies = "acceptable"
    answers: Kept = "replies"
    callers: Kept = "replies"
    accepted: Literal["last", "table", "minimax", "maximin", "average"] = "last"


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class SubGame:
    """What is left of one table: N call strategies and M answer strategies were kept.

    size     rows and columns of the whole table
    calls    [N, F]    the call for each roll, at index roll - 1
    accepts  [M, F+1]  is a call accepted? at index call
    wins     [N, M]    Fractions: the caller's chance to win
    chosen   [N, M]    Fractions: chance that who answers plays column m after drawing row n; rows add up to one
    worth    what who answers is thought to win
    """

    size: tuple[int, int]
    calls: IntArray
    accepts: NDArray[np.bool_]
    wins: Array
    chosen: Array
    worth: Fraction

    def call_chances(self, roll: int) -> Mapping[int, Fraction]:
        made, times = np.unique(self.calls[:, roll - 1], return_counts=True)
        return {int(call): Fraction(int(n), len(self.calls)) for call, n in zip(made, times, strict=True)}

    def accept_chance(self, call: int) -> Fraction:
        return Fraction(self.chosen[:, self.accepts[:, call]].sum()) / len(self.calls)


@cache
def matrix_tables(faces: int, reading: MatrixReading) -> tuple[SubGame, ...]:
    """The sub-games 'accept 0' (the start) to 'accept F-1', made from the last; 'accept F' is lost."""
    worth = {faces: Fraction(1)}
    tables: list[SubGame] = []
    for beat in reversed(range(faces)):
        tables.insert(0, _sub_game(faces, beat, worth, reading))
        worth[beat] = tables[0].worth
    return tuple(tables)


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class PayTable:
    """All call strategies against all answer strategies, N and M of them.

    calls    [N, F]    as in a SubGame
    accepts  [M, F+1]
    wins     [N, M]    integers (object): the caller's chance to win, times `unit`
    """

    calls: IntArray
    accepts: NDArray[np.bool_]
    wins: Array
    unit: int


def pay_table(faces: int, beat: int, worth: Mapping[int, Fraction], lies: Lies) -> PayTable:
    """The table of 'accept beat'. worth: what an accepted call is worth to its caller, of every call above beat."""
    top = faces - (lies != "all")  # the highest call that may be a lie, and be accepted
    options = [range(low := max(beat + 1, roll), max(low, top) + 1) for roll in range(1, faces + 1)]
    heard = range(beat + 1, top + 1)
    if (entries := prod(map(len, options)) * 2 ** len(heard)) > MAX_ENTRIES:
        raise UnsupportedGame(
            f"a table of the Matrix agent has {entries:,} entries at {faces} faces; at most {MAX_ENTRIES:,} are made"
        )
    calls = np.array(list(product(*options)), dtype=np.int64)
    accepts = np.zeros((2 ** len(heard), faces + 1), dtype=bool)
    accepts[:, heard] = np.array(list(product((False, True), repeat=len(heard))), dtype=bool)
    unit = lcm(*(worth[call].denominator for call in heard))
    paid = np.array([int(worth[call] * unit) if call in heard else 0 for call in range(faces + 1)], dtype=object)
    wins = np.zeros((len(calls), len(accepts)), dtype=object)
    rolls = range(1, faces if lies == "fewer" and heard else faces + 1)
    for roll in rolls:
        call = calls[:, roll - 1]
        true = np.where(call == roll, unit, 0)[:, None]
        wins += np.where(accepts.T[call], paid[call][:, None], true)
    return PayTable(calls=calls, accepts=accepts, wins=wins, unit=len(rolls) * unit)


def _sub_game(faces: int, beat: int, worth: Mapping[int, Fraction], reading: MatrixReading) -> SubGame:
    table = pay_table(faces, beat, worth, reading.lies)
    wins, unit = table.wins, table.unit
    columns = _kept(-wins.T, reading.answers)
    rows = _kept(wins[:, columns], reading.callers)
    last = wins[np.ix_(rows, columns)]
    match reading.accepted:
        case "last":
            least = last.min()
        case "table":
            least = wins.min()
        case "minimax":
            least = wins.min(axis=1).max()
        case "maximin":
            least = wins.max(axis=0).min()
        case "average":
            least = Fraction(last.sum(), last.size)
    return SubGame(
        size=(len(table.calls), len(table.accepts)),
        calls=table.calls[rows],
        accepts=table.accepts[columns],
        wins=np.array([[Fraction(n, unit) for n in row] for row in last.tolist()], dtype=object),
        chosen=np.array([_shares(row) for row in (unit - last).tolist()], dtype=object),
        worth=1 - Fraction(least) / unit,
    )


def _kept(payoff: Array, kept: Kept) -> IntArray:
    """Which rows of payoffs to who chooses a row are of highest payoff."""
    match kept:
        case "replies":
            return np.flatnonzero((payoff == payoff.max(axis=0)).any(axis=1))
        case "highest":
            value = payoff.max(axis=1)
        case "sure":
            value = payoff.min(axis=1)
        case "mean":
            value = payoff.sum(axis=1)
    return np.flatnonzero(value == value.max())


def _shares(weights: list[int]) -> list[Fraction]:
    """In proportion; all alike where nothing has weight."""
    total = sum(weights)
    return [Fraction(weight, total) if total else Fraction(1, len(weights)) for weight in weights]


@dataclass(frozen=True, slots=True)
class MatrixAgent:
    """Plays the tables of one reading in any game where one die passes."""

    reading: MatrixReading = field(default_factory=MatrixReading)

    @property
    def name(self) -> str:
        return f"matrix{options_text(self.reading)}"

    def act(self, view: View, rng: Generator) -> int:
        """As the thesis draws: a strategy first, then what it says."""
        beat, roll, call = read(view)
        table = matrix_tables(faces_seen(view), self.reading)[beat]
        row = int(rng.integers(len(table.calls)))
        if roll is not None:
            return int(table.calls[row, roll - 1]) - 1
        upto = np.cumsum(table.chosen[row].astype(np.float64))
        column = int(np.searchsorted(upto, rng.random() * upto[-1], side="right"))
        return ACCEPT if table.accepts[column, call] else DOUBT

    def strategy(self, game: Game, player: int) -> Strategy:
        tables = matrix_tables(faces_of(game), self.reading)
        return write(
            game,
            player,
            lambda beat, roll: tables[beat].call_chances(roll),
            lambda beat, call: tables[beat].accept_chance(call),
        )
