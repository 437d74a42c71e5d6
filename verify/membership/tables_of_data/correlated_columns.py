"""Columns that depend on each other: distances by their full covariance, and correlations."""

from fractions import Fraction
from math import isqrt
from typing import Any
import numpy as np
from flint import fmpz_mat
from banditproof.theory.rational_matrices import fraction_of
from .data_tables import DataTable
from .exact_entries import Floats, whole_multiples
from .target_rows import TargetWord

SINGULAR = 1e-10
"""The least eigenvalue of a correlation matrix that counts as more than 0."""
BITS = 64
"""The binary digits after the point of a deviation that divides a covariance."""


def squared_distance(table: DataTable, target: TargetWord, gamma: Fraction) -> Fraction:
    """(z - mu)' (C + gamma^2 I)^-1 (z - mu), exactly.

    >>> table = DataTable("rows.csv", np.array([[0.0, 0.0], [0.0, 2.0], [2.0, 0.0], [2.0, 2.0]]))
    >>> squared_distance(table, TargetWord(np.array([2.0, 1.0])), Fraction(1))
    Fraction(1, 2)
    """
    rows, width, entries = table.rows, table.columns, target.entries
    columns, belows = zip(
        *(whole_multiples([*table.column(j), entries[j]]) for j in range(width)), strict=True
    )
    z = [column.pop() for column in columns]
    values = fmpz_mat([list(column) for column in columns])  # one row for each column of the table
    sums = values * fmpz_mat([[1]] * rows)
    # n^2 times the covariance and n times the shift, in the units of the columns
    covariance = rows * (values * values.transpose()) - sums * sums.transpose()
    noise = gamma**2
    covariance *= noise.denominator
    for j, below in enumerate(belows):
        covariance[j, j] += (rows * below) ** 2 * noise.numerator
    _refuse_singular(covariance, rows)
    shift = rows * fmpz_mat([[x] for x in z]) - sums
    solved: Any = covariance.solve(shift)
    return noise.denominator * fraction_of((shift.transpose() * solved)[0, 0])


def _refuse_singular(covariance: fmpz_mat, rows: int) -> None:
    """Raise ValueError if columns determine others, as far as floats can tell."""
    width = range(covariance.nrows())
    scales = [isqrt(int(covariance[j, j]) << 2 * BITS) for j in width]
    correlations = [
        [(int(covariance[j, k]) << 2 * BITS) / (scales[j] * scales[k]) for k in width]
        for j in width
    ]
    if not float(np.linalg.eigvalsh(np.array(correlations))[0]) > SINGULAR:
        raise ValueError(
            f"The covariance of {rows} rows in {len(width)} columns is singular; give more rows "
            "than columns, leave out columns that others determine by --columns, or take "
            "--covariance independent."
        )


def correlations(values: Floats) -> Floats:
    """The correlations of columns that are not constant; they do not depend on the scales.

    >>> correlations(np.array([[0.0, 1e-300], [1e300, 2e-300]])).round(12).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    apart = _near_one(values)
    apart = _near_one(apart - apart.mean(axis=0))
    return np.atleast_2d(np.corrcoef(apart, rowvar=False))


def _near_one(values: Floats) -> Floats:
    """Columns times powers of two, so that the largest number of each is from 1/2 to 1."""
    powers = np.frexp(np.abs(values).max(axis=0))[1]
    return np.asarray(np.ldexp(np.ldexp(values, -(powers // 2)), -(powers - powers // 2)))
