"""Private Chernoff bounds against exact tails: the printed form, its repairs, and false forms."""

import math
from fractions import Fraction
import numpy as np
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects
from banditproof.theory import Enclosure, certify, d_eps, kl
from banditproof.theory.concentration import (
    private_chernoff_bound,
    private_chernoff_prefactor,
    private_rate,
    private_sum_lower_tail,
    private_sum_upper_tail,
)

SIZES = st.integers(1, 40)
INNER = st.sampled_from(("1e-9", "0.999999999", "0.5")) | st.integers(1, 99).map(
    lambda k: Fraction(k, 100)
)
MEANS = st.sampled_from((0, 1)) | INNER
NOISES = st.integers(1, 8)
EPS = st.integers(-250, 120).map(lambda k: Fraction(round(10 ** (3 + k / 100)), 1000))
# of the way from n mu to n; beyond 1 it is beyond n
PLACES = st.sampled_from((Fraction(0), Fraction(1), Fraction(1, 10**6))) | st.integers(0, 160).map(
    lambda k: Fraction(k, 100)
)


def check_bound(bound, side, means=INNER, beyond=True, noises=NOISES, examples=120):
    def above(n, mu, m, eps, place):
        mu = Fraction(mu)
        place = place if beyond else min(place, Fraction(1))
        end = n if side == "upper" else 0
        x = n * mu + place * (end - n * mu)
        if mu in (0, 1):
            x = n * mu + (place if side == "upper" else -place) * n
        tail = private_sum_upper_tail if side == "upper" else private_sum_lower_tail
        exact = certify(tail, x, n, mu, m, eps, digits=12)
        assert bound(x, n, mu, m, eps, side).hi >= exact.lo, (x, n, mu, m, eps)

    for_all(SIZES, means, noises, EPS, PLACES)(above)(examples=examples)


def form(name, c=1):
    def bound(x, n, mu, m, eps, side):
        return certify(private_chernoff_bound, x, n, mu, m, eps, name, side, c, digits=12)

    return bound


@pytest.mark.parametrize("side", ["upper", "lower"])
@pytest.mark.parametrize("name", ["printed", "proof"])
def test_the_printed_forms_are_above_the_exact_tail(name, side):
    check_bound(form(name), side)


@pytest.mark.parametrize("side", ["upper", "lower"])
def test_the_chernoff_form_holds_everywhere(side):
    check_bound(form("chernoff"), side, means=MEANS)


@pytest.mark.parametrize("side", ["upper", "lower"])
def test_the_form_by_parts_holds_up_to_n(side):
    check_bound(form("parts"), side, beyond=False)


@pytest.mark.parametrize("side", ["upper", "lower"])
def test_one_noise_needs_no_prefactor(side):
    check_bound(form("single"), side, means=MEANS, noises=st.just(1))


@pytest.mark.parametrize("c", ["1", "0.5", "0.1", "0.01"])
def test_the_family_holds_for_each_c(c):
    check_bound(form("family", c), "upper", means=MEANS, examples=60)
    check_bound(form("family", c), "lower", means=MEANS, examples=60)


def plain(divergence):
    def bound(x, n, mu, m, eps, side):
        share = min(max(x / n, Fraction(0)), Fraction(1))
        value = divergence(share, mu, eps)
        rate = n * float(value.hi)
        return Enclosure(Fraction(0), Fraction(math.exp(-rate)))

    return bound


@pytest.mark.parametrize(
    "mutant",
    [
        plain(lambda y, mu, eps: certify(kl, y, mu)),  # forgets the noise
        plain(lambda y, mu, eps: certify(d_eps, y, mu, eps)),  # forgets the prefactor
        lambda x, n, mu, m, eps, side: form("chernoff")(x, n, mu, m, 2 * eps, side),
        lambda x, n, mu, m, eps, side: form("chernoff")(x, n, mu, 1, eps, side),
        lambda x, n, mu, m, eps, side: form("family")(x, n, mu, m, eps, side).__class__(
            Fraction(0), form("family")(x, n, mu, m, eps, side).hi / 3
        ),
    ],
)
def test_false_bounds_are_rejected(mutant):
    rejects(check_bound, mutant, "upper", INNER, False, examples=120)


def test_without_a_prefactor_two_noises_exceed_the_bound_twelve_times():
    worst = 0.0
    for eps in (3.0, 6.0, 10.0, 16.0):
        for n in (10, 20, 30):
            for mu in (0.5, 0.01, 1e-6):
                x = np.linspace(n * mu, n + 4.0, 60)
                ratio = private_sum_upper_tail(x, n, mu, 2, eps) / np.exp(
                    -n * private_rate(x / n, mu, eps)
                )
                worst = max(worst, float(ratio.max()))
    assert worst > 12


@for_all(SIZES, INNER, NOISES, EPS, PLACES, examples=80)
def test_the_order_of_the_forms(n, mu, m, eps, place):
    mu = Fraction(mu)
    x = n * mu + place * n * (1 - mu)
    values = {
        name: certify(private_chernoff_bound, x, n, mu, m, eps, name)
        for name in ("printed", "proof", "chernoff")
    }
    assert values["chernoff"].lo <= values["printed"].hi <= values["proof"].hi * (1 + place)


@for_all(SIZES, INNER, NOISES, EPS, PLACES, examples=80)
def test_the_chernoff_form_is_the_family_at_its_c(n, mu, m, eps, place):
    mu = Fraction(mu)
    x = n * mu + place * n * (1 - mu)
    gap = m * eps * (x - n * mu)
    c = Fraction(1) if gap <= 1 else 1 / gap
    family = certify(private_chernoff_prefactor, x, n, mu, m, eps, "family", "upper", c)
    chernoff = certify(private_chernoff_prefactor, x, n, mu, m, eps, "chernoff")
    assert family.lo <= chernoff.hi  # c n d <= c eps gap <= 1/m


def test_the_step_of_the_printed_proof_that_fails():
    """n kl(x/n, mu) <= (x - n mu) log(1/mu) is false at n = 100, mu = 1/2, x = 100."""
    assert float(100 * certify(kl, 1, "0.5").mid) == pytest.approx(69.3, abs=0.05)
    assert (100 - 50) * math.log(2) == pytest.approx(34.7, abs=0.05)
    difference = (
        certify(private_chernoff_prefactor, 100, 100, "0.5", 1, 1, "proof").mid
        / certify(private_chernoff_prefactor, 100, 100, "0.5", 1, 1, "printed").mid
    )
    assert 1.9 < difference < 2


def test_the_parts_form_at_the_ends():
    assert certify(private_chernoff_bound, 1, 2, 0, 1, 1, "parts").lo == math.inf
    assert private_chernoff_bound(1, 2, 0.0, 1, 1.0, "parts") == math.inf
    assert certify(private_chernoff_prefactor, 0, 2, 0, 1, 1, "parts").hi == 1
    assert private_chernoff_prefactor(0, 2, 0.0, 1, 1.0, "parts") == 1.0


def test_the_rate_is_the_dual_form():
    def check(rate):
        def dual(k, mu, eps):
            y, mu = Fraction(k, 20), Fraction(mu)
            value = rate(y, mu, eps)
            best = -math.inf
            for s in np.linspace(-float(eps), float(eps), 401):
                log_moment = np.logaddexp(math.log(1 - mu), math.log(mu) + s)
                best = max(best, s * float(y) - float(log_moment))
            assert best <= value * (1 + 1e-9) + 1e-12
            assert value <= best + 0.01 * float(eps) * (abs(float(y)) + 1)

        inner = st.integers(5, 95).map(lambda k: Fraction(k, 100))
        for_all(st.integers(-20, 60), inner, EPS, examples=60)(dual)()

    check(lambda y, mu, eps: float(certify(private_rate, y, mu, eps)))
    check(lambda y, mu, eps: private_rate(float(y), float(mu), float(eps)))
    rejects(check, lambda y, mu, eps: float(certify(d_eps, min(max(y, 0), 1), mu, eps)))
    rejects(check, lambda y, mu, eps: float(eps * abs(y - mu)))


@pytest.mark.parametrize("side", ["upper", "lower"])
@pytest.mark.parametrize("name", ["printed", "proof", "chernoff", "parts", "family", "single"])
@for_all(SIZES, INNER, NOISES, EPS, PLACES, examples=60)
def test_the_float_forms_agree_with_their_enclosures(n, mu, m, eps, place, name, side):
    mu, m = float(Fraction(mu)), 1 if name == "single" else m
    place = min(place, Fraction(1))
    end = n if side == "upper" else 0
    x = float(n * Fraction(mu) + place * (end - n * Fraction(mu)))
    exact_x = Fraction(x)
    if (exact_x < n * Fraction(mu)) == (side == "upper") and exact_x != n * Fraction(mu):
        return
    arguments = (x, n, mu, m, float(eps), name, side, 0.25)
    for subject in (private_chernoff_bound, private_chernoff_prefactor):
        assert float(certify(subject, *arguments)) == pytest.approx(subject(*arguments), rel=3e-11)
