"""Confidence events of linear policies: exact tails, runs, and wrong twins that fail."""

from dataclasses import dataclass
from fractions import Fraction
import numpy as np
import pytest
from scipy import stats
from banditproof.algorithms import GOPE, AdaCGOPE, AdaCOFUL, LinearEnvironment
from banditproof.algorithms.linear.phased_elimination import Phase
from banditproof.theory import certify
from banditproof.theory.concentration import chi_square_level, chi_square_tail, gaussian_tail
from banditproof.verify.confidence_events import (
    elimination_failure,
    elimination_runs,
    ellipsoid_misses,
    error_variances,
    phase_failure,
)

FIVE = ((1, 0), ("0.6", "0.8"), ("-0.6", "0.8"), (0, 1), ("0.8", "-0.6"))
THETA = ("0.8", "0.1")
DELTA = Fraction(1, 10)
SPHERE = LinearEnvironment(theta=("0.6", "0.8"), contexts="sphere", arms=3)


@dataclass(frozen=True, kw_only=True)
class TooShort(AdaCGOPE):
    """Phases as long as those without privacy, with the noise of AdaC-GOPE."""

    @property
    def privacy(self):
        return None, "scalar"


@dataclass(frozen=True)
class NoiseForgotten(AdaCOFUL):
    """The radius of the estimate without noise."""

    def radius(self, updates, rounds, log_growth, smallest):
        return super().radius(0, rounds, log_growth, smallest)


@pytest.mark.parametrize("rho", ["0.001", "0.1", "10"])
@pytest.mark.parametrize(
    "form", [{}, {"length": "printed"}, {"placement": "sums", "length": "support"}]
)
def test_estimates_are_within_the_width_but_with_the_stated_probability(rho, form):
    """Certified, for normal rewards of deviation 1 and all arms alive: Theorems 4 and 13."""
    policy = AdaCGOPE(FIVE, rho=rho, delta=DELTA, **form)
    for number, result in enumerate(elimination_failure(policy, 5), 1):
        assert result.hi <= DELTA / (number * (number + 1))


def test_phases_without_the_private_part_fail_their_probability():
    result = elimination_failure(TooShort(FIVE, rho="0.0001", delta=DELTA), 2)
    assert result[0].lo > DELTA / 2
    assert elimination_failure(AdaCGOPE(FIVE, rho="0.0001", delta=DELTA), 2)[0].hi < DELTA / 2


def test_the_variances_are_those_of_drawn_releases():
    policy = AdaCGOPE(FIVE, rho="0.01", delta=DELTA)
    state = Phase(1, (0, 1, 3))
    plan, rng, runs = policy.plan(state), np.random.default_rng(3), 20_000
    counts = np.array([count for _, count in plan.parts])
    sums = np.sqrt(counts) * rng.standard_normal((runs, len(counts)))
    noise = float(policy.curator.noise.variance) ** 0.5 * rng.standard_normal((runs, 2))
    drawn = (sums @ plan.mixing.T + noise) @ plan.readout.T
    result = np.array([float(x) for x in error_variances(policy, state)])
    # a variance of 20000 normal draws is off by 6 deviations, 6 %, with probability < 1e-8
    assert drawn.var(axis=0) == pytest.approx(result, rel=0.06)
    bare = error_variances(GOPE(FIVE, delta=DELTA), state)
    noisy = error_variances(TooShort(FIVE, rho="0.01", delta=DELTA), state)
    assert all(x < y for x, y in zip(bare, noisy, strict=True))
    assert phase_failure(policy, state).hi < phase_failure(policy, state, sigma=2).lo


def test_the_best_arm_stays_and_arms_with_large_gaps_go():
    """The certified chance of a failure is below 1e-12 per run, so any failure is an error."""
    policy = AdaCGOPE(FIVE, rho="0.1", delta=DELTA)
    result = elimination_runs(policy, THETA, phases=5, runs=400, rng=1)
    assert (result.dropped_best, result.kept_bad) == (0, 0)
    twin = elimination_runs(TooShort(FIVE, rho="0.00001", delta=DELTA), THETA, 5, 400, rng=1)
    assert twin.dropped_best > 40
    assert twin.kept_bad > 40
    assert result.largest_share < 0.5 < twin.largest_share


def test_theta_is_in_the_ellipsoid_of_all_updates_but_with_the_stated_probability():
    """At most 2 delta = 0.1 of the runs may miss; 20 of 30 do with probability < 1e-12."""
    right = AdaCOFUL(arms=3, dimension=2, rho="0.005", delta="0.05", horizon=80)
    wrong = NoiseForgotten(arms=3, dimension=2, rho="0.005", delta="0.05", horizon=80)
    assert ellipsoid_misses(right, SPHERE, 80, range(30)).missed < 20
    assert ellipsoid_misses(wrong, SPHERE, 80, range(30)).missed > 20


def test_the_length_of_the_noise_of_oful_is_within_its_level_exactly():
    """Lemma 10, certified on a grid; the level without its root term is passed too often."""
    for d in (1, 2, 3, 10, 100):
        for delta in ("0.5", "0.1", "1e-3", "1e-9"):
            level = certify(chi_square_level, d, delta, digits=20)
            assert certify(chi_square_tail, d, level.lo, digits=10).hi <= Fraction(delta)
    short = (
        certify(chi_square_level, 3, "0.01").lo - 2 * certify(chi_square_level, 3, "0.01").lo / 3
    )
    assert certify(chi_square_tail, 3, short, digits=10).lo > Fraction(1, 100)


def test_the_tails_are_those_of_another_library():
    for x in (-3, 0, "0.5", 6):
        for variance in ("0.25", 1, 9):
            scale = float(Fraction(variance)) ** 0.5
            expected = stats.norm.sf(float(Fraction(x)), scale=scale)
            assert float(certify(gaussian_tail, x, variance)) == pytest.approx(expected, rel=1e-12)
            assert gaussian_tail(float(Fraction(x)), scale**2) == pytest.approx(expected, rel=1e-9)
    for d in (1, 2, 7):
        for x in (0, "0.5", 30):
            expected = stats.chi2.sf(float(Fraction(x)), d)
            assert float(certify(chi_square_tail, d, x)) == pytest.approx(expected, rel=1e-12)
            assert chi_square_tail(d, float(Fraction(x))) == pytest.approx(expected, rel=1e-9)
