"""The commands of the arena: agents against each other, and records of their games replayed."""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from mendax.cli.paths import FilePath

if TYPE_CHECKING:
    from rich.table import Table

    from mendax.arena.tournament import LineUp, Tournament

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")


@click.command()
@click.argument("agents", nargs=-1, required=True, metavar="AGENT AGENT ...")
@click.option("--game", required=True, help="The game they play: a round, a match, or a game of a passing cup.")
@click.option(
    "--games",
    type=click.IntRange(max=10**9),
    default=1000,
    show_default=True,
    help="Games of each line-up; with --until-decided at most so many.",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of all dice and draws.")
@click.option("--until-decided", is_flag=True, help="Stop a line-up when it is decided who gets more.")
@click.option("--records", type=FilePath(dir_okay=False), help="Write every game to this file, a line each.")
@click.option("--out", type=FilePath(file_okay=False), help="Write the result and its figure to this folder.")
@json_option
def arena(
    agents: tuple[str, ...],
    game: str,
    games: int,
    seed: int,
    until_decided: bool,
    records: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Let agents play each other: in every seat on the same dice, with intervals.

    As many agents as the game has players are one line-up; of more, every choice of so many plays.

    \b
    Agents:  random  honest  st:s=0.5,t=0.2  belief:model=st  optimal
             equilibrium:FILE  best-response:AGENT  tree  matrix

    Exit status 1 if --until-decided is given and some question is still open.
    """
    from mendax.agents.named import make_agent
    from mendax.arena.figures import payoffs
    from mendax.arena.records import header, line, record
    from mendax.arena.tournament import tournament
    from mendax.cli import render
    from mendax.draw import require_matplotlib, write_figure
    from mendax.store import open_whole, write_whole

    named = [make_agent(text) for text in agents]
    command = _command([agent.name for agent in named], game, games, seed, until_decided)
    if out is not None:
        require_matplotlib()
    with ExitStack() as stack:
        file = None if records is None else stack.enter_context(open_whole(records))
        if file is not None:
            file.write(line(header(command)))
        report = stack.enter_context(render.progress(f"{len(named)} agents play {game}"))
        found = tournament(
            game,
            named,
            games,
            seed=seed,
            until_decided=until_decided,
            sink=None if file is None else lambda played, seeds: _write(file, line(record(played, seeds))),
            progress=report,
        )
    told = _as_json(found, command)
    if out is not None:
        write_whole(out / "arena.json", (json.dumps(told, indent=2, ensure_ascii=False) + "\n").encode())
        write_figure(payoffs(found, command), out)
    if as_json:
        render.print_json(told)
    else:
        _print(found)
        for path in filter(None, (records, out)):
            click.echo(f"written to {path}")
    sys.exit(1 if until_decided and not found.decided else 0)


@click.command()
@click.argument("file", type=FilePath())
@click.option("--rules-only", is_flag=True, help="Only by the rules, not by the agents from their seeds.")
@json_option
def replay(file: Path, rules_only: bool, as_json: bool) -> None:
    """Play the games of a FILE of records again: from their moves by the rules, and from their seeds by the agents.

    Exit status 1 if one does not come out as recorded.
    """
    from mendax.arena.records import replay as again
    from mendax.cli import render

    with render.progress(f"replaying {file}"):
        found = again(file, rules_only=rules_only)
    if as_json:
        wrong = [{"line": number, "reason": reason} for number, reason in found.wrong]
        render.print_json({"file": str(file), "games": found.games, "holds": not wrong, "wrong": wrong})
    else:
        how = "by the rules" if rules_only else "by the rules, and by the agents from their seeds"
        for number, reason in found.wrong:
            click.echo(f"line {number}: {reason}")
        click.echo(f"{found.games - len(found.wrong):,} of {found.games:,} games replay to the same result, {how}")
    sys.exit(1 if found.wrong or not found.games else 0)


def _write(file: BinaryIO, data: bytes) -> None:
    file.write(data)


def _command(agents: list[str], game: str, games: int, seed: int, until_decided: bool) -> str:
    words = ["mendax", "arena", *agents, "--game", game, "--games", str(games), "--seed", str(seed)]
    return shlex.join(words + ["--until-decided"] * until_decided)


def _as_json(found: Tournament, command: str) -> dict[str, Any]:
    return {
        "command": command,
        **asdict(found),
        "games": found.games,
        "decided": found.decided,
        "intervals": "at every number of games at once, all questions together"
        if found.until_decided
        else "each alone",
        "seconds": round(found.seconds, 3),
    }


def _print(found: Tournament) -> None:
    from mendax.cli import render

    console = render.console()
    console.print(f"[bold]{found.game}[/bold], {found.games:,} games, seed {found.seed}, {found.seconds:.1f} s")
    if len(found.line_ups) > 1 and len(found.line_ups[0].agents) == 2:
        console.print(_pairs_table(found))
    for line_up in found.line_ups:
        if len(found.line_ups) == 1 or len(line_up.agents) > 2:
            console.print(_line_up_table(line_up))
        for question in line_up.questions:
            gains = f"{100 * question.difference:+.1f} points ({100 * question.low:+.1f} to {100 * question.high:+.1f})"
            answer = f"{question.answer} gets more" if question.answer else "not decided"
            console.print(f"  {question.first} less {question.second}: {gains}: {answer}", soft_wrap=True)
        for agent, deputies in line_up.deputed.items():
            for deputy, times in deputies.items():
                console.print(f"  {deputy} decided {times:,} times for {agent}, off what it knows", soft_wrap=True)
    if len(found.agents) > 1:
        console.print(_ratings_table(found))
    console.print("400 points are odds of ten to one.", style="dim")
    if found.until_decided:
        told = "hold at every number of games at once, and all together, so stopping early is no cheating"
    else:
        told = "are each for itself, of the number of games that was fixed before"
    console.print(f"Intervals of {found.level:.0%} {told}; a block of games on the same dice counts once.", style="dim")


def _line_up_table(line_up: LineUp) -> Table:
    from rich.table import Table

    seats = range(len(line_up.agents))
    table = Table("agent", "share", "interval", *(f"seat {seat}" for seat in seats), title=f"{line_up.games:,} games")
    table.title_justify = "left"
    for share in line_up.shares:
        places = [place for place, agent in enumerate(line_up.agents) if agent == share.agent]
        by_seat = (sum(line_up.seats[place][seat] for place in places) / len(places) for seat in seats)
        ends = f"{share.low:.1%} to {share.high:.1%}"
        table.add_row(share.agent, f"{share.mean:.1%}", ends, *(f"{got:.1%}" for got in by_seat))
    return table


def _pairs_table(found: Tournament) -> Table:
    """What the row got of the column, with its interval."""
    from rich.table import Table

    games = f"{min(x.games for x in found.line_ups):,} to {max(x.games for x in found.line_ups):,}"
    if len({line_up.games for line_up in found.line_ups}) == 1:
        games = f"{found.line_ups[0].games:,}"
    table = Table("agent", *found.agents, title=f"share of each pair's {games} games", title_justify="left")
    got = {
        (share.agent, other): f"{share.mean:.1%}\n{100 * share.low:.0f}–{100 * share.high:.0f}%"
        for line_up in found.line_ups
        for share, other in zip(line_up.shares, line_up.agents[::-1], strict=True)
    }
    for agent in found.agents:
        table.add_row(agent, *(got.get((agent, other), "") for other in found.agents))
    return table


def _ratings_table(found: Tournament) -> Table:
    from rich.table import Table

    table = Table("agent", "points", "interval", title="ratings", title_justify="left")
    for rating in found.ratings:
        table.add_row(rating.agent, f"{rating.points:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}")
    return table
