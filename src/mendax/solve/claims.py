"""One stage of a passing cup, solved: who throws and claims against who believes or doubts, by a small LP.

The mover's plan is a chance w_m of each throw and a weight q_tc of claiming c with hand t. Each claim is worth v_c, what the
other leaves of it by the better of his two answers:

    max  sum_c v_c    with  sum_m w_m = 1,  sum_c q_tc = sum_m w_m chance_mt,
                            v_c <= sum_t q_tc accepted_tc,  v_c <= sum_t q_tc doubted_tc

The dual weights of the last two rows are how often the other accepts and doubts. There may be very many throws and only few
of use: one starts with few and adds those that would gain against the answers found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import highspy
import numpy as np
import scipy.sparse as sp
from flint import fmpq, fmpq_mat

from mendax.games.stage import Array, ClaimStage, IntArray
from mendax.solve.lp import Optimum, maximise

GAIN = 1e-10  # a throw that gains less is of no use in floats
ADDED = 8  # throws added at a time
NEGLIGIBLE = 1e-13  # chance of a hand below which its claims are chosen by what they are worth alone


@dataclass(frozen=True, eq=False, kw_only=True)
class StagePlay:
    """How a ClaimStage is played, and what that is worth to each seat.

    worth  [P]     chances to win
    throw  [M]     probability of each throw
    claim  [T, C]  probability of each claim with each hand; rows add up to one
    doubt  [C]     probability that a claim is doubted
    """

    worth: Array
    throw: Array
    claim: Array
    doubt: Array


def solve_floats(stage: ClaimStage) -> StagePlay:
    """Optimal play for two players, in floats."""
    lp, found = _optimum(stage)
    weight, claim = (np.maximum(found.values[part], 0.0) for part in (lp.throw, lp.claim))
    return _play(stage, lp.use, weight, claim, np.clip(-found.duals[lp.doubted], 0.0, 1.0), NEGLIGIBLE)


def solve_rationals(floats: ClaimStage, stage: ClaimStage) -> StagePlay | None:
    """Optimal play in FLINT's rationals: the optimal basis of the LP in floats, solved again exactly, and proven.

    floats is the same stage in floats. None where the basis is not optimal in rationals.
    """
    lp, found = _optimum(floats)
    lp = _Lp(stage, lp.use)
    solved = lp.lifted(found)
    if solved is None:
        return None
    values, duals = solved
    doubt = -duals[lp.doubted]
    if min(values[: lp.worth.start]) < 0 or min(doubt) < 0 or max(doubt) > 1:
        return None
    play = _play(stage, lp.use, values[lp.throw], values[lp.claim], doubt, 0)
    low, high = guarantees(stage, play)
    return play if low == high else None


def guarantees(stage: ClaimStage, play: StagePlay) -> tuple[Any, Any]:
    """What the mover is sure of, and what the other can hold him to, by best responses to a play."""
    made = (play.throw @ stage.chance)[:, None] * play.claim
    answers = (made * stage.accepted[0]).sum(axis=0), (made * stage.doubted[0]).sum(axis=0)
    low = np.where(answers[0] < answers[1], *answers).sum()
    return low, max(stage.chance @ worth_of_hands(stage, play.doubt)[0])


def worth_of_hands(stage: ClaimStage, doubt: Array) -> tuple[Array, IntArray]:
    """What each hand is worth to the mover against given answers, `[T]`, and a claim that is worth it."""
    value = stage.accepted[0] * (1 - doubt) + stage.doubted[0] * doubt
    floor = value.min() - 1
    best = np.where(stage.legal, value, floor).argmax(axis=1)
    return value[np.arange(len(best)), best], best


class _Lp:
    """The LP above of some of the throws; slices name its columns (throw, claim, worth) and rows (accepted, doubted)."""

    def __init__(self, stage: ClaimStage, use: IntArray) -> None:
        chance = stage.chance[use]
        thrown, given = np.nonzero(chance)
        possible = np.unique(given)
        row_of = np.zeros(len(stage.hand), dtype=np.int64)
        row_of[possible] = 1 + np.arange(len(possible))
        hand, claim = np.nonzero(stage.legal & (row_of > 0)[:, None])
        self.use = use
        throws, claims, cells = len(use), len(stage.claim), len(hand)
        self.throw = slice(0, throws)
        self.claim = slice(throws, throws + cells)
        self.worth = slice(throws + cells, throws + cells + claims)
        self.accepted = slice(1 + len(possible), 1 + len(possible) + claims)
        self.doubted = slice(self.accepted.stop, self.accepted.stop + claims)
        self.shape = self.doubted.stop, self.worth.stop
        one = chance.dtype.type(1) if chance.dtype != object else fmpq(1)
        weight, worth = throws + np.arange(cells), self.worth.start + np.arange(claims)
        parts: list[tuple[Any, Any, Any]] = [
            (np.zeros(throws, dtype=np.int64), np.arange(throws), np.full(throws, one)),
            (row_of[given], thrown, -chance[thrown, given]),
            (row_of[hand], weight, np.full(cells, one)),
        ]
        for rows, paid in ((self.accepted, stage.accepted), (self.doubted, stage.doubted)):
            parts.append((rows.start + claim, weight, paid[0, hand, claim]))
            parts.append((rows.start + np.arange(claims), worth, np.full(claims, -one)))
        self.row, self.column, self.value = (np.concatenate(part) for part in zip(*parts, strict=True))

    def optimum(self) -> Optimum:
        """In floats. There is always one: claim anything, and answer anything."""
        rows, columns = self.shape
        cost, lower, upper = np.zeros(columns), np.zeros(columns), np.full(columns, highspy.kHighsInf)
        cost[self.worth], lower[self.worth] = 1.0, -highspy.kHighsInf
        low, high = np.zeros(rows), np.full(rows, highspy.kHighsInf)
        high[: self.accepted.start] = 0.0
        low[0] = high[0] = 1.0
        matrix = sp.csc_matrix((self.value, (self.row, self.column)), shape=self.shape)
        found = maximise(matrix, cost, column_bounds=(lower, upper), row_bounds=(low, high))
        if found is None:
            raise ArithmeticError("HiGHS found no optimum of a stage, which always has one")
        return found

    def lifted(self, found: Optimum) -> tuple[Array, Array] | None:
        """All values and duals at the basis of a float optimum, in rationals; None where it is no basis."""
        rows, columns = np.flatnonzero(found.rows), np.flatnonzero(found.columns)
        size = len(rows)
        if size != len(columns):
            return None
        row_of, column_of = {r: i for i, r in enumerate(rows)}, {c: i for i, c in enumerate(columns)}
        dense = fmpq_mat(size, size)
        for row, column, value in zip(self.row.tolist(), self.column.tolist(), self.value, strict=True):
            if row in row_of and column in column_of:
                dense[row_of[row], column_of[column]] = value
        right = fmpq_mat(size, 1, [int(row == 0) for row in rows])
        cost = fmpq_mat(size, 1, [int(column >= self.worth.start) for column in columns])
        try:
            primal, dual = dense.solve(right), dense.transpose().solve(cost)
        except ZeroDivisionError:
            return None
        values, duals = np.full(self.shape[1], fmpq(0)), np.full(self.shape[0], fmpq(0))
        values[columns], duals[rows] = primal.entries(), dual.entries()
        return values, duals


def _optimum(stage: ClaimStage) -> tuple[_Lp, Optimum]:
    """The LP of as many throws as it takes, in floats: those best if all is doubted or all accepted, and what gains more."""
    never = np.zeros(len(stage.claim))
    use = np.unique([(stage.chance @ worth_of_hands(stage, doubt)[0]).argmax() for doubt in (never, never + 1)])
    while True:
        lp = _Lp(stage, use)
        found = lp.optimum()
        worth = stage.chance @ worth_of_hands(stage, -found.duals[lp.doubted])[0]
        worth[use] = 0.0
        order = worth.argsort()[::-1][:ADDED]
        better = order[worth[order] > found.values[lp.worth].sum() + GAIN]
        if not len(better):
            return lp, found
        use = np.union1d(use, better)


def _play(stage: ClaimStage, use: IntArray, weight: Array, cells: Array, doubt: Array, negligible: float) -> StagePlay:
    """Weights as behaviour, and its worth. What a hand does that is never held is a best answer to the doubts."""
    throw = np.full(len(stage.throw), weight[0] * 0)
    throw[use] = weight / weight.sum()
    claim = np.full(stage.legal.shape, cells[0] * 0)
    hands = np.flatnonzero((stage.chance[use] > 0).any(axis=0))
    allowed = stage.legal & np.isin(np.arange(len(stage.hand)), hands)[:, None]
    claim[allowed] = cells
    total = claim.sum(axis=1)
    rare = np.flatnonzero(np.array([amount <= negligible for amount in total]))
    best = worth_of_hands(stage, doubt)[1]
    claim[rare], total[rare] = 0 * doubt[0], 1
    claim[rare, best[rare]] = 1 + 0 * doubt[0]
    claim = claim / total[:, None]
    made = (throw @ stage.chance)[:, None] * claim
    paid = stage.accepted * (1 - doubt) + stage.doubted * doubt
    return StagePlay(worth=(made * paid).sum(axis=(1, 2)), throw=throw, claim=claim, doubt=doubt)
