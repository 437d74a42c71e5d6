"""The scalar product score, with any reference point."""

from dataclasses import dataclass
import numpy as np
from banditproof.algorithms.membership.row_laws.row_law import Floats
from .covariance_score import shared_moments
from .reference_sets import Reference


@dataclass(frozen=True, eq=False)
class ScalarProduct:
    """(z - z_ref)^T x, where z_ref is the mean of the reference. Thesis, Section 2.3.5.

    A reference set of one row is the random point of the thesis, drawn afresh in every game
    (`FreshReference(law, 1, spread="known")`) or kept (`FrozenReference`). With the true mean
    (`KnownMoments`) it is the linear part of the covariance score of equal variances.

    >>> from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
    >>> from .reference_sets import KnownMoments
    >>> score = ScalarProduct(KnownMoments(BernoulliColumns(("1/2", "1/2"))))
    >>> score.values(np.array([[1.0, 0.5]]), np.array([1.0, 0.0]), np.random.default_rng(0))
    array([0.25])
    """

    reference: Reference

    def values(self, releases: Floats, targets: Floats, rng: np.random.Generator) -> Floats:
        """The score of each game."""
        point = self.reference.moments(len(releases), rng).mean
        return np.asarray(((targets - point) * releases).sum(axis=-1))

    def column_terms(self, releases: Floats, target: Floats) -> Floats | None:
        """The terms of the sum, where all games share the reference point."""
        weights = self.linear_weights(target)
        return None if weights is None else np.asarray(weights * releases)

    def linear_weights(self, target: Floats) -> Floats | None:
        """The weights of the release in the score, where all games share them."""
        moments = shared_moments(self.reference)
        return None if moments is None else np.asarray(target - moments.mean)
