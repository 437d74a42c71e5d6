"""The exact zCDP of a transcript of linear statistics with Gaussian noise, for fixed batches.

A transcript v = A r + B y has a known matrix A of reward coefficients and B of noise coefficients,
and independent noises y_j of variance s_j. It is normal with the covariance C = B diag(s) B^T, so
a reward that moves by w moves its mean by w times a column a of A, and the loss is
rho = w^2 a^T C^-1 a / 2 if a lies in the range of C, and infinite otherwise: then a combination of
releases cancels all noise. Scalar and vector releases, noise that is used again, and rewards that
enter several releases are all of this form. Concentrated Differential Privacy for Bandits,
Appendix D.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from banditproof.theory.exact import Number, exact
from banditproof.theory.mechanisms import Gaussian, NoNoise
from banditproof.theory.rational_matrices import fraction_of, pivot_columns, rational_matrix
from .audit.recording import Record
from .exact_laws.finite_noise import NotEnumerable

Row = tuple[Fraction, ...]
Loss = Fraction | float
"""A loss: a fraction, or plus infinity."""


@dataclass(frozen=True)
class GaussianReleases:
    """Releases v = rewards r + noises y, with Gaussian noises of the given variances.

    `rewards[k]` are the coefficients of release k in the rewards, `noises[k]` those in the noises.

    >>> one, zero = Fraction(1), Fraction(0)
    >>> GaussianReleases(((one, zero), (one, one)), ((one, zero), (one, one)), (one, one)).rho()
    Fraction(1, 2)
    >>> GaussianReleases(((one, zero), (one, one)), ((one, zero), (zero, one)), (one, one)).rho()
    Fraction(1, 1)
    """

    rewards: tuple[Row, ...]
    noises: tuple[Row, ...]
    variances: Row

    def __post_init__(self) -> None:
        if len(self.rewards) != len(self.noises):
            raise ValueError("Each release needs a row of reward and a row of noise coefficients.")
        if (
            any(len(row) != len(self.variances) for row in self.noises)
            or min(self.variances, default=1) <= 0
        ):
            raise ValueError("Each noise needs one coefficient per release and a variance > 0.")

    def rho(self, width: Number = 1) -> Loss:
        """The largest w^2 a^T C^-1 a / 2 over the columns a of the rewards: the exact zCDP.

        Releases that the others imply are left out, unless they cancel the noise and not a reward.
        """
        columns = {*zip(*self.rewards, strict=True)} if self.rewards else set()
        moving = [column for column in columns if any(column)]
        if not moving:
            return Fraction(0)
        kept = self._independent()
        if self._cancels(kept):
            return math.inf
        noises = [self.noises[k] for k in kept]
        scaled = [[b * s for b, s in zip(row, self.variances, strict=True)] for row in noises]
        covariance = rational_matrix(scaled) * rational_matrix(noises).transpose()
        right = rational_matrix([[column[k] for column in moving] for k in kept])
        solved = covariance.solve(right)
        costs = [
            sum((right[i, j] * solved[i, j] for i in range(len(kept))), start=right[0, j] * 0)
            for j in range(len(moving))
        ]
        return exact(width) ** 2 * max(fraction_of(cost) for cost in costs) / 2

    def _independent(self) -> list[int]:
        """Releases whose noises are linearly independent and span those of the others."""
        if not self.variances:
            return []
        return pivot_columns(rational_matrix([*zip(*self.noises, strict=True)]))[0]

    def _cancels(self, kept: Sequence[int]) -> bool:
        """Whether a combination of releases cancels all noise and not all rewards."""
        both = [(*b, *a) for a, b in zip(self.rewards, self.noises, strict=True)]
        return int(rational_matrix(both).rank()) > len(kept)


def releases_of(found: Record, times: Iterable[int] | None = None) -> GaussianReleases:
    """The releases of a recorded play as matrices, or those of some rounds.

    Rewards that enter all releases alike share one column.
    """
    wanted = None if times is None else {*times}
    releases = [
        release
        for release in found.play.ledger.releases
        if wanted is None or release.time in wanted
    ]
    used = sorted({s for release in releases for s, c in release.noises.items() if c})
    laws = {s: found.drawn[s] for s in used if not isinstance(found.drawn[s], NoNoise)}
    variances = []
    for law in laws.values():
        if type(law) is not Gaussian:  # a subclass may sample something else
            raise NotEnumerable("A noise is not Gaussian noise, so the transcript is not normal.")
        variances.append(law.variance)
    columns = {
        tuple(Fraction(release.rewards.get(time, 0)) for release in releases)
        for time in {t for release in releases for t in release.rewards}
    }
    rewards = tuple(zip(*sorted(columns), strict=True)) or ((),) * len(releases)
    noises = tuple(tuple(Fraction(r.noises.get(s, 0)) for s in laws) for r in releases)
    return GaussianReleases(rewards, noises, tuple(variances))
