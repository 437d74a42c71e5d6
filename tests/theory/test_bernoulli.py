"""Divergences of Bernoulli laws against certificates, another library, and mutants."""

import math
from fractions import Fraction
import mpmath
import numpy as np
import pytest
from enclosure_checks import mpf, overlap
from hypothesis import strategies as st
from properties import for_all, rejects, relative_error
from banditproof.theory import Enclosure, certify, kl, privacy_threshold, tv
from banditproof.verify.strategies import mean_pairs, probabilities

TOLERANCE = 1e-14


def rationals(ends: bool = True) -> st.SearchStrategy[Fraction]:
    inside = st.integers(1, 10**6 - 1).map(lambda k: Fraction(k, 10**6))
    return inside | st.sampled_from([Fraction(0), Fraction(1)]) if ends else inside


def mp_kl(p, q):
    with mpmath.workdps(400):  # the complement of 1e-300 needs 300 of them
        p, q = mpmath.mpf(p), mpmath.mpf(q)
        terms = [(p, q), (1 - p, 1 - q)]
        if any(b == 0 < a for a, b in terms):
            return mpmath.inf
        return mpmath.fsum(a * mpmath.log(a / b) for a, b in terms if a)


def mp_threshold(x, y):
    with mpmath.workdps(400):
        x, y = mpmath.mpf(x), mpmath.mpf(y)
        return abs(mpmath.log(y / (1 - y)) - mpmath.log(x / (1 - x)))


@for_all(mean_pairs(), examples=120)
def check_float_form(pair, subject, exact):
    assert relative_error(float(subject(*pair)), certify(exact, *pair)) <= TOLERANCE, pair


@pytest.mark.parametrize("function", [kl, privacy_threshold, tv], ids=lambda f: f.__name__)
@pytest.mark.parametrize("examples", [400, pytest.param(2500, marks=pytest.mark.slow)])
def test_floats_are_within_1e14_of_their_enclosures(function, examples):
    check_float_form(function, function, examples=examples)


def naive_kl(p, q):
    with np.errstate(all="ignore"):
        value = p * np.log(np.float64(p) / q) + (1 - p) * np.log(np.float64(1 - p) / (1 - q))
    return float(np.nan_to_num(value, nan=0.0, posinf=math.inf, neginf=-math.inf))


@pytest.mark.parametrize(
    ("mutant", "exact"),
    [
        (naive_kl, kl),
        (lambda p, q: kl(q, p), kl),
        (lambda p, q: 2 * (p - q) ** 2, kl),
        (lambda p, q: kl(1 - p, q), kl),
        (lambda x, y: abs(naive_logit(y) - naive_logit(x)), privacy_threshold),
        (lambda x, y: privacy_threshold(x, y) / 2, privacy_threshold),
        (lambda x, y: y - x, tv),
    ],
)
def test_mutants_of_the_float_forms_are_rejected(mutant, exact):
    rejects(check_float_form, mutant, exact)


def naive_logit(p):
    with np.errstate(all="ignore"):
        return float(np.log(np.float64(p) / (1 - p)))


@for_all(mean_pairs())
def check_enclosure_against_mpmath(pair, subject):
    enclosure, value = subject(*pair), mp_kl(*pair)
    if value == mpmath.inf:
        assert enclosure.lo == math.inf
        return
    with mpmath.workdps(60):
        lo, hi = (mpf(end) for end in (enclosure.lo, enclosure.hi))
        slack = mpmath.mpf(10) ** -50 * abs(value) + mpmath.mpf(10) ** -380
        assert lo - slack <= value <= hi + slack


def test_the_certified_kl_agrees_with_mpmath():
    check_enclosure_against_mpmath(lambda p, q: certify(kl, p, q))
    rejects(check_enclosure_against_mpmath, lambda p, q: certify(kl, q, p))
    rejects(
        check_enclosure_against_mpmath,
        lambda p, q: Enclosure.of(Fraction(kl(p, q))) if kl(p, q) < math.inf else certify(kl, p, q),
    )


@for_all(rationals(ends=False), rationals(ends=False), examples=40)
def test_the_certified_threshold_agrees_with_mpmath(x, y):
    x, y = float(x), float(y)
    enclosure = certify(privacy_threshold, x, y, digits=40)
    assert abs(mpmath.mpf(float(enclosure)) - mp_threshold(x, y)) <= 1e-14


@pytest.mark.parametrize("digits", [1, 20, 50, 200])
def test_the_asked_digits_are_delivered(digits):
    for pair in [("0.25", "0.75"), (0.1, math.nextafter(0.1, 1)), (1e-300, 0.5), (0, "1e-30")]:
        assert certify(kl, *pair, digits=digits).digits >= digits
        assert certify(privacy_threshold, 0.3, pair[1], digits=digits).digits >= digits


@for_all(rationals(), rationals())
def test_kl_is_symmetric_under_complement_exactly(p, q):
    left, right = certify(kl, p, q), certify(kl, 1 - p, 1 - q)
    assert overlap(left, right)


@for_all(mean_pairs())
def check_sign_and_pinsker(pair, subject):
    value = certify(subject, *pair)
    assert value.lo >= 0
    assert (value.hi == 0) == (pair[0] == pair[1])
    assert value.hi >= 2 * Fraction(*[abs(Fraction(pair[0]) - Fraction(pair[1]))]) ** 2


def test_kl_is_positive_and_above_pinsker():
    check_sign_and_pinsker(kl)
    rejects(check_sign_and_pinsker, tv)  # |p-q| < 2 (p-q)^2 far apart


@for_all(rationals(), rationals(), rationals())
def test_kl_is_monotone_away_from_its_first_argument(p, q, r):
    low, high = sorted((q, r), key=lambda t: abs(t - p))
    if (low - p) * (high - p) < 0 or low == high:
        return
    assert certify(kl, p, low).lo < certify(kl, p, high).hi


@pytest.mark.parametrize(
    ("p", "q", "value"),
    [
        (0, 0, 0),
        (1, 1, 0),
        (0.5, 0, math.inf),
        (0.5, 1, math.inf),
        (0, 1, math.inf),
        (1, 0, math.inf),
    ],
)
def test_kl_at_the_ends(p, q, value):
    assert kl(p, q) == value
    assert certify(kl, p, q).lo == certify(kl, p, q).hi == value


def test_threshold_at_the_ends():
    assert privacy_threshold(0.0, 0.0) == privacy_threshold(1.0, 1.0) == 0.0
    assert privacy_threshold(0.0, 0.5) == privacy_threshold(0.3, 1.0) == math.inf
    assert certify(privacy_threshold, 0, 1).lo == math.inf


# thresholds of the suboptimal arms of the instances of the paper, to four decimals
THRESHOLDS = [
    ("0.75", "0.7", 0.2513),
    ("0.75", "0.625", 0.5878),
    ("0.75", "0.5", 1.0986),
    ("0.75", "0.375", 1.6094),
    ("0.75", "0.25", 2.1972),
    ("0.8", "0.1", 3.5835),
]


@pytest.mark.parametrize(("best", "mean", "value"), THRESHOLDS)
def test_thresholds_of_the_paper(best, mean, value):
    assert abs(float(certify(privacy_threshold, mean, best)) - value) < 5.1e-5


def test_tv_is_exact():
    assert certify(tv, "0.1", "0.8").lo == certify(tv, "0.1", "0.8").hi == Fraction(7, 10)


@for_all(probabilities(), probabilities(), examples=30)
def test_the_forms_broadcast(x, y):
    row, column = np.array([x, y]), np.array([[y], [x]])
    for form in (kl, tv, privacy_threshold):
        table = form(row, column)
        assert table.shape == (2, 2)
        assert table[0, 0] == form(x, y)
        assert isinstance(form(x, y), float)
