"""`mendax bench`: side by side with peers, and with the memory of this machine."""

from __future__ import annotations

import json
import os
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mendax.cli.paths import FilePath

if TYPE_CHECKING:
    from rich.table import Table


@click.group()
def bench() -> None:
    """Measure on this machine. Nothing else should be running."""


out_option = click.option("--out", type=FilePath(dir_okay=False), help="Keep the rows in this file, as JSON.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")


@bench.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--seconds", default=60.0, show_default=True, help="Of iterations at most, for each solver and game.")
@out_option
@json_option
def peers(games: tuple[str, ...], seconds: float, out: Path | None, as_json: bool) -> None:
    """OpenSpiel's and LiteEFG's solvers and ours on the same games: time to start, an iteration, to each exploitability."""
    from mendax.bench.peers import GAMES, compare
    from mendax.cli import render

    with render.progress("comparing") as report:
        rows = list(compare(games or GAMES, seconds, report))
    _tell(rows, out, as_json, [_peers_table(rows, game) for game in dict.fromkeys(row["game"] for row in rows)])


@bench.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@out_option
@json_option
def bandwidth(games: tuple[str, ...], out: Path | None, as_json: bool) -> None:
    """Bytes an iteration must move, what this machine copies at the same time, and the share reached."""
    from mendax.bench.bandwidth import GAMES, measure_bandwidth
    from mendax.cli import render
    from mendax.rules.variant import parse_round

    for game in games:
        parse_round(game)
    rows = []
    with render.progress("measuring") as report:
        for game in games or GAMES:
            report(game)
            rows.append(measure_bandwidth(game))
    _tell(rows, out, as_json, [_bandwidth_table(rows)])


def _tell(rows: list[dict[str, Any]], out: Path | None, as_json: bool, tables: list[Table]) -> None:
    """Print the rows and keep them; exit status 1 if something could not be measured."""
    from mendax.cli import render
    from mendax.store import write_whole

    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    kept = {"date": datetime.now(UTC).date().isoformat(), "machine": machine, "rows": rows}
    if out is not None:
        write_whole(out, (json.dumps(kept, indent=1) + "\n").encode())
    if as_json:
        render.print_json(kept)
    else:
        for table in tables:
            render.console().print(table)
    sys.exit(1 if any("error" in row for row in rows) else 0)


def _peers_table(rows: list[dict[str, Any]], game: str) -> Table:
    """One game; ratios are to ours, and the time to a target counts the start."""
    from mendax.bench.peers import OURS, TARGETS

    headings = ("start", "iteration", "x ours", *(f"to {target:.0e}" for target in TARGETS))
    table = _narrow(game, "solver", headings)
    here = [row for row in rows if row["game"] == game]
    ours = next((row for row in here if row["solver"] == OURS and "error" not in row), None)
    for row in here:
        if "error" in row:
            table.add_row(row["solver"], "-")
        elif "reached" not in row:
            done = f"{row['seconds']:.3g} s\nin all"
            table.add_row(row["solver"], f"{row['peak_mib']} MiB", "", "", "", "", "", done)
        else:
            ratio = row["an_iteration"] / ours["an_iteration"] if ours else None
            table.add_row(
                row["solver"],
                f"{row['start']:.2g} s\n{row['peak_mib']} MiB",
                _time(row["an_iteration"]),
                "" if ratio is None else f"{ratio:,.1f}",
                *(_reached(found, row["start"]) for found in row["reached"].values()),
            )
    failed = [f"{row['solver']}: {row['error']}" for row in here if "error" in row]
    table.caption, table.caption_justify = "\n".join(failed) or None, "left"
    return table


def _reached(found: dict[str, Any] | None, start: float) -> str:
    """Seconds from nothing, and iterations."""
    return "-" if found is None else f"{_time(found['seconds'] + start)}\n{found['iterations']:,} it."


def _time(seconds: float) -> str:
    return f"{seconds:.3g} s" if seconds >= 0.1 else f"{1e3 * seconds:.3g} ms"


def _narrow(title: str, first: str, headings: tuple[str, ...]) -> Table:
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=None, padding=(0, 1, 0, 0))
    table.add_column(first, no_wrap=True)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _bandwidth_table(rows: list[dict[str, Any]]) -> Table:
    headings = ("threads", "moves", "takes", "GB/s", "copying", "share", "MiB")
    table = _narrow("an iteration, and copying at the same time", "game", headings)
    for row in rows:
        if "error" in row:
            table.add_row(row["game"], row["error"])
            continue
        copied = row["copy_gb_a_second"]
        table.add_row(
            row["game"],
            str(row["threads"]),
            f"{row['bytes_an_iteration'] / 1e6:,.3g} MB",
            _time(row["seconds_an_iteration"]),
            str(row["gb_a_second"]),
            f"{copied[0]} to {copied[-1]}",
            f"{row['share']:.0%}",
            str(row["peak_mib"]),
        )
    return table
