"""The empirical mean, released as it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
from banditproof.algorithms.membership.row_laws.row_law import Floats, RowLaw
from banditproof.theory.exact import Number
from .mean_mechanism import Bits, Point, checked_rows, sums_with_targets
from .mean_privacy import MeanPrivacy, moving_sides


@dataclass(frozen=True)
class ExactMean:
    """Releases (1/n) sum_i Z_i. Thesis, Section 2.3.4 and 6.4.

    >>> ExactMean().release(np.array([[0.0, 1.0], [1.0, 1.0]]), np.random.default_rng(0))
    array([0.5, 1. ])
    >>> ExactMean().privacy(1000, [1]).words
    'Not differentially private for any eps and any delta < 1: the exact mean shows a row.'
    """

    def release(self, rows: Floats, rng: np.random.Generator) -> Floats:
        """The mean of the rows."""
        return np.asarray(rows.sum(axis=0) / checked_rows(rows))

    def exact_law(self, rows: Sequence[Point]) -> Mapping[Point, Fraction]:
        """The mean has one value."""
        return {mean_of(rows): Fraction(1)}

    def in_bulk(
        self, law: RowLaw, rows: int, targets: Floats, bits: Bits, rng: np.random.Generator
    ) -> Floats:
        """One mean for each bit."""
        return sums_with_targets(law, rows, targets, bits, rng) / rows

    def privacy(self, rows: int, sides: Sequence[Number]) -> MeanPrivacy:
        """A mean that can move at all tells two neighbours apart for certain."""
        return MeanPrivacy(shown=1 if any(moving_sides(sides)) else 0)


def mean_of(rows: Sequence[Point]) -> Point:
    """The exact mean of rows.

    >>> mean_of([(Fraction(0), Fraction(1)), (Fraction(1), Fraction(1))])
    (Fraction(1, 2), Fraction(1, 1))
    """
    return tuple(sum(column, Fraction(0)) / len(rows) for column in zip(*rows, strict=True))
