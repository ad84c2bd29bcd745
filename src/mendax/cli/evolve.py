"""mendax evolve: populations of (s, t) strategies."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mendax.cli.paths import FilePath
from mendax.cli.watch import watch
from mendax.errors import MendaxError

if TYPE_CHECKING:
    from mendax.arena.evolution import Evolution


class _Pair(click.ParamType):  # type: ignore[type-arg]
    """Two numbers, as in 11x11 or 1x0.2."""

    def __init__(self, kind: type, name: str) -> None:
        self.kind, self.name = kind, name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, tuple):
            return value
        first, _, second = str(value).partition("x")
        try:
            return self.kind(first), self.kind(second)
        except ValueError:
            self.fail(f"{value!r} is not two numbers with an x between, as in {self.name}", param, ctx)


@click.command()
@click.option("--players", type=int, default=2, show_default=True, help="Players of a game, 2 to 10.")
@click.option("--dice", type=int, default=30, show_default=True, help="Dice of each player, 1 to 100.")
@click.option(
    "--rounds", type=int, default=300, show_default=True, help="Games after each of which the winner's score grows."
)
@click.option("--replicates", type=int, default=1, show_default=True, help="Populations, each with chance of its own.")
@click.option("--box", type=_Pair(float, "1x0.2"), default="1x1", show_default=True, help="Largest s and largest t.")
@click.option(
    "--mesh", type=_Pair(int, "11x11"), help="Strategies along s and along t.  [default: as the reading says]"
)
@click.option(
    "--reading",
    default="",
    help="Where the paper says two things: inequality=printed|intuition|prose, record=player|pair, ties=lowest|highest|random,"
    " starter=clockwise|position|loser, mesh=eleven|ten|tenths, choice=repeated|distinct. The first of each is the default.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The same seed gives the same scores on any machine."
)
@click.option("--workers", type=int, default=1, show_default=True, help="Processes over which replicates are spread.")
@click.option("--cluster", default="local", show_default=True, help="local: this machine; ray: a Ray cluster.")
@click.option(
    "--dynamics",
    default="scores",
    show_default=True,
    help="scores: the paper's; replicator: shares grow with pay-offs; moran: births by pay-off, one for one. The last two for two"
    " players, a round being a generation or a birth.",
)
@click.option(
    "--sets",
    type=click.IntRange(1),
    default=500,
    show_default=True,
    help="Pairs of games between every two, for pay-offs.",
)
@click.option("--individuals", type=int, default=1000, show_default=True, help="Of a Moran process.")
@click.option(
    "--mutation", type=float, default=0.0, show_default=True, help="Chance of a child to be of any strategy (moran)."
)
@click.option(
    "--equilibrium",
    type=FilePath(),
    help="A solution file of a small burcsi-nagy match: it joins the mesh, and pay-offs are exact.",
)
@click.option("--figure", type=FilePath(dir_okay=False), help="Draw the scores: a heat map as .svg or .png.")
@click.option("--out", type=FilePath(dir_okay=False), help="Write all scores to this file, as JSON.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def evolve(
    players: int,
    dice: int,
    rounds: int,
    replicates: int,
    box: tuple[float, float],
    mesh: tuple[int, int] | None,
    reading: str,
    seed: int,
    workers: int,
    cluster: str,
    dynamics: str,
    sets: int,
    individuals: int,
    mutation: float,
    equilibrium: Path | None,
    figure: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Let (s, t) strategies of Burcsi and Nagy play for score: who wins is drawn more often.

    With --out, Ctrl-C keeps what is done, and the same command goes on from there.
    """
    from mendax.arena.evolution import Evolution
    from mendax.arena.reading import Reading

    what = Evolution(
        players=players,
        dice=dice,
        rounds=rounds,
        replicates=replicates,
        box=box,
        sides=mesh,
        reading=Reading.parse(reading),
        seed=seed,
    )
    if dynamics == "scores":
        if equilibrium is not None:
            raise MendaxError(
                "--equilibrium needs --dynamics replicator or moran; scores are of (s, t) strategies alone"
            )
        _scores(what, workers, cluster, figure, out, as_json)
        return
    if out is not None or figure is not None:
        raise MendaxError(
            f"--out and --figure keep scores; --dynamics {dynamics} prints shares, all of them with --json"
        )
    chances = {"sets": sets, "individuals": individuals, "mutation": mutation}
    _selection(what, dynamics, chances, equilibrium, workers, cluster, as_json)


def _scores(what: Evolution, workers: int, cluster: str, figure: Path | None, out: Path | None, as_json: bool) -> None:
    from mendax.arena.evolution import evolve as run_evolution
    from mendax.arena.run import Run
    from mendax.cli.populations import population_figure, population_json, population_lines
    from mendax.store import write_whole

    if figure is not None:  # what would keep it from being drawn is said before the work begins
        from mendax.draw import draw, require_matplotlib

        require_matplotlib()
        if figure.suffix not in (".svg", ".png"):
            raise MendaxError(f"{str(figure)!r} is no figure; its name ends in .svg or .png")
    run = Run(None if out is None else out.with_name(out.name + ".run"))
    with watch("evolving") as progress:
        found = run_evolution(what, workers=workers, cluster=cluster, run=run, progress=progress)
    if found.resumed_at:
        click.echo(f"resumed after {found.resumed_at:,} games from {run.path}", err=True)
    if not found.complete:
        click.echo(f"mendax: interrupted; kept in {run.path}, the same command goes on from there", err=True)
        sys.exit(130)
    if out is not None:
        write_whole(out, (json.dumps(population_json(found, whole=True)) + "\n").encode())
        run.forget()
    if figure is not None:
        svg, png = draw(population_figure(found))
        write_whole(figure, svg.encode() if figure.suffix == ".svg" else png)
    if as_json:
        click.echo(json.dumps(population_json(found)))
        return
    click.echo("\n".join(population_lines(found)))
    for path in filter(None, (out, figure)):
        click.echo(f"written to {path}")


def _selection(
    what: Evolution,
    dynamics: str,
    chances: dict[str, Any],
    equilibrium: Path | None,
    workers: int,
    cluster: str,
    as_json: bool,
) -> None:
    from mendax.arena.selection import select
    from mendax.cli.populations import selection_json, selection_lines
    from mendax.store import load_solution

    solved = None if equilibrium is None else load_solution(equilibrium)
    with watch("evolving") as progress:
        found = select(
            what, dynamics, equilibrium=solved, workers=workers, cluster=cluster, progress=progress, **chances
        )
    click.echo(json.dumps(selection_json(found)) if as_json else "\n".join(selection_lines(found)))
