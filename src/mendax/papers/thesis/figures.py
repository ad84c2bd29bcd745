"""The figures of this work, as data."""

from __future__ import annotations

from fractions import Fraction

from mendax.figure import Figure, Series
from mendax.papers.thesis.beyond import OPTIMAL, exploitability, sure
from mendax.papers.thesis.finding import WORK
from mendax.papers.thesis.people import TABLES
from mendax.papers.thesis.readings import MATRIX, TREE, matrix_kinds, tree_kinds
from mendax.papers.thesis.statistics import interval
from mendax.papers.thesis.table_1 import BY_SEAT, WON_FIRST, Pair, pairs

COMMAND = "mendax reproduce thesis --out DIR"


def figures() -> tuple[Figure, ...]:
    return _table_1(), _people(), _sure(), _exploitability()


def _table_1() -> Figure:
    """Every pair of readings as a point, and the printed games with their intervals."""
    ends = interval(WON_FIRST[1], BY_SEAT)
    default = [pair for pair in pairs() if pair.tree is tree_kinds()[0]]
    return Figure(
        work=WORK,
        name="table-1",
        title="Table 1 by reading: Tree against Matrix",
        x="chance of the Tree when it begins",
        y="chance of the Matrix when it begins",
        series=(
            _points(f"all {len(pairs())} pairs of readings", pairs()),
            _points("the default Tree, all readings of the Matrix", default),
            _points("default readings", pairs()[:1]),
            Series(
                label=f"printed, {BY_SEAT:,} games each, 95% interval",
                x=(WON_FIRST[0] / BY_SEAT,),
                y=(WON_FIRST[1] / BY_SEAT,),
                style="points",
                low=(ends[0],),
                high=(ends[1],),
            ),
        ),
        note="Exact chances of the agents that the text may mean. Many are far from the printed games; a few come"
        " near.",
        command=COMMAND,
    )


def _points(label: str, found: tuple[Pair, ...] | list[Pair]) -> Series:
    return Series(
        label=label,
        x=tuple(float(pair.chances[0]) for pair in found),
        y=tuple(float(pair.chances[1]) for pair in found),
        style="points",
    )


def _people() -> Figure:
    """Wins of who begins, column by column."""
    columns = [(table, seat) for table in TABLES for seat in (0, 1)]
    shares = [(table.won(seat)[seat], table.by_seat[seat]) for table, seat in columns]
    ends = [interval(won, games) for won, games in shares]
    return Figure(
        work=WORK,
        name="people",
        title="Tables 2 to 4: games won by who begins",
        x="who begins, against whom",
        y="share of 60 games",
        series=(
            Series(
                label="printed, 95% interval (Wilson)",
                x=tuple(map(float, range(len(columns)))),
                y=tuple(won / games for won, games in shares),
                style="bars",
                low=tuple(low for low, _ in ends),
                high=tuple(high for _, high in ends),
            ),
            Series(label="a half", x=(-0.5, len(columns) - 0.5), y=(0.5, 0.5), style="dashed"),
        ),
        ticks=tuple(f"{table.players[seat]}, {table.players[1 - seat]}" for table, seat in columns),
        note="Sixty games leave 12 points either way: only the last column is shown to differ from a half.",
        command=COMMAND,
    )


def _sure() -> Figure:
    agents = (TREE, MATRIX, OPTIMAL)
    found = [sure(agent) for agent in agents]
    return Figure(
        work=WORK,
        name="sure",
        title="What the agents are sure of",
        x="agent",
        y="chance to win against its best response",
        series=tuple(
            Series(
                label=label,
                x=tuple(map(float, range(len(agents)))),
                y=tuple(float(chances[seat]) for chances in found),
                style="bars",
            )
            for seat, label in enumerate(("begins", "comes second"))
        ),
        ticks=tuple(agent.name for agent in agents),
        note="Default readings, exact. Optimal play is sure of 41/60 and 19/60.",
        command=COMMAND,
    )


def _exploitability() -> Figure:
    curves = []
    for label, kinds in (("Tree", tree_kinds()), ("Matrix", matrix_kinds())):
        found: list[Fraction] = sorted(map(exploitability, kinds))
        places = tuple((place + 0.5) / len(found) for place in range(len(found)))
        curves.append(Series(label=f"{label}, {len(found)} agents", x=places, y=tuple(map(float, found))))
    return Figure(
        work=WORK,
        name="exploitability",
        title="Exploitability of the agents by reading",
        x="share of the different agents",
        y="exploitability (chance to win)",
        series=tuple(curves),
        note="Every agent that a reading of the text makes, the least exploitable first; an optimal one would be at 0.",
        command=COMMAND,
    )
