"""Exact solution of a sparse square integer system, by float solves and exact residuals.

Steps, after Wan (2006), 'An algorithm to solve integer linear systems exactly using numerical methods':
  1. factor the matrix once, in floats
  2. solve for the residual in floats, round the answer to `BITS` binary places, subtract its exact image, shift, repeat:
     each round adds BITS exact binary places to the solution
  3. when there are enough places, read off the common denominator by continued fractions, and check M n = d b in integers
Where the floats cannot carry that (entries of twenty digits, say), a system that is not too large is solved by FLINT.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import scipy.sparse as sp
from flint import fmpz_mat
from numpy.typing import NDArray
from scipy.sparse.linalg import splu

BITS = 20
MAX_PLACES = 40_000
MAX_DENSE = 600  # size up to which the matrix may be written out
GUARD = 10  # binary places by which a fraction must be recognisable


def solve_integers(matrix: sp.csc_matrix, right: NDArray[np.int64]) -> tuple[NDArray[Any], int] | None:
    """(n, d) with matrix n = d right, n integers `[N]` (object), d > 0; None where there is no one solution, or none found."""
    found = _by_residuals(matrix, right)
    return found if found is not None or len(right) > MAX_DENSE else _by_elimination(matrix, right)


def _by_elimination(matrix: sp.csc_matrix, right: NDArray[np.int64]) -> tuple[NDArray[Any], int] | None:
    """The whole matrix, in integers of any size."""
    size = len(right)
    dense = fmpz_mat(size, size, matrix.toarray().ravel().tolist())
    try:
        solution = dense.solve(fmpz_mat(size, 1, right.tolist()))
    except ZeroDivisionError:  # singular
        return None
    numerators, denominator = solution.numer_denom()
    return np.array([int(n) for n in numerators.entries()], dtype=object), int(denominator)


def _by_residuals(matrix: sp.csc_matrix, right: NDArray[np.int64]) -> tuple[NDArray[Any], int] | None:
    """Steps 1 to 3; None where the floats cannot carry them."""
    try:
        factors = splu(matrix.astype(np.float64))
    except RuntimeError:  # singular in floats
        return None
    rows = matrix.tocsr()
    longest = int(abs(rows).sum(axis=1).max())
    residual = right.astype(np.int64)
    places, wanted = 0, 4 * BITS
    total = np.zeros(len(right), dtype=object)
    while places < MAX_PLACES:
        step = np.rint(factors.solve(residual.astype(np.float64)) * 2.0**BITS)
        if not np.isfinite(step).all() or np.abs(step).max(initial=0.0) * longest > 2.0**62:
            return None
        step = step.astype(np.int64)
        residual = (residual << BITS) - rows @ step
        if np.abs(residual).max(initial=0) > 2 ** (62 - BITS):
            return None  # the float factors do not contract the residual
        total = (total << BITS) + step
        places += BITS
        if places >= wanted or not residual.any():
            found = _common_fraction(total, places)
            if found is not None and _solves(rows, right, *found):
                return found
            wanted *= 2
    return None


def _common_fraction(total: NDArray[Any], places: int) -> tuple[NDArray[Any], int] | None:
    """Integers n and the least d such that every total / 2^places is n/d as far as the places tell."""
    one = 1 << places
    near = 1 << max(places // 2 - GUARD, 1)
    denominator = 1
    for value in total:
        rest = value * denominator % one
        if min(rest, one - rest) > near * denominator:
            denominator *= Fraction(rest, one).limit_denominator(max(1, near // denominator)).denominator
            if denominator > near:
                return None
    return (2 * total * denominator + one) // (2 * one), denominator


def _solves(rows: sp.csr_matrix, right: NDArray[np.int64], numerators: NDArray[Any], denominator: int) -> bool:
    cells = rows.tocoo()
    image = np.zeros(len(right), dtype=object)
    np.add.at(image, cells.row, cells.data.astype(object) * numerators[cells.col])
    return bool((image == right.astype(object) * denominator).all())
