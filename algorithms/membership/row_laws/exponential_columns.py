"""Rows of independent exponential columns, a smooth law that is not symmetric."""

from dataclasses import dataclass
import numpy as np
from banditproof.theory.domains import Float, positive
from .row_law import Floats


@dataclass(frozen=True, eq=False)
class ExponentialColumns:
    """Rows whose column j is exponential with mean means[j], independently.

    With S = n x the sum of n rows in units of the mean and z the target in these units, the
    log-likelihood ratio of the column is
    log(n - 1) + z + (n - 2) log(1 - z/S) - log S for S > z, and -inf otherwise.

    >>> ExponentialColumns([1.0, 2.0]).covariance
    array([1., 4.])
    """

    mean: Floats

    def __init__(self, means: Float) -> None:
        result = positive("The means", means)
        if result.ndim != 1 or not len(result):
            raise ValueError(f"The means have the shape {result.shape}; give one for each column.")
        object.__setattr__(self, "mean", result)

    @property
    def dimension(self) -> int:
        """The number of columns."""
        return len(self.mean)

    @property
    def covariance(self) -> Floats:
        """The variances of the columns: the squares of the means."""
        return np.asarray(self.mean**2)

    def draw(self, rows: int, rng: np.random.Generator) -> Floats:
        """Independent rows."""
        return np.asarray(rng.standard_exponential((rows, self.dimension)) * self.mean)

    def draw_sums(self, rows: int, sums: int, rng: np.random.Generator) -> Floats:
        """Sums of rows, which have Gamma laws."""
        return np.asarray(rng.standard_gamma(rows, size=(sums, self.dimension)) * self.mean)

    def log_ratio_terms(self, mean: Floats, target: Floats, rows: int) -> Floats:
        """The terms of the log-likelihood ratio of a mean of at least two rows.

        >>> law = ExponentialColumns([1.0])
        >>> law.log_ratio_terms(np.array([[0.4], [1.5]]), np.ones(1), 2).round(6)
        array([[     -inf],
               [-0.098612]])
        """
        if rows < 2:
            raise ValueError("The mean of one row is the target itself; give at least two rows.")
        z = target / self.mean
        if (z < 0).any():
            raise ValueError("The target has a negative number; give numbers >= 0 for these rows.")
        total = rows * mean / self.mean
        possible = total > z
        safe = np.where(possible, total, z + 1)
        result = np.log(rows - 1) + z + (rows - 2) * np.log1p(-z / safe) - np.log(safe)
        return np.where(possible, result, -np.inf)
