"""Exact error probabilities of the thesis's audits: against brute force and the printed numbers."""

import math
from fractions import Fraction
from itertools import product
import numpy as np
import pytest
from banditproof.verify.sampling.clopper_pearson import lower_limit, upper_limit
from banditproof.verify.sampling.successive_tests import (
    critical_count,
    incremental_error_as_printed,
    rejection_probability,
    upward_error,
)
from banditproof.verify.sampling.thesis_audits import (
    best_of_many_error,
    event_audit_bounds,
    event_audit_error,
    joint_radius,
    membership_error_as_printed,
    membership_error_repaired,
    power_of_event_audit,
    printed_event_bound,
)
from banditproof.verify.sampling.two_samples import certain, constant, response, two_sample_error

F = Fraction


def law(n, p):
    return [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def keep(eps):
    return 1 / (1 + math.exp(-eps))


def test_two_samples_against_a_double_sum():
    rng = np.random.default_rng(1)
    p, q = F(1, 3), F(4, 5)
    errs = rng.random((5, 4)) < 0.5
    right = sum(
        a * b
        for (i, a), (j, b) in product(enumerate(law(4, p)), enumerate(law(3, q)))
        if errs[i, j]
    )
    result = two_sample_error(4, 3, constant(p), constant(q), errs)
    assert result.lo <= right <= result.hi
    assert result.width < F(1, 10**12)
    assert two_sample_error(4, 3, constant(p), constant(q), np.zeros((5, 4))).hi == 0
    everything = two_sample_error(4, 3, response(1), response(2), np.ones((5, 4)))
    assert everything.lo <= 1 <= everything.hi


def test_the_printed_bound_by_hand():
    result = printed_event_bound(0.8, 0.1, 0.1, 0.05)
    assert result == pytest.approx(math.log(0.7 / 0.15))
    assert printed_event_bound(0.1, 0.8, 0.05, 0.1) == pytest.approx(math.log(0.7 / 0.15))
    assert printed_event_bound(0.1, 0.1, 0.2, 0.2) == 0
    assert printed_event_bound(0.8, 0.1, 0.1, 0.05, 0.2) == pytest.approx(math.log(0.5 / 0.15))
    assert printed_event_bound(0.5, 0.5, 0.0, 0.0) == 0


@pytest.mark.parametrize(
    ("limits", "sides"), [("radius", 4), ("radius", 1), ("exact", 4), ("exact", 1)]
)
def test_the_error_of_the_event_audit_is_a_double_sum(limits, sides):
    n, eps, level = 30, 0.5, "0.4"
    bounds = event_audit_bounds(n, n, level, limits, sides)
    p, q = law(n, keep(eps)), law(n, 1 - keep(eps))
    right = sum(p[i] * q[j] for i in range(n + 1) for j in range(n + 1) if bounds[i, j] > eps)
    result = event_audit_error("0.5", n, level, limits, sides)
    assert float(result) == pytest.approx(right, rel=1e-9, abs=1e-15)
    assert right > 0 or limits == "radius"


@pytest.mark.parametrize("sides", [4, 2])
def test_the_exact_bounds_are_those_of_certified_limits(sides):
    bounds = event_audit_bounds(40, 30, "0.1", "exact", sides)
    share = F(1, 10 * sides)
    for i, j in [(0, 0), (40, 30), (40, 0), (31, 4), (5, 27)]:
        lows = float(lower_limit(i, 40, share)), float(lower_limit(j, 30, share))
        highs = float(upper_limit(i, 40, share)), float(upper_limit(j, 30, share))
        right = [math.log(a / b) for a, b in zip(lows, highs[::-1], strict=True) if a > 0]
        assert bounds[i, j] == pytest.approx(max([0.0, *right]), abs=1e-9)


@pytest.mark.parametrize("limits", ["radius", "exact"])
@pytest.mark.parametrize("eps", ["0.1", "1", "3"])
def test_the_joint_audit_keeps_its_level(limits, eps):
    for runs in (20, 150):
        assert event_audit_error(eps, runs, "0.05", limits).hi <= F(1, 20)


def test_halved_noise_is_detected():
    assert power_of_event_audit(1, "0.5", 400, "0.05").lo > F(9, 10)
    assert power_of_event_audit("0.5", "0.5", 400, "0.05").hi < F(1, 20)


def brute_membership(eps, rounds, rule):
    """All strings of (bit, lie) of a short game."""
    total = 0.0
    lie = 1 - keep(eps)
    for game in product(product((0, 1), (0, 1)), repeat=rounds):
        mass = math.prod(0.5 * (lie if lied else 1 - lie) for _, lied in game)
        zeros = sum(1 for b, _ in game if b == 0)
        false_positives = sum(1 for b, lied in game if b == 0 and lied)
        false_negatives = sum(1 for b, lied in game if b == 1 and lied)
        total += mass * (rule(zeros, false_positives, false_negatives) > eps)
    return total


def test_membership_as_printed_against_all_games():
    level, rounds, eps = "0.9", 7, 0.1

    def both(zeros, fp, fn):
        r = joint_radius(level) / math.sqrt(rounds)
        options = [(1 - fn / rounds - r, fp / rounds + r), (1 - fp / rounds - r, fn / rounds + r)]
        return max([0.0, *(math.log(a / b) for a, b in options if a > 0)])

    result = membership_error_as_printed("0.1", rounds, level)
    assert float(result) == pytest.approx(brute_membership(eps, rounds, both), rel=1e-9)
    assert float(result) > 0


def test_membership_repaired_against_all_games():
    level, rounds, eps = "0.9", 7, 0.1
    bounds = {n: event_audit_bounds(n, rounds - n, level) for n in range(1, rounds)}

    def rule(zeros, fp, fn):
        if zeros in (0, rounds):
            return 0.0
        return bounds[zeros][fp, rounds - zeros - fn]

    result = membership_error_repaired("0.1", rounds, level)
    assert float(result) == pytest.approx(brute_membership(eps, rounds, rule), rel=1e-9, abs=1e-15)


def test_membership_with_rates_of_all_rounds_errs_and_the_repair_does_not():
    assert membership_error_as_printed(1, 200, "0.05").lo > F(9, 10)
    for limits in ("exact", "radius"):
        assert membership_error_repaired(1, 60, "0.05", limits).hi < F(1, 20)


def test_the_critical_count():
    for eps, n, level in [("0.5", 20, "0.05"), (0, 10, "0.5"), (3, 15, "0.001"), (1, 1, "0.9")]:
        c, p = critical_count(eps, n, level), keep(float(eps))
        masses = law(n, p)
        assert sum(masses[c:]) <= float(level) < sum(masses[c - 1 :])
    assert critical_count(50, 5, "1e-6") == 6  # nothing is ever rejected


@pytest.mark.parametrize(("step", "printed"), [("0.05", "0.0566"), ("0.02", "0.0903")])
def test_the_incremental_audit_errs_more_often_than_its_level(step, printed):
    result = incremental_error_as_printed(1, step, 1000, "0.05")
    assert round(float(result), 4) == float(printed)
    assert result.lo > F(1, 20)


@pytest.mark.slow
def test_the_incremental_audit_with_small_steps():
    assert round(float(incremental_error_as_printed(1, "0.01", 1000, "0.05")), 4) == 0.1505
    assert round(float(incremental_error_as_printed(1, "0.005", 1000, "0.05")), 4) == 0.2604


def test_few_guesses_are_a_product():
    one = incremental_error_as_printed(1, "0.005", 1000, "0.05", guesses=1)
    assert round(float(one), 6) == 0.046263
    levels = [float(rejection_probability(1, F(1) + i * F(1, 50), 300, "0.1")) for i in range(4)]
    right = 1 - math.prod(1 - level for level in levels)
    result = incremental_error_as_printed(1, "0.02", 300, "0.1", guesses=4)
    assert float(result) == pytest.approx(right, rel=1e-10)


@pytest.mark.parametrize("step", ["1", "0.5", "0.3", "0.125", "0.05", "7"])
def test_guesses_that_rise_while_rejected_keep_the_level(step):
    result = upward_error(1, step, 400, "0.05")
    assert result.hi <= F(1, 20)
    first = math.ceil(1 / float(step)) * F(step)
    assert result.hi <= rejection_probability(1, first, 400, "0.05").hi


def test_the_repaired_audit_is_useful():
    """With steps of 0.25 it reaches the truth with the power of its tests."""
    tests = [float(rejection_probability(1, F(i, 4), 1000, "0.05")) for i in (1, 2, 3, 4)]
    assert float(upward_error(1, "0.25", 1000, "0.05")) == pytest.approx(math.prod(tests))
    assert min(tests[:3]) > 0.9


def test_an_event_chosen_on_the_data_that_test_it():
    one = best_of_many_error(1, 200, "0.05")
    assert one.hi < F(1, 20)
    assert best_of_many_error(200, 200, "0.05").lo > F(1, 10)
    many = best_of_many_error(30, 200, "0.05")
    assert float(many) == pytest.approx(1 - (1 - float(one)) ** 30)


def test_ties_that_floats_cannot_tell_raise():
    assert certain([0.0, 1.0], 0.5).tolist() == [False, True]
