"""The exact privacy loss of a transcript of noisy linear statistics, for fixed batches.

A transcript v = A r + B y, with a known matrix A of reward coefficients and B of noise
coefficients and independent Laplace noises y_j of scale b_j, has for invertible B the log-density
ratio sum_j ( |y'_j| - |y_j| ) / b_j with y = B^-1 (v - A r). One reward of [0, 1] replaced shifts
the noise vector by at most a column of B^-1 A, so the largest ratio is known exactly. Cumulative
sums are the case of a lower triangular B. Optimal Regret of Bernoulli Bandits, Lemma E.1.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
import numpy as np
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.rewards import RewardList
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Laplace, NoNoise
from banditproof.theory.rational_matrices import fraction_of, pivot_columns, rational_matrix
from .audit.recording import Record, record
from .exact_laws.finite_noise import NotEnumerable

Row = tuple[Fraction, ...]
Loss = Fraction | float
"""A loss: a fraction, or plus infinity."""


def _rank(rows: Sequence[Sequence[Fraction]]) -> int:
    return int(rational_matrix(rows).rank()) if rows and rows[0] else 0


@dataclass(frozen=True)
class LinearReleases:
    """Releases v = rewards r + noises y, with Laplace noises of the given scales.

    `rewards[k]` are the coefficients of release k in the rewards, `noises[k]` those in the noises.

    >>> one, zero = Fraction(1), Fraction(0)
    >>> LinearReleases(((one, zero), (one, one)), ((one, zero), (one, one)), (one, one)).loss()
    Fraction(1, 1)
    >>> LinearReleases(((one, zero), (one, one)), ((one, zero), (zero, one)), (one, one)).loss()
    Fraction(2, 1)
    """

    rewards: tuple[Row, ...]
    noises: tuple[Row, ...]
    scales: Row

    def __post_init__(self) -> None:
        if len(self.rewards) != len(self.noises):
            raise ValueError("Each release needs a row of reward and a row of noise coefficients.")
        if (
            any(len(row) != len(self.scales) for row in self.noises)
            or min(self.scales, default=1) <= 0
        ):
            raise ValueError("Each noise needs one coefficient per release and a scale > 0.")

    @property
    def leaks_exactly(self) -> bool:
        """Whether a combination of releases cancels all noise and not all rewards."""
        both = [(*b, *a) for a, b in zip(self.rewards, self.noises, strict=True)]
        return _rank(both) > _rank(self.noises)

    def _shifts(self) -> list[list[Fraction]]:
        """B^-1 A, after leaving out releases that the others imply."""
        columns = list(zip(*self.noises, strict=True))
        kept = pivot_columns(rational_matrix(columns))[0] if columns else []
        if len(kept) != len(self.scales):
            raise NotEnumerable("There are more noises than releases, which has no closed form.")
        solved = rational_matrix([self.noises[k] for k in kept]).solve(
            rational_matrix([self.rewards[k] for k in kept])
        )
        return [[fraction_of(x) for x in row] for row in solved.tolist()]

    def loss(self) -> Loss:
        """The largest log-density ratio over all outcomes and all neighbours: its exact eps.

        One reward moves by at most 1, so it is the largest sum_j |(B^-1 A)_jt| / b_j over t.
        """
        if self.leaks_exactly:
            return math.inf
        columns = zip(*self._shifts(), strict=True)
        return max(
            (
                sum((abs(x) / b for x, b in zip(c, self.scales, strict=True)), Fraction(0))
                for c in columns
            ),
            default=Fraction(0),
        )

    def log_ratio(
        self, values: Sequence[Fraction], left: Sequence[Fraction], right: Sequence[Fraction]
    ) -> Fraction:
        """log of the density of the values on rewards `left` over that on `right`; B invertible."""
        total = Fraction(0)
        for noise_l, noise_r, scale in zip(
            self._noise(values, left), self._noise(values, right), self.scales, strict=True
        ):
            total += (abs(noise_r) - abs(noise_l)) / scale
        return total

    def _noise(self, values: Sequence[Fraction], rewards: Sequence[Fraction]) -> list[Fraction]:
        rest = [
            [v - sum((c * r for c, r in zip(row, rewards, strict=True)), Fraction(0))]
            for v, row in zip(values, self.rewards, strict=True)
        ]
        return [
            fraction_of(row[0])
            for row in rational_matrix(self.noises).solve(rational_matrix(rest)).tolist()
        ]


def transcript(found: Record) -> LinearReleases:
    """The releases of a recorded play as matrices; a noise without a law counts as none.

    Rewards that enter all releases alike share one column.
    """
    releases = found.play.ledger.releases
    used = {s for release in releases for s, c in release.noises.items() if c}
    laws = {s: found.drawn[s] for s in used if not isinstance(found.drawn[s], NoNoise)}
    scales: dict[int, Fraction] = {}
    for serial, law in laws.items():
        if type(law) is not Laplace:  # a subclass may sample something else
            raise NotEnumerable("A noise is not Laplace noise, so the transcript has no density.")
        scales[serial] = exact(law.scale)
    columns = {
        tuple(Fraction(release.rewards.get(read.time, 0)) for release in releases)
        for read in found.play.ledger.reads
    }
    rewards = tuple(zip(*sorted(columns), strict=True))
    noises = tuple(tuple(Fraction(r.noises.get(s, 0)) for s in scales) for r in releases)
    return LinearReleases(rewards, noises, tuple(scales.values()))


def transcript_loss(policy: Policy[Any], horizon: int = 120, plays: int = 4) -> Loss:
    """The largest exact loss of the transcripts of some plays, for the batches that were played.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> transcript_loss(DPIMED(arms=2, eps="0.5"))
    Fraction(1, 2)
    """
    rng = np.random.default_rng(22)
    losses: list[Loss] = []
    for seed in range(plays):
        rewards = RewardList([int(x < 0.5) for x in rng.random(horizon)])
        losses.append(transcript(record(policy, rewards, horizon, seed)).loss())
    return max(losses)
