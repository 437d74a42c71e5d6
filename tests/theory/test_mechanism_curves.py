"""The certified curves of each mechanism, against direct sums and integrals of its law."""

import math
from fractions import Fraction as F
from itertools import pairwise
import mpmath
import pytest
from enclosure_checks import mpf, near
from hypothesis import strategies as st
from properties import for_all
from banditproof.theory import mechanisms
from banditproof.theory.accounting.finite_divergences import zcdp_of_laws
from banditproof.theory.balls import lower, upper, working_precision
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.theory.mechanisms.gaussian_sums import half_sum, whole_sum

ORDERS = [F(1), F(3, 2), F(2), F(6)]
LOSSES = [F(0), F(1, 4), F(1, 2), F(3, 4), F(2)]


WEIGHTS = {
    mechanisms.DiscreteLaplace("7/10"): lambda y: mpmath.mpf("0.7") ** abs(y),
    mechanisms.DiscreteLaplace("1/100"): lambda y: mpmath.mpf("0.01") ** abs(y),
    mechanisms.IntegerLaplace(3): lambda y: mpmath.exp(-mpmath.mpf(abs(y)) / 3),
    mechanisms.IntegerLaplace("1/4"): lambda y: mpmath.exp(-mpmath.mpf(abs(y)) * 4),
    mechanisms.DiscreteGaussian(sigma_squared="7/2"): lambda y: mpmath.exp(-mpmath.mpf(y * y) / 7),
    mechanisms.DiscreteGaussian(sigma_squared="1/10"): lambda y: mpmath.exp(-mpmath.mpf(y * y) * 5),
}
INTEGER_NOISES = list(WEIGHTS)


def direct(noise, shift: int, reach: int = 400):
    """The law of the noise and its shift on a long window, in 60 digits."""
    weight = WEIGHTS[noise]
    window = range(-reach, reach + 1)
    total = mpmath.fsum(weight(y) for y in window)
    return [weight(y - shift) / total for y in window], [weight(y) / total for y in window]


@pytest.mark.parametrize("noise", INTEGER_NOISES, ids=str)
@pytest.mark.parametrize("shift", [1, 2, 5])
def test_the_curves_of_integer_noise_are_sums_over_its_law(noise, shift) -> None:
    with mpmath.workdps(60):
        p, q = direct(noise, shift)
        for alpha in ORDERS:
            pairs = zip(p, q, strict=True)
            if alpha == 1:
                value = mpmath.fsum(a * mpmath.log(a / b) for a, b in pairs)
            else:
                power = mpf(alpha)
                value = mpmath.log(mpmath.fsum(a**power * b ** (1 - power) for a, b in pairs))
                value /= power - 1
            assert near(noise.renyi(alpha, shift), value)
        for eps in LOSSES:
            factor = mpmath.exp(mpf(eps))
            value = mpmath.fsum(max(a - factor * b, 0) for a, b in zip(p, q, strict=True))
            assert near(noise.delta(eps, shift), value)


@pytest.mark.parametrize("noise", INTEGER_NOISES, ids=str)
def test_masses_and_tails_of_integer_noise_are_those_of_its_law(noise) -> None:
    with mpmath.workdps(60):
        law, _ = direct(noise, 0)
        for y in (-3, 0, 1, 7):
            mass = noise.mass(y)
            middle = mass if isinstance(mass, F) else F(mass.mid)
            assert abs(mpf(middle) - law[400 + y]) < mpmath.mpf(10) ** -25
        for cut in (0, 2, 9):
            tail = noise.tail(cut)
            middle = tail if isinstance(tail, F) else F(tail.mid)
            outside = mpmath.fsum(m for y, m in enumerate(law, -400) if abs(y) > cut)
            assert abs(mpf(middle) - outside) < mpmath.mpf(10) ** -25
    if not isinstance(noise, mechanisms.DiscreteLaplace):
        assert noise.tail(-1).lo == 1


@for_all(st.fractions(F(1, 30), F(29, 30), max_denominator=30), st.integers(1, 9), examples=25)
def test_the_zcdp_of_discrete_laplace_noise_is_proved_and_found_again(ratio, shift) -> None:
    noise = mechanisms.DiscreteLaplace(ratio)
    inner = range(1, shift)
    end, far = 1 / (1 + ratio), ratio**shift / (1 + ratio)
    p = [far, *(noise.mass(y - shift) for y in inner), end]
    q = [end, *(noise.mass(y) for y in inner), far]
    result, claimed = zcdp_of_laws(p, q, digits=8), noise.zcdp(shift)
    assert result.lo <= claimed.lo <= claimed.hi <= result.hi


@for_all(
    st.fractions(F(1, 9), F(8, 9), max_denominator=9),
    st.integers(0, 6),
    st.integers(1, 6),
    examples=25,
)
def test_the_exact_hockey_stick_of_discrete_laplace_noise(ratio, shift, times) -> None:
    noise = mechanisms.DiscreteLaplace(ratio)
    window = range(-60, 61)
    parts = (noise.mass(y - shift) - times * noise.mass(y) for y in window)
    inside = sum((part for part in parts if part > 0), F(0))
    beyond = noise.tail(60 - shift) / 2 - times * noise.tail(60) / 2  # all of y > 60
    assert noise.hockey_stick(times, shift) == inside + max(beyond, 0)
    if times > 1:
        enclosed = noise.delta(F(math.log(times)), shift)
        assert float(enclosed) == pytest.approx(float(noise.hockey_stick(times, shift)), abs=1e-14)


def test_discrete_gaussian_noise_spends_exactly_its_zcdp() -> None:
    noise = mechanisms.DiscreteGaussian(sigma_squared=F(9, 4))
    assert noise.loss(2) == ZCDP(F(8, 9))
    for alpha in (F(1), F(2), F(5)):  # at the integers the bound is attained
        assert noise.renyi(alpha, 2).lo == alpha * F(8, 9)
    small = mechanisms.DiscreteGaussian(sigma_squared=F(1, 10))
    assert small.renyi(F(3, 2), 1).hi < F(3, 2) * 5  # and between them it is not
    assert noise.renyi(math.inf, 1).lo == math.inf


@pytest.mark.parametrize("square", [F(1, 100), F(1, 6), F(17, 100), F(1, 2), F(40), F(2500)])
@pytest.mark.parametrize("shift", [F(0), F(1, 3), F(1, 2), F(-7, 4), F(10, 3)])
def test_both_forms_of_the_gaussian_sum_agree(square, shift) -> None:
    with working_precision(200):
        whole = whole_sum(square, shift)
        start = -shift - math.floor(-shift)
        halves = half_sum(square, start) + half_sum(square, 1 - start)
        assert lower(whole) <= upper(halves)
        assert lower(halves) <= upper(whole)
        assert upper(halves) - lower(halves) < lower(halves) / 10**50
        assert upper(whole) - lower(whole) < lower(whole) / 10**50


@pytest.mark.parametrize("start", [F(0), F(1, 3), F(77), F(700), F(7000)])
@pytest.mark.parametrize("bits", [64, 200])
def test_the_smooth_sum_of_a_wide_gaussian_is_the_sum_of_its_terms(start, bits) -> None:
    square = F(4100)
    with working_precision(bits):
        smooth, plain = (
            mechanisms.gaussian_sums._summed_smoothly(square, start),
            half_sum_by_terms(start),
        )
        assert lower(smooth) <= upper(plain)
        assert lower(plain) <= upper(smooth)
        assert upper(smooth) - lower(smooth) < lower(smooth) / 2 ** (bits - 30)
    # the half term at the start belongs to it
    with working_precision(bits):
        wrong = smooth - mechanisms.gaussian_sums._summed(square, start) / 2**20
        assert upper(wrong) < lower(plain)


def half_sum_by_terms(start: F):
    return mechanisms.gaussian_sums._summed(F(4100), start)


@pytest.mark.parametrize("noise", [mechanisms.DiscreteGaussian(sigma_squared=10**12)], ids=str)
def test_a_very_wide_discrete_gaussian_is_nearly_the_continuous_one(noise) -> None:
    like = mechanisms.Gaussian(sigma_squared=10**12)
    for eps, shift in ((F(0), 1), (F(1, 10**5), 10), (F(3), 10**6)):
        assert float(noise.delta(eps, shift)) == pytest.approx(
            float(like.delta(eps, shift)), rel=1e-6
        )
    assert float(noise.tail(2 * 10**6)) == pytest.approx(math.erfc(math.sqrt(2)), rel=1e-5)


@pytest.mark.parametrize("shift", [F(1, 3), F(1), F(5, 2)])
def test_the_curves_of_laplace_noise_are_integrals_of_its_density(shift) -> None:
    noise, s = mechanisms.Laplace(2), float(shift)
    with mpmath.workdps(30):

        def density(y):
            return mpmath.exp(-abs(y) / 2) / 4

        places = [-mpmath.inf, 0, mpf(shift), mpmath.inf]
        for alpha in (F(3, 2), F(4)):
            power = mpf(alpha)
            moment = mpmath.quad(
                lambda y, a=power: density(y - s) ** a * density(y) ** (1 - a), places
            )
            assert near(noise.renyi(alpha, shift), mpmath.log(moment) / (power - 1), 12)
        mean = mpmath.quad(lambda y: density(y - s) * (abs(y) - abs(y - s)) / 2, places)
        assert near(noise.zcdp(shift), mean, 12)
        for eps in (F(0), shift / 4):
            start = mpf(eps + shift / 2)  # where the loss passes eps
            factor = mpmath.exp(mpf(eps))
            gain = mpmath.quad(
                lambda y, f=factor: density(y - s) - f * density(y), [start, s, mpmath.inf]
            )
            assert near(noise.delta(eps, shift), gain, 12)
    assert noise.delta(shift / 2, shift).hi == 0
    assert noise.renyi(math.inf, shift).lo == shift / 2


@for_all(
    st.fractions(F(1, 20), 30, max_denominator=20),
    st.sampled_from([F(101, 100), F(2), F(30)]),
    examples=25,
)
def test_no_order_of_laplace_noise_exceeds_its_zcdp(t, alpha) -> None:
    noise = mechanisms.Laplace(1)
    assert noise.renyi(alpha, t).hi <= alpha * noise.zcdp(t).lo
    assert (
        noise.zcdp(t).hi < mechanisms.RandomisedResponse(t).zcdp().lo
    )  # less than all pure mechanisms


@pytest.mark.parametrize("sigma", ["1e-3", "0.5", "1", "10", "1e6"])
def test_the_curve_of_gaussian_noise_is_its_closed_form(sigma) -> None:
    noise = mechanisms.Gaussian.of_sigma(sigma)
    mu = 1 / F(sigma)
    with mpmath.workdps(40):
        for share in (F(0), F(1, 2), F(1), F(3)):
            eps = share * mu + mu**2 / 2 if share else F(0)
            m, e = mpf(mu), mpf(eps)
            value = mpmath.ncdf(m / 2 - e / m) - mpmath.exp(e) * mpmath.ncdf(-m / 2 - e / m)
            assert near(noise.delta(eps), value, 12 if sigma != "1e6" else 9)
    assert noise.loss() == ZCDP(mu**2 / 2)
    assert noise.renyi(3).lo == 3 * mu**2 / 2
    assert noise.renyi(math.inf).lo == math.inf


def test_quoted_deltas_of_the_classical_gaussian_mechanism() -> None:
    for eps, delta, quoted in ((10, "1e-5", 2.2654e-5), (7, "0.01", 0.011186), (5, "0.5", 0.58719)):
        square = 2 * math.log(1.25 / float(delta)) / eps**2
        result = mechanisms.Gaussian(sigma_squared=square).delta(eps)
        assert float(result) == pytest.approx(quoted, rel=1e-4)
        assert result.lo > F(delta)


ALL = [mechanisms.Laplace(2), mechanisms.Gaussian.of_sigma(2), *INTEGER_NOISES]


@pytest.mark.parametrize("noise", ALL, ids=str)
def test_a_constant_costs_nothing_and_every_eps_is_answered(noise) -> None:
    assert noise.loss(0) in (PureDP(0), ZCDP(0))
    for alpha in (1, 2, math.inf):
        assert noise.renyi(alpha, 0).hi == 0
    assert noise.delta(0, 0).hi == 0
    assert noise.delta(math.inf, 3).hi == 0
    assert 0 < noise.delta(0, 1).lo <= noise.delta(0, 1).hi < 1
    assert noise.zcdp(1).lo > 0
    far = noise.delta(10**9, 1)
    assert far.lo == 0
    assert far.hi < F(1, 10**300)
    assert (far.hi == 0) == isinstance(noise.loss(1), PureDP)
    for alpha in ("0.5", -1, math.nan):
        with pytest.raises(ValueError, match="alpha"):
            noise.renyi(alpha)
    with pytest.raises(ValueError, match="eps"):
        noise.delta(-1)
    with pytest.raises(ValueError, match="sensitivity"):
        noise.loss(-1)


@pytest.mark.parametrize("noise", INTEGER_NOISES, ids=str)
def test_integer_noise_rejects_a_sensitivity_that_is_not_an_integer(noise) -> None:
    for call in (noise.loss, lambda s: noise.renyi(2, s), lambda s: noise.delta(1, s)):
        with pytest.raises(ValueError, match=r"sensitivity is 0\.5"):
            call(0.5)


@pytest.mark.parametrize("noise", ALL, ids=str)
def test_delta_falls_with_eps_and_renyi_rises_with_the_order(noise) -> None:
    deltas = [noise.delta(eps, 2) for eps in LOSSES]
    assert all(a.hi >= b.lo for a, b in pairwise(deltas))
    assert deltas[0].lo > deltas[-1].hi
    orders = [noise.renyi(alpha, 2) for alpha in ORDERS]
    assert all(a.lo < b.hi for a, b in pairwise(orders))


def test_a_loss_that_is_reached_exactly_gives_delta_zero() -> None:
    assert mechanisms.Laplace(2).delta("0.5").hi == 0
    assert mechanisms.IntegerLaplace(2).delta("0.5").hi == 0
    assert mechanisms.IntegerLaplace(2).delta("0.4999").lo > 0
    assert mechanisms.IntegerLaplace(3).delta(F(2, 3), 2).hi == 0
    assert mechanisms.RandomisedResponse(1).delta(1).hi == 0
    assert mechanisms.RandomisedResponse(1).delta("0.9999").lo > 0


def test_the_budget_of_discrete_laplace_noise_is_rounded_up() -> None:
    for ratio in ("1/2", "9/10", "1/1000", "999/1000"):
        noise = mechanisms.DiscreteLaplace(ratio)
        assert noise.loss(3).eps >= noise.exact_loss(3).hi
        assert noise.loss(3).eps <= float(noise.exact_loss(3)) * (1 + 1e-15)


def test_the_same_noise_by_ratio_and_by_scale() -> None:
    by_scale = mechanisms.IntegerLaplace(F("1.442695040888963407359924681001892137"))  # 1 / log 2
    by_ratio = mechanisms.DiscreteLaplace("1/2")
    for shift in (1, 3):
        assert float(by_scale.renyi(3, shift)) == pytest.approx(float(by_ratio.renyi(3, shift)))
        assert float(by_scale.delta(1, 2)) == pytest.approx(float(by_ratio.delta(1, 2)))
    assert float(by_scale.mass(2)) == pytest.approx(float(by_ratio.mass(2)))


def test_no_noise_hides_nothing() -> None:
    assert mechanisms.NoNoise().delta(math.inf).lo == 1
    assert mechanisms.NoNoise().delta(1, 0).hi == 0
    assert mechanisms.NoNoise().renyi(2).lo == math.inf
    assert mechanisms.NoNoise().zcdp(0).hi == 0
