"""Treating samples and noise separately: what it costs, and what vanishing noise gives back."""

import math
from fractions import Fraction
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects
from banditproof.theory import certify, d_eps, kl
from banditproof.theory.concentration import (
    noisy_rate,
    private_chernoff_bound,
    private_rate,
    private_sum_upper_tail,
    separate_rate,
    separate_threshold,
)

INNER = st.integers(1, 99).map(lambda k: Fraction(k, 100))
UNIT = st.integers(0, 100).map(lambda k: Fraction(k, 100))
EPS = st.integers(1, 400).map(lambda k: Fraction(k, 100))
RISKS = st.integers(1, 99).map(lambda k: Fraction(k, 100)) | st.sampled_from(("1e-6", "1e-12"))
SIZES = st.integers(1, 200)


@for_all(st.integers(1, 40), INNER, EPS, RISKS, examples=80)
def check_older_statement(n, mu, eps, delta, factor):
    delta = Fraction(delta)
    x = certify(separate_threshold, n, mu, eps, delta).hi
    tail = certify(private_sum_upper_tail, n * x, n, mu, 1, eps, digits=8)
    assert tail.lo <= factor * delta


def test_the_older_statement_holds():
    check_older_statement(Fraction(3, 2))
    rejects(check_older_statement, Fraction(1, 10))


@for_all(SIZES, INNER, EPS, RISKS, examples=120)
def check_new_beats_old(n, mu, eps, delta, threshold):
    delta = Fraction(delta)
    x = threshold(n, mu, eps, delta)
    bound = certify(private_chernoff_bound, n * x, n, mu, 1, eps, "single", digits=15)
    assert bound.lo <= delta


def test_the_new_bound_at_the_older_threshold_is_at_most_delta():
    check_new_beats_old(lambda *case: certify(separate_threshold, *case).hi)
    # half of the deviation is not enough
    rejects(
        check_new_beats_old,
        lambda n, mu, eps, d: (certify(separate_threshold, n, mu, eps, d).hi + mu) / 2,
    )


@for_all(UNIT, INNER, EPS, examples=60)
def check_split(x, mu, eps, rate):
    split, joint = rate(x, mu, eps), certify(d_eps, x, mu, eps)
    assert split.lo <= joint.hi
    assert joint.lo <= 2 * split.hi
    for k in range(11):  # no point of a grid does better
        z = mu + (x - mu) * Fraction(k, 10)
        assert min(certify(kl, z, mu).lo, eps * abs(x - z)) <= split.hi
    assert split.hi == 0 or split.digits >= 25


def test_a_separate_split_loses_at_most_half_of_the_rate():
    check_split(lambda *case: certify(separate_rate, *case))
    rejects(check_split, lambda x, mu, eps: certify(separate_rate, x, mu, eps / 2))
    rejects(check_split, lambda x, mu, eps: certify(kl, x, mu))


def test_the_split_at_the_ends():
    assert certify(separate_rate, "0.3", 0, 2).lo == Fraction(3, 5)
    assert certify(separate_rate, "0.3", 1, 2).lo == Fraction(7, 5)
    assert certify(separate_rate, "0.3", "0.3", 2).hi == 0


@for_all(UNIT, INNER, EPS, st.integers(1, 5), examples=25)
def check_noisy(x, mu, eps, power, rate):
    if x == mu:
        return
    noise = Fraction(1, 10**power)
    value, more = rate(x, mu, eps, noise), rate(x, mu, eps, 10 * noise)
    limit = certify(d_eps, x, mu, eps)
    assert more.lo <= value.hi
    assert value.hi < limit.lo
    for k in range(20):  # a supremum is above every feasible point
        s = float(eps) * k / 20 * (1 if x > mu else -1)
        dual = s * float(x) - math.log(1 - float(mu) + float(mu) * math.exp(s))
        assert dual + float(noise) * math.log1p(-((k / 20) ** 2)) <= float(value) + 1e-12


def test_noise_in_proportion_to_the_samples_lowers_the_rate():
    def right(x, mu, eps, noise):
        return certify(noisy_rate, x, mu, eps, noise, digits=12)

    check_noisy(right)
    rejects(check_noisy, lambda x, mu, eps, noise: certify(d_eps, x, mu, eps))
    rejects(check_noisy, lambda x, mu, eps, noise: right(x, mu, eps, 5 * noise))


def test_vanishing_noise_gives_the_rate_of_one_noise():
    for x, mu, eps in [("0.75", "0.5", 1), ("0.1", "0.8", "0.3"), ("0.5", "0.4", 5)]:
        limit = certify(d_eps, x, mu, eps)
        rates = [float(certify(noisy_rate, x, mu, eps, f"1e-{k}", digits=12)) for k in (2, 5, 9)]
        assert rates == sorted(rates)
        assert rates[-1] == pytest.approx(float(limit), rel=1e-6)
        assert rates[0] < float(limit) * 0.99 or x == "0.5"


def test_float_forms():
    for case in [(100, 0.5, 1.0, 0.05), (3, 0.1, 0.01, 0.9)]:
        assert separate_threshold(*case) == pytest.approx(
            float(certify(separate_threshold, *case)), rel=1e-15
        )
    assert noisy_rate(0.75, 0.5, 1.0, 0.01) < private_rate(0.75, 0.5, 1.0)
    assert separate_threshold([1, 2], 0.5, 1.0, 0.5).shape == (2,)


def test_bad_input_gets_a_sentence():
    for form in (separate_rate, lambda *case: noisy_rate(*case, 0.1)):
        for case in [(1.5, 0.5, 1.0), (0.5, -0.5, 1.0), (0.5, 0.4, 0.0), (0.5, 0.4, math.nan)]:
            with pytest.raises(ValueError, match="give"):
                form(*case)
