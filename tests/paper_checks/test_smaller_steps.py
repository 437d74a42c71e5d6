"""Steps that the Bernoulli document takes in one line, computed again by mpmath alone.

Their claims are proofs of numbered steps. Nothing of these, nor of `banditproof.theory`, is used
here: a divergence is the least value found by a search, integrals and sums are numbers.
"""

from collections.abc import Iterator
import pytest
from mpmath import diff, exp, findroot, inf, log, mp, mpf, nsum, quad, sqrt

ROUNDING = mpf(10) ** -10
"""What two ways to compute an integral may differ by, relative to values near 1."""
SLOPE = mpf(10) ** -4
"""What a numerical derivative may be off by."""


@pytest.fixture(autouse=True)
def digits() -> Iterator[None]:
    with mp.workdps(25):
        yield


def kl(x, y):
    """The divergence of two Bernoulli laws."""
    ones = x * log(x / y) if x else mpf(0)
    zeros = (1 - x) * log((1 - x) / (1 - y)) if x < 1 else mpf(0)
    return ones + zeros


def divergence(x, y, eps):
    """The private divergence: the least kl(z, y) + eps |x - z|, by ternary search over z."""

    def cost(z):
        return kl(z, y) + eps * abs(x - z)

    low, high = min(x, y), max(x, y)
    for _ in range(140):
        third = (high - low) / 3
        if cost(low + third) <= cost(high - third):
            high -= third
        else:
            low += third
    return cost((low + high) / 2)


def best_split(x, y, eps):
    """The largest min(kl(z, y), eps (x - z)): at the z where both are the same, by bisection."""
    low, high = y, x
    for _ in range(90):
        middle = (low + high) / 2
        if kl(middle, y) < eps * (x - middle):
            low = middle
        else:
            high = middle
    return min(kl(low, y), eps * (x - low))


FAR_ABOVE = [
    (mpf("0.7"), mpf("0.5"), mpf("0.5")),
    (mpf("0.7"), mpf("0.5"), mpf(5)),
    (mpf(1), mpf("0.2"), mpf(1)),
    (mpf("0.3"), mpf("0.01"), mpf(2)),
]
"""An empirical mean, a smaller mean, and a budget."""


@pytest.mark.parametrize(("x", "y", "eps"), FAR_ABOVE)
def test_the_convolution_gains_at_most_a_factor_of_two(x, y, eps) -> None:
    split, whole = best_split(x, y, eps), divergence(x, y, eps)
    assert split < whole <= 2 * split * (1 + mpf(10) ** -15)


def test_the_factor_of_two_is_nearly_gained() -> None:
    x, y, eps = FAR_ABOVE[0]
    gain = divergence(x, y, eps) / best_split(x, y, eps)
    assert abs(gain - mpf("1.996")) < mpf("5e-4")


@pytest.mark.parametrize(("t", "y", "eps"), FAR_ABOVE)
@pytest.mark.parametrize(("n", "m"), [(5, 1), (40, 3)])
def test_the_integral_of_24_is_below_both_bounds(t, y, eps, n, m) -> None:
    """Its integrand is the tail of the noise, times the slope of the tail of the rewards."""

    def integrand(w):
        noise = exp(1 + m * log(1 + m * eps * n * (t - w)) - eps * n * (t - w))
        slope = log(w * (1 - y) / (y * (1 - w)))
        return n * noise * exp(-n * kl(w, y)) * slope

    integral = quad(integrand, [y, (y + t) / 2, t])
    largest = n * exp(1 + m * log(1 + m * eps * n * (t - y)) - n * divergence(t, y, eps))
    assert 0 < integral <= largest * kl(t, y) <= largest * log(1 / y)


EPSES = [mpf("0.5"), mpf(3)]
Y = mpf("0.8")


def ends(y, eps):
    """Between these two x the divergence is kl(x, y); outside it is a line in x."""
    return y / (y + (1 - y) * exp(eps)), y * exp(eps) / (y * exp(eps) + 1 - y)


@pytest.mark.parametrize("eps", EPSES)
def test_the_slope_in_the_first_mean_is_that_of_kl_cut_at_the_budget(eps) -> None:
    lower, upper = ends(Y, eps)
    outside, inside = (lower / 2, (upper + 1) / 2), ((lower + Y) / 2, (upper + Y) / 2)
    for x in (*outside, *inside):
        slope = diff(lambda u: divergence(u, Y, eps), x, h=mpf(10) ** -5, direction=0)
        printed = min(max(log(x * (1 - Y) / (Y * (1 - x))), -eps), eps)
        assert abs(slope - printed) < SLOPE


@pytest.mark.parametrize("eps", EPSES)
def test_the_slope_in_the_second_mean_is_the_printed_one(eps) -> None:
    lower, _ = ends(Y, eps)
    slope = diff(lambda u: divergence(lower / 2, u, eps), Y, h=mpf(10) ** -5, direction=0)
    assert abs(slope - (Y - lower) / (Y * (1 - Y))) < SLOPE
    assert abs(slope - (exp(eps) - 1) / (Y + (1 - Y) * exp(eps))) < SLOPE


@pytest.mark.parametrize("v", [mpf("0.75"), mpf("0.99")])
def test_the_second_mean_moves_the_divergence_by_at_most_the_shift(v) -> None:
    eps, delta = mpf(2), mpf("0.1")
    for percent in range(0, 101, 5):
        x = mpf(percent) / 100
        assert divergence(x, v - delta, eps) >= divergence(x, v, eps) - delta / (1 - v)


@pytest.mark.parametrize(("a", "rate", "start"), [(mpf(2), mpf("0.1"), 0), (mpf("1.1"), mpf(2), 3)])
def test_the_sum_of_46_is_below_its_integral(a, rate, start) -> None:
    def term(m):
        return a ** (m + 1) * exp(-(a ** (m + 1)) * rate)

    total = nsum(term, [start, inf], method="d")
    printed = a / (rate * log(a)) * exp(-(a**start) * rate)
    assert total <= printed

    def between_terms(x):
        return a ** (x + 1) * exp(-(a**x) * rate)

    integral = quad(between_terms, [start, start + 5, start + 90])
    assert abs(integral - printed) < printed * ROUNDING


@pytest.mark.parametrize("z", [mpf("0.25"), mpf(2), mpf(30)])
@pytest.mark.parametrize("m", [1, 4])
def test_the_chosen_t_gives_the_exponent_of_lemma_d_1(z, m) -> None:
    """Where t is 0 the bound is trivial; the moment of Laplace noise is eps^2/(eps^2 - t^2)."""
    eps = mpf("0.5")
    c = min(mpf(1), 1 / (m * eps * z))
    t = eps * sqrt(1 - c)
    assert (t > 0) == (m * eps * z > 1)
    exponent = t * z + m * log(1 - t**2 / eps**2)
    assert exponent >= eps * z - 1 - m * log(1 + m * eps * z)
    moment = quad(lambda u: eps / 2 * exp(t * u - eps * abs(u)), [-inf, 0, inf])
    assert abs(moment - eps**2 / (eps**2 - t**2)) < ROUNDING


def test_laplace_noise_of_half_the_scale_is_not_private() -> None:
    """That the released number is at least 1 tells a sum of 1 from a sum of 0 by more than eps."""
    eps = mpf(1)

    def at_least_one(total):
        return quad(lambda u: eps * exp(-2 * eps * abs(u - total)), [1, 2, inf])

    assert at_least_one(1) > exp(eps) * at_least_one(0)
    rate = findroot(lambda rate: exp(-rate) / 2 - at_least_one(0), 1)
    assert rate > eps
