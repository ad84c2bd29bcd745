"""Theorem 2.1, first half of the proof: player II against player I's stated strategy.

W1 `[n-1, n]`: II's chance to win, bids n..2 of player I by dice n..1 of II.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.papers.burcsi_nagy.endgame import (
    ONE,
    action_of,
    answers,
    endgame,
    openings,
    won_by_second,
)
from mendax.papers.burcsi_nagy.finding import item, judge, listed
from mendax.papers.burcsi_nagy.theorem_2_1 import SIZES, player_one, printed_value, stated_reply
from mendax.papers.report import Finding, Item
from mendax.solve.response import best_response

# The page -------------------------------------------------------------------------------------------------------------


def printed_w1(n: int) -> list[list[Fraction]]:
    low, high = Fraction(1, n), Fraction(n - 1, n)
    return [[high if i == j else ONE if i > j else low for j in range(1, n + 1)] for i in range(1, n)]


def printed_sum_of_w1(n: int) -> Fraction:
    cells = Fraction((n - 1) * (n - 2), 2)
    return (cells * 1 + (n - 1) * Fraction(n - 1, n) + cells * Fraction(1, n) + (n - 1) * Fraction(1, n)) / (
        n * (n - 1)
    )


# Ours -----------------------------------------------------------------------------------------------------------------


@cache
def against_first(n: int) -> NDArray[Any]:
    """`[B, J, B+1]`: II's chance to win by bid, die and answer when player I plays as stated."""
    return answers(endgame(n), player_one(n))


def _chances(printed: Callable[[int], Fraction], ours: dict[int, set[Fraction]], text: str, note: str) -> Finding:
    """One chance that depends on n alone; `ours` holds all that occur, by n."""
    return judge(
        text,
        f"n from {min(ours)} to {max(ours)}: {', '.join(map(listed, ours.values()))}",
        agrees=all(found == {printed(n)} for n, found in ours.items()),
        note=note,
    )


def claim_above() -> Finding:
    ours = {
        n: {against_first(n)[i - 1, j - 1, j - 1] for i in range(2, n + 1) for j in range(i + 1, n + 1)}
        for n in SIZES
        if n > 2  # there is no die above the bid 2 of n = 2
    }
    return _chances(lambda n: ONE, ours, "1", "a die above the bid claims its value")


def doubt_below() -> Finding:
    ours = {n: {against_first(n)[i - 1, j - 1, -1] for i in range(2, n + 1) for j in range(1, i)} for n in SIZES}
    return _chances(lambda n: Fraction(1, n), ours, "1/n", "a die below the bid doubts")


def claim_below() -> Finding:
    """All claims of a die below the bid that ever win, against doubting, which wins 1/n."""
    won = {
        (n, f"{endgame(n).bids[claim]} with a {j}", against_first(n)[i - 1, j - 1, claim])
        for n in SIZES
        for i in range(2, n + 1)
        for j in range(1, i)
        for claim in np.flatnonzero(against_first(n)[i - 1, j - 1, :-1])
    }
    return judge(
        "doubting is best",
        f"only {listed(claim for _, claim, _ in won)} ever wins, as often as doubting",
        agrees=all(chance <= Fraction(1, n) for n, _, chance in won),
        note="a die below the bid; n from 2 to 12",
    )


def doubt_at() -> Finding:
    """II's own die fulfils the bid: he cannot win, whatever player I holds."""
    found = {n: {against_first(n)[i - 1, i - 1, -1] for i in range(2, n + 1)} for n in SIZES}
    whatever = {int(won_by_second(endgame(n))[0, i - 1, :, i - 1].max()) for n in SIZES for i in range(2, n + 1)}
    return judge(
        "1/n",
        f"{listed(set().union(*found.values()))} for every n from 2 to 12",
        agrees=all(chances == {Fraction(1, n)} for n, chances in found.items()),
        proven=all(chances == {0} for chances in found.values()) and whatever == {0},
        note=(
            "a die equal to the bid doubts: that die fulfils the bid itself, so doubting loses against every die of "
            "player I (checked one by one). The conclusion stands: claiming 2 of that value wins (n-1)/n"
        ),
    )


def claim_at() -> Finding:
    ours = {n: {against_first(n)[i - 1, i - 1, n + i - 1] for i in range(2, n + 1)} for n in SIZES}
    return _chances(lambda n: Fraction(n - 1, n), ours, "(n-1)/n", "a die equal to the bid claims 2 of that value")


def compare_w1(n: int) -> Finding:
    """W1 as a computed object, for II's best answers and for his stated ones."""
    game, table, printed = endgame(n), against_first(n), np.array(printed_w1(n), dtype=object)
    best = table.max(axis=2)
    stated = best.copy()
    for rung, die in np.ndindex(n, n):
        (answer,) = stated_reply(game.bids[rung], die + 1)
        stated[rung, die] = table[rung, die, action_of(game, answer)]
    ours = [answered[n - 1 : 0 : -1, ::-1] for answered in (best, stated)]
    same = [int((found == printed).sum()) for found in ours]
    return judge(
        f"{printed.size} entries",
        f"{same[0]} entries with II's best answers, {same[1]} with his stated ones",
        agrees=same == [printed.size] * 2,
        note="the list of elements says the same, its i and j being rows and columns of the matrix, not faces",
    )


def compare_w1_sum() -> Finding:
    """The mean of W1, the printed intermediate sum, its closed form, and the best response in the whole game."""
    good, uniform = [], []
    for n in SIZES:
        game = endgame(n)
        mean = against_first(n)[1:n].max(axis=2).sum() / (n * (n - 1))
        response = (1 + Fraction(best_response(game, (player_one(n),), 1).value)) / 2
        good.append(mean == response == printed_sum_of_w1(n) == printed_value(n))
        uniform.append(set((openings(game, player_one(n)).sum(axis=0) / n)[1:n]) == {Fraction(1, n - 1)})
    return judge(
        "1/(n(n-1)) ((n-1)(n-2)/2 + (n-1)(n-1)/n + (n-1)(n-2)/(2n) + (n-1)/n) = (binom(n+1, 2) - 1)/n^2",
        f"mean of W1, best response, sum and closed form equal for {sum(good)} of {len(SIZES)} n from 2 to 12",
        agrees=all(good) and all(uniform),
        note="every pair of bid and die has chance 1/(n(n-1))",
    )


def items() -> tuple[Item, ...]:
    return (
        item("Theorem 2.1 proof, chance of claiming above the bid", claim_above),
        item("Theorem 2.1 proof, chance of doubting below the bid", doubt_below),
        item("Theorem 2.1 proof, claiming below the bid", claim_below),
        item("Theorem 2.1 proof, chance of doubting at the bid", doubt_at),
        item("Theorem 2.1 proof, chance of claiming 2 of the bid", claim_at),
        *(item(f"Theorem 2.1 proof, W1, n={n}", compare_w1, n) for n in SIZES),
        item("Theorem 2.1 proof, sum of W1", compare_w1_sum),
    )
