"""Integer systems solved exactly: against Gaussian elimination in Fractions."""

import random
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import example, given
from hypothesis import strategies as st

from mendax.solve.linear import solve_integers


def eliminate(matrix, right):
    """The solution of a square system by Gaussian elimination; None if there is not exactly one."""
    size = len(right)
    rows = [[Fraction(int(v)) for v in [*row, b]] for row, b in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = next((r for r in range(column, size) if rows[r][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [v / rows[column][column] for v in rows[column]]
        for r in range(size):
            if r != column and rows[r][column]:
                rows[r] = [v - rows[r][column] * w for v, w in zip(rows[r], rows[column], strict=True)]
    return [row[-1] for row in rows]


def solve(matrix, right):
    """What solve_integers finds, as Fractions, checked to be whole numbers over a positive denominator."""
    found = solve_integers(sp.csc_matrix(np.array(matrix, dtype=np.int64)), np.array(right, dtype=np.int64))
    if found is None:
        return None
    numerators, denominator = found
    assert denominator > 0
    assert all(isinstance(n, int) for n in numerators.tolist())
    return [Fraction(n, denominator) for n in numerators.tolist()]


def solves(matrix, found, right):
    return [sum(m * x for m, x in zip(row, found, strict=True)) for row in matrix] == right


def system(seed, size, density, largest):
    rng = random.Random(seed)
    entry = lambda: rng.randint(-largest, largest) if rng.random() < density else 0  # noqa: E731
    return [[entry() for _ in range(size)] for _ in range(size)], [rng.randint(-9, 9) for _ in range(size)]


@given(st.integers(0, 10**6), st.integers(1, 8), st.sampled_from((0.3, 0.6, 1.0)), st.sampled_from((1, 3, 50)))
@example(0, 60, 0.1, 3)  # a denominator of some sixty digits
@example(1, 60, 0.1, 3)
@example(2, 60, 0.2, 3)
@example(3, 8, 0.6, 10**17)  # more digits than floats carry
@example(4, 12, 1.0, 10**18)
def test_equals_gaussian_elimination(seed, size, density, largest):
    matrix, right = system(seed, size, density, largest)
    found, wanted = solve(matrix, right), eliminate(matrix, right)
    assert found == wanted or (wanted is None and solves(matrix, found, right))


def test_denominators_far_beyond_64_bits():
    matrix, right = system(0, 60, 0.1, 3)
    matrix = (np.array(matrix) + 4 * np.eye(60, dtype=int)).tolist()
    found = solve(matrix, right)
    assert found == eliminate(matrix, right)
    assert max(value.denominator for value in found) > 2**64


@given(st.integers(0, 10**6), st.integers(2, 8), st.sampled_from((0, 1)))
def test_dependent_rows(seed, size, off):
    """The last row is a combination of the others. With a right-hand side that is not, there is no answer; with one that is
    there are many, and any of them may be found."""
    matrix, right = system(seed, size, 0.8, 3)
    rng = random.Random(seed)
    factors = [rng.randint(-2, 2) for _ in range(size - 1)]
    matrix[-1] = [sum(f * row[c] for f, row in zip(factors, matrix[:-1], strict=True)) for c in range(size)]
    right[-1] = sum(f * b for f, b in zip(factors, right[:-1], strict=True)) + off
    assert eliminate(matrix, right) is None  # not exactly one
    found = solve(matrix, right)
    if found is not None:
        assert not off
        assert solves(matrix, found, right)


@pytest.mark.parametrize("size", [8, 12, 16])
def test_ill_conditioned_systems_are_solved_or_declined(size):
    """Scaled Hilbert matrices: floats may not carry them, but what is returned is right."""
    whole = np.lcm.reduce(np.arange(1, 2 * size))
    matrix = [[int(whole) // (i + j + 1) for j in range(size)] for i in range(size)]
    found = solve(matrix, [1] * size)
    assert found is None or found == eliminate(matrix, [1] * size)


@pytest.mark.parametrize("power", [20, 40, 45, 50, 61])
def test_large_right_hand_sides_are_solved_or_declined(power):
    matrix, right = system(3, 6, 1.0, 3)
    right = [b << power if abs(b) < 2 else 1 << power for b in right]
    found = solve(matrix, right)
    assert found is None or found == eliminate(matrix, right)
    assert power > 20 or found is not None
