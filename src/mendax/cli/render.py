"""How results look in a terminal, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from mendax.analysis.sizes import Estimate
from mendax.analysis.table import NodeTable
from mendax.games.counts import Counts
from mendax.papers.report import Row, Verdict
from mendax.rules.variant import KEYS, TREE_FAMILIES, allowed
from mendax.solve.exact import Progress as Report
from mendax.solve.solution import Solution, Status

VERDICT_STYLE = {
    Verdict.AGREES: "green",
    Verdict.ERRATUM: "yellow",
    Verdict.CANNOT_TELL: "cyan",
    Verdict.FAILS: "bold red",
}
HUGE = 10**15
FLOAT_NOISE = 1e-12  # no float result is worth more


def console() -> Console:
    return Console(highlight=False)


def print_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


@contextmanager
def progress(start: str) -> Iterator[Report]:
    """A line on stderr that says what is being done and for how long; nothing where nobody watches."""
    stderr = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=stderr, transient=True, disable=not stderr.is_terminal) as bar:
        task = bar.add_task(start)
        yield lambda text: bar.update(task, description=text)


def number(value: int) -> str:
    """`24,576`, or `about 10^18` where the digits say nothing."""
    return f"{value:,}" if value < HUGE else f"about 10^{len(str(value)) - 1}"


def amount(value: Fraction | float) -> str:
    """`-7/258 = -0.0271318`, or the float alone."""
    if isinstance(value, Fraction) and value.denominator > 1:
        return f"{value} = {float(value):.7g}"
    return f"{value}" if isinstance(value, Fraction) else f"{value:.7g}"


def memory(value: int | None) -> str:
    if value is None:
        return "?"
    size = float(value)
    for unit in ("B", "KiB", "MiB", "GiB", "TiB"):
        if size < 1024:
            return f"{size:.3g} {unit}"
        size /= 1024
    return f"{size:.3g} PiB"


def worth(solution: Solution) -> str:
    """What a value is worth, in words."""
    if solution.status is Status.EXACT:
        return "exact: both best responses, in rationals over the whole game, equal it"
    low, high = solution.bounds
    width = max(solution.exploitability, FLOAT_NOISE)
    return f"within {width:.1e}, between {float(low):.9g} and {float(high):.9g} ({solution.status})"


def solution_json(solution: Solution, file: str | None) -> dict[str, Any]:
    exact = isinstance(solution.value, Fraction)
    return {
        "game": solution.game,
        "value": float(solution.value),
        "value_exact": str(solution.value) if exact else None,
        "win_probability": solution.win_probability,
        "exploitability": solution.exploitability,
        "bounds": [str(bound) if exact else bound for bound in solution.bounds],
        "status": solution.status.value,
        "method": solution.method,
        "parameters": solution.parameters,
        "iterations": solution.iterations,
        "seconds": round(solution.seconds, 4),
        "version": solution.version,
        "cite": list(solution.cite),
        "file": file,
    }


def solution_lines(solution: Solution) -> Table:
    """The value and all that says what it is worth."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    table.add_row("game", solution.game)
    table.add_row("value", Text(f"{amount(solution.value)} to the player who opens"))
    if solution.win_probability is not None:
        table.add_row("wins", f"{solution.win_probability:.4%} of the rounds")
    table.add_row("proof", worth(solution))
    table.add_row("method", f"{solution.method}, {solution.seconds:.2f} s; {', '.join(solution.cite)}")
    return table


def counts_lines(counts: Counts) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold")
    table.add_column(justify="right")
    rows = [
        ("rungs", number(counts.rungs)),
        ("hands of each player", ", ".join(map(number, counts.hands))),
        ("public nodes", number(counts.public_nodes)),
        ("information sets", number(counts.information_sets)),
        ("sequences of each player", ", ".join(map(number, counts.sequences))),
        ("public endings", number(counts.endings)),
        ("histories", number(counts.histories)),
    ]
    for row in rows:
        table.add_row(*row)
    return table


def estimates_table(found: tuple[Estimate, ...]) -> Table:
    table = Table("method", "memory", "seconds", "note", title="what it would take, roughly", title_justify="left")
    for e in found:
        table.add_row(e.method, memory(e.memory), "?" if e.seconds is None else f"{e.seconds:.3g}", e.note)
    return table


def games_lines(rows: list[dict[str, Any]]) -> Table:
    """Families with their defaults, then what the keys may be."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for row in rows:
        defaults = ", ".join(f"{key}={value}" for key, value in row["defaults"].items())
        table.add_row(row["family"], row["about"])
        table.add_row("", Text(f"{defaults}\n{number(row['information_sets'])} information sets", style="dim"))
    table.add_row("trees", ", ".join(TREE_FAMILIES) + ": small explicit games, without keys")
    table.add_row()
    table.add_row(
        "keys", "Every family takes every key; a game string names those that differ, as in bluff:dice=2v1,faces=4"
    )
    for key in KEYS:
        table.add_row(Text(key, style="not bold"), allowed(key))
    return table


def node_lines(table: NodeTable) -> Table:
    """Hands by actions; what the mover's own choices never reach is grey."""
    used = [action for action in table.legal if any(action in row.actions for row in table.rows)]
    title = f"player {table.player} after {table.history}" if table.history else f"player {table.player} opens"
    out = Table(title=title, title_justify="left")
    out.add_column("hand", no_wrap=True)
    out.add_column("reach", justify="right", no_wrap=True)
    for action in used:
        out.add_column(action, justify="right", no_wrap=True)
    for row in table.rows:
        cells = [share(row.actions.get(action), short=len(used) > 4) for action in used]
        out.add_row(row.hand, share(row.reach, short=True) or "0", *cells, style="" if row.actions else "dim")
    return out


def share(prob: Fraction | float | None, *, short: bool = False) -> str:
    """A probability for a table: `16/43 0.372`, or `0.372` where it must be short."""
    if not prob:
        return ""
    if prob == 1:
        return "1"
    if isinstance(prob, Fraction) and not short and len(str(prob)) <= 9:
        return f"{prob} {float(prob):.3f}"
    return f"{float(prob):.3f}"


def report_row(row: Row) -> Table:
    """One checked item, its note below."""
    table = Table.grid(padding=(0, 2))
    table.add_column(width=11)
    table.add_column(overflow="fold")
    style = VERDICT_STYLE[row.verdict]
    table.add_row(Text(row.verdict.value, style=style), Text.assemble((row.item, "bold"), f"  ({row.seconds:.2f} s)"))
    table.add_row(Text("printed", style="dim"), Text(row.printed))
    table.add_row(Text("ours", style="dim"), Text(row.ours))
    if row.note:
        table.add_row("", Text(row.note, style="dim"))
    table.add_row()
    return table
