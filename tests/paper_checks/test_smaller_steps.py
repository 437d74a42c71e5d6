"""Steps that the Bernoulli document takes in one line, computed again by mpmath alone.

Their claims are proofs of numbered steps. Nothing of these, nor of `banditproof.theory`, is used
here: the divergence is a minimum over a fine grid that is refined, integrals and sums are numbers.
"""

from collections.abc import Iterator
import pytest
from mpmath import diff, exp, findroot, inf, log, mp, mpf, nsum, quad, sqrt


@pytest.fixture(autouse=True)
def digits() -> Iterator[None]:
    with mp.workdps(25):
        yield


def kl(x, y):
    """The divergence of two Bernoulli laws."""
    first = x * log(x / y) if x else mpf(0)
    return first + ((1 - x) * log((1 - x) / (1 - y)) if x < 1 else mpf(0))


def divergence(x, y, eps):
    """The least cost of a mean between two others, by ternary search of a convex function."""
    low, high = min(x, y), max(x, y)

    def cost(z):
        return kl(z, y) + eps * abs(x - z)

    for _ in range(140):
        left, right = (2 * low + high) / 3, (low + 2 * high) / 3
        low, high = (low, right) if cost(left) <= cost(right) else (left, high)
    return cost((low + high) / 2)


def best_split(x, y, eps):
    """The largest smaller exponent of a split: where both are the same."""
    low, high = y, x
    for _ in range(90):
        middle = (low + high) / 2
        low, high = (middle, high) if kl(middle, y) < eps * (x - middle) else (low, middle)
    return min(kl(low, y), eps * (x - low))


CASES = [(mpf(7) / 10, mpf(1) / 2, mpf(1) / 2), (mpf(7) / 10, mpf(1) / 2, mpf(5)),
         (mpf(1), mpf(1) / 5, mpf(1)), (mpf(3) / 10, mpf(1) / 100, mpf(2))]  # fmt: skip


@pytest.mark.parametrize(("x", "y", "eps"), CASES)
def test_the_convolution_gains_at_most_a_factor_of_two(x, y, eps) -> None:
    split, whole = best_split(x, y, eps), divergence(x, y, eps)
    assert split < whole <= 2 * split * (1 + mpf(10) ** -15)
    if (x, y, eps) == CASES[0]:
        assert abs(whole / split - mpf("1.996")) < mpf("5e-4")


@pytest.mark.parametrize(("t", "y", "eps"), CASES)
@pytest.mark.parametrize(("n", "m"), [(5, 1), (40, 3)])
def test_the_integral_of_24_is_below_both_bounds(t, y, eps, n, m) -> None:
    def integrand(w):
        slope = log(w * (1 - y) / (y * (1 - w)))
        noise = exp(1 + m * log(1 + m * eps * n * (t - w)) - eps * n * (t - w))
        return n * noise * exp(-n * kl(w, y)) * slope

    whole = quad(integrand, [y, (y + t) / 2, t])
    factor = n * exp(1 + m * log(1 + m * eps * n * (t - y)) - n * divergence(t, y, eps))
    assert 0 < whole <= factor * kl(t, y) <= factor * log(1 / y)


@pytest.mark.parametrize("eps", [mpf(1) / 2, mpf(3)])
def test_the_slopes_are_the_printed_ones(eps) -> None:
    y = mpf(4) / 5
    ends = y / (y + (1 - y) * exp(eps)), y * exp(eps) / (y * exp(eps) + 1 - y)
    for x in (ends[0] / 2, (ends[0] + y) / 2, (ends[1] + y) / 2, (ends[1] + 1) / 2):
        slope = diff(lambda u: divergence(u, y, eps), x, h=mpf(10) ** -5, direction=0)
        printed = min(max(log(x * (1 - y) / (y * (1 - x))), -eps), eps)
        assert abs(slope - printed) < mpf(10) ** -4
    x, f = ends[0] / 2, ends[0]
    slope = diff(lambda u: divergence(x, u, eps), y, h=mpf(10) ** -5, direction=0)
    assert abs(slope - (y - f) / (y * (1 - y))) < mpf(10) ** -4
    assert abs(slope - (exp(eps) - 1) / (y + (1 - y) * exp(eps))) < mpf(10) ** -4


@pytest.mark.parametrize("v", [mpf(3) / 4, mpf(99) / 100])
def test_the_second_mean_moves_the_divergence_by_at_most_the_shift(v) -> None:
    eps, delta = mpf(2), mpf(1) / 10
    for x in (mpf(k) / 20 for k in range(21)):
        near, far = divergence(x, v - delta, eps), divergence(x, v, eps)
        assert near >= far - delta / (1 - v)


@pytest.mark.parametrize(("a", "rate", "start"), [(2, mpf(1) / 10, 0), (mpf(11) / 10, mpf(2), 3)])
def test_the_sum_of_46_is_below_its_integral(a, rate, start) -> None:
    total = nsum(lambda m: a ** (m + 1) * exp(-(a ** (m + 1)) * rate), [start, inf], method="d")
    integral = a / (rate * log(a)) * exp(-(mpf(a) ** start) * rate)
    again = quad(lambda x: a ** (x + 1) * exp(-(a**x) * rate), [start, start + 5, start + 90])
    assert total <= integral
    assert abs(again - integral) < integral * mpf(10) ** -10


@pytest.mark.parametrize("z", [mpf(1) / 4, mpf(2), mpf(30)])
@pytest.mark.parametrize("m", [1, 4])
def test_the_chosen_t_gives_the_exponent_of_lemma_d_1(z, m) -> None:
    eps = mpf(1) / 2
    c = min(mpf(1), 1 / (m * eps * z))
    t = eps * sqrt(1 - c)
    assert (t > 0) == (m * eps * z > 1)
    exponent = t * z + m * log(1 - t**2 / eps**2) if t else mpf(0)
    assert exponent >= eps * z - 1 - m * log(1 + m * eps * z)
    moment = quad(lambda u: eps / 2 * exp(t * u - eps * abs(u)), [-inf, 0, inf])
    assert abs(moment - eps**2 / (eps**2 - t**2)) < mpf(10) ** -10


def test_laplace_noise_of_half_the_scale_is_not_private() -> None:
    eps = mpf(1)
    density = [lambda u, at=at: eps * exp(-2 * eps * abs(u - at)) for at in (0, 1)]
    low, high = (quad(law, [1, 2, inf]) for law in density)
    assert high > exp(eps) * low
    assert findroot(lambda rate: exp(-rate) / 2 - low, 1) > eps
