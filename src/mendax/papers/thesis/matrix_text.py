"""Sections 3.3.2 and 4.2, the Matrix agent: sizes of its tables, its example, and its equilibrium."""

from __future__ import annotations

import time
from fractions import Fraction
from math import factorial

from mendax.agents.matrix import Lies, MatrixReading, PayTable, SubGame, matrix_tables, pay_table
from mendax.papers.report import Finding, Item, Verdict
from mendax.papers.thesis.finding import item, judge, short
from mendax.papers.thesis.plain import FACES, plain_best
from mendax.papers.thesis.readings import MATRIX, all_readings, best_against, game, matrix_kinds, values
from mendax.solve.game import solve_game

# The page ---------------------------------------------------------------------------------------------------------------

CALL_STRATEGIES: dict[Lies, tuple[int, int]] = {
    "all": (6, 720),
    "acceptable": (5, 120),
}  # implementation: maximum call, call strategies of the start
HOURS = "over 10 hours for two tables of the first implementation, 7 hours for the start of the second"

# Figure 8: the calls of a strategy for rolls of one to six, the answers to them, and the chance of each of the calls.
EXAMPLE_CALLS = (2, 2, 4, 4, 5, 6)
EXAMPLE_ACCEPTED = (4,)
EXAMPLE_CHANCES = ("0", "1", "w", "w", "1", "1")  # w: of who accepts or challenges in 'accept four'


def call_strategies(implementation: Lies) -> Finding:
    top, printed = CALL_STRATEGIES[implementation]
    reading = MatrixReading(lies=implementation)
    sizes = [table.size for table in matrix_tables(FACES, reading)]
    return judge(
        f"{top}! = {printed}",
        f"{sizes[0][0]}",
        agrees=sizes[0][0] == printed == factorial(top),
        note="call strategies by answer strategies, start to accept five:"
        f" {', '.join(f'{n} x {m}' for n, m in sizes)}. A factorial at the start and after a one is accepted only at"
        " the start"
        + ("" if implementation == "all" else ". 5! comes out if a roll of six calls six and no other roll does"),
    )


def hours() -> Finding:
    """Tables made afresh, not from the cache."""
    seconds = []
    implementations: tuple[Lies, ...] = ("all", "acceptable")
    for lies in implementations:
        began = time.perf_counter()
        matrix_tables.__wrapped__(FACES, MatrixReading(lies=lies))
        seconds.append(time.perf_counter() - began)
    return Finding(
        printed=HOURS,
        ours="{:.3f} s for all tables of the first, {:.3f} s of the second".format(*seconds),
        verdict=Verdict.CANNOT_TELL,
        note="another machine and another program: each sub-game is made once, where the pseudocode makes those that"
        " follow anew for every accepted call of every entry",
    )


def example() -> Finding:
    """The entry of the table of the start, at two values of 'accept four': constant part and slope."""
    entry = []
    for worth in (Fraction(0), Fraction(1)):
        table = pay_table(FACES, 0, {call: Fraction(1, 7) if call != 4 else worth for call in range(1, 7)}, "all")
        entry.append(_entry(table))
    told, taken = (sum(chance == named for chance in EXAMPLE_CHANCES) for named in ("1", "w"))
    constant, slope = entry[0] * FACES, (entry[1] - entry[0]) * FACES
    return judge(
        ", ".join(EXAMPLE_CHANCES),
        f"together {constant} + {slope} w",
        agrees=constant == told and slope == taken,
        note="the entry of the table of the start in the first implementation, times six, as w goes from 0 to 1",
    )


def _entry(table: PayTable) -> Fraction:
    row = (table.calls == EXAMPLE_CALLS).all(axis=1).argmax()
    accepted = [call in EXAMPLE_ACCEPTED for call in range(FACES + 1)]
    return Fraction(int(table.wins[row, (table.accepts == accepted).all(axis=1).argmax()]), table.unit)


def payoffs() -> Finding:
    """Equations (4) and (5) on every entry of the start."""
    table = _tables(0)
    x = [Fraction(int(wins), table.unit) for wins in table.wins.ravel()]
    first, second = [2 * chance - 1 for chance in x], [-(2 * chance - 1) for chance in x]
    ends = all(a + b == 0 and (a + 1) / 2 == chance for a, b, chance in zip(first, second, x, strict=True))
    return judge(
        "2x - 1 and -(2x - 1); x = (payoff + 1)/2",
        f"add up to nothing and give x back in all {len(x)} entries of the start",
        agrees=ends and sorted(range(len(x)), key=x.__getitem__) == sorted(range(len(x)), key=first.__getitem__),
    )


def _tables(beat: int) -> PayTable:
    """A whole table of the default reading."""
    worth = {call: table.worth for call, table in enumerate(matrix_tables(FACES, MatrixReading()))} | {
        FACES: Fraction(1)
    }
    return pay_table(FACES, beat, worth, "acceptable")


def equilibrium_of_a_table() -> Finding:
    """Equal chances for the kept call strategies, against one call strategy for certain, each met by its worst answers."""
    kept = matrix_tables(FACES, MatrixReading())
    sure = {beat: (_sure_of_mix(kept[beat], _tables(beat)), _sure_alone(_tables(beat))) for beat in range(FACES)}
    worse = {beat: pair for beat, pair in sure.items() if pair[0] < pair[1]}
    return judge(
        "equal chances for the kept call strategies: a Nash equilibrium of the table",
        "; ".join(
            f"{f'accept {beat}' if beat else 'start'}: sure of {short(mixed)}, one call strategy alone of"
            f" {short(alone)}"
            for beat, (mixed, alone) in worse.items()
        ),
        agrees=not worse,
        proven=worse,
        note="each in the agent's own table, against the answer strategy that is worst for it. In an equilibrium"
        " nobody has a strategy that is sure of more. A table of two players is solved by an LP over mixed"
        " strategies, which the kept ones are not",
    )


def _sure_of_mix(kept: SubGame, table: PayTable) -> Fraction:
    rows = [int((table.calls == calls).all(axis=1).argmax()) for calls in kept.calls]
    return Fraction(int(table.wins[rows].sum(axis=0).min()), table.unit * len(rows))


def _sure_alone(table: PayTable) -> Fraction:
    return Fraction(int(table.wins.min(axis=1).max()), table.unit)


def equilibrium_of_the_game() -> Finding:
    """What the agent is sure of in the whole game, against its value, under every reading."""
    value = Fraction(solve_game(game()).value)
    sure = {
        kind.name: [1 - plain_best(kind.plain, begins=begins) for begins in (False, True)] for kind in matrix_kinds()
    }
    engine = [1 - best_against(MATRIX, begins=begins) for begins in (False, True)]
    optimal = [name for name, both in sure.items() if both == [value, 1 - value]]
    first, second = sure["default"]
    return judge(
        "Nash equilibrium strategies",
        f"sure of {short(first)} when it begins and {short(second)} when not; optimal play is sure of {value} and"
        f" {1 - value}",
        agrees=optimal,
        proven=engine == [first, second] and not optimal,
        note="best responses in the whole game, by the engine and written out from the rules. None of the"
        f" {len(sure)} different agents that come of {len(all_readings(MatrixReading))} readings is optimal; the"
        f" nearest begins with {short(max(both[0] for both in sure.values()))}, comes second with"
        f" {short(max(both[1] for both in sure.values()))}",
    )


def readings() -> Finding:
    named = "; ".join(f"{name}: {', '.join(allowed)}" for name, allowed in values(MatrixReading).items())
    return Finding(
        printed="one Matrix agent",
        ours=f"{len(matrix_kinds())} different agents come of {len(all_readings(MatrixReading))} readings",
        verdict=Verdict.CANNOT_TELL,
        note=f"readings by part, the default first: {named}. The section on design speaks of the minimax, the"
        " pseudocode of the strategies of highest payoff; what payoff an accepted call takes from the table that"
        " follows is said in one word",
    )


def items() -> tuple[Item, ...]:
    return (
        item("Matrix: call strategies of the first implementation", call_strategies, "all"),
        item("Matrix: call strategies of the second implementation", call_strategies, "acceptable"),
        item("Matrix: time to set up", hours),
        item("Matrix, figure 8: chances of the calls", example),
        item("Matrix: equations (4) and (5)", payoffs),
        item("Matrix: how its text can be read", readings),
        item("Matrix: the kept strategies are an equilibrium of their table", equilibrium_of_a_table),
        item("Matrix: the kept strategies are an equilibrium of the game", equilibrium_of_the_game),
    )
