"""The exact law of the log-likelihood ratio of many columns, as a curve of error bounds."""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact_count, exact_positive
from .columns import ReleasedColumn
from .inversion import BITS, Inversion
from .roc import Bounds, TestingProblem

GROUPS = "give at least one pair of a column and how many columns are like it"


@dataclass(frozen=True)
class ProductLaw(TestingProblem):
    """Independent columns, grouped by equal ones: target in the data against target not in it.

    `groups` lists pairs of a column and a count. The law of l = log(p_in / p_out) is known by
    inversion of its transform; all results are enclosures, whose width says how far that leads.
    Many columns are easy: 5000 columns of 1000 rows in 20 groups take about a second, for 12
    digits. A few columns with a coarse law are not; `EnumeratedLaw` has them exactly.

    >>> from banditproof.theory.membership.finite_laws.columns import BernoulliColumn
    >>> law = ProductLaw([(BernoulliColumn(20, "1/2", 1), 100)])
    >>> law.total_variation().digits >= 9
    True
    """

    groups: tuple[tuple[ReleasedColumn, int], ...]
    tolerance: float = 1e-12

    def __init__(
        self, groups: Sequence[tuple[ReleasedColumn, int]], tolerance: Number = 1e-12
    ) -> None:
        counts: dict[ReleasedColumn, int] = {}
        for entry in groups:
            if not (isinstance(entry, tuple | list) and len(entry) == 2):
                raise ValueError(f"A group is {entry!r}; {GROUPS}.")
            column, count = entry
            if not isinstance(column, ReleasedColumn):
                raise ValueError(f"A column is {column!r}; {GROUPS}.")
            counts[column] = counts.get(column, 0) + exact_count("count", count, least=1)
        if not counts:
            raise ValueError(f"There are no columns; {GROUPS}.")
        goal = float(exact_positive("tolerance", tolerance))
        if not 1e-30 <= goal <= 0.1:
            raise ValueError(f"The tolerance is {goal}; give one from 1e-30 to 0.1.")
        object.__setattr__(self, "groups", tuple(counts.items()))
        object.__setattr__(self, "tolerance", goal)

    def __reduce__(self) -> tuple[Any, ...]:
        return ProductLaw, (self.groups, self.tolerance)

    @cached_property
    def _inversion(self) -> Inversion:
        return Inversion(self.groups, self.tolerance)

    @property
    def in_alone(self) -> Enclosure:
        """The probability, target in the data, of outcomes that are impossible without it."""
        return self._some_column([column.in_alone for column, _ in self.groups])

    @property
    def out_alone(self) -> Enclosure:
        """The probability, target not in the data, of outcomes that are impossible with it."""
        return self._some_column([column.out_alone for column, _ in self.groups])

    def _some_column(self, shares: list[Fraction]) -> Enclosure:
        """The probability that some column shows an outcome which has this share in it."""
        none = Enclosure.of(1)
        for share, (_, count) in zip(shares, self.groups, strict=True):
            none = none * _power(1 - share, count)
        return 1 - none

    def overlap_bounds(self, factor: Fraction) -> Bounds:
        """Bounds of the sum over outcomes of min(p_in, factor p_out)."""
        inversion = self._inversion
        with working_precision(BITS):
            low, high = inversion.overlap(factor)
            return Bounds(max(Fraction(0), lower(low)), min(Fraction(1), factor, upper(high)))


def _power(base: Fraction, count: int) -> Enclosure:
    """A power of a number of [0, 1], enclosed: an exact one may have millions of digits."""
    if base in (0, 1):
        return Enclosure.of(base)
    with working_precision(BITS):
        value = ball(base) ** count
        return Enclosure.of(lower(value), upper(value))
