"""Audits that are known to be wrong, on the same mechanisms: the calibration must reject them."""

import math
from typing import Any
import numpy as np
from banditproof.verify.sampling.successive_tests import critical_count
from .boundary_mechanisms import truncated_geometric
from .calibration import NullAudit
from .clopper_pearson import lower_limits, upper_limits
from .null_audits import EPS, LEVEL, RESPONSE, RUNS, Rng, growing_counts, sampled_counts
from .thesis_audits import joint_radius


def same_data_alarms(rng: Rng, audits: int) -> Any:
    """The likelihood-ratio set of 60 outcomes is chosen and tested on the same runs.

    The outcomes are a truthful or false bit with a uniform label, so no set of them distinguishes
    the inputs better than the bit.
    """
    x = math.exp(EPS)
    labels = 30
    masses = [p / labels for p in (RESPONSE.p, 1 - RESPONSE.p) for _ in range(labels)]
    left, right = (rng.multinomial(RUNS, m, audits) for m in (masses, masses[::-1]))
    chosen = left > x * right
    p = lower_limits((left * chosen).sum(axis=1), RUNS, LEVEL / 2)
    q = upper_limits((right * chosen).sum(axis=1), RUNS, LEVEL / 2)
    return p > x * q


def same_data_threshold_alarms(rng: Rng, audits: int) -> Any:
    """The threshold of a score is the one with the best bound on the same runs.

    The score is discrete Laplace noise around the input, with ratio e^-eps, where every threshold
    above 0 is tight; one-sided tests at level are made of the odds among the hits.
    """
    places = range(-8, 10)
    ratio = math.exp(-EPS)
    left = rng.multinomial(RUNS, truncated_geometric(ratio, places, 1), audits)
    right = rng.multinomial(RUNS, truncated_geometric(ratio, places, 0), audits)
    over_left, over_right = (a[:, ::-1].cumsum(axis=1)[:, ::-1] for a in (left, right))
    total = over_left + over_right
    keep = 1 / (1 + math.exp(-EPS))
    # of the hits of both samples, at most a share `keep` is expected on the left
    return (lower_limits(over_left, np.maximum(total, 1), LEVEL) > keep).any(axis=1)


def peeking_alarms(rng: Rng, audits: int) -> Any:
    """A test for a fixed number of runs, repeated while more runs come in, until it rejects."""
    keep = RESPONSE.p
    rejected = np.zeros(audits, bool)
    for c in growing_counts(RESPONSE, rng, audits):
        truths = c.left_hits + c.right_runs - c.right_hits
        rejected |= lower_limits(truths, c.left_runs + c.right_runs, LEVEL) > keep
    return rejected


def gaussian_fit_alarms(rng: Rng, audits: int) -> Any:
    """Two Gaussians are fitted to scores, and the distance of their means is turned into eps.

    The scores are discrete Laplace noise around the input; the lower limit of the distance is
    right, and the eps of a Gaussian mechanism at delta = 1e-5 with that distance is not theirs.
    """
    places = np.arange(-40, 42)
    ratio = math.exp(-EPS)
    left, right = (
        rng.multinomial(20 * RUNS, truncated_geometric(ratio, places.tolist(), c), audits)
        for c in (1, 0)
    )
    runs = 20 * RUNS
    mean_left, mean_right = left @ places / runs, right @ places / runs
    spread = np.sqrt((left @ places**2 + right @ places**2) / (2 * runs) - (mean_left**2) / 2)
    distance = (mean_left - mean_right) / spread - 1.6449 * math.sqrt(2 / runs)
    return distance > _distance_of_gaussians(EPS, 1e-5)


def _distance_of_gaussians(eps: float, delta: float) -> float:
    """The distance at which unit Gaussians have delta(eps) = delta."""
    from scipy.special import ndtr

    low, high = 1e-6, 10.0
    for _ in range(80):
        mu = (low + high) / 2
        result = ndtr(mu / 2 - eps / mu) - math.exp(eps) * ndtr(-mu / 2 - eps / mu)
        low, high = (mu, high) if result < delta else (low, mu)
    return high


def incremental_alarms(rng: Rng, audits: int) -> Any:
    """The guess is raised until a test rejects it, from eps upwards, as the thesis prints it."""
    keep = 1 / (1 + math.exp(-EPS))
    rejected = np.zeros(audits, bool)
    for i in range(60):
        c = critical_count(EPS + 0.005 * i, 1000, LEVEL)
        rejected |= rng.binomial(1000, keep, audits) >= c
    return rejected


def membership_of_all_rounds_alarms(rng: Rng, audits: int) -> Any:
    """False positives and negatives are divided by all rounds, as the thesis prints it."""
    zeros = rng.binomial(RUNS, 0.5, audits)
    alpha = rng.binomial(zeros, RESPONSE.q) / RUNS
    beta = rng.binomial(RUNS - zeros, 1 - RESPONSE.p) / RUNS
    radius = joint_radius(str(LEVEL)) / math.sqrt(RUNS)
    return 1 - beta - radius > math.exp(EPS) * (alpha + radius)


def pair_odds_alarms(rng: Rng, audits: int) -> Any:
    """Runs come in pairs, and of one hit in a pair the left input should have it with odds x.

    Under the claim those odds may be x (1 - q) / (1 - p), so this "e-value" has a mean above 1.
    """
    x = math.exp(EPS)
    only_left = rng.binomial(RUNS, RESPONSE.p * (1 - RESPONSE.q), audits)
    other = RESPONSE.q * (1 - RESPONSE.p) / (1 - RESPONSE.p * (1 - RESPONSE.q))
    only_right = rng.binomial(RUNS - only_left, other)
    stake = 0.15
    capital = only_left * math.log(1 + stake / x) + only_right * math.log(1 - stake)
    return capital >= -math.log(LEVEL)


def halved_limit_alarms(rng: Rng, audits: int) -> Any:
    """The proportions themselves instead of their limits."""
    c = sampled_counts(RESPONSE, RUNS, audits, rng)
    return c.left_hits > math.exp(EPS) * np.asarray(c.right_hits)


def broken_audits() -> tuple[NullAudit, ...]:
    """Known wrong audits; each must fail its calibration."""
    response, noise = "randomised response", "discrete Laplace"

    def wrong(name: str, mechanism: str, alarms: Any) -> NullAudit:
        return NullAudit(name, mechanism, LEVEL, alarms, shipped=False)

    return (
        wrong("set chosen on the same runs", response, same_data_alarms),
        wrong("threshold chosen on the same runs", noise, same_data_threshold_alarms),
        wrong("fixed-sample test, peeking", response, peeking_alarms),
        wrong("Gaussian fitted to scores", noise, gaussian_fit_alarms),
        wrong("guess raised until rejected", response, incremental_alarms),
        wrong("membership, rates of all rounds", response, membership_of_all_rounds_alarms),
        wrong("odds within pairs", response, pair_odds_alarms),
        wrong("estimates for limits", response, halved_limit_alarms),
    )
