"""Batch schedules in exact arithmetic: the facts of the proofs, and where floats go wrong."""

import math
from fractions import Fraction
import pytest
from properties import rejects
from banditproof.theory import batch_schedule

RATIOS = ("1.01", "1.1", "6/5", "1.5", "5/3", "2", "2.5", "3", "7")
FIRSTS = (1, 2, 3, 5, 12)
# the exact powers grow long, so most ratios are followed for fewer phases
LENGTHS = {"1.5": 400, "2": 400, "1.1": 400}


def check_facts(pulls, ratio, first, phases):
    alpha = Fraction(ratio)
    previous = 0
    for m in range(phases):
        smooth = first * (alpha ** (m + 1) - 1) / (alpha - 1)
        n, following = pulls(m), pulls(m + 1)
        batch = n - previous
        assert smooth <= n < smooth + 1
        assert 1 <= batch <= first * alpha**m + 1 <= 2 * first * alpha**m
        assert following <= alpha * n + first + 1
        previous = n
    assert pulls(0) == first
    assert pulls(-1) == 0


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("first", FIRSTS)
def test_the_facts_of_the_proofs(ratio, first):
    schedule = batch_schedule.GeometricSchedule(ratio, first)
    check_facts(schedule.pulls, ratio, first, LENGTHS.get(ratio, 60) if first == 1 else 40)


def float_pulls(ratio, first):
    alpha = float(Fraction(ratio))
    return lambda m: math.ceil(first * (alpha ** (m + 1) - 1) / (alpha - 1))


def test_wrong_schedules_are_rejected():
    rejects(check_facts, float_pulls("6/5", 5), "6/5", 5, 10)
    rejects(check_facts, float_pulls("1.5", 4), "1.5", 4, 90)
    right = batch_schedule.GeometricSchedule("1.5").pulls
    rejects(check_facts, lambda m: right(m + 1), "1.5", 1, 5)
    rejects(check_facts, lambda m: right(m) - right(m - 1), "1.5", 1, 5)
    rejects(check_facts, lambda m: math.floor(2 * (Fraction(3, 2) ** (m + 1) - 1)), "1.5", 1, 5)


def test_the_float_mismatches_of_the_catalogue():
    assert batch_schedule.GeometricSchedule("6/5", 5).pulls(1) == 11
    assert float_pulls("6/5", 5)(1) == 12
    assert batch_schedule.GeometricSchedule("3/2", 4).pulls(82) == 3301144147504018
    assert float_pulls("3/2", 4)(82) == 3301144147504017


@pytest.mark.parametrize(
    ("ratio", "first", "values"),
    [
        ("2", 1, (1, 3, 7, 15, 31)),
        ("1.1", 1, (1, 3, 4, 5, 7, 8, 10, 12)),
        ("1.5", 1, (1, 3, 5, 9, 14, 21, 33, 50)),
        ("2.5", 3, (3, 11, 30, 77, 194)),
    ],
)
def test_examples_of_the_paper(ratio, first, values):
    schedule = batch_schedule.GeometricSchedule(ratio, first)
    assert tuple(schedule.pulls(m) for m in range(len(values))) == values
    assert schedule.cumulative(values[-1]) == values
    assert schedule.cumulative(values[-2] + 1) == values


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("first", FIRSTS)
def test_the_running_sum_is_the_closed_form(ratio, first):
    schedule = batch_schedule.GeometricSchedule(ratio, first)
    pulls = schedule.cumulative(10**5)
    assert pulls == tuple(schedule.pulls(m) for m in range(len(pulls)))
    assert pulls[-1] >= 10**5 > (pulls[-2] if len(pulls) > 1 else 0)
    assert sum(schedule.batch(m) for m in range(len(pulls))) == pulls[-1]


def test_the_printed_inequality_fails_exactly_at_the_first_phase():
    """B_{m+1} <= ratio n_m: false at m = 0 iff ratio n_0 is not an integer, true from m = 1 on."""
    for ratio in RATIOS:
        for first in FIRSTS:
            schedule, alpha = batch_schedule.GeometricSchedule(ratio, first), Fraction(ratio)
            whole = (alpha * first).denominator == 1
            assert (schedule.batch(1) <= alpha * first) == whole
            assert all(schedule.batch(m + 1) <= alpha * schedule.pulls(m) for m in range(1, 25))


def check_polynomial(pulls, power, phases=60):
    exponent = Fraction(power)
    for m in range(phases):
        n = pulls(m)
        # n - 1 < (m+1)^power <= n, decided in integers
        goal = (m + 1) ** exponent.numerator
        assert (n - 1) ** exponent.denominator < goal <= n**exponent.denominator


@pytest.mark.parametrize("power", ["1", "1.5", "2", "3", "7/3", "1.01"])
def test_polynomial_sizes_are_the_ceiling(power):
    check_polynomial(batch_schedule.PolynomialSchedule(power).pulls, power)
    assert batch_schedule.PolynomialSchedule(power).pulls(-1) == 0


def test_polynomial_sizes_beyond_floats():
    assert batch_schedule.PolynomialSchedule(3).pulls(10**6 - 1) == 10**18
    assert batch_schedule.PolynomialSchedule(40).pulls(999) == 10**120  # no float on the way
    assert batch_schedule.PolynomialSchedule("41/2").pulls(10**40 - 1) == 10**820
    rejects(check_polynomial, lambda m: math.ceil((m + 1) ** 1.5) + 1, "1.5")
    rejects(check_polynomial, lambda m: m**2, "2")


def test_explicit_sizes():
    schedule = batch_schedule.ExplicitSchedule((2, 4, 16))
    assert [schedule.batch(m) for m in range(3)] == [2, 2, 12]
    assert schedule.cumulative(3) == (2, 4)
