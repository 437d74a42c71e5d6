"""Second routes for what the claims on AdaP-TT and AdaP-TT* refute or certify, Section 5.4."""

import math
from fractions import Fraction
import numpy as np
import pytest
import scipy
from programs import remarks_on_adap_tt_star as remarks
from programs import starved_arm
from banditproof.theory.sample_complexity import adap_tt_rate, adap_tt_star_rate
from banditproof.theory.stopping import threshold_adap_tt, threshold_adap_tt_star

PHASES = np.array([1, *(2**j for j in range(13))])
"""The samples of the phases of an arm."""


def rate_by_roots(means, eps, star):
    """Theorems 5.20 and 5.23 at beta = 1/2 with scipy's root finding alone."""
    best, gaps = max(means), sorted(max(means) - mean for mean in means)[1:]
    small = gaps[-1] < 3 * eps
    costs = [2 * gap * (min(gap, 3 * eps) if star and not small else gap) for gap in gaps]
    assert best == means[0]

    def excess(v):
        return sum(1 / (cost / v - 2) for cost in costs) - 0.5

    time = 1 / scipy.optimize.brentq(excess, 1e-12, min(costs) / 2 * (1 - 1e-9))
    if not star:
        return 4 * time * (1 + math.sqrt(1 + 8 * gaps[-1] ** 2 / eps**2))
    if small:
        y = 4 * gaps[-1] / eps
        root = scipy.optimize.brentq(lambda x: x**2 - x - y * math.sqrt(2 * x) - y**2 / 4, 1, 1e6)
        return 4 * time * root
    y = 0.75 * eps**2 * time
    return 48 * time * (1 + 2 / (math.sqrt(1 + 1 / y) - 1))


@pytest.mark.parametrize("eps", [0.001, 0.1, 0.2, 10.0])
def test_the_two_rates_by_another_program(eps):
    means = [float(mean) for mean in remarks.WITNESS]
    plain, star = (rate_by_roots(means, eps, kind) for kind in (False, True))
    assert plain == pytest.approx(adap_tt_rate(means, eps), rel=1e-9)
    assert star == pytest.approx(adap_tt_star_rate(means, eps), rel=1e-9)
    assert (star > plain) == (eps in (0.1, 0.2))


def test_the_time_at_a_small_share_by_a_search():
    """T*_{eps, beta} for two arms with beta = 1/10, where the print fails by 1.389."""
    eps, gap, beta = 0.01, 0.1, 0.1
    inverse = 2 * gap * 3 * eps / (1 / beta + 1 / (1 - beta))
    assert 12 / inverse > 1.38 * 8 * (2 / gap) / eps
    free = scipy.optimize.minimize_scalar(
        lambda share: 1 / share + 1 / (1 - share), bounds=(0.01, 0.99), method="bounded"
    )
    assert free.x == pytest.approx(0.5, abs=1e-4)  # the best share is 1/2, not 1/10


def test_the_printed_levels_fail_in_finitely_many_phases():
    """1 - prod (1 - p_k)^2 over 10^5 phases of two arms, K = 2, delta = 1/2, s = 2."""
    phases = np.concatenate([[2.0], np.arange(2.0, 10**5)])
    zeta = math.pi**2 / 6
    missed = 1 - np.exp(2 * np.log1p(-0.5 / (6 * zeta * phases)).sum())
    assert missed > 3 * 0.5 / 3
    kept = 1 - np.exp(2 * np.log1p(-0.5 / (6 * zeta * phases**2)).sum())
    assert kept < 0.5 / 3


def star_level(gap, w, v, eps, delta):
    """(5.14) as printed for two arms, which depends on the gap by its case alone."""
    below, above = (
        threshold_adap_tt_star(at, w, v, 2, eps, delta, printed=True) for at in (0.0, 3 * eps)
    )
    return np.where(gap < 3 * eps, below, above)


def private_means(rng, runs, means, eps):
    """Private means of all phases: runs x phases for each arm."""
    results = []
    for mean in means:
        sums = rng.binomial(PHASES, mean, (runs, PHASES.size))
        results.append((sums + rng.laplace(0, 1 / eps, sums.shape)) / PHASES)
    return results


@pytest.mark.parametrize("star", [False, True])
def test_a_starved_arm_hardly_ever_halts(star):
    """The sampling rule of the witness on 4000 runs; the bound is 0.13, and 0.9 was stated."""
    rng = np.random.default_rng(518)
    first, second = private_means(rng, 4000, (1.0, 0.0), float(starved_arm.EPS))
    gaps = np.abs(first - second[:, :1])
    delta = float(starved_arm.DELTA)
    if star:
        level = star_level(gaps, PHASES, 1, 1.0, delta)
        costs = 2 * gaps * np.minimum(gaps, 3.0) / (1 + 1 / PHASES)
    else:
        level = threshold_adap_tt(PHASES, 1, 2, 1.0, delta)
        costs = 2 * gaps**2 / (1 + 1 / PHASES)
    halted = (costs >= level).any(axis=1).mean()
    assert halted < float(starved_arm.halting_chance(star)) < 0.9


def wrong_stops(level, star, eps, delta, runs=3000):
    """Runs in which an adversary finds a pair of phases that stops with the worse of two arms."""
    rng = np.random.default_rng(521)
    better, worse = private_means(rng, runs, (0.505, 0.495), eps)
    wrong = np.zeros(runs, dtype=bool)
    for j, w in enumerate(PHASES):
        gap = np.maximum(worse[:, [j]] - better, 0.0)
        price = np.minimum(gap, 3 * eps) if star else gap
        cost = 2 * gap * price / (1 / w + 1 / PHASES)
        wrong |= (cost >= level(gap, w)).any(axis=1)
    return int(wrong.sum())


def upper_limit(errors, runs, alarm=1e-7):
    """The Clopper-Pearson limit of the rate."""
    return float(scipy.stats.beta.ppf(1 - alarm, errors + 1, runs - errors))


@pytest.mark.parametrize("star", [False, True])
@pytest.mark.parametrize("eps", [0.3, 2.0])
def test_no_sampling_rule_makes_the_stop_wrong_too_often(star, eps):
    """A false alarm has probability 1e-7; log(1/delta) in the place of the threshold is caught."""
    delta, runs = 0.2, 3000

    def level(gap, w):
        if star:
            return star_level(gap, w, PHASES, eps, delta)
        return threshold_adap_tt(w, PHASES, 2, eps, delta)

    assert upper_limit(wrong_stops(level, star, eps, delta), runs) < delta
    twin = wrong_stops(lambda gap, w: math.log(1 / delta), star, eps, delta)
    assert twin > 2 * delta * runs


def test_twice_the_time_of_two_arms_is_above_the_printed_sum():
    """T* = 8 sigma^2/gap^2: with variance 1 twice the time is 16/gap^2, and 8/gap^2 is printed."""
    gap = Fraction(3, 10)
    share = scipy.optimize.minimize_scalar(
        lambda w: (1 / w + 1 / (1 - w)) * 2 / float(gap) ** 2, bounds=(0.1, 0.9), method="bounded"
    )
    assert 2 * share.fun == pytest.approx(16 / float(gap) ** 2)
    assert 2 * share.fun > 8 / float(gap) ** 2
