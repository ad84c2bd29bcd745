"""Linear programs through HiGHS; the sequence-form LP, in floats or lifted to the rationals at its optimal basis."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import highspy
import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from mendax.solve.linear import solve_integers
from mendax.solve.sequence_form import SequenceForm

IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]

SMALL = 4_000  # rows below which the dual simplex beats the interior point
TINY = 500  # rows below which an LP takes no time that anybody would want to interrupt
LARGEST = 2.0**20  # payoff up to which floats get the integers as they are


@dataclass(frozen=True, eq=False, kw_only=True)
class FloatPlans:
    """An optimal solution of the LP in floats.

    value    of the form to player 0, in its own units
    plans    sequence weights of both players, [S_0] and [S_1]
    columns  [S_0 + I_1 + 1] which columns are basic
    rows     [I_0 + 1 + S_1] which rows are tight (not basic)
    """

    value: float
    plans: tuple[NDArray[np.float64], NDArray[np.float64]]
    columns: BoolArray
    rows: BoolArray


@dataclass(frozen=True, eq=False, kw_only=True)
class ExactPlans:
    """Sequence weights of both players as integers [S_0], [S_1] over `denominators`; not yet proven to be anything."""

    plans: tuple[NDArray[Any], NDArray[Any]]
    denominators: tuple[int, int]


def constraints(form: SequenceForm, *, divisor: float | None = None) -> sp.csc_matrix:
    """Rows: E x = e, then A'x - F'v >= 0; columns: x, then v. The value is v[0], to be maximised.

    v[i+1] is what player 1's information set i is worth, in units of 1/scale, v[0] what the game is worth. In integers, or
    in floats with all payoffs divided by `divisor`.
    """
    first, second = form.players
    payoff = form.payoff if divisor is None else form.payoff / divisor
    return sp.bmat([[first.flow(), None], [payoff.T, -second.flow().T]]).tocsc()


@dataclass(frozen=True, eq=False, kw_only=True)
class Optimum:
    """An optimal basic solution in floats: values [N] and duals [R], which columns are basic, which rows tight (not basic)."""

    values: NDArray[np.float64]
    duals: NDArray[np.float64]
    columns: BoolArray
    rows: BoolArray


def maximise(
    matrix: sp.csc_matrix,
    cost: NDArray[np.float64],
    *,
    column_bounds: tuple[NDArray[np.float64], NDArray[np.float64]],
    row_bounds: tuple[NDArray[np.float64], NDArray[np.float64]],
    interior: bool = False,
) -> Optimum | None:
    """max cost'x with x and matrix x `[R]` within their bounds, by HiGHS; None where it finds no optimum.

    interior: stop before the crossover, somewhere among all optima and at no vertex; the basis then means nothing, and the
    duals of rows that presolve took out are rough and may have the other sign.
    """
    num_rows, num_columns = matrix.shape
    lp = highspy.HighsLp()
    lp.num_row_, lp.num_col_ = num_rows, num_columns
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.col_cost_ = cost
    lp.col_lower_, lp.col_upper_ = column_bounds
    lp.row_lower_, lp.row_upper_ = row_bounds
    lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = matrix.indptr, matrix.indices, matrix.data
    solver = highspy.Highs()  # type: ignore[no-untyped-call]  # highspy ships partial types
    for option, value in (
        ("output_flag", False),
        ("solver", "simplex" if num_rows < SMALL and not interior else "ipm"),
        ("run_crossover", "off" if interior else "on"),
        ("primal_feasibility_tolerance", 1e-9),
        ("dual_feasibility_tolerance", 1e-9),
    ):
        solver.setOptionValue(option, value)
    solver.passModel(lp)
    if num_rows < TINY:
        solver.run()
    else:
        _run(solver)
    status = highspy.HighsModelStatus
    allowed = (status.kOptimal, status.kUnknown) if interior else (status.kOptimal,)  # unknown: for the rough duals
    if solver.getModelStatus() not in allowed:
        return None
    solution, basis = solver.getSolution(), solver.getBasis()
    basic = highspy.HighsBasisStatus.kBasic
    return Optimum(
        values=np.array(solution.col_value),
        duals=np.array(solution.row_dual),
        columns=np.array([column == basic for column in basis.col_status]),
        rows=np.array([row != basic for row in basis.row_status]),
    )


def solve_float(
    form: SequenceForm, *, fixed: dict[int, Fraction] | None = None, interior: bool = False
) -> FloatPlans | None:
    """Optimal sequence weights of both players and the optimal basis; None where HiGHS finds none.

    fixed: given weights of some sequences of player 0, to ask what a partly given strategy can still reach.
    interior: see maximise. The weights tell which sequences some optimum uses, and are no strategies.
    """
    first = form.players[0]
    divisor = max(1.0, float(abs(form.payoff).max()) / LARGEST)
    matrix = constraints(form, divisor=divisor)
    num_rows, num_columns = matrix.shape
    pinned = first.flow().shape[0]
    lower, upper = np.zeros(num_columns), np.full(num_columns, highspy.kHighsInf)
    lower[first.size :] = -highspy.kHighsInf
    for sequence, weight in (fixed or {}).items():
        lower[sequence] = upper[sequence] = float(weight)
    row_upper = np.full(num_rows, highspy.kHighsInf)
    row_upper[:pinned] = _unit(pinned, 0)
    found = maximise(
        matrix,
        _unit(num_columns, first.size),
        column_bounds=(lower, upper),
        row_bounds=(_unit(num_rows, 0), row_upper),
        interior=interior,
    )
    if found is None:
        return None
    duals = found.duals[pinned:]
    plans = (found.values[: first.size], np.abs(duals) if interior else -duals)
    value = float(found.values[first.size]) * divisor
    return FloatPlans(value=value, plans=plans, columns=found.columns, rows=found.rows)


def solve_exact(
    form: SequenceForm, found: FloatPlans, *, fixed: dict[int, Fraction] | None = None
) -> ExactPlans | None:
    """The basic solution of the float LP, primal and dual, in exact integers; None where the basis cannot be lifted.

    The basis says which weights may be positive and which inequalities are tight: a square integer system for each
    player. Sequences of player 0 that were `fixed` and are not basic keep their values. Nothing is claimed of the result:
    prove it by best responses.
    """
    first = form.players[0]
    pinned = first.flow().shape[0]
    matrix = constraints(form).tocsr()
    square = matrix[found.rows][:, found.columns].tocsc()
    if square.shape[0] != square.shape[1]:
        return None
    held = {s: value for s, value in (fixed or {}).items() if value and not found.columns[s]}
    unit = lcm(*(value.denominator for value in held.values()))
    right = unit * _unit(matrix.shape[0], 0).astype(np.int64)
    for s, value in held.items():
        right -= matrix[:, [s]].toarray().ravel() * int(value * unit)
    right = right[found.rows]
    cost = _unit(matrix.shape[1], first.size)[found.columns].astype(np.int64)
    primal = solve_integers(square, right)
    dual = solve_integers(square.T.tocsc(), cost)
    if primal is None or dual is None:
        return None
    x = np.zeros(matrix.shape[1], dtype=object)
    x[found.columns] = primal[0]
    for s, value in held.items():
        x[s] = int(value * unit) * primal[1]
    y = np.zeros(matrix.shape[0], dtype=object)
    y[found.rows] = dual[0]
    plans = (x[: first.size], -y[pinned:])
    if min(plans[0].min(), plans[1].min()) < 0:
        return None
    return ExactPlans(plans=plans, denominators=(primal[1] * unit, dual[1]))


def _run(solver: highspy.Highs) -> None:
    """Solve in a thread, so that Ctrl-C is heard at once; highspy's own handler would write to stdout."""
    solver.HandleUserInterrupt = True
    solver.startSolve()
    try:
        while not solver.wait(0.2)[0]:
            pass
    except KeyboardInterrupt:
        solver.cancelSolve()  # type: ignore[no-untyped-call]
        solver.wait(30.0)  # its threads must have ended before ours may
        raise


def _unit(size: int, position: int) -> NDArray[np.float64]:
    vector = np.zeros(size)
    vector[position] = 1.0
    return vector
