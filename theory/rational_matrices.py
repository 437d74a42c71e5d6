"""Matrices of exact rationals, in the form of the library that solves with them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

Rows = Sequence[Sequence[Fraction]]


def rational_matrix(rows: Rows) -> fmpq_mat:
    """The matrix of some rows."""
    entries = [fmpq(x.numerator, x.denominator) for row in rows for x in row]
    return fmpq_mat(len(rows), len(rows[0]) if rows else 0, entries)


def fraction_of(x: fmpq) -> Fraction:
    """An entry as a fraction."""
    return Fraction(int(x.p), int(x.q))


def pivot_columns(matrix: fmpq_mat) -> tuple[list[int], Any]:
    """The columns that are not combinations of columns before them, and the reduced rows.

    >>> pivot_columns(rational_matrix([[Fraction(0), Fraction(1), Fraction(2)]]))[0]
    [1]
    """
    reduced, rank = matrix.rref()
    columns = range(matrix.ncols())
    return [next(j for j in columns if reduced[i, j] != 0) for i in range(rank)], reduced
