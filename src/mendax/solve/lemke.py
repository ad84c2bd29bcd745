"""Lemke's algorithm in rationals: complementary pivoting that never cycles."""

from __future__ import annotations

import numpy as np
from flint import fmpq

from mendax.games.stage import Array, IntArray


def lemke(matrix: Array, offset: Array, cover: Array) -> Array:
    """z >= 0 with w = matrix z + offset >= 0 and z_i w_i = 0 for all i; `[N]`, in FLINT's rationals.

    matrix  [N, N]
    offset  [N]
    cover   [N]  not negative, and positive where the offset is negative

    Lemke (1965): (1) w = offset + cover z0 holds for a large z0, with z = 0. (2) Lower z0 until some w_i is zero. (3) Of a
    pair with neither in the basis let the one enter that did not just leave; what it drives to zero first leaves. (4) Stop
    when z0 leaves. The path depends on `cover`, and so may the solution.

    Ties are broken as if offset_i were larger by the i-th power of something tiny, so that no basis comes twice. Where
    what enters can grow for ever the path ends on a ray, without a solution: ArithmeticError.
    """
    size = len(offset)
    zero, one = fmpq(0), fmpq(1)
    artificial = 2 * size  # w_i is variable i, z_i is variable size + i
    identity = np.where(np.eye(size, dtype=bool), one, zero)
    table = np.concatenate([offset[:, None], identity, -matrix, -cover[:, None]], axis=1)
    solution = np.full(size, zero)
    if (offset >= 0).all():
        return solution
    basis = np.arange(size)
    entering, row = artificial, _first(table, cover)
    while True:
        leaving = int(basis[row])
        _pivot(table, row, 1 + entering)
        basis[row] = entering
        if leaving == artificial:
            break
        entering = (leaving + size) % artificial
        column = table[:, 1 + entering]
        if not (column > 0).any():
            raise ArithmeticError(f"Lemke's path of {size} pairs ended on a ray")
        row = _first(table, column)
    chosen = basis >= size
    solution[basis[chosen] - size] = table[chosen, 0]
    return solution


def _first(table: Array, column: Array) -> int:
    """The row of a positive entry of `column` whose ratio to it is the least, lexicographically."""
    rows: IntArray = np.flatnonzero(column > 0)
    for key in range(len(table) + 1):
        if len(rows) == 1:
            break
        ratio = table[rows, key] / column[rows]
        rows = rows[ratio == ratio.min()]
    return int(rows[0])


def _pivot(table: Array, row: int, column: int) -> None:
    """Make a column that of the identity, by adding multiples of the row; most entries are zero and stay so."""
    table[row] /= table[row, column]
    rows, columns = np.flatnonzero(table[:, column]), np.flatnonzero(table[row])
    rows = rows[rows != row]
    table[np.ix_(rows, columns)] -= np.outer(table[rows, column], table[row, columns])
