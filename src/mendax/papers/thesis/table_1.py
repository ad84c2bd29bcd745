"""Section 5.1, Table 1: the Tree agent against the Matrix agent, computed and played, under every reading of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from mendax.agents.agent import WrittenAgent
from mendax.agents.match import series
from mendax.agents.matrix import MatrixAgent, MatrixReading
from mendax.agents.tree import TreeAgent, TreeReading
from mendax.papers.report import Finding, Item, Verdict
from mendax.papers.thesis.finding import item, judge, percent, short
from mendax.papers.thesis.plain import plain_chance
from mendax.papers.thesis.readings import (
    MATRIX,
    TREE,
    Kind,
    Reading,
    all_readings,
    chance,
    changed_once,
    game,
    matrix_kinds,
    told,
    tree_kinds,
    values,
)
from mendax.papers.thesis.statistics import LEVEL, between, binomial, chi_square, holm, interval

# The page: wins of the Matrix and of the Tree ------------------------------------------------------------------------------

TREE_FIRST = (1297, 3703)
MATRIX_FIRST = (2725, 2275)
TOTAL = (4022, 5978)
GAMES = 10_000
OVER = {"tree": ("over 70 percent", Fraction(7, 10)), "matrix": ("over half", Fraction(1, 2))}

BY_SEAT = GAMES // 2
WON_FIRST = (TREE_FIRST[1], MATRIX_FIRST[0])  # by who begins: the Tree, the Matrix
SEED = 20061


@dataclass(frozen=True, eq=False, kw_only=True)
class Pair:
    """Two agents, each by one of its readings, and the chance of each to win when it begins."""

    tree: Kind[TreeReading]
    matrix: Kind[MatrixReading]
    chances: tuple[Fraction, Fraction]

    @property
    def name(self) -> str:
        return f"Tree {self.tree.name}, Matrix {self.matrix.name}"


@cache
def pairs() -> tuple[Pair, ...]:
    """Every Tree agent against every Matrix agent, exact."""
    return tuple(
        Pair(
            tree=tree,
            matrix=matrix,
            chances=(plain_chance(tree.plain, matrix.plain), plain_chance(matrix.plain, tree.plain)),
        )
        for tree in tree_kinds()
        for matrix in matrix_kinds()
    )


def fit(pair: Pair, won: tuple[float, float] = WON_FIRST) -> float:
    """The p-value of the wins of who begins, the Tree's and the Matrix's, both together."""
    return chi_square([(won[seat], BY_SEAT, pair.chances[seat]) for seat in (0, 1)])


def totals() -> Finding:
    ours = tuple(a + b for a, b in zip(TREE_FIRST, MATRIX_FIRST, strict=True))
    games = sum(TREE_FIRST), sum(MATRIX_FIRST)
    return judge(
        f"{TOTAL[0]} and {TOTAL[1]} of {GAMES}",
        f"{ours[0]} and {ours[1]}; {games[0]} games of each kind" if games[0] == games[1] else f"{ours}, {games}",
        agrees=ours == TOTAL and games == (BY_SEAT, BY_SEAT) and sum(TOTAL) == GAMES,
    )


def over(agent: str) -> Finding:
    """A share of the printed games, and what they say of the chance."""
    words, share = OVER[agent]
    won = WON_FIRST[0 if agent == "tree" else 1]
    ends = interval(won, BY_SEAT)
    return judge(
        words,
        f"{percent(Fraction(won, BY_SEAT))} of the printed games, so a chance of {between(ends)}",
        agrees=ends[0] > share,
        open_=Fraction(won, BY_SEAT) > share,
        note="95% interval (Wilson)",
    )


def more_successful() -> Finding:
    ends = interval(TOTAL[1], GAMES)
    ours = (default_chances()[0] + 1 - default_chances()[1]) / 2
    return judge(
        "the Tree wins more of the games between them",
        f"{percent(Fraction(TOTAL[1], GAMES))} of the printed games, so a chance of {between(ends)}; exact"
        f" {percent(ours)}",
        agrees=ends[0] > 0.5 and ours > Fraction(1, 2),
        note="exact under the default readings",
    )


@cache
def default_chances() -> tuple[Fraction, Fraction]:
    """By the engine; the same written out from the rules, or an error."""
    found = chance(TREE, MATRIX), chance(MATRIX, TREE)
    if found != pairs()[0].chances:
        raise ArithmeticError(f"the engine gives {found}, the rules written out {pairs()[0].chances}")
    return found


def computed(seat: int) -> Finding:
    """One seat under the default readings: exact, and played as many games as printed."""
    first, second = ((TREE, MATRIX), (MATRIX, TREE))[seat]
    p, won = default_chances()[seat], WON_FIRST[seat]
    played = series(game(), (first, second), BY_SEAT, np.random.default_rng(SEED + seat))
    value = binomial(won, BY_SEAT, p)
    return judge(
        f"{won} of {BY_SEAT} = {percent(Fraction(won, BY_SEAT))}",
        f"{percent(p)} exact, {float(BY_SEAT * p):.1f} of {BY_SEAT}; {played.won[0]} when played",
        agrees=value >= LEVEL,
        open_=True,
        note=f"default readings; p = {value:.2f} (binomial, two-sided). Played with seed {SEED + seat}:"
        f" {between(played.interval(0))}. Exact {short(p)}, by the engine and written out from the rules. The Matrix"
        " reading was chosen as the nearest to this table against the default Tree",
    )


def one_change(tree: TreeReading, matrix: MatrixReading) -> Finding:
    """Both seats under readings that differ from the default in one part."""
    agents: tuple[WrittenAgent, WrittenAgent] = TreeAgent(tree), MatrixAgent(matrix)
    chances = chance(*agents), chance(*agents[::-1])
    value = chi_square([(WON_FIRST[seat], BY_SEAT, chances[seat]) for seat in (0, 1)])
    return judge(
        f"{WON_FIRST[0]} and {WON_FIRST[1]} of {BY_SEAT}",
        f"{float(BY_SEAT * chances[0]):.1f} and {float(BY_SEAT * chances[1]):.1f} of {BY_SEAT}",
        agrees=value >= LEVEL,
        open_=True,
        note=f"wins of who begins, the Tree and the Matrix; p = {value:.2g} (chi-square of both)"
        + _played(agents)
        + ("" if value >= LEVEL else ". If the text means this, Table 1 does not come of it"),
    )


def _played(agents: tuple[WrittenAgent, WrittenAgent]) -> str:
    """As many games as printed."""
    scores = [
        series(game(), pair, BY_SEAT, np.random.default_rng(SEED + seat))
        for seat, pair in enumerate((agents, agents[::-1]))
    ]
    return f". Played with seeds {SEED} and {SEED + 1}: {scores[0].won[0]} and {scores[1].won[0]}"


def of_all_readings() -> Finding:
    """Which pairs of readings could have given the table, and how many would by chance."""
    found = [fit(pair) for pair in pairs()]
    fitting = sorted((p, pair.name) for p, pair in zip(found, pairs(), strict=True) if p >= LEVEL)[::-1]
    kept = sum(not rejected for rejected in holm(found))
    others = fits_by_chance(pairs())
    return Finding(
        printed=f"{WON_FIRST[0]} and {WON_FIRST[1]} of {BY_SEAT}",
        ours=f"{len(fitting)} of {len(pairs())} pairs of agents fit at {LEVEL:.0%} each, {kept} with Holm over all",
        verdict=Verdict.CANNOT_TELL,
        note=f"{len(all_readings(TreeReading))} readings of the Tree make {len(tree_kinds())} agents,"
        f" {len(all_readings(MatrixReading))} of the Matrix {len(matrix_kinds())}. To fit is weak evidence among so"
        f" many: if the exact chances of a pair were the printed table, {others:.0f} other pairs would fit it too"
        f" (the median). What fits: {'; '.join(f'{name} (p = {p:.2f})' for p, name in fitting)}",
    )


def fits_by_chance(found: Sequence[Pair]) -> float:
    """Each pair in turn taken as the printed table: the median number of other pairs that would fit it, as `fit` judges."""
    p = np.array([[float(chance) for chance in pair.chances] for pair in found])
    p = p[((p > 0) & (p < 1)).all(axis=1)]
    far = (BY_SEAT * (p[:, None] - p) ** 2 / (p * (1 - p))).sum(axis=2)
    return float(np.median((np.exp(-far / 2) >= LEVEL).sum(axis=1) - 1))


def default_tree() -> Finding:
    """The Tree of the worked example and the pseudocode, against every Matrix agent."""
    here = [pair for pair in pairs() if pair.tree is tree_kinds()[0]]
    found = [fit(pair) for pair in here]
    fitting = [(p, pair.matrix.name) for p, pair in zip(found, here, strict=True) if p >= LEVEL]
    kept = sum(not rejected for rejected in holm(found))
    second = [name for _, name in fitting if "lies=all" not in name]
    return judge(
        f"{WON_FIRST[0]} and {WON_FIRST[1]} of {BY_SEAT}",
        f"{len(fitting)} of {len(here)} Matrix agents fit at {LEVEL:.0%} each, {kept} with Holm over all",
        agrees=fitting,
        open_=True,
        note=f"{'; '.join(f'Matrix {name} (p = {p:.2f})' for p, name in sorted(fitting)[::-1])}. {len(second)} of"
        " them are the second implementation, which the text says was played. To fit is weak evidence: if the exact"
        f" chances of one of these agents were the printed table, {fits_by_chance(here):.0f} others would fit it too"
        " (the median)",
    )


def tree_readings() -> Finding:
    named = "; ".join(f"{name}: {', '.join(allowed)}" for name, allowed in values(TreeReading).items())
    return Finding(
        printed="one Tree agent",
        ours=f"{len(tree_kinds())} different agents come of {len(all_readings(TreeReading))} readings",
        verdict=Verdict.CANNOT_TELL,
        note=f"readings by part, the default first, which alone gives the worked example and the pseudocode: {named}. The"
        " page parts with itself: the share of the challenges that win is counted in the tree, divided by the calls, or"
        " divided in whole numbers; P(A) is the answerer's chance and need not be what P(C) leaves; the accept leaf"
        " holds the caller's chance, the root the answerer's; an answer weighs 1/6 for a lie, and where it is first"
        " described the lie alone",
    )


def _name(reading: Reading) -> str:
    return f"{'Tree' if isinstance(reading, TreeReading) else 'Matrix'} {told(reading)}"


def items() -> tuple[Item, ...]:
    trees = [(reading, MatrixReading()) for reading in changed_once(TreeReading())]
    matrices = [(TreeReading(), reading) for reading in changed_once(MatrixReading())]
    return (
        item("Tree: how its text can be read", tree_readings),
        item("Table 1, totals", totals),
        item("Table 1, the Tree begins", computed, 0),
        item("Table 1, the Matrix begins", computed, 1),
        *(item(f"Table 1, reading: {_name(t)}", one_change, t, m) for t, m in trees),
        *(item(f"Table 1, reading: {_name(m)}", one_change, t, m) for t, m in matrices),
        item("Table 1, the default Tree and all readings of the Matrix", default_tree),
        item("Table 1, all readings of both", of_all_readings),
        item("Text: how often the Tree wins when it begins", over, "tree"),
        item("Text: how often the Matrix wins when it begins", over, "matrix"),
        item("Text: which agent wins more against the other", more_successful),
    )
