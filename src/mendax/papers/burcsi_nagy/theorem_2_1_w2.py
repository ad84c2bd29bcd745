"""Theorem 2.1, second half of the proof: player I, who opens with bid i holding k with chance p_ki, against player II's
stated strategy.

W2 `[2n, n]` (appendix): bids 1..n, '2 of 1'..'2 of n' of player I by dice 1..n of II; its entries are linear forms in
p, and its sum over n^2 is II's chance to win.
"""

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.papers.burcsi_nagy.endgame import ONE, assured, endgame, optimum, outcomes
from mendax.papers.burcsi_nagy.finding import item, judge, listed
from mendax.papers.burcsi_nagy.forms import Form, entry, least, read, total, zero
from mendax.papers.burcsi_nagy.theorem_2_1 import SIZES, player_two, printed_value
from mendax.papers.report import Finding, Item

Cells = set[tuple[int, int]]  # (row, column) of W2, both from 1

# The page -------------------------------------------------------------------------------------------------------------

W2_SIZES = range(3, 9)


def printed_w2(n: int, i: int, j: int) -> str:
    """The appendix: row i of 1..2n, die j of 1..n; row n+m is the bid '2 of m'."""
    if i > n:
        m = i - n
        return f"{n}P{m}{m} - p{m},{m}{m}" if j == m else f"{n}P{m}{m}"
    if j == i:
        return f"p{i},{i}"
    if j < i or (i, j) == (1, 2):
        return f"{n}P{i} - p{i},{i}"
    return " + ".join(f"p{k},{i}" for k in range(1, j))


def printed_lower_bound(n: int) -> int:
    return n + sum(range(2, n))


# Ours -----------------------------------------------------------------------------------------------------------------


@cache
def w2(n: int) -> NDArray[Any]:
    """`[2n, n, n]`: does II win, by bid of I, die of II, die of I; entry (i, j) is the sum over k of [i, j, k] p_ki."""
    return outcomes(endgame(n), player_two(n))


def cells_sum(n: int, cells: Cells) -> Form:
    return total(endgame(n), w2(n), [(i - 1, j - 1) for i, j in cells])


def some_p(n: int, dice: int, rows: int) -> Form:
    """Sum of p_ki over the first dice k and the first rows i."""
    form = zero(endgame(n))
    form[:dice, :rows] = ONE
    return form


def compare_w2(n: int) -> Finding:
    game = endgame(n)
    printed = {(i, j): read(game, printed_w2(n, i, j)) for i in range(1, 2 * n + 1) for j in range(1, n + 1)}
    wrong = [f"({i}, {j})" for (i, j), form in printed.items() if (entry(game, w2(n), i - 1, j - 1) != form).any()]
    return judge(
        f"{len(printed)} entries", f"{len(printed) - len(wrong)} entries: {' '.join(wrong) or 'all'}", agrees=not wrong
    )


def definition_of_w2() -> Finding:
    """The second index of p is the bid: the row, not the column. Counted against the printed appendix."""
    by_row = by_column = cells = 0
    for n in W2_SIZES:
        game = endgame(n)
        for i, j in np.ndindex(2 * n, n):
            printed, row = read(game, printed_w2(n, i + 1, j + 1)), entry(game, w2(n), i, j)
            column = zero(game)
            column[:, j] = w2(n)[i, j]
            by_row, by_column = by_row + bool((row == printed).all()), by_column + bool((column == printed).all())
            cells += 1
    return judge(
        "w2_ij sums p_kj",
        "w2_ij sums p_ki",
        agrees=by_column == cells,
        proven=by_row == cells,
        note=(
            f"of the appendix's {cells} entries for n = 3 to 8, {by_row} are sums of p_ki over the dice k that lose, "
            f"{by_column} of p_kj"
        ),
    )


def number_of_bids() -> Finding:
    """The legal openings on the ladder, against the rows of W2."""
    legal = {n: len(endgame(n).legal(0)) for n in SIZES}
    return judge(
        "p_i1 + ... + p_in = 1",
        "p_i1 + ... + p_in + p_i,11 + ... + p_i,nn = 1",
        agrees=all(count == n for n, count in legal.items()),
        proven=all(count == 2 * n == len(w2(n)) for n, count in legal.items()),
        note="player I may open with any of 2n bids, and W2 has 2n rows, with P_11 to P_nn in the appendix",
    )


# The identity and the inequality, as statements about cells of W2 -----------------------------------------------------


def identity_cells(n: int) -> Cells:
    return {(i, i) for i in range(1, n + 1)} | {(i, 1) for i in range(2, n + 1)} | {(1, 2)}


def inequality_cells(j: int, rows: int) -> Cells:
    return {(i, j if i < j else j - 1) for i in range(1, rows + 1)}


def repaired_identity_cells(n: int) -> Cells:
    """The rows '2 of m' give columns 1 and 2."""
    return identity_cells(n) | {(i, j) for i in range(n + 1, 2 * n + 1) for j in (1, 2)}


def repaired_inequality_cells(j: int, n: int) -> Cells:
    """The rows '2 of m' give column j, not j-1."""
    return inequality_cells(j, n) | {(i, j) for i in range(n + 1, 2 * n + 1)}


def identity_for_singles() -> Finding:
    good = [n for n in SIZES if (cells_sum(n, identity_cells(n)) == some_p(n, n, n)).all()]
    return judge(
        "sum of w2_ii + sum of w2_i1 + w2_12 = n (P_1 + ... + P_n)",
        f"the same form for {len(good)} of {len(SIZES)} n from 2 to 12",
        agrees=len(good) == len(SIZES),
        note="rows 1 to n; this is n only if player I never bids 2 of a face",
    )


def identity_for_all() -> Finding:
    """The proof goes on with n; with all 2n bids the left side can be anything from 0 on."""
    low = {n: least(cells_sum(n, identity_cells(n))) for n in SIZES}
    repaired = {n: least(cells_sum(n, repaired_identity_cells(n))) for n in SIZES}
    elsewhere = {n: _at(n, identity_cells(n), dict.fromkeys(range(1, n + 1), 2 * n)) for n in SIZES}
    return judge(
        "n",
        f"at least {listed(low.values())}",
        agrees=all(low[n] >= n for n in SIZES),
        proven=low == elsewhere and all(repaired[n] >= n for n in SIZES),
        note=(
            "if player I always bids '2 of n', the left side is 0. Repair: add columns 1 and 2 of the rows '2 of m'; "
            "the sum is then at least n for every p"
        ),
    )


def inequality_for_singles() -> Finding:
    """Coefficients of p_ki for the bids i of 1..n only."""
    gaps = [cells_sum(n, inequality_cells(j, n)) - some_p(n, j - 1, n) for n in SIZES for j in range(3, n + 1)]
    good = sum(bool((gap >= 0).all()) for gap in gaps)
    return judge(
        "left side >= sum of p_ki over k < j, for 2 < j <= n",
        f"true for {good} of {len(gaps)} pairs (n, j), n from 3 to 12",
        agrees=good == len(gaps),
        note="rows 1 to n, coefficient by coefficient; the right side is j-1 only if player I never bids 2 of a face",
    )


def inequality_for_all() -> Finding:
    """Second computation: the left side at one p, cell by cell."""
    pairs = [(n, j) for n in SIZES for j in range(3, n + 1)]
    low = {(n, j): least(cells_sum(n, inequality_cells(j, 2 * n))) for n, j in pairs}
    at_p = {(n, j): _at(n, inequality_cells(j, 2 * n), _lying_low(n, j)) for n, j in pairs}
    repaired = {
        (n, j): least(cells_sum(n, repaired_inequality_cells(j, n)) - some_p(n, j - 1, 2 * n)) for n, j in pairs
    }
    return judge(
        "at least j-1",
        "at least j-2" if all(low[n, j] == j - 2 for n, j in pairs) else f"at least {listed(low.values())}",
        agrees=all(low[n, j] >= j - 1 for n, j in pairs),
        proven=low == at_p and all(gap >= 0 for gap in repaired.values()) and all(_partition(n) for n in SIZES),
        note=(
            "with all 2n rows, as the sum of W2 needs: in column j-1, row '2 of j-1', II loses to a j-1. If player I "
            "bids '2 of j-1' with a j-1, and the larger of k and j with another die k, the left side is j-2 for all "
            f"{len(pairs)} pairs (n, j), n from 3 to 12. Repair: in the rows '2 of m' take column j, not j-1; then it "
            "is true for every p, and with the repaired identity every element of W2 is used once, so the bound stands"
        ),
    )


def _lying_low(n: int, j: int) -> dict[int, int]:
    """{die of I: row}: with j-1 he bids 2 of j-1, with another die k the larger of k and j."""
    return {k: n + k if k == j - 1 else max(k, j) for k in range(1, n + 1)}


def _at(n: int, cells: Cells, bids: dict[int, int]) -> Fraction:
    """The sum of some cells when player I bids, with die k, the bid of row bids[k]: W2 read cell by cell."""
    return Fraction(sum(w2(n)[i - 1, j - 1, k - 1] for i, j in cells for k, row in bids.items() if row == i))


def _partition(n: int) -> bool:
    """Do the repaired identity and inequalities use every cell of W2 exactly once?"""
    parts = [repaired_identity_cells(n), *(repaired_inequality_cells(j, n) for j in range(3, n + 1))]
    return sum(map(len, parts)) == 2 * n * n == len(set().union(*parts))


def lower_bound(n: int) -> Finding:
    """The least sum of W2 over all p, over n^2, against the best response in the whole game."""
    game = endgame(n)
    ours = least(w2(n).sum(axis=1).T)
    sure = assured(game, player_two(n))
    same = ours / n**2 == sure
    return judge(
        f"{printed_lower_bound(n)}",
        f"{ours}",
        agrees=same and ours == printed_lower_bound(n) == printed_value(n) * n**2 and sure == optimum(game, 1),
        proven=same,
        note=f"the least sum of the elements over all p; over n^2 it is {sure}, what the best response leaves II",
    )


def items() -> tuple[Item, ...]:
    return (
        item("Theorem 2.1 proof, the probabilities p_ij", number_of_bids),
        item("Theorem 2.1 proof, definition of W2", definition_of_w2),
        *(item(f"Theorem 2.1 proof, W2, n={n}", compare_w2, n) for n in W2_SIZES),
        item("Theorem 2.1 proof, inequality, reading: player I bids single faces", inequality_for_singles),
        item("Theorem 2.1 proof, inequality, reading: all 2n bids", inequality_for_all),
        item("Theorem 2.1 proof, identity, as printed", identity_for_singles),
        item("Theorem 2.1 proof, identity, reading: as n with all 2n bids", identity_for_all),
        *(item(f"Theorem 2.1 proof, least sum of W2, n={n}", lower_bound, n) for n in SIZES),
    )
