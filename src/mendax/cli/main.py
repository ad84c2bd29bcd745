"""The commands. Each does one thing; `--json` prints data; the exit status is the verdict.

0: done, and it holds; 1: done, and it does not hold (not converged, refuted, an item fails); 2: bad input.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

import mendax
from mendax.cli import arena
from mendax.cli.bench import bench
from mendax.cli.evolve import evolve
from mendax.cli.paths import FilePath
from mendax.cli.play import play
from mendax.cli.serve import serve
from mendax.errors import MendaxError

if TYPE_CHECKING:
    from mendax.games.round import Round


class _OneLineErrors(click.Group):
    """Bad input, and files that cannot be read or written, become one line and exit status 2."""

    def main(self, *args: Any, **extra: Any) -> Any:
        extra["standalone_mode"] = False
        try:
            sys.exit(super().main(*args, **extra) or 0)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
            sys.exit(0)
        except click.ClickException as error:
            context = getattr(error, "ctx", None)
            where = context.command_path if context else "mendax"
            click.echo(f"mendax: {error.format_message()} See: {where} --help", err=True)
            sys.exit(error.exit_code)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except MendaxError as error:
            click.echo(f"mendax: {error}", err=True)
            ctx.exit(2)
        except BrokenPipeError:
            sys.stderr.close()
            ctx.exit(0)
        except OSError as error:
            click.echo(f"mendax: {error.filename or 'file'}: {error.strerror or error}", err=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            click.echo("mendax: interrupted; nothing was written", err=True)
            ctx.exit(130)


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")


@click.group(cls=_OneLineErrors, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(mendax.__version__, prog_name="mendax")
def main() -> None:
    """Liar's Dice: solved exactly where exact is possible, with a proven bound where it is not.

    A game is a string, family:key=value,key=value, as in bluff or bluff:dice=2v1,faces=4. Start with: mendax solve bluff
    """


main.add_command(bench)
main.add_command(evolve)


@main.command()
@json_option
def games(as_json: bool) -> None:
    """List the families of games, their defaults and sizes."""
    from mendax.cli import render
    from mendax.games.counts import count_by_formula
    from mendax.rules.cup import ABOUT_CUPS, CUPS, cup_keys
    from mendax.rules.unit import ABOUT_UNITS
    from mendax.rules.variant import ABOUT, FAMILIES, KEYS, TREE_FAMILIES, allowed, show_key

    rows = [
        {
            "family": name,
            "about": ABOUT[name],
            "defaults": {key: show_key(variant, key) for key in KEYS},
            "information_sets": count_by_formula(variant).information_sets,
        }
        for name, variant in FAMILIES.items()
    ]
    cups = [
        {
            "family": name,
            "about": ABOUT_CUPS[name],
            "defaults": {key: str(getattr(variant, field)) for key, field in cup_keys(name).items()},
        }
        for name, variant in CUPS.items()
    ]
    units = [{"family": name, "about": about, "defaults": {"cells": "none"}} for name, about in ABOUT_UNITS.items()]
    if as_json:
        keys = {key: allowed(key) for key in KEYS}
        render.print_json({"rounds": rows, "cups": cups, "units": units, "trees": list(TREE_FAMILIES), "keys": keys})
    else:
        render.console().print(render.games_lines(rows, [*cups, *units]))


@main.command()
@click.argument("game")
@json_option
def size(game: str, as_json: bool) -> None:
    """Count the nodes and information sets of GAME, and estimate what solving it takes."""
    from mendax.analysis.cup_sizes import cup_sizes
    from mendax.analysis.sizes import estimates, standings
    from mendax.analysis.told import size_json
    from mendax.cli import render
    from mendax.games.classic import CLASSICS
    from mendax.rules.variant import RoundVariant, TreeVariant, parse

    variant = parse(game)
    if as_json:
        render.print_json(size_json(variant))
        return
    console = render.console()
    if isinstance(variant, TreeVariant):
        tree = CLASSICS[variant.family]()
        console.print(f"{variant}: {tree.num_nodes} nodes, {len(tree.infosets)} information sets")
        return
    if not isinstance(variant, RoundVariant):
        console.print(f"[bold]{variant}[/bold]")
        console.print(render.cup_sizes_lines(cup_sizes(variant)))
        return
    counts, engines = estimates(variant)
    chained = standings(variant)
    if variant.loss == "round":
        console.print(f"[bold]{variant}[/bold], one round")
    else:
        many = f" of {chained:,} standings" if chained else ""
        console.print(f"[bold]{variant}[/bold], the first round of a match{many}")
    console.print(render.counts_lines(counts))
    console.print(render.estimates_table(engines))


@main.command()
@click.argument("game")
@click.option(
    "--method",
    default="auto",
    show_default=True,
    help="auto: exact where feasible, else near; exact: proven in rationals; lp: floats within a bound; double-oracle: exact,"
    " growing a small LP; support: exact, by the bids that regrets find to matter;"
    " cfr, cfr+, cfr+2, linear, dcfr, pcfr+: regret minimisation, within a bound.",
)
@click.option(
    "--target",
    type=click.FloatRange(0, min_open=True),
    help="Exploitability from which a float result counts as converged.  [default: 1e-6; 1e-3 by regrets]",
)
@click.option(
    "--iterations",
    type=click.IntRange(1),
    help="At most so many, by regrets.  [default: 100,000; 2,000 with three players or more]",
)
@click.option("--seed", type=click.IntRange(0), help="Where strategies begin, with three players or more.")
@click.option("--out", type=FilePath(dir_okay=False), help="Write the solution to this file.")
@json_option
def solve(
    game: str,
    method: str,
    target: float | None,
    iterations: int | None,
    seed: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Solve GAME: its value, what proves it, and a profile that attains it.

    With three players or more there is no value to prove: a profile, what it is worth to each seat, and what each could gain.
    """
    from mendax.checkpoint import Keeper
    from mendax.cli import render
    from mendax.games.compile import compile_game
    from mendax.games.round import Round
    from mendax.solve.cfr import MAX_ITERATIONS
    from mendax.solve.game import solve_game
    from mendax.solve.solution import Status
    from mendax.store import require_writable, save_somewhere

    compiled = compile_game(game)
    if target is not None and not isfinite(target):
        raise MendaxError(f"--target {target} is not allowed; allowed: a number above 0")
    if isinstance(compiled, Round) and compiled.num_players > 2:
        _solve_many(compiled, method, target, iterations, seed, out, as_json)
    if seed is not None:
        raise MendaxError(f"--seed is for rounds of three players or more; {compiled.game} is solved without chance")
    if out is not None:
        require_writable(out)
    keeper = Keeper(None if out is None else out.with_name(out.name + ".run"))
    with render.progress(f"solving {compiled.game}") as report:
        most = iterations or MAX_ITERATIONS
        solution = solve_game(compiled, method, target=target, iterations=most, progress=report, keeper=keeper)
    if keeper.resumed_at:
        click.echo(f"resumed at iteration {keeper.resumed_at:,} from {keeper.path}", err=True)
    if keeper.trouble:
        click.echo(f"mendax: no checkpoint could be kept: {keeper.trouble}", err=True)
    if keeper.interrupted and keeper.path is not None:
        click.echo(
            f"mendax: interrupted after iteration {solution.iterations:,}, exploitability {solution.exploitability:.1e};"
            f" kept in {keeper.path}, the same command goes on from there",
            err=True,
        )
        sys.exit(130)
    trouble = None
    if out is not None:
        out, trouble = save_somewhere(solution, out)
        if trouble is None:
            keeper.forget()
    if as_json:
        render.print_json(render.solution_json(solution, str(out) if out else None))
    else:
        render.console().print(render.solution_lines(solution))
        if solution.states:
            render.console().print(render.states_table(solution))
        if out is not None:
            click.echo(f"written to {out}; check it with: mendax verify {_quoted(out)}")
    if trouble is not None:
        click.echo(f"mendax: {trouble}; {f'the solution is in {out}' if out else 'it could be kept nowhere'}", err=True)
        sys.exit(2)
    sys.exit(1 if solution.status is Status.STOPPED else 0)


def _solve_many(
    game: Round,
    method: str,
    target: float | None,
    iterations: int | None,
    seed: int | None,
    out: Path | None,
    as_json: bool,
) -> NoReturn:
    """`solve` for three players or more."""
    from mendax.cli import render
    from mendax.solve.cfr import ROWS
    from mendax.solve.cfr_many import ITERATIONS, METHOD, TARGET, cfr_many
    from mendax.solve.solution import Status

    row = METHOD if method == "auto" else method
    if row not in ROWS:
        raise MendaxError(
            f"{game.game} has {game.num_players} players, which {method} is not for; use {', '.join(ROWS)}"
        )
    if out is not None:
        raise MendaxError(
            f"{game.game} has {game.num_players} players; --out keeps solutions of two, which prove a value"
        )
    with render.progress(f"solving {game.game}") as report:
        solution = cfr_many(
            game,
            ROWS[row],
            iterations=iterations or ITERATIONS,
            target=target or TARGET,
            seed=seed,
            progress=report,
        )
    if as_json:
        render.print_json(render.many_json(solution))
    else:
        render.console().print(render.many_lines(solution))
    sys.exit(1 if solution.status is Status.STOPPED else 0)


@main.command()
@click.argument("file", type=FilePath())
@json_option
def verify(file: Path, as_json: bool) -> None:
    """Recompute the proof of a solution FILE from the file alone. Exit status 1 if it does not hold."""
    from mendax.analysis.certificate import verify as check
    from mendax.cli import render
    from mendax.store import load_solution

    solution = load_solution(file)
    with render.progress(f"proving {solution.game} again") as report:
        report("computing both best responses over the whole game")
        result = check(solution)
    if as_json:
        render.print_json(
            {
                "file": str(file),
                "game": solution.game,
                "value": float(solution.value),
                "value_exact": str(solution.value) if isinstance(solution.value, Fraction) else None,
                "status": solution.status.value,
                "holds": result.holds,
                "reason": result.reason,
                "bounds": None if result.bounds is None else [str(bound) for bound in result.bounds],
            }
        )
    elif result.holds:
        click.echo(f"proven: {solution.game} has value {render.amount(solution.value)}; {result.reason}")
    else:
        click.echo(f"refuted: {file} does not prove what it claims: {result.reason}")
    sys.exit(0 if result.holds else 1)


@main.command()
@click.argument("file", type=FilePath())
@click.option(
    "--at",
    "history",
    default="",
    help='The bids made so far, as in "1x3 2x5"; in a match dice and opener before them, as in "2v1@0/1x3"; where a cup passes'
    ' the claim to beat and what is held, as in "pair/pair".',
)
@json_option
def show(file: Path, history: str, as_json: bool) -> None:
    """Show the strategy of a solution FILE at a node, as a table of hands by actions."""
    from mendax.analysis.cup_table import cup_table
    from mendax.analysis.table import node_table
    from mendax.cli import render
    from mendax.games.compile import compile_game
    from mendax.games.cup import Cup
    from mendax.games.cup_notation import parse_position
    from mendax.games.match import Match, format_standing, parse_standing
    from mendax.games.notation import parse_node
    from mendax.games.tree import Tree
    from mendax.store import load_solution

    solution = load_solution(file)
    game = compile_game(solution.game)
    console = render.console()
    if isinstance(game, Tree):
        if history:
            raise MendaxError(f"{game.game} has no bids to stand after; leave --at away")
        rows = [
            {
                "player": infoset.player,
                "infoset": infoset.label,
                "actions": {infoset.actions[a]: str(p) for a, p in solution.profile[infoset.player].at(i, 0).items()},
            }
            for i, infoset in enumerate(game.infosets)
        ]
        if as_json:
            render.print_json({"game": game.game, "infosets": rows})
            return
        console.print(render.solution_lines(solution))
        for row in rows:
            console.print(f"player {row['player']} at {row['infoset']}: {row['actions'] or 'not reached'}")
        return
    if isinstance(game, Cup):
        cup = cup_table(game, solution.profile, parse_position(game, history))
        if as_json:
            render.print_json(json.loads(json.dumps({"game": game.game, **asdict(cup)}, default=str)))
        else:
            console.print(render.solution_lines(solution))
            for part in render.cup_lines(cup):
                console.print(part)
        return
    told, strategies = {"game": game.game}, solution.strategies
    if isinstance(game, Match):
        at, _, history = history.partition("/")
        i = parse_standing(game, at) if at else 0
        told["standing"], strategies = format_standing(game.standings[i]), solution.states[i].strategies
        game = game.single_round(i)
    table = node_table(game, strategies, parse_node(game, history))
    if as_json:
        render.print_json(json.loads(json.dumps({**told, **asdict(table)}, default=str)))
        return
    console.print(render.solution_lines(solution))
    if "standing" in told:
        console.print(render.states_table(solution))
        console.print(f"at {told['standing']}; in a round player 0 is who opens it")
    for part in render.node_lines(table):
        console.print(part)
    if any(not row.actions for row in table.rows):
        console.print("Grey hands are not played to this point; the strategy there is to call.", style="dim")


@main.command()
@click.argument("game")
@click.option("--out", type=FilePath(dir_okay=False), help="Write to this file instead of the screen.")
def export(game: str, out: Path | None) -> None:
    """Write GAME as an explicit tree in Gambit's .efg format."""
    from mendax.games.compile import compile_game, require_one_game
    from mendax.games.gambit import to_efg
    from mendax.games.unfold import unfold
    from mendax.store import write_whole

    text = to_efg(unfold(require_one_game(compile_game(game))))
    if out is None:
        click.echo(text, nl=False)
    else:
        write_whole(out, text.encode())
        click.echo(f"written to {out}")


@main.command()
@click.argument("work", required=False)
@click.option("--item", help="Only the items whose name contains this.")
@click.option("--out", type=FilePath(file_okay=False), help="Write the results and a report here.")
@json_option
def reproduce(work: str | None, item: str | None, out: Path | None, as_json: bool) -> None:
    """Recompute every table, figure and theorem of WORK (by default of all works): printed, ours, verdict."""
    from mendax.cli import render
    from mendax.draw import require_matplotlib
    from mendax.papers.report import Row, Verdict, run
    from mendax.papers.works import figures_of, items_of
    from mendax.papers.write import write_report

    items = tuple(one for one in items_of(work) if item is None or item.lower() in one.name.lower())
    if not items:
        raise MendaxError(f"no item is called {item!r}; mendax reproduce --json lists them all")
    if out is not None:  # what would keep the report from being written is said before the work begins
        require_matplotlib()
        out.mkdir(parents=True, exist_ok=True)
    console = render.console()
    rows: list[Row] = []
    with render.progress(f"{len(items)} items") as report:
        for row in run(items, lambda item: report(f"{len(rows) + 1} of {len(items)}: {item.name}")):
            rows.append(row)
            if not as_json:
                console.print(render.report_row(row))
    if as_json:
        render.print_json([asdict(row) for row in rows])
    else:
        tally = {verdict: sum(row.verdict is verdict for row in rows) for verdict in Verdict}
        console.print(", ".join(f"{count} {verdict}" for verdict, count in tally.items() if count))
    if out is not None:
        with render.progress("figures") as report:
            report("computing and drawing the figures")
            written = write_report(rows, figures_of(work), out)
        click.echo(f"written to {written}", err=True)
    sys.exit(1 if any(row.verdict is Verdict.FAILS for row in rows) else 0)


for command in (arena.arena, arena.replay, play, serve):
    main.add_command(command)


def _quoted(path: Path) -> str:
    import shlex

    return shlex.quote(str(path))
