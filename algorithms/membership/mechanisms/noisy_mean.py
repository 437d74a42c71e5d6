"""The empirical mean with Gaussian noise of the size of its sampling noise."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
import numpy as np
from banditproof.algorithms.membership.row_laws.row_law import Floats, RowLaw
from banditproof.theory.exact import Number, exact_count, exact_nonnegative
from .mean_mechanism import Bits, checked_rows, sums_with_targets
from .mean_privacy import MeanPrivacy, moving_sides


@dataclass(frozen=True)
class NoisyMean:
    """Releases (1/n) sum_i Z_i + N / sqrt(n) with N ~ N(0, diag(gamma_j^2)). Thesis, Section 6.5.1.

    `gamma` is one number for all columns, or one for each. For data in a box with sides s_j and
    one replaced row the release is mu-GDP with mu^2 = (1/n) sum_j s_j^2 / gamma_j^2, exactly: for
    noise in real numbers. Samples are floats, which are right in law up to rounding.

    >>> NoisyMean(2).privacy(1000, [1] * 5000).words
    '5/8-zCDP, and mu-GDP with mu^2 = 5/4.'
    """

    gamma: Number | Sequence[Number]
    exact_gamma: Fraction | tuple[Fraction, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        given = self.gamma
        result: Fraction | tuple[Fraction, ...]
        if isinstance(given, str) or not isinstance(given, Sequence | np.ndarray):
            result = exact_nonnegative("gamma", given)
        else:
            result = tuple(exact_nonnegative("gamma", item) for item in given)
        object.__setattr__(self, "gamma", result)
        object.__setattr__(self, "exact_gamma", result)

    def deviations(self, columns: int) -> Floats:
        """gamma_j for each column."""
        return np.array([float(gamma) for gamma in self.gammas(columns)])

    def release(self, rows: Floats, rng: np.random.Generator) -> Floats:
        """The mean of the rows with fresh noise."""
        count = checked_rows(rows)
        noise = rng.standard_normal(rows.shape[1]) * self.deviations(rows.shape[1])
        return np.asarray(rows.sum(axis=0) / count + noise / np.sqrt(count))

    def in_bulk(
        self, law: RowLaw, rows: int, targets: Floats, bits: Bits, rng: np.random.Generator
    ) -> Floats:
        """One noisy mean for each bit."""
        mean = sums_with_targets(law, rows, targets, bits, rng) / rows
        noise = rng.standard_normal(mean.shape) * self.deviations(law.dimension)
        return np.asarray(mean + noise / np.sqrt(rows))

    def privacy(self, rows: int, sides: Sequence[Number]) -> MeanPrivacy:
        """The exact curve; without noise on a column that can move there is no privacy."""
        lengths, count = moving_sides(sides), exact_count("rows", rows, least=1)
        gammas = self.gammas(len(lengths))
        pairs = [pair for pair in zip(lengths, gammas, strict=True) if pair[0]]
        if any(not gamma for _, gamma in pairs):
            return MeanPrivacy(shown=1)
        total = sum(((side / gamma) ** 2 for side, gamma in pairs), Fraction(0))
        return MeanPrivacy(mu_squared=total / count)

    def gammas(self, columns: int) -> tuple[Fraction, ...]:
        """gamma_j for each column, exactly."""
        if isinstance(self.exact_gamma, Fraction):
            return (self.exact_gamma,) * columns
        if len(self.exact_gamma) != columns:
            raise ValueError(
                f"gamma has {len(self.exact_gamma)} numbers; give one, or one for each of the "
                f"{columns} columns."
            )
        return self.exact_gamma
