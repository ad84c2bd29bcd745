"""How results look in a terminal, and as JSON."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from mendax.analysis.told import solution_json as solution_json
from mendax.games.cup import short
from mendax.papers.report import Row, Verdict
from mendax.rules.cup import CUP_CHOICES, allowed_cup
from mendax.rules.unit import allowed_unit
from mendax.rules.variant import KEYS, TREE_FAMILIES, RoundVariant, TreeVariant, allowed, parse
from mendax.solve.solution import Solution, Status

if TYPE_CHECKING:
    from mendax.analysis.cup_sizes import CupSizes
    from mendax.analysis.cup_table import CupTable
    from mendax.analysis.sizes import Estimate
    from mendax.analysis.table import NodeTable
    from mendax.games.counts import Counts
    from mendax.solve.cfr_many import ManySolution
    from mendax.solve.proof import Progress as Report

VERDICT_STYLE = {
    Verdict.AGREES: "green",
    Verdict.ERRATUM: "yellow",
    Verdict.CANNOT_TELL: "cyan",
    Verdict.FAILS: "bold red",
}
MOST_COLUMNS = 6  # claims that fit beside each other
SEEN = 0.0005  # chance from which an action has a column
HAND_WIDTH, SHARE_WIDTH = 18, 8  # of a table: its hands and their reach, and each action
FLOAT_NOISE = 1e-12  # no float result is worth more


class _Console(Console):
    """Who closes the pipe has seen enough: that is no failure."""

    def on_broken_pipe(self) -> None:
        self.quiet = True
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0)


def console() -> Console:
    return _Console(highlight=False)


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
    return short(value)


LONG = 60  # characters of a fraction beyond which a terminal shows only how long it is


def amount(value: Fraction | float) -> str:
    """`-7/258 = -0.0271318`, or the float alone."""
    if isinstance(value, Fraction) and value.denominator > 1:
        written = f"{value}"
        if len(written) > LONG:
            written = f"a fraction of {len(written) // 2:,} digits over as many (--json prints it)"
        return f"{written} = {float(value):.7g}"
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
    if solution.status is Status.EXACT and solution.states:
        return "exact: both best responses, in rationals in every round, equal the value of its standing"
    if solution.status is Status.EXACT:
        return "exact: both best responses, in rationals over the whole game, equal it"
    low, high = solution.bounds
    width = max(solution.exploitability, FLOAT_NOISE)
    return f"within {width:.1e}, between {float(low):.9g} and {float(high):.9g} ({solution.status})"


def states_table(solution: Solution) -> Table:
    """What every standing of a match is worth to player 0."""
    table = Table(
        "dice", "dice", "opens", "value", "wins", "worth", title="every standing, to player 0", title_justify="left"
    )
    for state in solution.states:
        standing = state.standing
        low, high = state.bounds
        width = max(float(high - low) / 2, FLOAT_NOISE)
        table.add_row(
            *map(str, standing.dice),
            f"{standing.opener}" + (", palifico" if standing.palifico else ""),
            amount(state.value),
            f"{state.win_probability:.4%}",
            "exact" if state.is_exact else f"within {width:.1e}",
        )
    return table


def solution_lines(solution: Solution) -> Table:
    """The value and all that says what it is worth."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    table.add_row("game", solution.game)
    variant = parse(solution.game)
    if isinstance(variant, RoundVariant | TreeVariant):
        table.add_row("value", Text(f"{amount(solution.value)} to the player who opens"))
    else:
        table.add_row("value", Text(f"{amount(solution.value)}, the chance to win of the player who begins"))
    if isinstance(variant, RoundVariant):
        table.add_row("wins", f"{solution.win_probability:.4%} of the {'matches' if solution.states else 'rounds'}")
    table.add_row("proof", worth(solution))
    table.add_row("method", f"{solution.method}, {solution.seconds:.2f} s; {', '.join(solution.cite)}")
    return table


def many_json(solution: ManySolution) -> dict[str, Any]:
    return {
        "game": solution.game,
        "value": solution.values[0],
        "value_exact": None,
        "values": list(solution.values),
        "gains": list(solution.gains),
        "nash_conv": solution.nash_conv,
        "exploitability": solution.exploitability,
        "status": solution.status.value,
        "method": solution.method,
        "iterations": solution.iterations,
        "seed": solution.seed,
        "seconds": round(solution.seconds, 4),
        "version": solution.version,
        "cite": list(solution.cite),
    }


def many_lines(solution: ManySolution) -> Table:
    """What a profile of three players or more is worth to each seat, and how far it is from an equilibrium."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    table.add_row("game", solution.game)
    for seat, (value, gain) in enumerate(zip(solution.values, solution.gains, strict=True)):
        told = f"{value:+.7f}; by changing alone it would gain {max(gain, 0.0):.1e}"
        table.add_row(f"seat {seat}", f"{told}{' (opens)' if seat == 0 else ''}")
    table.add_row("nash_conv", f"{solution.nash_conv:.1e}, the sum of the gains ({solution.status})")
    players = {3: "three", 4: "four"}.get(len(solution.values), str(len(solution.values)))
    table.add_row(
        "worth",
        f"with {players} players this is a profile with its deviations, not a proven equilibrium; another --seed may lead to"
        " another one",
    )
    start = "everything alike" if solution.seed is None else f"seed {solution.seed}"
    made = f"{solution.method}, {solution.iterations:,} iterations from {start}, {solution.seconds:.2f} s"
    table.add_row("method", f"{made}; {', '.join(solution.cite)}")
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


def cup_sizes_lines(sizes: CupSizes) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    for name, count in (
        ("hands", sizes.hands),
        ("claims", sizes.claims),
        ("throws", sizes.throws),
        ("stages, at most", sizes.stages),
        ("weights of the largest", sizes.weights),
    ):
        table.add_row(name, number(count))
    table.add_row("seconds in floats, roughly", f"{sizes.seconds:.3g}")
    table.add_row("what is feasible", sizes.feasible)
    return table


def cup_lines(table: CupTable) -> list[Text | Table]:
    """A position: what is kept, what is claimed with each hand, how each claim is answered."""
    position = f"to beat {table.position}" if table.position else "at the start"
    parts: list[Text | Table] = [Text(f"{position}: who has the cup wins {amount(table.worth)}")]
    if not table.hands:
        return [*parts, Text("no higher claim is left")]
    if [row.keeps for row in table.throws] != ["-"]:
        kept = Table("keeps", "how often")
        for throw in table.throws:
            kept.add_row(throw.keeps, share(throw.chance))
        parts.append(kept)
    used = [row.claim for row in table.answers if any(row.claim in hand.claims for hand in table.hands)]
    held = Table("hand", "comes", title="claims", title_justify="left")
    for claim in used if len(used) <= MOST_COLUMNS else ["claims"]:
        held.add_column(
            claim, justify="right" if len(used) <= MOST_COLUMNS else "left", no_wrap=len(used) <= MOST_COLUMNS
        )
    for hand in table.hands:
        cells = [share(hand.claims.get(claim), short=len(used) > 4) for claim in used]
        if len(used) > MOST_COLUMNS:
            cells = [", ".join(f"{claim} {share(p, short=True)}" for claim, p in hand.claims.items())]
        held.add_row(hand.hand, share(hand.chance, short=True), *cells)
    heard = Table("claim", "heard", "true", "doubted", title="answers", title_justify="left")
    for row in table.answers:
        true = "" if row.true is None else share(row.true, short=True) or "0"
        heard.add_row(row.claim, share(row.heard, short=True) or "0", true, share(row.doubted) or "0")
    return [*parts, held, heard]


def games_lines(rows: list[dict[str, Any]], cups: list[dict[str, Any]]) -> Table:
    """Families with their defaults, then what the keys may be."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for row in rows:
        defaults = ", ".join(f"{key}={value}" for key, value in row["defaults"].items())
        table.add_row(row["family"], row["about"])
        table.add_row("", Text(f"{defaults}\n{number(row['information_sets'])} information sets", style="dim"))
    for row in cups:
        defaults = ", ".join(f"{key}={value}" for key, value in row["defaults"].items())
        table.add_row(row["family"], row["about"])
        table.add_row("", Text(defaults, style="dim"))
    table.add_row("trees", ", ".join(TREE_FAMILIES) + ": small explicit games, without keys")
    table.add_row()
    table.add_row("keys", "A game string names those that differ from the defaults, as in bluff:dice=2v1,faces=4")
    table.add_row(Text("of rounds", style="italic"), "")
    for key in KEYS:
        table.add_row(Text(key, style="not bold"), allowed(key))
    table.add_row(Text("of cups", style="italic"), "coins calls its dice n")
    for key in ("dice", "faces", *CUP_CHOICES, "players"):
        table.add_row(Text(key, style="not bold"), allowed_cup(key))
    table.add_row(Text("cells", style="not bold"), f"{allowed_unit()}: how finely the unit interval is cut")
    return table


def node_lines(table: NodeTable) -> list[Table | Text]:
    """Hands by actions, as many tables as fit beside the hands; what the mover's own choices never reach is grey."""
    taken = [action for action in table.legal if any(action in row.actions for row in table.rows)]
    used = [action for action in taken if any(row.actions.get(action, 0) >= SEEN for row in table.rows)]
    short = len(used) > 4
    abreast = max((console().width - HAND_WIDTH) // SHARE_WIDTH, 1) if short else 4
    title = f"player {table.player} after {table.history}" if table.history else f"player {table.player} opens"
    found: list[Table | Text] = [Text(title, style="italic")]
    for first in range(0, max(len(used), 1), abreast):
        out = Table("hand")
        out.add_column("reach", justify="right", no_wrap=True)
        for action in used[first : first + abreast]:
            out.add_column(action, justify="right", no_wrap=True)
        for row in table.rows:
            cells = [share(row.actions.get(action), short=short) for action in used[first : first + abreast]]
            out.add_row(row.hand, share(row.reach, short=True) or "0", *cells, style="" if row.actions else "dim")
        found.append(out)
    if rare := len(taken) - len(used):
        found.append(Text(f"{rare} more that no hand does once in 2,000 times", style="dim"))
    return found


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
