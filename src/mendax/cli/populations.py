"""How populations look in a terminal, as JSON, and as a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mendax.arena.told import population_json as population_json

if TYPE_CHECKING:
    from mendax.arena.evolution import Population
    from mendax.arena.selection import Selection
    from mendax.figure import Figure

SHADES = " ·░▒▓█"
SHOWN = 10  # strategies of a selection, the most frequent


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


def population_figure(found: Population) -> Figure:
    """Scores of all replicates together, as a heat map."""
    from mendax.figure import Figure, Panel

    e = found.evolution
    s, t = (tuple(axis.tolist()) for axis in e.axes)
    scores = tuple(tuple(map(float, row)) for row in found.scores.sum(axis=0).tolist())
    return Figure(
        work="evolve",
        name="scores",
        title=f"Scores after {e.rounds:,} games",
        x="s",
        y="t",
        z="score",
        panels=(Panel(label=f"(P, D) = ({e.players}, {e.dice})", x=s, y=t, z=scores),),
        note=f"{e.replicates:,} populations added up.",
        command=e.command,
    )


def selection_json(found: Selection) -> dict[str, Any]:
    """Strategies in the order of shares and pay-offs; exact pay-offs as fractions."""
    mean_s, mean_t = found.mean
    invaded = found.invaded()
    told: dict[str, Any] = {
        **found.evolution.described(),
        "game": found.game,
        "dynamics": found.dynamics,
        "strategies": [each if isinstance(each, str) else list(each) for each in found.strategies],
        "shares": found.shares[-1].tolist(),
        "steps": len(found.shares) - 1,
        "payoffs": [
            [value if isinstance(value, float) else str(value) for value in row] for row in found.payoffs.tolist()
        ],
        "error": float(found.error.max()),
        "mean_s": mean_s,
        "mean_t": mean_t,
    }
    if invaded is not None:
        told |= {"equilibrium_invades": invaded[0], "equilibrium_invaded_by": invaded[1]}
    return told


def selection_lines(found: Selection) -> list[str]:
    """The most frequent strategies at the end, and what an equilibrium does among them."""
    e, last = found.evolution, found.shares[-1]
    steps = "generations" if found.dynamics == "replicator" else "births"
    worth = f"within {1.96 * float(found.error.max()):.3f}" if found.error.any() else "exact"
    lines = [
        f"{found.dynamics}, {len(found.shares) - 1:,} {steps}, {found.game}, reading {e.reading.differs()}",
        f"pay-offs of {len(last)} strategies, {worth}; the most frequent of them in the end:",
    ]
    for i in sorted(range(len(last)), key=lambda i: -last[i])[:SHOWN]:
        each = found.strategies[i]
        name = each if isinstance(each, str) else f"s {each[0]:.3f} t {each[1]:.3f}"
        lines.append(f"  {name:<17} {last[i]:8.4f}  {'█' * round(40 * float(last[i]))}")
    lines.append(f"mean s {found.mean[0]:.3f}, mean t {found.mean[1]:.3f}")
    invaded = found.invaded()
    if invaded is not None:
        others = len(last) - 1
        lines.append(
            f"as a rarity the equilibrium invades {invaded[0]} of {others} strategies; {invaded[1]} of them invade it"
        )
    return lines
