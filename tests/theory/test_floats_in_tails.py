"""Float forms of tails, leakages, thresholds and constants against their enclosures, far out too.

Together with `test_floats_against_enclosures` these are all functions of numbers.
"""

import inspect
import numpy as np
import pytest
import random_points as draws
import test_floats_against_enclosures as others
from properties import TOLERANCE, rejects
from banditproof.theory import (
    certifiable,
    certify,
    concentration,
    membership,
    sample_complexity,
    stopping,
)
from banditproof.theory import kl_decompositions as decompositions
from banditproof.theory.transport import kl_bounds

LEAST = 1e-300


def scores(rng, n):
    return draws.mixed(
        rng,
        10.0 ** rng.uniform(-308, 300, n),
        rng.uniform(0, 60, n),
        rng.uniform(0, 6000, n),
        10.0 ** rng.uniform(-6, 4, n),
    )


def levels(rng, n):
    drawn = draws.mixed(rng, rng.random(n), 10.0 ** rng.uniform(-300, 0, n))
    return draws.mixed(rng, drawn, 1 - 10.0 ** rng.uniform(-15, 0, n))


def shares(rng, n):
    return np.maximum(levels(rng, n), LEAST)


def risks(rng, n):
    return np.clip(levels(rng, n), LEAST, 0.999)


def counts(rng, n, most=6):
    return np.floor(10.0 ** rng.uniform(0, most, n))


def arms(rng, n):
    return 1 + counts(rng, n, 3)


def signed(rng, n):
    drawn = draws.mixed(rng, draws.nonnegatives(rng, n), np.abs(rng.normal(0, 20, n)))
    return rng.choice([-1.0, 1.0], n) * drawn


def means(rng, n):
    return np.clip(draws.probabilities(rng, n), 5e-324, 1 - 2.0**-53)


def above_one(rng, n):
    return 1 + draws.mixed(rng, draws.positives(rng, n), 10.0 ** rng.uniform(-15, 3, n))


def weights(rng, n):
    return rng.uniform(0.5 + 1e-12, 1 - 1e-12, n)


def normal_points(rng, n):
    """Points up to 39 deviations away, and anywhere."""
    variance = draws.positives(rng, n)
    near = rng.uniform(-39, 39, n) * np.sqrt(variance)
    return draws.mixed(rng, near, near, signed(rng, n)), variance


def chi_square_points(rng, n):
    d = counts(rng, n, 4)
    near = d + np.sqrt(2 * d) * rng.uniform(-8, 40, n)
    return d, np.abs(draws.mixed(rng, near, near, draws.nonnegatives(rng, n)))


def curve_points(rng, n):
    """Scores, and budgets where the curve falls from 1 to 0, or anywhere."""
    m = scores(rng, n)
    near = np.abs(m / 2 + np.sqrt(m) * rng.normal(0, 10, n))
    return m, draws.mixed(rng, near, draws.nonnegatives(rng, n))


def part_points(rng, n):
    m, eps = curve_points(rng, n)
    return m, shares(rng, n), eps


def columns(*draw):
    return lambda rng, n: tuple(column(rng, n) for column in draw)


def subjects():
    anywhere, positive = draws.nonnegatives, draws.positives
    both, most = (scores, shares), others.LOGARITHMIC
    for function, draw, tolerance in (
        (concentration.gaussian_tail, normal_points, TOLERANCE),
        (concentration.chi_square_tail, chi_square_points, TOLERANCE),
        (concentration.chi_square_level, columns(counts, shares), TOLERANCE),
        (concentration.private_rate, columns(signed, draws.probabilities, positive), TOLERANCE),
        (concentration.separate_threshold, columns(counts, means, positive, risks), TOLERANCE),
        (concentration.printed_log_constant, columns(counts, counts, means, positive), TOLERANCE),
        (concentration.noise_share, columns(positive, draws.probabilities, positive), TOLERANCE),
        (membership.leak, columns(scores), TOLERANCE),
        (membership.leak_complement, columns(scores), TOLERANCE),
        (membership.optimal_false_alarm, columns(scores), TOLERANCE),
        (membership.power, columns(levels, scores), most),
        (membership.miss, columns(levels, scores), most),
        (membership.gdp_delta, curve_points, most),
        (membership.sub_sampled_leak, columns(*both), TOLERANCE),
        (membership.sub_sampled_power, columns(levels, *both), most),
        (membership.sub_sampled_score, columns(signed, shares), TOLERANCE),
        (membership.sub_sampled_delta, part_points, 10 * most),
        (membership.product_score_advantage, columns(*both), TOLERANCE),
        (kl_bounds.kl_group_bound_pure, columns(anywhere, anywhere), TOLERANCE),
        (kl_bounds.kl_group_bound_zcdp, columns(anywhere, anywhere), TOLERANCE),
        (
            decompositions.zcdp_kl_domination,
            columns(anywhere, counts, draws.probabilities),
            TOLERANCE,
        ),
        (sample_complexity.quadratic_noise_factor, columns(anywhere), TOLERANCE),
        (sample_complexity.linear_noise_factor, columns(anywhere), TOLERANCE),
        (stopping.wbar, columns(above_one), TOLERANCE),
        (stopping.calibration_gain, columns(above_one), TOLERANCE),
        (stopping.calibration_weight, columns(above_one), TOLERANCE),
        (stopping.calibration_exponent, columns(weights), TOLERANCE),
        (stopping.gaussian_threshold, columns(counts, counts, arms, risks), TOLERANCE),
    ):
        yield others.Subject(function, draw, 1_000, tolerance=tolerance)


SUBJECTS = {subject.name: subject for subject in subjects()}


@pytest.mark.parametrize("name", SUBJECTS)
def test_floats_agree_with_enclosures(name):
    others.check(SUBJECTS[name], 12, 80)


@pytest.mark.slow
@pytest.mark.parametrize("name", SUBJECTS)
def test_many_floats_agree_with_enclosures(name):
    others.check(SUBJECTS[name], 2024, SUBJECTS[name].points)


@pytest.mark.parametrize("name", ["gaussian_tail", "leak_complement", "chi_square_tail"])
def test_an_error_of_1e12_is_noticed(name):
    subject = SUBJECTS[name]
    floats = subject.function
    rejects(others.check, subject, 5, 100, lambda given: floats(*given) * (1 + 1e-12))


ELSEWHERE = {
    *("optimal_threshold", "threshold_adap_tt", "threshold_adap_tt_star"),
    "noisy_kl_ucb_log_complement",
}
"""These are differences of terms, and have tests of their own; the last one has its own tolerance
near the level from which it is infinite."""


def test_every_function_of_numbers_is_drawn():
    drawn = {subject.function for subject in (*SUBJECTS.values(), *others.SUBJECTS.values())}
    for function in certifiable():
        types = {str(p.annotation) for p in inspect.signature(function).parameters.values()}
        if types == {"Float"} and function.__name__ not in ELSEWHERE:
            assert function in drawn, function.__name__


def test_a_tail_near_the_mean_of_many_degrees_is_not_called_tiny():
    # The two points are 0.07 and 7 deviations above the mean: the tails are about 0.47 and 1e-12.
    for degrees, above in ((10**34, 10**16), (10**36, 10**19)):
        with pytest.raises(ArithmeticError, match="bits were not enough"):
            certify(concentration.chi_square_tail, degrees, degrees + above)


@pytest.mark.parametrize(("degrees", "point"), [(3, "10^400"), ("10^17", "10^400"), (5, 50_000)])
def test_a_tail_far_from_the_mean_is_below_all_floats(degrees, point):
    tail = certify(concentration.chi_square_tail, degrees, point)
    assert (tail.lo, float(tail.hi)) == (0, 0)
