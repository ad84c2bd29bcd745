"""mendax evolve: populations of (s, t) strategies."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from mendax.arena.evolution import Population

SHADES = " ·░▒▓█"


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
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write all scores to this file, as JSON.")
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
    out: Path | None,
    as_json: bool,
) -> None:
    """Let (s, t) strategies of Burcsi and Nagy play for score: who wins is drawn more often.

    With --out, Ctrl-C keeps what is done, and the same command goes on from there.
    """
    import json

    from mendax.arena.evolution import Evolution
    from mendax.arena.evolution import evolve as run_evolution
    from mendax.arena.reading import Reading
    from mendax.arena.run import Run
    from mendax.cli.watch import watch
    from mendax.store import write_whole

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
    if as_json:
        click.echo(json.dumps(population_json(found)))
    else:
        click.echo("\n".join(population_lines(found)))
        if out is not None:
            click.echo(f"written to {out}")


def population_json(found: Population, *, whole: bool = False) -> dict[str, Any]:
    """Scores by s, then t, added up over replicates; `whole` adds those of each."""
    s, t = (axis.tolist() for axis in found.evolution.axes)
    told: dict[str, Any] = {
        **found.evolution.described(),
        "mesh": {"s": s, "t": t},
        "scores": found.scores.sum(axis=0).tolist(),
        "mean_s": float(found.means[:, 0].mean()),
        "mean_t": float(found.means[:, 1].mean()),
        "interval_s": list(found.interval(0)),
        "interval_t": list(found.interval(1)),
        "noise_s": float(found.noise[0]),
        "noise_t": float(found.noise[1]),
        "seconds": round(found.seconds, 3),
    }
    return told | ({"each": found.scores.tolist()} if whole else {})


def population_lines(found: Population) -> list[str]:
    """A heat map, t upwards and s to the right, and what the means are worth."""
    e = found.evolution
    total = found.scores.sum(axis=0)
    most, step = int(total.max()), max(1, -(-e.shape[0] // 60))
    s, t = e.axes
    games = f"{e.replicates:,} times {e.rounds:,}" if e.replicates > 1 else f"{e.rounds:,}"
    lines = [f"{e.players} players, {e.dice} dice each, {games} games, reading {e.reading.differs()}, seed {e.seed}"]
    for row in reversed(range(0, e.shape[1], max(1, -(-e.shape[1] // 30)))):
        cells = "".join(SHADES[int(score * (len(SHADES) - 1) / most)] * 2 for score in total[::step, row])
        lines.append(f"t {t[row]:5.3f} |{cells}|")
    lines.append(f"        s from 0 to {s[-1]:g}; the darkest has score {most:,}, of {int(total.sum()):,}")
    for axis, name in enumerate("st"):
        low, high = found.interval(axis)
        plain = float(e.axes[axis].mean())
        noise = float(found.noise[axis])
        lines.append(
            f"mean {name} {found.means[:, axis].mean():.3f} (95%: {low:.3f} to {high:.3f}); were all strategies alike,"
            f" {plain:.3f} with standard deviation {noise:.3f} a replicate"
        )
    return lines
