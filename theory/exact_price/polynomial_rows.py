"""Linear programs whose unknowns are polynomials that are >= 0 on [0, 1], solved exactly.

A polynomial of degree d stands as its d + 1 Bernstein coefficients: it is >= 0 on [0, 1] if they
are, and an inequality of polynomials holds if it holds between their coefficients of one degree.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Any
import numpy as np
from scipy import sparse
from scipy.optimize import linprog

Matrix = list[list[Fraction]]
Polynomial = tuple[Fraction, ...]
"""Coefficients of 1, s, s^2, .."""
LARGEST_DENOMINATOR = 5000


def bernstein(powers: Sequence[Fraction], degree: int) -> list[Fraction]:
    """The Bernstein coefficients of a polynomial.

    >>> [str(x) for x in bernstein([Fraction(0), Fraction(1)], 2)]
    ['0', '1/2', '1']
    """
    if len(powers) > degree + 1:
        raise ValueError(
            f"A polynomial of degree {len(powers) - 1} has no form of degree {degree}."
        )
    weighted = [c / comb(degree, k) for k, c in enumerate(powers)]
    return [
        sum((comb(i, k) * c for k, c in enumerate(weighted)), Fraction(0))
        for i in range(degree + 1)
    ]


def times(powers: Sequence[Fraction], degree: int) -> Matrix:
    """The matrix that multiplies a polynomial of a degree, in Bernstein form, by another one."""
    top = degree + len(powers) - 1
    factor = bernstein(powers, len(powers) - 1)
    matrix = [[Fraction(0)] * (degree + 1) for _ in range(top + 1)]
    for j in range(degree + 1):
        for k, value in enumerate(factor):
            weight = Fraction(comb(degree, j) * comb(top - degree, k), comb(top, j + k))
            matrix[j + k][j] += value * weight
    return matrix


@dataclass
class Rows:
    """Inequalities sum of matrix * unknown <= limit, and equations, of polynomials."""

    degree: int
    unknowns: int
    free: int
    """The first unknowns may have any sign."""
    below: list[tuple[dict[int, Fraction], Fraction]] = field(default_factory=list)
    equal: list[tuple[dict[int, Fraction], Fraction]] = field(default_factory=list)

    def add(
        self, parts: Sequence[tuple[Matrix, int]], limit: Sequence[Fraction], equal: bool = False
    ) -> None:
        """Add one inequality, or one equation, between polynomials."""
        kind = self.equal if equal else self.below
        for i, right in enumerate(limit):
            row: dict[int, Fraction] = {}
            for matrix, unknown in parts:
                for j, value in enumerate(matrix[i]):
                    if value:
                        place = unknown * (self.degree + 1) + j
                        row[place] = row.get(place, Fraction(0)) + value
            kind.append((row, right))

    def solved(self) -> list[Fraction] | None:
        """Coefficients that satisfy all rows, which is checked exactly; None if none were found."""
        width = self.unknowns * (self.degree + 1)
        free = self.free * (self.degree + 1)
        found = linprog(
            np.concatenate([np.zeros(free), np.ones(width - free)]),
            A_ub=_matrix(self.below, width),
            b_ub=[float(limit) for _, limit in self.below] or None,
            A_eq=_matrix(self.equal, width),
            b_eq=[float(limit) for _, limit in self.equal],
            bounds=[(None, None)] * free + [(0, None)] * (width - free),
            method="highs-ds",
        )
        if found.x is None:
            return None
        values = [Fraction(float(x)).limit_denominator(LARGEST_DENOMINATOR) for x in found.x]
        return values if self.hold(values) else None

    def hold(self, values: Sequence[Fraction]) -> bool:
        """Whether coefficients satisfy all rows, exactly."""

        def sides(row: dict[int, Fraction]) -> Fraction:
            return sum((value * values[place] for place, value in row.items()), Fraction(0))

        return (
            min(values[self.free * (self.degree + 1) :], default=Fraction(0)) >= 0
            and all(sides(row) <= limit for row, limit in self.below)
            and all(sides(row) == limit for row, limit in self.equal)
        )


def _matrix(rows: list[tuple[dict[int, Fraction], Fraction]], width: int) -> Any:
    if not rows:
        return None
    where = [(i, j) for i, (row, _) in enumerate(rows) for j in row]
    entries = [float(value) for row, _ in rows for value in row.values()]
    return sparse.csr_matrix((entries, tuple(zip(*where, strict=True))), shape=(len(rows), width))
