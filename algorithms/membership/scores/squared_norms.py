"""Scores made of squared norms of a recentred mean: GLiR, and the norms themselves."""

from dataclasses import dataclass
from typing import Literal
import numpy as np
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.theory.exact import exact_count
from .covariance_score import shared_moments
from .noncentral_chi_square import log_noncentral_chi_square_cdf
from .reference_sets import Reference

Centre = Literal["target", "mean"]


@dataclass(frozen=True, eq=False)
class SquaredNorm:
    """-||x - c||^2_{C^-1}, large where the release is near to the centre c.

    The centre is the target, as in Section 7.1.2 of the thesis and the published code, or the
    mean, as a remark of Section 7.2 writes. Around the target, a small norm speaks for a row;
    around the mean a large one does, so that score has the other sign.

    >>> from banditproof.algorithms.membership.row_laws.gaussian_rows import GaussianRows
    >>> from .reference_sets import KnownMoments
    >>> known, rng = KnownMoments(GaussianRows([0.0], [4.0])), np.random.default_rng(0)
    >>> SquaredNorm(known).values(np.array([[1.0]]), np.array([3.0]), rng)
    array([-1.])
    >>> SquaredNorm(known, "mean").values(np.array([[1.0]]), np.array([3.0]), rng)
    array([0.25])
    """

    reference: Reference
    centre: Centre = "target"

    def __post_init__(self) -> None:
        if self.centre not in ("target", "mean"):
            raise ValueError(f"The centre is {self.centre!r}; give 'target' or 'mean'.")

    def values(self, releases: Floats, targets: Floats, rng: np.random.Generator) -> Floats:
        """The score of each game."""
        moments = self.reference.moments(len(releases), rng)
        sign, centre = (-1.0, targets) if self.centre == "target" else (1.0, moments.mean)
        shift = releases - centre
        return np.asarray(sign * (shift * moments.solve(shift)).sum(axis=-1))

    def column_terms(self, releases: Floats, target: Floats) -> Floats | None:
        """The terms of the sum for independent columns with moments that all games share."""
        moments = shared_moments(self.reference)
        if moments is None or not moments.is_diagonal:
            return None
        sign, centre = (-1.0, target) if self.centre == "target" else (1.0, moments.mean)
        return np.asarray(sign * (releases - centre) ** 2 / moments.covariance)


@dataclass(frozen=True, eq=False)
class GLiR:
    """-log F(S), the log p-value of the squared distance of the mean from the target.

    S = f ||x - z||^2_{C^-1}, and F is the distribution function of the non-central chi-square law
    with d degrees of freedom and non-centrality n ||mu - z||^2_{C^-1}. The factor f is n, for
    which S has this law exactly if the rows are normal and the target is none of them; `printed`
    takes n - 1, as the published code and the thesis do. For the non-centrality the thesis prints
    the norm without its square, and the quantile function for F, which has no value for S > 1.
    Here a large score speaks for a row, so it is minus the printed one. Thesis, Section 7.1.2.

    >>> from banditproof.algorithms.membership.row_laws.gaussian_rows import GaussianRows
    >>> from .reference_sets import KnownMoments
    >>> score = GLiR(4, KnownMoments(GaussianRows([0.0, 0.0], [1.0, 1.0])))
    >>> near, far = np.array([[0.9, 0.9]]), np.array([[-0.9, -0.9]])
    >>> rng, target = np.random.default_rng(0), np.ones(2)
    >>> bool(score.values(near, target, rng)[0] > score.values(far, target, rng)[0])
    True
    """

    rows: int
    reference: Reference
    printed: bool = False

    def __post_init__(self) -> None:
        exact_count("rows", self.rows, least=2)

    def values(self, releases: Floats, targets: Floats, rng: np.random.Generator) -> Floats:
        """The score of each game."""
        moments = self.reference.moments(len(releases), rng)
        shift = releases - targets
        factor = self.rows - 1 if self.printed else self.rows
        statistic = factor * (shift * moments.solve(shift)).sum(axis=-1)
        away = np.broadcast_to(moments.mean - targets, releases.shape)
        far = self.rows * (away * moments.solve(away)).sum(axis=-1)
        return -log_noncentral_chi_square_cdf(statistic, releases.shape[-1], far)
