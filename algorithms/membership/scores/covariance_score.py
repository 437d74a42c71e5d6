"""The covariance score: the linear form that the log-likelihood ratio is in the limit."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
import numpy as np
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.theory.exact import exact_count
from .reference_sets import FrozenReference, KnownMoments, Moments, Reference


@dataclass(frozen=True, eq=False)
class CovarianceScore:
    """(z - mu)^T S^-1 (x - mu) - ||z - mu||^2_{S^-1} / (2n) with S = C + diag(noise).

    `rows` is the number n of rows in the mean (k for a sub-sampled one) and `noise` the variances
    gamma_j^2 of a noisy mean. The covariance C of the reference is centred; the reference
    spread "printed" takes the second moments instead. Thesis, Section 6.4, (6.4) and (6.5).

    >>> from banditproof.algorithms.membership.row_laws.gaussian_rows import GaussianRows
    >>> score = CovarianceScore(10, KnownMoments(GaussianRows([0.0], [1.0])))
    >>> score.values(np.array([[0.0], [0.2]]), np.array([2.0]), np.random.default_rng(0))
    array([-0.2,  0.2])
    """

    rows: int
    reference: Reference
    noise: float | Sequence[float] | Floats = 0.0

    def __post_init__(self) -> None:
        exact_count("rows", self.rows, least=1)
        noise = np.asarray(self.noise, float)
        if not (np.isfinite(noise).all() and (noise >= 0).all()):
            raise ValueError("The variances of the noise must be finite numbers >= 0.")

    def values(self, releases: Floats, targets: Floats, rng: np.random.Generator) -> Floats:
        """The score of each game."""
        moments = self._moments(len(releases), rng)
        centre = moments.mean
        shift = np.broadcast_to(targets - centre, releases.shape)
        weight = moments.solve(shift)
        linear = (weight * (releases - centre)).sum(axis=-1)
        return np.asarray(linear - (weight * shift).sum(axis=-1) / (2 * self.rows))

    def column_terms(self, releases: Floats, target: Floats) -> Floats | None:
        """The terms of the sum for independent columns with moments that all games share."""
        moments = shared_moments(self.reference)
        if moments is None or not moments.is_diagonal:
            return None
        moments = moments.widened(np.asarray(self.noise, float))
        shift = target - moments.mean
        weight = moments.solve(shift)
        return np.asarray(weight * (releases - moments.mean) - weight * shift / (2 * self.rows))

    def linear_weights(self, target: Floats) -> Floats | None:
        """The weights of the release in the score, where all games share them."""
        moments = shared_moments(self.reference)
        if moments is None:
            return None
        moments = moments.widened(np.asarray(self.noise, float))
        return moments.solve(target - moments.mean)

    def _moments(self, games: int, rng: np.random.Generator) -> Moments:
        return self.reference.moments(games, rng).widened(np.asarray(self.noise, float))


def shared_moments(reference: Any) -> Moments | None:
    """The moments of a reference that is the same in all games; None for a fresh one."""
    if isinstance(reference, KnownMoments | FrozenReference):
        return reference.moments(1, np.random.default_rng(0))
    return None
