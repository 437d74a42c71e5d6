"""The running maximum of a two-valued walk: dynamic programming against enumeration and Doob."""

import itertools
import math
from fractions import Fraction
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects
from banditproof.theory import certify, kl, privacy_threshold
from banditproof.theory.concentration import (
    crossing_probability,
    likelihood_walk_bound,
    likelihood_walk_slack_tail,
    likelihood_walk_tail,
    walk_maximum_bound,
    walk_maximum_tail,
)

UNIT = st.integers(0, 20).map(lambda k: Fraction(k, 20))
INNER = st.integers(1, 19).map(lambda k: Fraction(k, 20))


def enumerated(n, p, high, low, level):
    total = Fraction(0)
    for path in itertools.product((0, 1), repeat=n):
        sums = [0, *itertools.accumulate(high if item else low for item in path)]
        if max(sums) > level:
            total += math.prod(p if item else 1 - p for item in path)
    return total


@for_all(
    st.integers(0, 8),
    UNIT,
    st.integers(-6, 4).map(lambda k: Fraction(k, 3)),
    st.integers(1, 9).map(lambda k: Fraction(k, 3)),
    st.integers(-2, 10).map(lambda k: Fraction(k, 3)),
    examples=150,
)
def check_maximum(n, p, low, rise, level, tail):
    high = low + rise
    assert tail(n, p, high, low, level) == enumerated(n, p, high, low, level)


def end_only(n, p, high, low, level):
    return sum(
        math.comb(n, k) * p**k * (1 - p) ** (n - k)
        for k in range(n + 1)
        if k * high + (n - k) * low > level
    )


def test_the_maximum_is_the_enumeration():
    check_maximum(walk_maximum_tail)
    rejects(check_maximum, end_only)  # the end of the walk for its maximum
    rejects(
        check_maximum, lambda n, p, high, low, level: walk_maximum_tail(n, 1 - p, high, low, level)
    )
    rejects(  # at least for above
        check_maximum,
        lambda n, p, high, low, level: walk_maximum_tail(
            n, p, high, low, level - Fraction(1, 10**9)
        ),
    )


@for_all(
    st.integers(0, 7),
    INNER,
    INNER,
    # levels that no sum of the logarithms meets
    st.integers(0, 30).map(lambda k: Fraction(k, 10) + Fraction(1, 997)),
    examples=80,
)
def check_likelihood(n, p, q, level, tail):
    up, down = math.log(p / q), math.log((1 - p) / (1 - q))
    expected = enumerated(n, p, up, down, float(level) + 1e-12)
    assert tail(n, p, q, level) == expected


def test_the_likelihood_walk_is_the_enumeration():
    check_likelihood(likelihood_walk_tail)
    rejects(check_likelihood, lambda n, p, q, level: likelihood_walk_tail(n, q, p, level))


def test_the_slack_level_is_the_drift():
    n, p, q, slack = 30, Fraction(1, 2), Fraction(3, 4), Fraction(1, 2)
    level = (1 + slack) * n * certify(kl, p, q, digits=40).mid
    assert likelihood_walk_slack_tail(n, p, q, slack) == likelihood_walk_tail(n, p, q, level)


def check_ties(tail):
    """With q = 1 - p the sums are multiples of one logarithm, and meet (1 + slack) n kl exactly."""
    n, p = 5, Fraction(3, 10)
    # kl = (2/5) log(7/3), so at slack 1/2 the level is 3 log(7/3): a walk of +-1 must reach 4
    assert tail(n, p, 1 - p, Fraction(1, 2)) == walk_maximum_tail(n, 1 - p, 1, -1, 3)


def test_ties_with_the_level_do_not_count():
    check_ties(likelihood_walk_slack_tail)
    rejects(
        check_ties,
        lambda n, p, q, slack: likelihood_walk_slack_tail(n, p, q, slack - Fraction(1, 10**9)),
    )


def test_the_right_sides_of_the_audit():
    """The catalogue's finite-T certificate, with the Clopper-Pearson limit 0.0018427."""
    from banditproof.theory.concentration import binomial_tail

    for pulls, hamming, value in [(100, 57, 0.00723), (400, 184, 0.0950)]:
        right = math.exp(0.02 * hamming + 0.2) * 0.0018427
        right += float(binomial_tail(pulls, "0.399", hamming + 1))
        right += float(likelihood_walk_tail(pulls, "0.699", "0.7", "0.2"))
        assert right == pytest.approx(value, rel=1e-3)


def check_doob(bound):
    for n in (1, 5, 20, 80, 200):
        for p, q in [("0.3", "0.7"), ("0.5", "0.75"), ("0.9", "0.2"), ("0.05", "0.5")]:
            for slack in ("0.1", "0.5", "1", "2"):
                tail = likelihood_walk_slack_tail(n, p, q, slack)
                assert tail <= bound(n, p, q, slack)


def test_doobs_bound_is_above_the_exact_tail():
    check_doob(lambda *case: certify(likelihood_walk_bound, *case).hi)
    rejects(check_doob, lambda *case: certify(likelihood_walk_bound, *case).hi ** 8)


@for_all(
    st.integers(1, 25),
    UNIT,
    st.integers(-6, 4).map(lambda k: Fraction(k, 3)),
    st.integers(1, 9).map(lambda k: Fraction(k, 3)),
    INNER,
)
def test_doobs_bound_for_general_steps(n, p, low, rise, slack):
    high = low + rise
    mean = p * high + (1 - p) * low
    if mean <= 0:
        return
    tail = walk_maximum_tail(n, p, high, low, (1 + slack) * n * mean)
    assert tail <= certify(walk_maximum_bound, n, slack, mean, rise).hi


def test_the_two_bounds_are_one_formula():
    p, q, slack = "0.3", "0.7", "0.5"
    mean, spread = certify(kl, p, q).mid, certify(privacy_threshold, p, q).mid
    assert likelihood_walk_bound(40, 0.3, 0.7, 0.5) == pytest.approx(
        walk_maximum_bound(40, 0.5, float(mean), float(spread)), rel=1e-12
    )
    assert float(certify(likelihood_walk_bound, 40, p, q, slack)) == pytest.approx(
        math.exp(-2 * 40 * 0.25 * float(mean / spread) ** 2), rel=1e-12
    )


def test_without_independence_the_maximal_inequality_is_false():
    """All steps equal to one fair 0/1 variable: the maximum exceeds 1.5 n mu half of the time."""
    for n in (10, 100, 1000):
        exceeds = sum(Fraction(1, 2) for step in (0, 1) if n * step > Fraction(3, 2) * n / 2)
        assert exceeds == Fraction(1, 2)
        assert exceeds > certify(walk_maximum_bound, n, "0.5", "0.5", 1).hi or n < 20


def test_equal_means_never_move():
    assert likelihood_walk_tail(5, "0.3", "0.3", 0) == 0
    assert crossing_probability("0.3", []) == 0
    assert crossing_probability("0.3", [0]) == 1
    assert walk_maximum_tail(0, "0.5", 1, 0, 0) == 0
