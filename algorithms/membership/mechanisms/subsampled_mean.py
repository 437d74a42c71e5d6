"""The mean of some rows, drawn without replacement; and the variant that a printed proof treats."""

from __future__ import annotations
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb
import numpy as np
from banditproof.algorithms.membership.row_laws.row_law import Floats, RowLaw
from banditproof.theory.exact import Number, exact_count, exact_probability
from .exact_mean import mean_of
from .mean_mechanism import Bits, Point, checked_rows, sums_with_targets
from .mean_privacy import MeanPrivacy, moving_sides


@dataclass(frozen=True)
class SubsampledMean:
    """Releases the mean of k of the n rows, drawn without replacement: the same in all columns.

    Thesis, Section 6.5.2. A replaced row is among the k with probability k/n, and a mean of the
    others does not depend on it; so the release is (0, k/n)-DP, and (eps, delta)-DP for no eps
    with a smaller delta.

    >>> SubsampledMean(100).privacy(1000, [1]).words
    '(0, 1/10)-DP, and (eps, delta)-DP for no eps with a smaller delta.'
    """

    kept: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "kept", exact_count("The number of kept rows", self.kept, 1))

    @staticmethod
    def of_ratio(ratio: Number, rows: int) -> SubsampledMean:
        """The mechanism that keeps the ratio k/n, which must be an integer number of rows.

        >>> SubsampledMean.of_ratio("0.1", 1000)
        SubsampledMean(kept=100)
        """
        return SubsampledMean(_kept(ratio, rows))

    def ratio(self, rows: int) -> Fraction:
        """The share of the rows that are kept, k/n."""
        if self.kept > rows:
            raise ValueError(
                f"Of {rows} rows {self.kept} are to be kept; give a data set with at least as many."
            )
        return Fraction(self.kept, rows)

    def release(self, rows: Floats, rng: np.random.Generator) -> Floats:
        """The mean of rows that are drawn afresh."""
        self.ratio(checked_rows(rows))
        chosen = rng.permutation(len(rows))[: self.kept]
        return np.asarray(rows[chosen].sum(axis=0) / self.kept)

    def exact_law(self, rows: Sequence[Point]) -> Mapping[Point, Fraction]:
        """The exact law over all choices of rows."""
        self.ratio(len(rows))
        results: dict[Point, Fraction] = {}
        for chosen in combinations(rows, self.kept):
            mean = mean_of(chosen)
            results[mean] = results.get(mean, Fraction(0)) + Fraction(1, comb(len(rows), self.kept))
        return results

    def in_bulk(
        self, law: RowLaw, rows: int, targets: Floats, bits: Bits, rng: np.random.Generator
    ) -> Floats:
        """One mean for each bit; the target is among the kept rows with probability k/n."""
        self.ratio(rows)
        inside = bits & (rng.integers(rows, size=len(bits)) < self.kept)
        return sums_with_targets(law, self.kept, targets, inside, rng) / self.kept

    def privacy(self, rows: int, sides: Sequence[Number]) -> MeanPrivacy:
        """The exact curve, delta(eps) = k/n for every eps."""
        return MeanPrivacy(shown=self.ratio(rows) if any(moving_sides(sides)) else 0)


@dataclass(frozen=True)
class ColumnwiseSubsampledMean:
    """Releases in each column the mean of k of the n rows, drawn afresh for that column.

    This is not the mechanism of the thesis, but the one for which the product of mixtures in the
    proof of its Theorem 6.6 (Appendix D.3) is the law of the release.

    >>> ColumnwiseSubsampledMean(1).privacy(2, [1, 1]).words
    '(0, 3/4)-DP, and (eps, delta)-DP for no eps with a smaller delta.'
    """

    kept: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "kept", exact_count("The number of kept rows", self.kept, 1))

    @staticmethod
    def of_ratio(ratio: Number, rows: int) -> ColumnwiseSubsampledMean:
        """The mechanism that keeps the ratio k/n, which must be an integer number of rows."""
        return ColumnwiseSubsampledMean(_kept(ratio, rows))

    def ratio(self, rows: int) -> Fraction:
        """The share of the rows that are kept in each column, k/n."""
        return SubsampledMean(self.kept).ratio(rows)

    def release(self, rows: Floats, rng: np.random.Generator) -> Floats:
        """The means of rows that are drawn afresh for each column."""
        self.ratio(checked_rows(rows))
        return np.asarray(rng.permuted(rows, axis=0)[: self.kept].sum(axis=0) / self.kept)

    def exact_law(self, rows: Sequence[Point]) -> Mapping[Point, Fraction]:
        """The exact law: a product over the columns."""
        one = SubsampledMean(self.kept)
        columns = [one.exact_law([(x,) for x in column]) for column in zip(*rows, strict=True)]
        results: dict[Point, Fraction] = {}
        for parts in product(*(column.items() for column in columns)):
            mean = tuple(value[0] for value, _ in parts)
            weight = Fraction(1)
            for _, part in parts:
                weight *= part
            results[mean] = results.get(mean, Fraction(0)) + weight
        return results

    def in_bulk(
        self, law: RowLaw, rows: int, targets: Floats, bits: Bits, rng: np.random.Generator
    ) -> Floats:
        """One release for each bit; the columns of the rows must be independent."""
        self.ratio(rows)
        if law.covariance.ndim != 1:
            raise ValueError(
                "Columns that are sub-sampled apart need a law of independent columns; give one."
            )
        kept = rng.integers(rows, size=(len(bits), law.dimension)) < self.kept
        every = np.ones(len(bits), np.bool_)
        out = law.draw_sums(self.kept, len(bits), rng)
        inside = sums_with_targets(law, self.kept, targets, every, rng)
        return np.where(kept & bits[:, None], inside, out) / self.kept

    def privacy(self, rows: int, sides: Sequence[Number]) -> MeanPrivacy:
        """The exact curve: a row is in no column with probability (1 - k/n)^d."""
        moving = sum(1 for side in moving_sides(sides) if side)
        return MeanPrivacy(shown=1 - (1 - self.ratio(rows)) ** moving)


def _kept(ratio: Number, rows: int) -> int:
    share, count = exact_probability("The ratio", ratio), exact_count("rows", rows, least=1)
    kept = share * count
    if kept.denominator != 1 or kept < 1:
        raise ValueError(
            f"The ratio {share} of {count} rows is {kept} rows; give a ratio that keeps an integer "
            "number of rows, at least one."
        )
    return int(kept)
