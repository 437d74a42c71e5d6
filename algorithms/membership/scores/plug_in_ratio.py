"""The Bernoulli likelihood ratio with estimated means."""

from dataclasses import dataclass
import numpy as np
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.theory.exact import exact_count
from .covariance_score import shared_moments
from .reference_sets import Reference
from .score import summed_terms


@dataclass(frozen=True, eq=False)
class PlugInRatio:
    """sum_j z_j log(x_j / mu0_j) + (1 - z_j) log((1 - x_j) / (1 - mu0_j)) for binary rows.

    mu0 is the mean of n0 = `reference_rows` reference rows, moved into [1/(2 n0), 1 - 1/(2 n0)]:
    a mean 0 or 1 says little of so few rows, and would make the ratio infinite. The thesis gives
    no rule for it. Thesis, Section 2.3.4, (2.27).

    >>> from .reference_sets import FrozenReference
    >>> from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
    >>> law = BernoulliColumns(("1/2",))
    >>> kept = FrozenReference(np.zeros((10, 1)), "known", law)
    >>> score = PlugInRatio(kept, 10)
    >>> score.values(np.array([[0.5]]), np.ones(1), np.random.default_rng(0)).round(6)
    array([2.302585])
    """

    reference: Reference
    reference_rows: int

    def __post_init__(self) -> None:
        exact_count("The number of reference rows", self.reference_rows, least=1)

    def values(self, releases: Floats, targets: Floats, rng: np.random.Generator) -> Floats:
        """The score of each game."""
        mean = self.reference.moments(len(releases), rng).mean
        return summed_terms(self._terms(releases, targets, mean))

    def column_terms(self, releases: Floats, target: Floats) -> Floats | None:
        """The terms of the sum, where all games share the reference."""
        moments = shared_moments(self.reference)
        return None if moments is None else self._terms(releases, target, moments.mean)

    def _terms(self, releases: Floats, targets: Floats, mean: Floats) -> Floats:
        if not np.isin(targets, (0.0, 1.0)).all():
            raise ValueError("The target has a number other than 0 and 1; give a binary target.")
        if not ((releases >= 0) & (releases <= 1)).all():
            raise ValueError(
                "A release is outside of [0, 1], so it is no mean of binary rows; give such means, "
                "or another score for noisy ones."
            )
        edge = 1 / (2 * self.reference_rows)
        centre, ones = np.clip(mean, edge, 1 - edge), targets == 1
        with np.errstate(divide="ignore"):
            return np.asarray(
                np.log(np.where(ones, releases, 1 - releases))
                - np.log(np.where(ones, centre, 1 - centre))
            )
