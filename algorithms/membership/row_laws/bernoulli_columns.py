"""Rows of independent Bernoulli columns."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
import numpy as np
from banditproof.theory.exact import Number, exact_probability
from .finite_rows import FiniteRows, product_of_columns
from .row_law import Floats


@dataclass(frozen=True)
class BernoulliColumns:
    """Rows whose column j is 1 with probability means[j], and 0 otherwise, independently.

    The exact log-likelihood ratio of a mean x of n rows is
    sum_j z_j log(x_j / mu_j) + (1 - z_j) log((1 - x_j) / (1 - mu_j)). Thesis, (2.26).

    >>> law = BernoulliColumns(("1/2", "1/4"))
    >>> law.mean, law.covariance
    (array([0.5 , 0.25]), array([0.25  , 0.1875]))
    """

    means: Sequence[Number]
    exact_means: tuple[Fraction, ...] = field(init=False, repr=False, compare=False)
    mean: Floats = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        exact_means = tuple(exact_probability("A mean", mean) for mean in self.means)
        if not exact_means:
            raise ValueError("There are no means; give one for each column.")
        object.__setattr__(self, "means", exact_means)
        object.__setattr__(self, "exact_means", exact_means)
        object.__setattr__(self, "mean", np.array([float(mean) for mean in exact_means]))

    @property
    def dimension(self) -> int:
        """The number of columns."""
        return len(self.exact_means)

    @property
    def covariance(self) -> Floats:
        """The variances mu_j (1 - mu_j)."""
        return self.mean * (1 - self.mean)

    def draw(self, rows: int, rng: np.random.Generator) -> Floats:
        """Independent rows."""
        return (rng.random((rows, self.dimension)) < self.mean).astype(float)

    def draw_sums(self, rows: int, sums: int, rng: np.random.Generator) -> Floats:
        """Sums of rows: binomial counts in each column."""
        return rng.binomial(rows, self.mean, size=(sums, self.dimension)).astype(float)

    def log_ratio_terms(self, mean: Floats, target: Floats, rows: int) -> Floats:
        """The terms of the log-likelihood ratio; -inf where a row like the target is impossible.

        >>> BernoulliColumns(("1/2",)).log_ratio_terms(np.array([[0.0], [1.0]]), np.ones(1), 2)
        array([[      -inf],
               [0.69314718]])
        """
        ones = self._binary(target)
        if not ((mean >= 0) & (mean <= 1)).all():
            raise ValueError(
                "A release is outside of [0, 1], so it is no mean of binary rows; give such means, "
                "or the noisy mechanism."
            )
        share = np.where(ones, mean, 1 - mean)
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(share) - np.log(np.where(ones, self.mean, 1 - self.mean)))

    def sum_table(self, column: int, rows: int) -> tuple[Floats, Floats]:
        """The values of a sum of rows in one column, and their probabilities."""
        values = np.arange(rows + 1.0)
        return values, binomial_probabilities(rows, float(self.mean[column]))

    def shifted_table(self, column: int, rows: int, target: float) -> Floats:
        """The probabilities of the same sums if the target is one of the rows."""
        result = np.zeros(rows + 1)
        ones = int(target)
        if target not in (0.0, 1.0):
            raise ValueError(
                f"The target is {target:g} in column {column + 1}, which no row can be there; give "
                "a target that the law of the rows can draw."
            )
        result[ones : rows + ones] = binomial_probabilities(rows - 1, float(self.mean[column]))
        return result

    def support_rows(self) -> FiniteRows:
        """The same law as a list of rows, for a few columns."""
        return product_of_columns(
            [((Fraction(0), Fraction(1)), (1 - mean, mean)) for mean in self.exact_means]
        )

    def _binary(self, target: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """Which columns of a target are 1; raises ValueError if it cannot be a row."""
        ones = np.asarray(target == 1)
        possible = (ones & (self.mean > 0)) | ((target == 0) & (self.mean < 1))
        if not possible.all():
            column = int(np.argwhere(~np.atleast_1d(possible))[0][-1])
            raise ValueError(
                f"The target is no possible row in column {column + 1}; give a target that the law "
                "of the rows can draw."
            )
        return ones


def binomial_probabilities(rows: int, mean: float) -> Floats:
    """The probabilities of 0, ..., n for a Binomial(n, mean) count, by steps from the mode.

    Each is right to about n roundings.

    >>> binomial_probabilities(2, 0.5)
    array([0.25, 0.5 , 0.25])
    """
    result = np.zeros(rows + 1)
    if mean in (0.0, 1.0) or rows == 0:
        result[rows if mean == 1.0 else 0] = 1.0
        return result
    mode = min(int((rows + 1) * mean), rows)
    odds = mean / (1 - mean)
    up = np.arange(mode, rows)
    down = np.arange(mode, 0, -1)
    result[mode] = 1.0
    result[mode + 1 :] = np.cumprod((rows - up) / (up + 1) * odds)
    result[:mode] = np.cumprod(down / (rows - down + 1) / odds)[::-1]
    return np.asarray(result / result.sum())
