"""Section 4: the evolution of a population of strategies, its two groups of experiments, and what is concluded from them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from mendax.arena.evolution import NORMAL, evolve
from mendax.arena.reading import Reading
from mendax.papers.burcsi_nagy.finding import item, judge
from mendax.papers.burcsi_nagy.simulation import (
    FIGURE_1,
    FIGURE_2,
    ROUNDS,
    SMALL_T,
    STRIP,
    experiment,
    means_of,
    name_of,
    small_t_duels,
)
from mendax.papers.burcsi_nagy.stored import Again, check_again, of_t, share_text, stored, within
from mendax.papers.report import Finding, Item, Verdict

# The page -------------------------------------------------------------------------------------------------------------

MESH = [(Fraction(i, 10), Fraction(j, 10)) for i in range(11) for j in range(11)]
DECISIVE = "t is more decisive than s"
BENEFICIAL = "a c_t of about 0.1 is beneficial"

# Ours -----------------------------------------------------------------------------------------------------------------

FEW_SETS = 6_000
MUCH_ALIKE = 0.9  # correlation over the mesh from which we call two tables alike


def mesh() -> Finding:
    by_set, by_text = (experiment(2, 30, reading=f"mesh={mesh}").mesh for mesh in ("eleven", "ten"))
    same = np.allclose(by_set, [[float(s), float(t)] for s, t in MESH])
    return Finding(
        printed="a 10 × 10 mesh on [0, 1]; (i/10, j/10) for 0 ≤ i, j ≤ 10",
        ours=f"the set has {len(by_set)} points, a 10 × 10 mesh {len(by_text)}",
        verdict=Verdict.CANNOT_TELL if same and len(by_set) != len(by_text) else Verdict.FAILS,
        note="the default is the set, which has 10 × 10 cells: so both sentences hold",
    )


def scheme() -> Finding:
    found = evolve(experiment(2, 30, seed=1))
    total, least = int(found.scores.sum()), int(found.scores.min())
    return judge(
        "scores begin at 1, the winner's grows by one each round",
        f"after {ROUNDS} rounds {total} = {len(MESH)} + {ROUNDS}, the least {least}",
        agrees=total == len(MESH) + ROUNDS and least >= 1,
        note="so scores are an urn: were all strategies alike, every way to share the points would be equally likely, and"
        f" mean s and mean t would have standard deviation {found.noise[0]:.3f} about 1/2",
    )


def decisive(players: int, dice: int) -> Finding:
    """As printed: the variance of the chance to win along t, of that along s and t."""
    again = check_again(players, dice, Reading())
    share, error = again.kept["share_t"]
    along = {axis: max(again.kept[f"variance_{axis}"][0], 0.0) ** 0.5 for axis in "st"}
    return _settled(
        again,
        DECISIVE,
        f"{share_text(again.kept)}: chances to win differ by {along['t']:.3f} (standard deviation) along t,"
        f" by {along['s']:.3f} along s",
        agrees=share - NORMAL * error > 0.5,
    )


def decisive_otherwise(inequality: str) -> Finding:
    kept = {table: stored()[name_of(experiment(*table, reading=f"inequality={inequality}"))] for table in FIGURE_1}
    holds = {table: each["share_t"][0] - NORMAL * each["share_t"][1] > 0.5 for table, each in kept.items()}
    again = check_again(2, 30, Reading(inequality=inequality))
    told = "; ".join(f"{table}: {within(each['share_t'])}" for table, each in kept.items())
    return Finding(
        printed=DECISIVE,
        ours=f"share of t in the variance: {told}",
        verdict=Verdict.FAILS if not again.same else Verdict.AGREES if all(holds.values()) else Verdict.CANNOT_TELL,
        note=f"{sum(holds.values())} of {len(holds)} tables as claimed. {again.note}",
    )


def alike() -> Finding:
    """Correlation, over the mesh, of the chance to win at (2, 30) and at each other table."""
    kept = {table: stored()[name_of(experiment(*table))] for table in FIGURE_1}
    first = np.ravel(kept[2, 30]["chance"])
    found = {table: float(np.corrcoef(first, np.ravel(each["chance"]))[0, 1]) for table, each in kept.items()}
    means = {table: each["figures"]["mean_t"][0] for table, each in kept.items()}
    again = [check_again(*table, Reading()) for table in FIGURE_1]
    same = all(each.same for each in again)
    return judge(
        "P and D do not influence the results to a large extent",
        "; ".join(f"{table}: correlation {found[table]:.3f}, mean t {means[table]:.3f}" for table in FIGURE_1),
        agrees=same and min(found.values()) > MUCH_ALIKE,
        note="of chances to win over the mesh with those at (2, 30), and mean t of figures; the slope along t is the same,"
        f" s comes to matter with more players: its share of the variance is {1 - kept[8, 30]['share_t'][0]:.3f} at (8, 30),"
        f" {1 - kept[2, 30]['share_t'][0]:.3f} at (2, 30)",
    )


def figure_1(players: int, dice: int) -> Finding:
    """The picture itself is lost in the scans: what any such picture shows."""
    again = check_again(players, dice, Reading())
    return _lost(again, again.kept["figures"])


def figure_2(players: int, dice: int) -> Finding:
    again = check_again(players, dice, Reading(), STRIP)
    figures = again.kept["figures"]
    return _settled(
        again,
        "no obvious pattern",
        f"{_noise(figures)}; with {again.kept['games']:,} games: {share_text(again.kept)}, t = 0.2 wins"
        f" {100 * (again.kept['by_t'][-1][0] - again.kept['by_t'][0][0]):.1f} points more than t = 0",
        agrees=figures["signal"] < 0.1,
    )


def _lost(again: Again, figures: dict[str, Any]) -> Finding:
    far = abs(figures["mean_t"][0] - 0.5) / figures["noise_t"]
    return Finding(
        printed="a picture, lost in the scans",
        ours=f"{_noise(figures)}; mean t {figures['mean_t'][0]:.3f} is {far:.1f} standard deviations of an urn of equal"
        " strategies from 1/2",
        verdict=Verdict.CANNOT_TELL if again.same else Verdict.FAILS,
        note=f"remade as figures. {again.note}",
    )


def _noise(figures: dict[str, Any]) -> str:
    cells, by_s, by_t = (100 * (1 - figures[key]) for key in ("signal", "signal_s", "signal_t"))
    return (
        f"of the variance over the cells of a figure of {ROUNDS} rounds {cells:.0f}% is noise, which another seed puts"
        f" elsewhere; of its sums along t {by_t:.0f}%, along s {by_s:.0f}%; scores differ more along t in"
        f" {100 * figures['decisive']:.0f}% of figures"
    )


def small_t(inequality: str) -> Finding:
    """Two experiments: against the strip of figure 2, and (s, 0.1) against (s, 0)."""
    reading, told, against = Reading(inequality=inequality), [], []
    same = True
    for table in FIGURE_2:
        again = check_again(*table, reading, STRIP)
        same &= again.same
        against.append(again.kept["small_t"])
        told.append(f"{table}: {within(again.kept['small_t'], 100, 1)} points against the mesh")
        duels = stored()[f"duels {table[0]}x{table[1]}, inequality={inequality}"]
        for each in duels:
            against.append([each["share"][0] - 0.5, each["share"][1]])
            told.append(f"{within(against[-1], 100, 2)} points with s = {each['s']:g} against t = 0")
    few = small_t_duels(2, 30, f"inequality={inequality}", FEW_SETS, seed=7)
    kept = stored()[f"duels 2x30, inequality={inequality}"]
    same &= all(
        abs(a.share.value - b["share"][0]) < 4 * a.share.error + 4 * b["share"][1]
        for a, b in zip(few, kept, strict=True)
    )
    helps = all(value - NORMAL * error > 0 for value, error in against)
    harms = all(value + NORMAL * error < 0 for value, error in against)
    verdict = Verdict.AGREES if helps else Verdict.ERRATUM if harms else Verdict.CANNOT_TELL
    return Finding(
        printed=BENEFICIAL,
        ours=f"t = {SMALL_T}: " + "; ".join(told),
        verdict=verdict if same else Verdict.FAILS,
        note=f"chance to win, less that of t = 0; 95%. {kept[0]['games']:,} games a duel, {3 * FEW_SETS * 2:,} played again here"
        + (". The compiled game agrees with a plain one move by move, in tests" if harms else ""),
    )


def _settled(again: Again, printed: str, ours: str, *, agrees: bool) -> Finding:
    verdict = Verdict.FAILS if not again.same else Verdict.AGREES if agrees else Verdict.CANNOT_TELL
    return Finding(printed=printed, ours=ours, verdict=verdict, note=f"{of_t(again.kept)}. {again.note}")


def in_the_end(inequality: str) -> Finding:
    """What the scheme is for, 300 rounds being too few."""
    kept = stored()[f"long 2x30, inequality={inequality}"]
    few = 3
    e = replace(experiment(2, 30, reading=f"inequality={inequality}", seed=7), rounds=kept["rounds"][0], replicates=few)
    new = means_of(e)
    same = all(
        abs(new[i] - kept["early"][i]) < 5 * kept["early"][i + 1] * (1 / few + 1 / kept["populations"]) ** 0.5
        for i in (0, 2)
    )
    s, s_sd, t, t_sd = kept["late"]
    goal = kept["replicator"]["mean"]
    return Finding(
        printed="the goal is to see which strategies are most successful",
        ours=f"after {kept['rounds'][1]:,} games mean s {s:.3f} (sd {s_sd:.3f}), mean t {t:.3f} (sd {t_sd:.3f})",
        verdict=Verdict.CANNOT_TELL if same else Verdict.FAILS,
        note=f"the page stops at {ROUNDS}. {kept['populations']} populations of (2, 30); after {kept['rounds'][0]:,} games"
        f" {kept['early'][0]:.3f} and {kept['early'][2]:.3f}, here with another seed {new[0]:.3f} and {new[2]:.3f}."
        " Scores follow the replicator equation in the logarithm of their sum, so they are slow; the equation itself, with"
        f" measured pay-offs of {len(kept['replicator']['mesh'])} strategies, comes to s {goal[0]:.2f}, t {goal[1]:.2f}",
    )


def items() -> tuple[Item, ...]:
    return (
        item("Section 4, the mesh", mesh),
        item("Section 4, the scheme", scheme),
        *(item(f"Section 4.1, t against s, (P, D) = {table}", decisive, *table) for table in FIGURE_1),
        *(
            item(f"Section 4.1, t against s, reading: inequality={x}", decisive_otherwise, x)
            for x in ("intuition", "prose")
        ),
        item("Section 4.1, influence of P and D", alike),
        *(item(f"Figure 1, (P, D) = {table}", figure_1, *table) for table in FIGURE_1[1:]),
        *(item(f"Figure 2, (P, D) = {table}", figure_2, *table) for table in FIGURE_2),
        *(
            item(f"Section 4.1, a small c_t, {'reading: ' if x != 'printed' else ''}inequality={x}", small_t, x)
            for x in ("printed", "intuition", "prose")
        ),
        *(item(f"Section 4, long after, inequality={x}", in_the_end, x) for x in ("printed", "intuition", "prose")),
    )
