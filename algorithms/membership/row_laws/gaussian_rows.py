"""Normal rows, with independent columns or with any covariance."""

from dataclasses import dataclass, field
import numpy as np
from banditproof.theory.domains import Float, reals
from .row_law import Floats


@dataclass(frozen=True, eq=False)
class GaussianRows:
    """Rows of law N(mean, covariance); variances alone stand for independent columns.

    A mean of n rows has the law N(mu, C/n), and with the target z among the rows
    N(mu + (z - mu)/n, (n - 1) C / n^2).

    >>> GaussianRows([0, 0], [1, 4]).dimension
    2
    """

    mean: Floats
    covariance: Floats
    root: Floats = field(init=False, repr=False)

    def __init__(self, mean: Float, covariance: Float) -> None:
        centre, spread = reals("The mean", mean), reals("The covariance", covariance)
        size = len(centre) if centre.ndim == 1 else 0
        if size == 0 or spread.shape not in ((size,), (size, size)):
            raise ValueError(
                f"The mean has the shape {centre.shape} and the covariance {spread.shape}; give d "
                "numbers, and d variances or a matrix of d rows and d columns."
            )
        object.__setattr__(self, "mean", centre)
        object.__setattr__(self, "covariance", spread)
        object.__setattr__(self, "root", root_of(spread))

    @property
    def dimension(self) -> int:
        """The number of columns."""
        return len(self.mean)

    def draw(self, rows: int, rng: np.random.Generator) -> Floats:
        """Independent rows."""
        return self.mean + self._spread(rng.standard_normal((rows, self.dimension)))

    def draw_sums(self, rows: int, sums: int, rng: np.random.Generator) -> Floats:
        """Sums of rows, which are normal."""
        noise = self._spread(rng.standard_normal((sums, self.dimension)))
        return np.asarray(rows * self.mean + np.sqrt(rows) * noise)

    def log_ratio_terms(self, mean: Floats, target: Floats, rows: int) -> Floats:
        """The terms of the exact log-likelihood ratio of a mean.

        >>> law = GaussianRows([0.0], [1.0])
        >>> law.log_ratio_terms(np.array([0.5]), np.array([2.0]), 2).round(6)
        array([0.096574])
        """
        return self.noisy_log_ratio_terms(mean, target, rows, np.zeros(self.dimension))

    def noisy_log_ratio_terms(
        self, mean: Floats, target: Floats, rows: int, noise: Floats
    ) -> Floats:
        """The same for a mean with added noise of variances noise_j / n."""
        if rows < 2 and not noise.all():
            raise ValueError(
                "The mean of one row is the target itself; give at least two rows, or noise."
            )
        own = self.covariance if self.covariance.ndim == 1 else None
        if own is not None:
            out = (own + noise) / rows
            inside = ((rows - 1) / rows * own + noise) / rows
            far = (mean - self.mean) ** 2 / out
            near = (mean - self.mean - (target - self.mean) / rows) ** 2 / inside
            return np.asarray((far - near + np.log(out / inside)) / 2)
        full = np.diag(noise)
        far = self._form(mean - self.mean, (self.covariance + full) / rows)
        shift = mean - self.mean - (target - self.mean) / rows
        near = self._form(shift, ((rows - 1) / rows * self.covariance + full) / rows)
        return np.asarray((far - near) / 2)[..., None]

    @staticmethod
    def _form(x: Floats, covariance: Floats) -> Floats:
        """x^T C^-1 x + log det C."""
        root = np.linalg.cholesky(covariance)
        flat = x.reshape(-1, x.shape[-1])
        white = np.linalg.solve(root, flat.T)
        square = (white**2).sum(axis=0).reshape(x.shape[:-1])
        return np.asarray(square + 2 * np.log(np.diag(root)).sum())

    def _spread(self, noise: Floats) -> Floats:
        return np.asarray(noise * self.root if self.root.ndim == 1 else noise @ self.root.T)


def root_of(covariance: Floats) -> Floats:
    """The standard deviations of variances, or the Cholesky root of a covariance matrix.

    >>> root_of(np.array([4.0, 9.0]))
    array([2., 3.])
    """
    if covariance.ndim == 1:
        if (covariance <= 0).any():
            column = int(np.argmax(covariance <= 0)) + 1
            raise ValueError(
                f"The variance of column {column} is {covariance[column - 1]:g}; leave out "
                "constant columns, and give variances > 0."
            )
        return np.asarray(np.sqrt(covariance))
    scale = np.sqrt(np.maximum(np.diag(covariance), 0))
    if not np.allclose(covariance, covariance.T, rtol=1e-10, atol=1e-12):
        raise ValueError("The covariance is not symmetric; give a symmetric matrix.")
    try:
        root = np.linalg.cholesky(covariance)
    except np.linalg.LinAlgError:
        root = np.zeros_like(covariance)
    if (np.diag(root) <= 1e-7 * scale).any():
        raise ValueError(
            "The covariance is singular; leave out columns that the others determine, or use "
            "more reference rows than columns."
        )
    return np.asarray(root)
