"""What the proofs use of the private divergence: symmetry, sandwich, threshold, convexity."""

import math
from fractions import Fraction
import pytest
from enclosure_checks import overlap
from properties import for_all, rejects
from banditproof.theory import Enclosure, certify, d_eps, kl, privacy_threshold
from banditproof.theory.private_divergence import d_eps_up
from banditproof.verify.strategies import budget_thousandths, divergence_cases, thousandths

EPS = budget_thousandths()


@for_all(thousandths(), thousandths(), EPS)
def test_symmetry_under_complement_is_exact(x, y, eps):
    assert overlap(certify(d_eps, x, y, eps), certify(d_eps, 1 - x, 1 - y, eps))


@for_all(divergence_cases())
def check_sandwich(case, subject):
    x, y, eps = map(Fraction, case)
    value = subject(x, y, eps)
    transport = eps * abs(x - y)
    smaller = min(certify(kl, x, y).hi, transport)
    assert value.lo <= smaller
    assert value.hi >= smaller * Fraction(632120558, 10**9)
    assert (value.lo > 0) == (x != y and eps > 0)


def test_it_is_between_a_constant_share_of_the_smaller_cost_and_the_smaller_cost():
    check_sandwich(lambda x, y, eps: certify(d_eps, x, y, eps))
    rejects(check_sandwich, lambda x, y, eps: certify(d_eps, y, x, eps))
    rejects(check_sandwich, lambda x, y, eps: certify(d_eps, x, y, eps / 2))
    rejects(check_sandwich, lambda x, y, eps: certify(kl, x, y))


def test_the_share_is_sharp_in_the_corner():
    ratio = Fraction(1, 10**9) / certify(d_eps, 0, "1e-9", 1).mid
    assert abs(float(ratio) - 1.58197670637) < 6e-12


@for_all(thousandths(), thousandths(False), EPS, examples=150)
def check_against_kl(x, y, eps, subject):
    if x == y:
        return
    value, free = subject(x, y, eps), certify(kl, x, y)
    threshold = certify(privacy_threshold, x, y)
    if eps >= threshold.hi:
        assert overlap(value, free)
    if eps <= threshold.lo:
        assert value.lo < free.hi


def test_privacy_is_free_exactly_from_the_threshold_on():
    check_against_kl(lambda x, y, eps: certify(d_eps, x, y, eps))
    rejects(check_against_kl, lambda x, y, eps: certify(d_eps, x, y, eps / 3))


PAIRS = [("0.25", "0.75"), ("0.9", "0.2"), ("1e-6", "0.5"), ("0.5", "0.500001"), ("0.999", "0.7")]


def check_around_the_threshold(subject):
    """Equal to kl at a millionth above the threshold, and certainly less at a millionth below."""
    for x, y in PAIRS:
        threshold = certify(privacy_threshold, x, y, digits=40)
        above = threshold.upper * (1 + Fraction(1, 10**6))
        below = threshold.lower * (1 - Fraction(1, 10**6))
        free = certify(kl, x, y, digits=40)
        assert overlap(subject(x, y, above), free), (x, y)
        assert subject(x, y, below).hi < free.lo, (x, y)


@pytest.mark.parametrize("factor", ["0.999998", "1.000002", "0.5", "2"])
def test_the_threshold_is_sharp_to_a_millionth(factor):
    check_around_the_threshold(lambda x, y, eps: certify(d_eps, x, y, eps, digits=40))
    mutant = Fraction(factor)
    rejects(
        check_around_the_threshold, lambda x, y, eps: certify(d_eps, x, y, mutant * eps, digits=40)
    )


@for_all(thousandths(), thousandths(), EPS, EPS)
def test_it_is_nondecreasing_and_concave_in_the_budget(x, y, first, second):
    low, high = sorted((first, second))
    left, right = certify(d_eps, x, y, low), certify(d_eps, x, y, high)
    middle = certify(d_eps, x, y, (low + high) / 2)
    assert left.lo <= right.hi
    assert middle.hi >= (left.lo + right.lo) / 2


@for_all(thousandths(), thousandths(), thousandths(), thousandths(), EPS, examples=150)
def check_joint_convexity(x, y, other_x, other_y, eps, subject):
    middle = subject((x + other_x) / 2, (y + other_y) / 2, eps)
    ends = subject(x, y, eps), subject(other_x, other_y, eps)
    assert middle.lo <= (ends[0].hi + ends[1].hi) / 2


def smaller_cost(x, y, eps):
    """min(kl, eps |x - y|), which has a concave kink where the two meet."""
    return min(certify(kl, x, y), certify(d_eps, 0, 1, eps * abs(x - y)), key=lambda e: e.hi)


def test_it_is_jointly_convex():
    check_joint_convexity(lambda x, y, eps: certify(d_eps, x, y, eps))
    rejects(check_joint_convexity, smaller_cost)


def check_convexity_on_lines(subject):
    """Midpoints of short steps along four lines through the square."""
    steps, h = 160, Fraction(1, 500)
    lines = [
        ((0, Fraction(1, 2)), (1, 0)),
        ((Fraction(1, 2), 0), (0, 1)),
        ((0, 0), (1, Fraction(1, 3))),
    ]
    lines.append(((0, 1), (1, -1)))
    for (x, y), (a, b) in lines:
        points = [Fraction(2 * k + 1, 2 * steps) for k in range(1, steps - 1)]
        for t in points:
            low, middle, high = (
                subject(x + a * s, y + b * s, Fraction(1)) for s in (t - h, t, t + h)
            )
            assert middle.lo <= (low.hi + high.hi) / 2, (x, y, t)


@pytest.mark.parametrize("share", ["1", "0.01"])
def test_it_is_convex_on_lines_and_a_hundredth_of_a_kink_is_noticed(share):
    def mixed(x, y, eps):
        value, other, part = certify(d_eps, x, y, eps), smaller_cost(x, y, eps), Fraction(share)
        lo, hi = (
            part * b + (1 - part) * a for a, b in ((value.lo, other.lo), (value.hi, other.hi))
        )
        return Enclosure(lo, hi)

    check_convexity_on_lines(lambda x, y, eps: certify(d_eps, x, y, eps))
    rejects(check_convexity_on_lines, mixed)


@for_all(thousandths(), thousandths(), thousandths(), EPS)
def test_it_is_monotone_in_each_mean(x, y, z, eps):
    low, middle, high = sorted((x, y, z))
    assert certify(d_eps, low, middle, eps).lo <= certify(d_eps, low, high, eps).hi
    assert certify(d_eps, middle, high, eps).lo <= certify(d_eps, low, high, eps).hi


@for_all(thousandths(), thousandths(), thousandths(), EPS)
def test_it_is_eps_lipschitz_in_the_empirical_mean(x, other, y, eps):
    change = certify(d_eps, x, y, eps).hi - certify(d_eps, other, y, eps).lo
    assert change <= eps * abs(x - other) + Fraction(1, 10**25)


@for_all(thousandths(), thousandths(False), EPS, examples=40)
def test_values_at_the_ends(x, y, eps):
    assert certify(d_eps, x, 1, eps).lo == eps * (1 - x)
    assert certify(d_eps, x, 0, eps).hi == eps * x
    assert certify(d_eps, x, y, 0).hi == 0
    e, y, x = float(eps), float(y), float(x)
    assert d_eps(x, 1.0, e) == pytest.approx(e * (1 - x), rel=1e-14)
    assert d_eps(x, y, 0.0) == 0.0
    assert d_eps(0.0, y, e) == pytest.approx(-math.log1p(-y * -math.expm1(-e)), rel=1e-13)
    assert d_eps(1.0, y, e) == pytest.approx(-math.log(y + (1 - y) * math.exp(-e)), rel=1e-11)


def test_the_limit_of_small_budgets():
    x, y = Fraction(1, 10), Fraction(4, 5)
    for eps in (Fraction(1, 10**4), Fraction(1, 10**8)):
        value = certify(d_eps, x, y, eps, digits=40).mid
        expansion = (
            eps * (y - x) - eps**2 * y * (1 - y) / 2 + eps**3 * y * (1 - y) * (1 - 2 * y) / 6
        )
        assert abs(value - expansion) < eps**4


@for_all(divergence_cases())
def test_the_one_sided_form(case):
    x, y, eps = case
    assert d_eps_up(x, y, eps) == (d_eps(x, y, eps) if x < y else 0.0)
    assert overlap(certify(d_eps_up, *case), certify(d_eps if x < y else d_eps_up, *case))
    assert x < y or certify(d_eps_up, *case).hi == 0
