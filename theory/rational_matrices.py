"""Matrices of exact rationals, in the form of the library that solves with them."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any
import numpy as np
from flint import fmpq, fmpq_mat

Rows = Sequence[Sequence[Fraction | int]]


def rational_matrix(rows: Rows) -> fmpq_mat:
    """The matrix of some rows."""
    entries = [fmpq(x.numerator, x.denominator) for row in rows for x in row]
    return fmpq_mat(len(rows), len(rows[0]) if rows else 0, entries)


def fraction_of(x: fmpq) -> Fraction:
    """An entry as a fraction."""
    return Fraction(int(x.p), int(x.q))


def exact_sum(terms: Iterable[Fraction]) -> Fraction:
    """The sum of many fractions, in pairs: their denominators may have nothing in common.

    >>> exact_sum([Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)])
    Fraction(1, 1)
    """
    parts = [fmpq(x.numerator, x.denominator) for x in terms]
    while len(parts) > 1:
        rest = parts[-1:] if len(parts) % 2 else []
        parts = [a + b for a, b in zip(parts[::2], parts[1::2], strict=False)] + rest
    return fraction_of(parts[0]) if parts else Fraction(0)


EXACT_ROWS = 40
"""Up to so many rows an elimination in rationals takes some milliseconds."""


def is_semidefinite(rows: Rows) -> bool:
    """Whether x^T A x >= 0 for all x, for a symmetric matrix: exactly, up to 40 rows.

    The pivots of a symmetric elimination decide; for more than 40 rows floats do, where their
    rounding errors are a million times smaller than what they tell.

    >>> is_semidefinite([[Fraction(1), Fraction(1)], [Fraction(1), Fraction(1)]])
    True
    >>> is_semidefinite([[Fraction(1), Fraction(2)], [Fraction(2), Fraction(1)]])
    False
    """
    if any(rows[i][i] < 0 for i in range(len(rows))):
        return False
    if len(rows) > EXACT_ROWS:
        least, largest = _extreme_eigenvalues(rows)
        if abs(least) > 1e-9 * len(rows) * largest:  # right to about 1e-15 of largest
            return least > 0
    left = [[fmpq(x.numerator, x.denominator) for x in row] for row in rows]
    while left:
        pivot, first = left[0][0], left[0][1:]
        if pivot < 0 or (pivot == 0 and any(x != 0 for x in first)):
            return False
        rest = [row[1:] for row in left[1:]]
        if pivot != 0:
            rest = [
                [x - a * b / pivot for x, b in zip(row, first, strict=True)]
                for row, a in zip(rest, first, strict=True)
            ]
        left = rest
    return True


def _extreme_eigenvalues(rows: Rows) -> tuple[float, float]:
    """About the least eigenvalue, and the largest one in size; zeros if floats cannot tell."""
    try:
        values = np.linalg.eigvalsh(np.array([[float(x) for x in row] for row in rows]))
    except (OverflowError, np.linalg.LinAlgError):
        return 0.0, 0.0
    largest = float(np.abs(values).max())
    return (float(values[0]), largest) if 1e-250 < largest < 1e250 else (0.0, 0.0)


def pivot_columns(matrix: fmpq_mat) -> tuple[list[int], Any]:
    """The columns that are not combinations of columns before them, and the reduced rows.

    >>> pivot_columns(rational_matrix([[Fraction(0), Fraction(1), Fraction(2)]]))[0]
    [1]
    """
    reduced, rank = matrix.rref()
    columns = range(matrix.ncols())
    return [next(j for j in columns if reduced[i, j] != 0) for i in range(rank)], reduced
