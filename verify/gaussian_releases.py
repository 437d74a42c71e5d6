"""The exact zCDP constant of a transcript of linear statistics with Gaussian noise, batches fixed.

A transcript v = A r + B y with independent normal y_j of variances w_j has the covariance
S = B diag(w) B^T, and one reward of [0, 1] replaced moves its mean by at most a column a of A. So
D_alpha = alpha a^T S^-1 a / 2, and the transcript is rho-zCDP with rho = max a^T S^-1 a / 2 and no
less. Concentrated Differential Privacy for Bandits, Theorem 18 and Appendix D.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from banditproof.algorithms.policy import Policy
from banditproof.algorithms.rewards import RewardList
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, NoNoise
from banditproof.theory.rational_matrices import fraction_of, pivot_columns, rational_matrix

from .audit.recording import Record, record
from .exact_laws.finite_noise import NotEnumerable
from .linear_releases import LinearReleases, Loss


def gaussian_rho(releases: LinearReleases) -> Loss:
    """rho of releases whose noises are normal, with the given `scales` as their variances.

    >>> one, zero = Fraction(1), Fraction(0)
    >>> sums, alone = ((one, zero), (one, one)), ((one, zero), (zero, one))
    >>> gaussian_rho(LinearReleases(sums, sums, (one, one)))
    Fraction(1, 2)
    >>> gaussian_rho(LinearReleases(sums, alone, (one, one)))
    Fraction(1, 1)
    """
    if releases.leaks_exactly:
        return math.inf
    columns = list(zip(*releases.noises, strict=True))
    kept = pivot_columns(rational_matrix(columns))[0] if columns else []
    if not kept:
        return Fraction(0)
    noises = [releases.noises[k] for k in kept]
    covariance = [
        [
            sum((x * w * y for x, w, y in zip(a, releases.scales, b, strict=True)), Fraction(0))
            for b in noises
        ]
        for a in noises
    ]
    rewards = rational_matrix([releases.rewards[k] for k in kept])
    solved = rational_matrix(covariance).solve(rewards)
    products = (rewards.transpose() * solved).tolist()
    return max(fraction_of(products[t][t]) / 2 for t in range(len(products)))


def gaussian_transcript(found: Record) -> LinearReleases:
    """The releases of a recorded play, with the variances of their normal noises."""
    releases = found.play.ledger.releases
    used = {s for release in releases for s, c in release.noises.items() if c}
    variances: dict[int, Fraction] = {}
    for serial in sorted(used):
        law = found.drawn[serial]
        if type(law) is Gaussian:
            variances[serial] = exact(law.sigma_squared)
        elif not isinstance(law, NoNoise):
            raise NotEnumerable(
                f"The noise {law} is not normal, so the transcript has another law."
            )
    columns = {
        tuple(Fraction(release.rewards.get(read.time, 0)) for release in releases)
        for read in found.play.ledger.reads
    }
    rewards = tuple(zip(*sorted(columns), strict=True))
    noises = tuple(tuple(Fraction(r.noises.get(s, 0)) for s in variances) for r in releases)
    return LinearReleases(rewards, noises, tuple(variances.values()))


def transcript_rho(policy: Policy[Any], horizon: int = 120, plays: int = 4) -> Loss:
    """The largest exact rho of the transcripts of some plays, for the batches that were played.

    >>> from banditproof.algorithms import AdaCUCB
    >>> transcript_rho(AdaCUCB(arms=2, rho="0.5"))
    Fraction(1, 2)
    """
    rng = np.random.default_rng(22)
    losses: list[Loss] = []
    for seed in range(plays):
        rewards = RewardList([int(x < 0.5) for x in rng.random(horizon)])
        losses.append(gaussian_rho(gaussian_transcript(record(policy, rewards, horizon, seed))))
    return max(losses)
