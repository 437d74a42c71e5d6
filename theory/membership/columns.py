"""The columns of a data set with independent columns, and the target's value in each.

A column is described by what the limit theorems use: mean, variance, third and fourth cumulant,
the kind of its law, and the value of the target. Equal columns are one column with a count. All
numbers are exact. Privacy-Utility Trade-offs in Sequential Decision-Making, Section 6.4.
"""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any
from banditproof.theory.argument_readers import of_kind, read_fields
from banditproof.theory.exact import Number, exact, exact_count, exact_law, exact_positive, listed
from banditproof.theory.rational_matrices import exact_sum
from banditproof.theory.rational_steps import common_step


class Kind(StrEnum):
    """The kind of the law of a column, on which the hypotheses of the theorems depend."""

    NORMAL = "normal"
    DENSITY = "bounded density"
    LATTICE = "lattice"
    BERNOULLI = "bernoulli"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Column:
    """One or more equal columns: moments of a row, the target's value, and the kind of the law.

    `law` holds the values and masses of a finite law. `third` and `fourth` are cumulants; None
    stands for not known.

    >>> column = Column.bernoulli("0.1", target=1, count=20)
    >>> column.distance, column.count
    (Fraction(9, 1), 20)
    """

    mean: Fraction
    variance: Fraction
    target: Fraction
    count: int = 1
    kind: Kind = Kind.UNKNOWN
    third: Fraction | None = None
    fourth: Fraction | None = None
    law: tuple[tuple[Fraction, Fraction], ...] = ()

    def __post_init__(self) -> None:
        if self.variance <= 0:
            raise ValueError(
                f"A column has variance {self.variance}; give columns with a positive variance: "
                "a constant column says nothing, or tells a target outside of it without error."
            )
        if self.count < 1:
            raise ValueError(f"A column has count {self.count}; give a count >= 1.")

    @classmethod
    def bernoulli(cls, mean: Number, target: Number, count: int = 1) -> Column:
        """Columns with values 0 and 1.

        >>> Column.bernoulli("0.3", target=0).variance
        Fraction(21, 100)
        """
        p = exact(mean)
        if not 0 < p < 1:
            raise ValueError(
                f"The mean of a Bernoulli column is {mean}; give a number in (0, 1): at the ends "
                "the column is constant."
            )
        result = cls.finite([0, 1], [1 - p, p], target, count)
        return replace(result, kind=Kind.BERNOULLI)

    @classmethod
    def finite(
        cls, values: Sequence[Number], masses: Sequence[Number], target: Number, count: int = 1
    ) -> Column:
        """Columns with finitely many values; these are on a lattice, as all exact numbers are.

        >>> Column.finite([0, 1, 3], ["0.5", "0.25", "0.25"], target=1).span
        Fraction(1, 1)
        """
        points = tuple(exact(x) for x in listed("The values", values))
        law = exact_law("of a column", masses)
        if len(points) != len(law) or len(set(points)) != len(points):
            raise ValueError(
                f"There are {len(set(points))} different values and {len(law)} masses; give one "
                "mass for each value."
            )
        pairs = tuple(sorted((x, p) for x, p in zip(points, law, strict=True) if p))
        if len(pairs) < 2:
            raise ValueError("A column is constant; give a law with at least two values.")
        mean = sum((x * p for x, p in pairs), Fraction(0))
        second, third, fourth = (
            sum((p * (x - mean) ** k for x, p in pairs), Fraction(0)) for k in (2, 3, 4)
        )
        return cls(
            mean,
            second,
            exact(target),
            exact_count("count", count, least=1),
            Kind.LATTICE,
            third,
            fourth - 3 * second**2,
            pairs,
        )

    @classmethod
    def normal(cls, mean: Number, variance: Number, target: Number, count: int = 1) -> Column:
        """Normal columns.

        >>> Column.normal(0, 4, target=2).distance
        Fraction(1, 1)
        """
        zero = Fraction(0)
        return cls(exact(mean), exact(variance), exact(target), count, Kind.NORMAL, zero, zero)

    @classmethod
    def exponential(cls, mean: Number, target: Number, count: int = 1) -> Column:
        """Exponential columns.

        >>> Column.exponential(1, target="2.5").distance
        Fraction(9, 4)
        """
        m = exact_positive("mean", mean)
        return cls(m, m**2, exact(target), count, Kind.DENSITY, 2 * m**3, 6 * m**4)

    @property
    def shift(self) -> Fraction:
        """z* - mu."""
        return self.target - self.mean

    @property
    def distance(self) -> Fraction:
        """c = (z* - mu)^2 / sigma^2."""
        return self.shift**2 / self.variance

    @property
    def span(self) -> Fraction:
        """The largest h such that all values lie on one lattice of step h."""
        if not self.law:
            raise ValueError("The column has no finite law, and so no span; give its values.")
        return common_step(x - self.law[0][0] for x, _ in self.law)

    @property
    def target_on_lattice(self) -> bool:
        """Whether the target is a point of the lattice of the values."""
        return ((self.target - self.law[0][0]) / self.span).denominator == 1 if self.law else False

    @property
    def target_mass(self) -> Fraction:
        """The probability of the target's value; 0 if it is none of the values."""
        return next((p for x, p in self.law if x == self.target), Fraction(0))


def _columns(name: str, given: Any) -> tuple[Column, ...]:
    columns = listed("The list of columns", given)
    if not columns:
        raise ValueError("There are no columns; give at least one.")
    return tuple(of_kind(Column, "A column", column) for column in columns)


@dataclass(frozen=True)
class ColumnData:
    """n rows of independent columns, and a target.

    >>> data = ColumnData.of(1000, [Column.bernoulli("0.5", target=1, count=5000)])
    >>> data.width, data.score
    (5000, Fraction(5, 1))
    """

    rows: int
    columns: tuple[Column, ...]

    def __post_init__(self) -> None:
        read_fields(self, rows=exact_count, columns=_columns)
        if self.rows < 2:
            said = "is 1 row" if self.rows == 1 else f"are {self.rows} rows"
            raise ValueError(
                f"There {said}; give at least 2: the mean of one row is the row itself."
            )

    @classmethod
    def of(cls, rows: Number, columns: Sequence[Column]) -> ColumnData:
        """The data of some columns; raises ValueError if there are fewer than 2 rows or none."""
        data: Any = (rows, columns)  # read when the data are made
        return cls(*data)

    @property
    def width(self) -> int:
        """d, the number of columns."""
        return sum(column.count for column in self.columns)

    @property
    def ratio(self) -> Fraction:
        """tau = d/n."""
        return Fraction(self.width, self.rows)

    @property
    def score(self) -> Fraction:
        """m_n = (1/n) sum_j (z*_j - mu_j)^2 / sigma_j^2."""
        return exact_sum(c.count * c.distance for c in self.columns) / self.rows
