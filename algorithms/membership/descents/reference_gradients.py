"""Mean and covariance of reference gradients, and the geometry that they give.

C = sum of v_i q_i q_i^T over the directions q_i whose variance v_i is not zero up to rounding. The
covariance of the gradients of a softmax layer is exactly singular, and so is every covariance of
no more references than parameters; the inverse is the one on the row space. Thesis, Section 7.2.
"""

from __future__ import annotations
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.row_laws.row_law import Floats
from .labelled_rows import finite_array

CHUNK = 512
"""The candidates that are whitened together."""


@dataclass(frozen=True, eq=False)
class GradientGeometry:
    """A mean, directions with their variances, and the variance of noise on every direction.

    The matrix of the geometry is S = C + noise I. Where `noise` is 0, S is C on the span of the
    directions, and what points out of this span is ignored; `outside` says how much that is.

    >>> geometry = GradientGeometry(np.zeros(2), np.eye(2), np.array([4.0, 1.0]))
    >>> geometry.squares([[2.0, 0.0], [2.0, 3.0]])
    array([ 1., 10.])
    >>> geometry.with_noise(1.0).squares([[2.0, 3.0]])
    array([5.3])
    """

    mean: Floats
    directions: Floats
    variances: Floats
    noise: float = 0.0

    @property
    def dimension(self) -> int:
        """The number of parameters."""
        return len(self.mean)

    @property
    def rank(self) -> int:
        """The number of directions with a positive variance of the references."""
        return len(self.variances)

    def with_noise(self, variance: float) -> GradientGeometry:
        """The geometry of S = C + variance I."""
        if not 0.0 <= variance < math.inf:
            raise ValueError(f"The variance of the noise is {variance}; give a number >= 0.")
        return replace(self, noise=float(variance))

    def products(self, left: npt.ArrayLike, right: npt.ArrayLike) -> Floats:
        """(left_i - mean)^T S^-1 (right_i - mean) for each pair of rows.

        >>> geometry = GradientGeometry(np.ones(2), np.eye(2), np.array([4.0, 1.0]))
        >>> geometry.products([[3.0, 2.0]], [[5.0, 4.0]])
        array([5.])
        """
        a, b = self.centred(left), self.centred(right)
        along_a, along_b = a @ self.directions, b @ self.directions
        result = np.einsum("ij,ij,j->i", along_a, along_b, 1.0 / (self.variances + self.noise))
        if self.noise:
            rest = np.einsum("ij,ij->i", a, b) - np.einsum("ij,ij->i", along_a, along_b)
            result = result + rest / self.noise
        return np.asarray(result)

    def squares(self, candidates: npt.ArrayLike) -> Floats:
        """The Mahalanobis scores ||g - mean||^2 in the norm of S^-1, one for each candidate."""
        from scipy.linalg.blas import dtrmm

        return self._squares(candidates, np.float64, dtrmm)[0]

    def screened_squares(self, candidates: npt.ArrayLike) -> tuple[Floats, Floats]:
        """The scores in single precision, in about half the time, and a bound on their errors.

        >>> geometry = GradientGeometry(np.zeros(2), np.eye(2), np.array([3.0, 1.0]))
        >>> scores, errors = geometry.screened_squares([[1.0, 1.0]])
        >>> bool(abs(scores[0] - 4 / 3) <= errors[0] < 1e-5)
        True
        """
        from scipy.linalg.blas import strmm

        scores, lengths = self._squares(candidates, np.float32, strmm)
        size = float(np.linalg.norm(self._whitening))
        # |fl(R x) - R x| <= (d + 4) u |R| |x|: rounding R and x, d products, and their sums
        share = (self.dimension + 4) * 2.0**-23
        # beyond these sizes single precision may overflow, or lose what is small
        far = ~((lengths > 1e-12) & (lengths < 1e12))
        if not 1e-12 < size < 1e12:
            far[:] = True
        if far.any():
            rows = np.asarray(candidates, np.float64)[far]
            scores[far], lengths[far] = self.squares(rows), 0.0
        off = share * size * lengths
        return scores, off * (2.0 * np.sqrt(scores) + off) + share * scores

    def _squares(
        self, candidates: npt.ArrayLike, kind: type, multiply: Callable[..., Any]
    ) -> tuple[Floats, Floats]:
        """The scores, and the distances of the candidates from the mean, in an arithmetic."""
        rows, root = self._of_dimension(candidates, check=False), self._triangular_root
        result, lengths = np.empty(len(rows)), np.empty(len(rows))
        with np.errstate(over="ignore", under="ignore"):
            factor: Any = None if root is None else np.asfortranarray(root.T, dtype=kind)
            whitening: Any = None if root is not None else self._whitening.astype(kind, copy=False)
        # differences in double precision, rounded once, in memory that stays in the cache
        space: Any = np.empty((min(CHUNK, len(rows)), self.dimension), kind)
        for start in range(0, len(rows), CHUNK):
            chunk = slice(start, start + CHUNK)
            own = rows[chunk]
            with np.errstate(over="ignore", invalid="ignore"):
                part = np.subtract(own, self.mean, out=space[: len(own)], casting="same_kind")
                if kind is np.float32:
                    lengths[chunk] = np.sqrt(np.einsum("ij,ij->i", part, part))
                if factor is None:
                    white = part @ whitening
                else:
                    white = multiply(1.0, factor, part.T, trans_a=1, lower=1, overwrite_b=1).T
                result[chunk] = np.einsum("ij,ij->i", white, white)
        if kind is np.float64 and not np.isfinite(result).all():
            self._of_dimension(candidates)
            raise ValueError("The scores of the candidates overflow; give smaller gradients.")
        return result, lengths

    def outside(self, candidates: npt.ArrayLike) -> Floats:
        """The distance of each candidate from mean + span of the directions.

        A mean of gradients like the references has no part out of the span. So without noise a
        candidate that points out of it is recognised with certainty, whatever its score.
        """
        rows = self.centred(candidates)
        rest = rows - (rows @ self.directions) @ self.directions.T
        return np.asarray(np.linalg.norm(rest, axis=1))

    def centred(self, vectors: npt.ArrayLike) -> Floats:
        """The vectors without the mean."""
        return np.asarray(self._of_dimension(vectors) - self.mean)

    def _of_dimension(self, vectors: npt.ArrayLike, *, check: bool = True) -> Floats:
        """The vectors as rows; without `check` an array is neither copied nor read."""
        fits = isinstance(vectors, np.ndarray) and vectors.dtype == np.float64 and vectors.ndim == 2
        if check or not fits:
            rows = finite_array("The gradients", vectors, 2)
        else:
            rows = np.asarray(vectors)
        if rows.shape[1] != self.dimension:
            raise ValueError(
                f"The gradients have {rows.shape[1]} coordinates; give {self.dimension}, as the "
                "references have."
            )
        return rows

    @cached_property
    def _whitening(self) -> Floats:
        """A matrix A with A A^T = S^-1 (or its pseudo-inverse)."""
        columns = self.directions / np.sqrt(self.variances + self.noise)
        if not self.noise or self.rank == self.dimension:
            return np.asarray(columns)
        whole, _ = np.linalg.qr(self.directions, mode="complete")
        return np.hstack([columns, whole[:, self.rank :] / math.sqrt(self.noise)])

    @cached_property
    def _triangular_root(self) -> Floats | None:
        """R, upper triangular, with R^T R = S^-1; None if S has no inverse."""
        if self._whitening.shape[1] < self.dimension:
            return None
        return np.asarray(np.linalg.qr(self._whitening.T, mode="r"))


def gradient_geometry(
    gradients: npt.ArrayLike, *, centred: bool = True, tolerance: float | None = None
) -> GradientGeometry:
    """Mean and covariance of reference gradients, without the directions of no variance.

    C = (1/n) sum of (u - mean)(u - mean)^T. With `centred=False` it is the second moment
    (1/n) sum of u u^T that Section 7.2 and Algorithm 14 print, a wrong version: scores with it
    change when a constant is added to all gradients. Directions with a variance of at most
    `tolerance` times the largest one are left out (default: the rounding errors of the sums).

    >>> gradient_geometry([[1.0, 0.0], [3.0, 0.0]]).variances
    array([1.])
    >>> gradient_geometry([[1.0, 0.0], [3.0, 0.0]], centred=False).variances
    array([5.])
    """
    rows = finite_array("The reference gradients", gradients, 2)
    if centred and len(rows) < 2:
        raise ValueError("There is 1 reference gradient; give at least 2.")
    share = 16 * max(rows.shape) * np.finfo(float).eps if tolerance is None else tolerance
    if not 0.0 <= share < 1.0:
        raise ValueError(f"tolerance is {tolerance}; give a number in [0, 1).")
    with np.errstate(over="ignore", invalid="ignore"):
        mean = rows.mean(axis=0)
        around = rows - mean if centred else rows
        second = around.T @ around / len(rows)
    largest = float(np.abs(around).max())
    if not np.isfinite(second).all() or 0.0 < largest < 1e-150:
        raise ValueError(
            f"The reference gradients differ from their mean by up to {largest:g}, and floats do "
            "not hold the square; give gradients in another unit."
        )
    values, vectors = np.linalg.eigh((second + second.T) / 2)
    # what equal numbers differ from their rounded mean is no variance, either
    floor = max(share * float(values[-1]), (4 * np.finfo(float).eps * np.abs(rows).max()) ** 2)
    kept = values > floor
    if not kept.any():
        raise ValueError(
            "The reference gradients are all equal, so there is no covariance; give gradients "
            "that vary."
        )
    return GradientGeometry(mean, np.ascontiguousarray(vectors[:, kept]), values[kept])
