"""Sums of unequal Bernoulli variables: exact laws by enumeration, and the Chernoff bound."""

import itertools
import math
from fractions import Fraction
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects
from banditproof.theory import certify
from banditproof.theory.concentration import (
    bernoulli_chernoff,
    binomial_law,
    binomial_tail,
    poisson_binomial_law,
    poisson_binomial_tail,
)

UNIT = st.integers(0, 20).map(lambda k: Fraction(k, 20))


@for_all(st.lists(UNIT, min_size=1, max_size=7), examples=60)
def check_law(means, law):
    expected = [Fraction(0)] * (len(means) + 1)
    for outcome in itertools.product((0, 1), repeat=len(means)):
        expected[sum(outcome)] += math.prod(
            p if item else 1 - p for p, item in zip(means, outcome, strict=True)
        )
    assert list(law(means)) == expected


def test_the_law_is_the_enumeration():
    check_law(poisson_binomial_law)
    rejects(check_law, lambda means: poisson_binomial_law(means)[::-1])
    rejects(check_law, lambda means: binomial_law(len(means), sum(means) / len(means)))


def test_equal_means_give_the_binomial():
    assert poisson_binomial_law(["0.3"] * 9) == binomial_law(9, "0.3")
    assert binomial_tail(9, "0.3", 4) == sum(binomial_law(9, "0.3")[4:])
    assert binomial_tail(9, "0.3", 4, "lower") == sum(binomial_law(9, "0.3")[:5])
    assert binomial_tail(9, "0.3", "3.5") == binomial_tail(9, "0.3", 4)


@for_all(st.lists(UNIT, min_size=1, max_size=9), UNIT, examples=150)
def check_chernoff(means, place, bound):
    n, total = len(means), sum(means)
    for side, end in (("upper", n), ("lower", 0)):
        threshold = total + place * (end - total)
        tail = poisson_binomial_tail(means, threshold, side)
        assert bound(threshold, n, total / n, side) >= tail


def test_the_bound_is_above_the_exact_tail():
    check_chernoff(lambda *case: certify(bernoulli_chernoff, *case).hi)
    rejects(check_chernoff, lambda *case: certify(bernoulli_chernoff, *case).hi ** 2)
    rejects(
        check_chernoff,
        lambda a, n, mu, side: (
            certify(bernoulli_chernoff, n - a, n, 1 - mu, side).hi
            if (n - a >= n * (1 - mu)) == (side == "upper")
            else 0
        ),
    )


def test_the_event_of_lemma_c5():
    for n in (10, 100, 400):
        mu, slack = Fraction(2, 5), Fraction(1, 4)
        threshold = (1 + slack) * n * mu
        tail = binomial_tail(n, mu, math.floor(threshold) + 1)
        assert 0 < tail <= certify(bernoulli_chernoff, threshold, n, mu).hi
    assert tail < Fraction(1, 10**4)


def test_beyond_the_support_both_are_zero():
    assert bernoulli_chernoff(11, 10, 0.5) == 0.0
    assert certify(bernoulli_chernoff, 11, 10, "0.5").hi == 0
    assert certify(bernoulli_chernoff, -1, 10, "0.5", "lower").hi == 0
    assert certify(bernoulli_chernoff, 1, 10, 0).hi == 0
    assert certify(bernoulli_chernoff, 5, 10, "0.5").lo == 1
    assert poisson_binomial_tail(["0.5"] * 10, 11) == 0


@for_all(st.integers(1, 60), UNIT, UNIT)
def test_the_float_form_agrees(n, mu, place):
    threshold = float(n * mu + place * (n - n * mu))
    if Fraction(threshold) < n * Fraction(float(mu)):
        return
    exact = certify(bernoulli_chernoff, threshold, n, float(mu))
    value = bernoulli_chernoff(threshold, n, float(mu))
    assert value == pytest.approx(float(exact), rel=1e-12)
