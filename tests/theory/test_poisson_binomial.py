"""Sums of unequal Bernoulli variables: exact laws by enumeration, and the Chernoff bound."""

import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import strategies as st

from banditproof.theory import certify
from banditproof.theory.concentration import (
    bernoulli_chernoff,
    binomial_law,
    binomial_tail,
    poisson_binomial_law,
    poisson_binomial_tail,
)

UNIT = st.integers(0, 20).map(lambda k: Fraction(k, 20))


def check_law(for_all, law):
    def enumerated(means):
        expected = [Fraction(0)] * (len(means) + 1)
        for outcome in itertools.product((0, 1), repeat=len(means)):
            expected[sum(outcome)] += math.prod(
                p if one else 1 - p for p, one in zip(means, outcome, strict=True)
            )
        assert list(law(means)) == expected

    for_all(enumerated, st.lists(UNIT, min_size=1, max_size=7), examples=60)


def test_the_law_is_the_enumeration(for_all, rejects):
    check_law(for_all, poisson_binomial_law)
    rejects(check_law, for_all, lambda means: poisson_binomial_law(means)[::-1])
    rejects(check_law, for_all, lambda means: binomial_law(len(means), sum(means) / len(means)))


def test_equal_means_give_the_binomial():
    assert poisson_binomial_law(["0.3"] * 9) == binomial_law(9, "0.3")
    assert binomial_tail(9, "0.3", 4) == sum(binomial_law(9, "0.3")[4:])
    assert binomial_tail(9, "0.3", 4, "lower") == sum(binomial_law(9, "0.3")[:5])
    assert binomial_tail(9, "0.3", "3.5") == binomial_tail(9, "0.3", 4)


def check_chernoff(for_all, bound):
    def above(means, place):
        n, total = len(means), sum(means)
        for side, end in (("upper", n), ("lower", 0)):
            threshold = total + place * (end - total)
            tail = poisson_binomial_tail(means, threshold, side)
            assert bound(threshold, n, total / n, side) >= tail

    for_all(above, st.lists(UNIT, min_size=1, max_size=9), UNIT, examples=150)


def test_the_bound_is_above_the_exact_tail(for_all, rejects):
    check_chernoff(for_all, lambda *case: certify(bernoulli_chernoff, *case).hi)
    rejects(check_chernoff, for_all, lambda *case: certify(bernoulli_chernoff, *case).hi ** 2)
    rejects(
        check_chernoff,
        for_all,
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


def test_the_float_form_agrees(for_all):
    def close(n, mu, place):
        threshold = float(n * mu + place * (n - n * mu))
        if Fraction(threshold) < n * Fraction(float(mu)):
            return
        exact = certify(bernoulli_chernoff, threshold, n, float(mu))
        value = bernoulli_chernoff(threshold, n, float(mu))
        assert value == pytest.approx(float(exact), rel=1e-12)

    for_all(close, st.integers(1, 60), UNIT, UNIT)


def test_bad_input_gets_a_sentence():
    with pytest.raises(ValueError, match="wrong side"):
        bernoulli_chernoff(4, 10, 0.5)
    with pytest.raises(ValueError, match="wrong side"):
        certify(bernoulli_chernoff, 6, 10, "0.5", "lower")
    for bad in ([], [1.5], "0.5"):
        with pytest.raises(ValueError, match="give"):
            poisson_binomial_law(bad)
    for arguments in [(1, 0, 0.5), (1, 2, 1.5), (math.nan, 2, 0.5), (1, 2, 0.5, "left")]:
        with pytest.raises(ValueError, match="give"):
            bernoulli_chernoff(*arguments)
    with pytest.raises(ValueError, match="give"):
        binomial_tail(-1, 0.5, 0)
