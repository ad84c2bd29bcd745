"""Figures 1 and 2 remade, and what they could not show, as data."""

from __future__ import annotations

from dataclasses import replace

from mendax.arena.evolution import NORMAL, Evolution, evolve
from mendax.arena.reading import CHOICES, single_changes
from mendax.figure import Figure, Panel, Series
from mendax.papers.burcsi_nagy.finding import WORK
from mendax.papers.burcsi_nagy.simulation import FIGURE_1, FIGURE_2, STRIP, experiment, name_of
from mendax.papers.burcsi_nagy.stored import stored

SEED = 1
LARGE = "python bench/evolution.py --experiments"
SHOWN = FIGURE_1[1:]


def figures() -> tuple[Figure, ...]:
    return (
        *_scores(
            "figure-1", "Figure 1 remade: scores after 300 games", [experiment(*table, seed=SEED) for table in SHOWN]
        ),
        *_scores(
            "figure-2",
            "Figure 2 remade: scores after 300 games, t up to 0.2",
            [experiment(*table, box=STRIP, seed=SEED) for table in FIGURE_2],
        ),
        _again(),
        _worth("inequality", "t", 1),
        _worth("inequality", "s", 0),
        _landscapes(),
        _readings(),
    )


def _panel(e: Evolution, label: str) -> Panel:
    scores = evolve(e).scores[0].tolist()
    s, t = (tuple(axis.tolist()) for axis in e.axes)
    return Panel(label=label, x=s, y=t, z=tuple(tuple(map(float, row)) for row in scores))


def _scores(name: str, title: str, runs: list[Evolution]) -> tuple[Figure, Figure]:
    """The same scores as heat maps and as surfaces."""
    heat = Figure(
        work=WORK,
        name=f"{name}-heat",
        title=title,
        x="s",
        y="t",
        z="score",
        panels=tuple(_panel(e, f"(P, D) = ({e.players}, {e.dice})") for e in runs),
        note="One run each; its peaks stand elsewhere with every other seed, its slope along t does not.",
        command="; ".join(e.command for e in runs),
    )
    return heat, replace(heat, name=f"{name}-surface", surface=True)


def _again() -> Figure:
    runs = [experiment(2, 30, seed=seed) for seed in range(1, 7)]
    return Figure(
        work=WORK,
        name="figure-1-again",
        title="The same figure with six seeds: (P, D) = (2, 30)",
        x="s",
        y="t",
        z="score",
        panels=tuple(_panel(e, f"seed {e.seed}") for e in runs),
        note="Single cells are noise: who wins early is drawn more often. What all have in common is that scores fall along t.",
        command="; ".join(e.command for e in runs),
    )


def _worth(key: str, axis: str, number: int) -> Figure:
    """The chance to win by s or by t, by inequality."""
    curves = []
    for choice in CHOICES[key]:
        kept = stored()[name_of(experiment(2, 30, reading=f"{key}={choice}"))]
        rates = kept[f"by_{axis}"]
        curves.append(
            Series(
                label=f"{key}={choice}",
                x=tuple(kept[axis]),
                y=tuple(rate for rate, _ in rates),
                low=tuple(rate - NORMAL * error for rate, error in rates),
                high=tuple(rate + NORMAL * error for rate, error in rates),
            )
        )
    fair = Series(label="fair", x=(0.0, 1.0), y=(0.5, 0.5), style="dashed")
    kept = stored()[name_of(experiment(2, 30))]
    return Figure(
        work=WORK,
        name=f"worth-of-{axis}",
        title=f"What {axis} is worth: two players, 30 dice each",
        x=axis,
        y="chance to win against the mesh",
        series=(*curves, fair),
        note=f"{kept['games']:,} games a curve, 95% intervals. The readings of the inequality disagree about the sign.",
        command=f"{LARGE} (burcsi-nagy:dice=30v30, seed {kept['seed']})",
    )


def _landscapes() -> Figure:
    panels = []
    for choice in CHOICES["inequality"]:
        kept = stored()[name_of(experiment(2, 30, reading=f"inequality={choice}"))]
        rows = tuple(tuple(row) for row in kept["chance"])
        panels.append(Panel(label=f"inequality={choice}", x=tuple(kept["s"]), y=tuple(kept["t"]), z=rows))
    return Figure(
        work=WORK,
        name="landscapes",
        title="Chance to win against the mesh: two players, 30 dice each",
        x="s",
        y="t",
        z="chance to win",
        panels=tuple(panels),
        note=f"{kept['games']:,} games each: what 300 games are drawn from.",
        command=f"{LARGE} (burcsi-nagy:dice=30v30, seed {kept['seed']})",
    )


def _readings() -> Figure:
    """The share of t in what differs, by reading, at two tables."""
    readings = single_changes()
    kept = stored()
    tables = ((2, 30), (3, 30))
    found = {table: [kept[name_of(replace(experiment(*table), reading=each))] for each in readings] for table in tables}
    return Figure(
        work=WORK,
        name="readings",
        title="How much of what strategies are worth goes along t, by reading",
        x="what is read otherwise",
        y="share of t in the variance",
        series=tuple(
            Series(
                label=f"(P, D) = {table}",
                x=tuple(float(place) for place in range(len(rows))),
                y=tuple(each["share_t"][0] for each in rows),
                low=tuple(each["share_t"][0] - NORMAL * each["share_t"][1] for each in rows),
                high=tuple(each["share_t"][0] + NORMAL * each["share_t"][1] for each in rows),
                style="points",
            )
            for table, rows in found.items()
        ),
        ticks=tuple(each.differs() for each in readings),
        note="95% intervals. At 1/2 s and t would be alike. Only the inequality matters.",
        command=f"{LARGE} (burcsi-nagy:dice=30v30 and 30v30v30, seed {found[2, 30][0]['seed']})",
    )
