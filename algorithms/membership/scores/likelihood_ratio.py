"""The exact log-likelihood ratio of a release, for each mechanism and law where it is known."""

from dataclasses import dataclass
from typing import Any, cast
import numpy as np
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.mechanisms.noisy_mean import NoisyMean
from banditproof.algorithms.membership.mechanisms.subsampled_mean import (
    ColumnwiseSubsampledMean,
    SubsampledMean,
)
from banditproof.algorithms.membership.row_laws.gaussian_rows import GaussianRows
from banditproof.algorithms.membership.row_laws.row_law import Floats, RatioLaw, RowLaw
from banditproof.theory.exact import exact_count
from .score import summed_terms

Means = ExactMean | NoisyMean | SubsampledMean | ColumnwiseSubsampledMean
PIECE = 4_000_000
"""The most numbers that a table of distances has at a time."""


@dataclass(frozen=True, eq=False)
class LikelihoodRatio:
    """log p_in(o | z) / p_out(o | z), exact for the given law, mechanism and number of rows.

    - the exact mean: the ratio of the law of the rows;
    - the noisy mean: normal rows in closed form; lattice columns as mixtures of normal laws;
    - the sub-sampled mean: log(1 - rho + rho e^l), l the ratio of the mean of k rows: whether the
      target is kept is one event for all columns;
    - columns sub-sampled apart: the sum over columns of such logarithms, which is the ratio that
      the proof of Theorem 6.6 of the thesis writes (Appendix D.3).

    Thesis, Section 6.3. A score 0 is the border of the Bayes adversary.

    >>> from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
    >>> score = LikelihoodRatio(BernoulliColumns(("1/2",)), ExactMean(), 2)
    >>> score.values(np.array([[0.5], [1.0]]), np.ones(1), np.random.default_rng(0)).round(6)
    array([0.      , 0.693147])
    """

    law: RowLaw
    mechanism: Means
    rows: int

    def __post_init__(self) -> None:
        exact_count("rows", self.rows, least=1)
        if not hasattr(self.law, "log_ratio_terms"):
            raise ValueError(
                f"The likelihood ratio of {type(self.law).__name__} is not known; give Bernoulli, "
                "lattice, exponential or normal columns."
            )
        if isinstance(self.mechanism, SubsampledMean | ColumnwiseSubsampledMean):
            self.mechanism.ratio(self.rows)
            if (
                isinstance(self.mechanism, ColumnwiseSubsampledMean)
                and self.law.covariance.ndim != 1
            ):
                raise ValueError(
                    "Columns that are sub-sampled apart need independent columns; give such a law."
                )
        elif not isinstance(self.mechanism, ExactMean | NoisyMean):
            raise ValueError(
                f"The likelihood ratio of {self.mechanism!r} is not known; give an exact, noisy or "
                "sub-sampled mean."
            )

    def values(self, releases: Floats, targets: Floats, rng: np.random.Generator) -> Floats:
        """The ratio of each game; no randomness is used."""
        total = summed_terms(self._terms(releases, targets))
        if isinstance(self.mechanism, SubsampledMean):
            return mixed(total, float(self.mechanism.ratio(self.rows)))
        return total

    def column_terms(self, releases: Floats, target: Floats) -> Floats | None:
        """The terms of the sum; None where it is not a plain sum over columns."""
        if isinstance(self.mechanism, SubsampledMean) or self.law.covariance.ndim != 1:
            return None
        return self._terms(releases, target)

    def _terms(self, releases: Floats, targets: Floats) -> Floats:
        law, mechanism = cast(RatioLaw, self.law), self.mechanism
        if isinstance(mechanism, NoisyMean):
            noise = mechanism.deviations(law.dimension) ** 2
            if not noise.any():
                return law.log_ratio_terms(releases, targets, self.rows)
            if isinstance(law, GaussianRows):
                return law.noisy_log_ratio_terms(releases, targets, self.rows, noise)
            return noisy_lattice_terms(cast(Any, law), releases, targets, self.rows, noise)
        if isinstance(mechanism, ExactMean):
            return law.log_ratio_terms(releases, targets, self.rows)
        terms = law.log_ratio_terms(releases, targets, mechanism.kept)
        if isinstance(mechanism, ColumnwiseSubsampledMean):
            return mixed(terms, float(mechanism.ratio(self.rows)))
        return terms


def mixed(ratio: Floats, share: float) -> Floats:
    """log(1 - rho + rho e^l): the ratio if the target counts with probability rho only.

    >>> mixed(np.array([-np.inf, 0.0, 800.0]), 0.5).round(6)
    array([-6.93147000e-01,  0.00000000e+00,  7.99306853e+02])
    """
    if share == 1:
        return ratio
    return np.asarray(np.logaddexp(np.log1p(-share), np.log(share) + ratio))


@dataclass(frozen=True, eq=False)
class Mixture:
    """log(1 - rho + rho e^s) for a score s: what sub-sampling makes of it.

    For the covariance score of the k kept rows it is the optimal score in the limit.
    """

    score: Any
    share: float

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise ValueError(f"The share is {self.share}; give a number in (0, 1].")

    def values(self, releases: Floats, targets: Floats, rng: np.random.Generator) -> Floats:
        """The mixture of each game."""
        return mixed(self.score.values(releases, targets, rng), self.share)


@dataclass(frozen=True, eq=False)
class AimedAt:
    """A score that takes another target than the game has. Thesis, Section 6.5.3."""

    score: Any
    target: Floats

    def values(self, releases: Floats, targets: Floats, rng: np.random.Generator) -> Floats:
        """The score of each game for the wrong target."""
        return np.asarray(self.score.values(releases, np.asarray(self.target, float), rng))

    def column_terms(self, releases: Floats, target: Floats) -> Floats | None:
        """The terms of the score for the wrong target."""
        terms = getattr(self.score, "column_terms", None)
        result: Floats | None = terms(releases, np.asarray(self.target, float)) if terms else None
        return result


def noisy_lattice_terms(
    law: Any, releases: Floats, targets: Floats, rows: int, noise: Floats
) -> Floats:
    """The terms of the ratio: log of sum_k P_in(k) phi(x - k/n) / sum_k P_out(k) phi(x - k/n).

    `noise` are the variances gamma_j^2, all positive; the noise of the mean has the variance
    gamma_j^2 / n. The target may be any number.

    >>> from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
    >>> law, far = BernoulliColumns(("1/2",)), np.array([[-3.0], [4.0]])
    >>> noisy_lattice_terms(law, far, np.ones(1), 2, np.ones(1)).round(4)
    array([[-2.6091],
           [ 0.6557]])
    """
    if not hasattr(law, "sum_table"):
        raise ValueError(
            f"The ratio of noisy means of {type(law).__name__} is not known; give Bernoulli, "
            "lattice or normal columns."
        )
    if not noise.all():
        column = int(np.argmin(noise)) + 1
        raise ValueError(
            f"Column {column} has no noise while others have; give noise for every column, or none."
        )
    shape = np.broadcast_shapes(releases.shape, targets.shape)
    x, z = np.broadcast_to(releases, shape), np.broadcast_to(targets, shape)
    result = np.empty(shape)
    for j in range(shape[-1]):
        out_values, out = law.sum_table(j, rows)
        in_values, inside = law.sum_table(j, rows - 1)
        width = np.sqrt(noise[j] / rows)
        flat_x, flat_z = x[..., j].ravel(), z[..., j].ravel()
        ends = np.empty(len(flat_x))
        step = max(1, PIECE // len(out))
        for start in range(0, len(flat_x), step):
            part = slice(start, start + step)
            with_target = (in_values + flat_z[part, None]) / rows
            ends[part] = _log_density(flat_x[part], with_target, inside, width) - _log_density(
                flat_x[part], out_values / rows, out, width
            )
        result[..., j] = ends.reshape(shape[:-1])
    return result


def _log_density(x: Floats, centres: Floats, weights: Floats, width: float) -> Floats:
    """The logarithm of a mixture of normal densities of one width, up to a constant."""
    with np.errstate(divide="ignore"):
        exponents = np.log(weights) - ((x[:, None] - centres) / width) ** 2 / 2
    top = exponents.max(axis=1)
    return np.asarray(top + np.log(np.exp(exponents - top[:, None]).sum(axis=1)))
