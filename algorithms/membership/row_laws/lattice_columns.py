"""Rows of independent columns with finitely many values on a lattice."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
import numpy as np
from banditproof.theory.exact import Number, exact, exact_law
from banditproof.theory.rational_steps import common_step
from .finite_rows import FiniteRows, product_of_columns
from .row_law import Floats

MOST_ATOMS = 200_000
"""The most values that a sum of rows may have in one column."""
ColumnLaw = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
"""The values of a column, in order, and their probabilities."""


@dataclass(frozen=True)
class LatticeColumns:
    """Rows whose column j is columns[j][0][i] with probability columns[j][1][i], independently.

    The values of a column are rational, so they lie on a lattice, and the exact law of a sum of
    rows is a convolution on it.

    >>> law = LatticeColumns([((0, 1, 2), ("1/4", "1/2", "1/4"))])
    >>> law.mean, law.covariance
    (array([1.]), array([0.5]))
    """

    columns: Sequence[tuple[Sequence[Number], Sequence[Number]]]
    exact_columns: tuple[ColumnLaw, ...] = field(init=False, repr=False, compare=False)
    tables: tuple[tuple[Floats, Floats], ...] = field(init=False, repr=False, compare=False)
    """The values and the weights of each column as floats."""
    mean: Floats = field(init=False, repr=False, compare=False)
    covariance: Floats = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        columns = tuple(_column(values, weights) for values, weights in self.columns)
        if not columns:
            raise ValueError("There are no columns; give at least one.")
        means = [sum(v * w for v, w in zip(*column, strict=True)) for column in columns]
        spreads = [
            sum((v - mean) ** 2 * w for v, w in zip(*column, strict=True))
            for column, mean in zip(columns, means, strict=True)
        ]
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "exact_columns", columns)
        tables = tuple((np.array(v, float), np.array(w, float)) for v, w in columns)
        object.__setattr__(self, "tables", tables)
        object.__setattr__(self, "mean", np.array([float(mean) for mean in means]))
        object.__setattr__(self, "covariance", np.array([float(spread) for spread in spreads]))

    @property
    def dimension(self) -> int:
        """The number of columns."""
        return len(self.exact_columns)

    def draw(self, rows: int, rng: np.random.Generator) -> Floats:
        """Independent rows."""
        result = np.empty((rows, self.dimension))
        for j, (values, weights) in enumerate(self.tables):
            steps = np.cumsum(weights)[:-1]
            result[:, j] = values[np.searchsorted(steps, rng.random(rows), side="right")]
        return result

    def draw_sums(self, rows: int, sums: int, rng: np.random.Generator) -> Floats:
        """Sums of rows, from the counts of the values in each column."""
        result = np.empty((sums, self.dimension))
        for j, (values, weights) in enumerate(self.tables):
            result[:, j] = rng.multinomial(rows, weights, size=sums) @ values
        return result

    def log_ratio_terms(self, mean: Floats, target: Floats, rows: int) -> Floats:
        """The terms of the log-likelihood ratio; a target beside the values is refused.

        >>> law = LatticeColumns([((0, 1), ("1/2", "1/2"))])
        >>> law.log_ratio_terms(np.array([[0.0], [1.0]]), np.ones(1), 2)
        array([[      -inf],
               [0.69314718]])
        """
        shape = np.broadcast_shapes(mean.shape, target.shape)
        sums, aims = np.broadcast_to(mean, shape) * rows, np.broadcast_to(target, shape)
        result = np.empty(shape)
        for j, column in enumerate(self.exact_columns):
            start, step = _lattice(column)
            aim = (aims[..., j] - float(start)) / float(step)
            known = {round(float((v - start) / step)) for v in column[0]}
            steps = np.rint(aim)
            if (np.abs(aim - steps) > 1e-6).any() or not set(steps.astype(int).flat) <= known:
                raise ValueError(
                    f"The target is no possible row in column {j + 1}; give a target that the law "
                    "of the rows can draw."
                )
            exactly = (sums[..., j] - rows * float(start)) / float(step)
            place = np.rint(exactly).astype(int)
            out, rest = _sum_law(column, rows), _sum_law(column, rows - 1)
            inner = np.clip(place, 0, len(out) - 1)
            near = np.abs(exactly - place) <= 1e-6
            if (place != inner).any() or not (near & (out[inner] > 0)).all():
                raise ValueError(
                    f"The release is no mean of {rows} rows in column {j + 1}, or one that is less "
                    "probable than any float; give a released mean."
                )
            before = place - steps.astype(int)
            inside = np.where(
                (before >= 0) & (before < len(rest)), rest[np.clip(before, 0, len(rest) - 1)], 0.0
            )
            with np.errstate(divide="ignore"):
                result[..., j] = np.log(inside) - np.log(out[place])
        return result

    def sum_table(self, column: int, rows: int) -> tuple[Floats, Floats]:
        """The values of a sum of rows in one column that are possible, and their probabilities."""
        start, step = _lattice(self.exact_columns[column])
        law = _sum_law(self.exact_columns[column], rows)
        possible = np.flatnonzero(law)
        return np.asarray(rows * float(start) + float(step) * possible), law[possible]

    def shifted_table(self, column: int, rows: int, target: float) -> Floats:
        """The probabilities of the same sums if the target is one of the rows."""
        own = self.exact_columns[column]
        start, step = _lattice(own)
        law, place = _sum_law(own, rows), round((target - float(start)) / float(step))
        result = np.zeros(len(law))
        rest = _sum_law(own, rows - 1)
        if not 0 <= place <= len(result) - len(rest) or not math.isclose(
            target, float(start + place * step), abs_tol=1e-9
        ):
            raise ValueError(
                f"The target is {target:g} in column {column + 1}, which no row can be there; give "
                "a target that the law of the rows can draw."
            )
        result[place : place + len(rest)] = rest
        return result[law > 0]

    def support_rows(self) -> FiniteRows:
        """The same law as a list of rows, for a few columns."""
        return product_of_columns(self.exact_columns)


def _column(values: Sequence[Number], weights: Sequence[Number]) -> ColumnLaw:
    """A column with exact numbers, in the order of its values."""
    points, masses = [exact(value) for value in values], exact_law("of a column", weights)
    if len(points) != len(masses) or len(set(points)) < len(points):
        raise ValueError(
            f"A column has {len(set(points))} different values and {len(masses)} weights; give "
            "one weight for each value."
        )
    pairs = sorted((value, mass) for value, mass in zip(points, masses, strict=True) if mass)
    return tuple(value for value, _ in pairs), tuple(mass for _, mass in pairs)


@lru_cache(maxsize=1024)
def _lattice(column: ColumnLaw) -> tuple[Fraction, Fraction]:
    """The first value of a column, and the largest step that reaches the others."""
    start = column[0][0]
    return start, common_step(value - start for value in column[0]) or Fraction(1)


@lru_cache(maxsize=1024)
def _sum_law(column: ColumnLaw, rows: int) -> Floats:
    """The probabilities of the sum of rows in one column, on the lattice, by repeated squaring.

    All terms are positive, so no digits are lost.
    """
    start, step = _lattice(column)
    places = [int((value - start) / step) for value in column[0]]
    if rows * places[-1] >= MOST_ATOMS:
        raise ValueError(
            f"A sum of {rows} rows has {rows * places[-1] + 1} values in a column; give fewer "
            "rows, or values on a coarser lattice."
        )
    power = np.zeros(places[-1] + 1)
    power[places] = [float(weight) for weight in column[1]]
    result, left = np.ones(1), rows
    while left:
        if left & 1:
            result = np.convolve(result, power)
        left >>= 1
        if left:
            power = np.convolve(power, power)
    return result
