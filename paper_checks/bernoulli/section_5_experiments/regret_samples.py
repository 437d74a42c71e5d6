"""Samples of final regret, and limits of their medians and means that hold for every law.

The figures show means. Regret has heavy tails, so no limit of a mean may lean on a normal law:
these use only that regret is between 0 and the horizon times the largest gap.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple
import numpy as np
import numpy.typing as npt
from banditproof.algorithms import Policy, Sampled, simulate
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.simulation import engine_of
from banditproof.theory import BernoulliBandit

Floats = npt.NDArray[np.float64]
Maker = Callable[..., Policy[Any]]
"""Makes a policy from `arms` and `eps`."""

MISS = Fraction(1, 10**9)
"""The probability that a limit of a median is on its wrong side."""


class Limits(NamedTuple):
    """A lower and an upper limit of a median or mean, each wrong with probability <= MISS."""

    low: float
    high: float


@cache
def order_statistic(count: int, miss: Fraction = MISS) -> int:
    """The largest k with Pr[ Bin(count, 1/2) < k ] <= miss; 0 if there is none.

    The k-th smallest of `count` independent draws is above their median with at most that
    probability, whatever the law is.

    >>> order_statistic(20, Fraction(1, 10**6)), order_statistic(40)
    (1, 3)
    """
    allowed = math.floor(miss * 2**count)
    k, term = 0, 1  # C(count, k), each from the one before it: the numbers have many digits
    total = term
    while total <= allowed:
        term = term * (count - k) // (k + 1)
        k += 1
        total += term
    return k


def median_limits(sample: Sequence[float] | Floats) -> Limits:
    """Limits of the median by order statistics.

    >>> median_limits(range(1, 41))
    Limits(low=3.0, high=38.0)
    """
    ordered = np.sort(np.asarray(sample, dtype=np.float64))
    k = order_statistic(len(ordered))
    if k < 1:
        raise ValueError(f"{len(ordered)} runs give no limits of the median; give at least 30.")
    return Limits(float(ordered[k - 1]), float(ordered[-k]))


def _integral_of_order_statistics(sample: Floats, miss: float) -> float:
    """A lower limit of the mean of a law on [0, inf): the sum of the steps times tolerance limits.

    Pr[X >= k-th smallest of n draws] is at least a variable of law Beta(n - k + 1, k), so it is
    below that law's quantile at miss / n for some k with probability at most miss.
    """
    steps = np.diff(np.sort(sample), prepend=0.0)
    return float(steps @ _tolerance_limits(len(sample), miss))


@cache
def _tolerance_limits(count: int, miss: float) -> Floats:
    """The quantiles at miss / count of Beta(count - k + 1, k) for each k, the same for all laws."""
    from scipy.special import betaincinv

    k = np.arange(1, count + 1)
    return np.asarray(betaincinv(count - k + 1, k, miss / count), dtype=np.float64)


CAPS = 12


def mean_limits(sample: Floats, top: float, miss: Fraction = MISS) -> Limits:
    """Limits of the mean of a law on [0, top].

    The upper one is the empirical Bernstein bound, mean + sqrt(2 V L / n) + 7 top L / (3 (n - 1))
    with the sample variance V and L = log(2 / miss). The lower one is the best of two, each at
    half of the probability: the same bound from below for the law capped at top / 2^k, k < 12; and
    the integral of a lower limit of Pr[X >= x], which is constant between the ordered draws.

    Maurer, Pontil, Empirical Bernstein Bounds and Sample Variance Penalization (2009), Theorem 4.

    >>> mean_limits(np.full(100, 3.0), 10.0).low > 2.3
    True
    """
    count = len(sample)
    if count < 2 or float(sample.min()) < 0 or float(sample.max()) > top:
        raise ValueError(f"Give at least 2 draws between 0 and {top}; there are {count}.")

    def margin(draws: Floats, reach: float, allowed: float) -> float:
        level = math.log(2 / allowed)
        spread = math.sqrt(2 * float(draws.var(ddof=1)) * level / count)
        return spread + 7 * reach * level / (3 * (count - 1))

    allowed = float(miss)
    high = float(sample.mean()) + margin(sample, top, allowed)
    low = _integral_of_order_statistics(sample, allowed / 2)
    for k in range(CAPS):
        capped = np.minimum(sample, top / 2**k)
        low = max(low, float(capped.mean()) - margin(capped, top / 2**k, allowed / (2 * CAPS)))
    return Limits(low, high)


@cache
def regret_sample(
    maker: Maker, means: tuple[str, ...], eps: str, horizon: int, runs: int, seed: int = 7
) -> Floats:
    """The final pseudo-regret of independent runs, by the compiled engine if there is one."""
    bandit = BernoulliBandit(means)
    policy = maker(arms=bandit.arms, eps=eps)
    rng = np.random.SeedSequence([seed, horizon, runs, int(Fraction(eps) * 10**6)])
    if engine_of(Experiment(policy, bandit, horizon)).compiled:
        return simulate(policy, bandit, horizon, runs, rng, keep_order=True).regret
    children = rng.spawn(runs)
    return np.array([_batchwise(policy, bandit, horizon, child) for child in children])


def _batchwise(
    policy: Policy[Any], bandit: BernoulliBandit, horizon: int, seed: np.random.SeedSequence
) -> float:
    """One run of any policy with one Binomial draw for each pull; curators are not consulted."""
    rng = np.random.default_rng(seed)
    randomness, state, t = Sampled(rng), policy.start(), 0
    means = [float(mean) for mean in bandit.exact_means]
    sums, counts = [0] * bandit.arms, [0] * bandit.arms
    while t < horizon:
        pull = policy.decide(state, t + 1, randomness)
        played = min(pull.count, horizon - t)
        sums[pull.arm] += int(rng.binomial(played, means[pull.arm]))
        counts[pull.arm] += played
        t += played
        if played == pull.count:
            released = None
            if pull.releases:
                released = sums[pull.arm] + randomness.noise(policy.mechanism(state, pull))
                sums[pull.arm] = 0
            state = policy.learn(state, pull, released)
    return float(sum(n * float(gap) for n, gap in zip(counts, bandit.gaps, strict=True)))


def exceeding_means(sample: Floats, level: float, runs: int = 20) -> float:
    """How often the mean of a few runs is above a level: the share of 20000 resampled means.

    >>> exceeding_means(np.array([0.0, 1.0]), 2.0)
    0.0
    """
    rng = np.random.default_rng(3)
    means = sample[rng.integers(len(sample), size=(20_000, runs))].mean(axis=1)
    return float((means > level).mean())
