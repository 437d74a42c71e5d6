"""Rows drawn from a finite list, with exact probabilities: any dependence between the columns."""

from __future__ import annotations
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
import numpy as np
from banditproof.theory.exact import Number, exact, exact_law
from .row_law import Floats

Point = tuple[Fraction, ...]
MOST_ROWS = 4096
"""The longest list of rows that a product of columns may have."""


@dataclass(frozen=True)
class FiniteRows:
    """Rows that are points[i] with probability weights[i], exactly.

    >>> law = FiniteRows(((0, 0), (1, 1)), ("1/4", "3/4"))
    >>> law.mean, law.covariance.tolist()
    (array([0.75, 0.75]), [[0.1875, 0.1875], [0.1875, 0.1875]])
    """

    points: Sequence[Sequence[Number]]
    weights: Sequence[Number]
    mean: Floats = field(init=False, repr=False, compare=False)
    covariance: Floats = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        points = tuple(tuple(exact(x) for x in point) for point in self.points)
        weights = exact_law("of a row", self.weights)
        if len(points) != len(weights) or not points or not points[0]:
            raise ValueError(
                f"There are {len(points)} points and {len(weights)} weights; give a weight for "
                "each of at least one point, which has at least one coordinate."
            )
        if len({len(point) for point in points}) > 1 or len(set(points)) < len(points):
            raise ValueError("The points must be different and have equally many coordinates.")
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "weights", weights)
        table, shares = self._table, self._shares
        mean = shares @ table
        object.__setattr__(self, "mean", mean)
        object.__setattr__(self, "covariance", (table - mean).T * shares @ (table - mean))

    @property
    def dimension(self) -> int:
        """The number of columns."""
        return len(self.points[0])

    @property
    def _table(self) -> Floats:
        return np.array([[float(exact(x)) for x in point] for point in self.points])

    @property
    def _shares(self) -> Floats:
        return np.array([float(exact(weight)) for weight in self.weights])

    def exact_points(self) -> Iterator[tuple[Point, Fraction]]:
        """The rows of positive probability with their probabilities."""
        for point, weight in zip(self.points, self.weights, strict=True):
            if exact(weight):
                yield tuple(exact(x) for x in point), exact(weight)

    def draw(self, rows: int, rng: np.random.Generator) -> Floats:
        """Independent rows."""
        return np.asarray(self._table[rng.choice(len(self.points), size=rows, p=self._shares)])

    def draw_sums(self, rows: int, sums: int, rng: np.random.Generator) -> Floats:
        """Sums of rows, from the counts of the points."""
        return np.asarray(rng.multinomial(rows, self._shares, size=sums) @ self._table)

    def support_rows(self) -> FiniteRows:
        """The law itself."""
        return self


def product_of_columns(
    columns: Sequence[tuple[Sequence[Fraction], Sequence[Fraction]]],
) -> FiniteRows:
    """The rows of independent columns, each given by its values and their probabilities.

    >>> halves = ((Fraction(0), Fraction(1)), (Fraction(1, 2), Fraction(1, 2)))
    >>> len(product_of_columns([halves, halves]).points)
    4
    """
    size = math.prod(len(values) for values, _ in columns)
    if size > MOST_ROWS:
        raise ValueError(
            f"The columns have {size} rows together; give columns with at most {MOST_ROWS}."
        )
    points = tuple(product(*(values for values, _ in columns)))
    weights = tuple(math.prod(w, start=Fraction(1)) for w in product(*(w for _, w in columns)))
    return FiniteRows(points, weights)
