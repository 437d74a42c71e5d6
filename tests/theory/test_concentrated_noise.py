"""The zCDP constant of one release: quadrature, limits, and noise that is too small."""

import math
from fractions import Fraction

import mpmath
import pytest

from banditproof.theory.accounting.concentrated_noise import laplace_zcdp, zcdp_of_release
from banditproof.theory.accounting.conversions import pure_to_zcdp
from banditproof.theory.mechanisms import DiscreteLaplace, Gaussian, Laplace, NoNoise


def rate_by_quadrature(eps: float, alpha: float) -> float:
    """D_alpha / alpha of Laplace noise of scale 1 shifted by eps, from its densities."""

    def integrand(y):
        return mpmath.exp(-alpha * abs(y) - (1 - alpha) * abs(y - eps)) / 2

    moment = mpmath.quad(integrand, [-mpmath.inf, 0, eps, mpmath.inf])
    return float(mpmath.log(moment) / (alpha - 1) / alpha)


@pytest.mark.parametrize("eps", [0.05, 0.5, 1.0, 2.0, 6.0])
def test_no_order_exceeds_the_laplace_constant_and_order_one_attains_it(eps):
    found = laplace_zcdp(eps, digits=5)
    rates = [rate_by_quadrature(eps, alpha) for alpha in (1.001, 1.1, 1.5, 2, 3, 8)]
    assert max(rates) <= float(found.hi) * (1 + 1e-9)
    assert found.lo <= Fraction(math.exp(-eps) - 1 + eps) * (1 + Fraction(1, 10**9))
    assert rate_by_quadrature(eps, 1.001) > 0.99 * float(found.lo)


@pytest.mark.parametrize("eps", ["1e-3", "0.1", 1, 5, 40])
def test_laplace_noise_spends_less_than_its_eps_alone_implies(eps):
    assert laplace_zcdp(eps, digits=4).hi < pure_to_zcdp(eps).lo


def test_the_constant_of_each_mechanism():
    assert zcdp_of_release(Gaussian(sigma_squared=2), 2).lo == 1
    assert zcdp_of_release(Laplace(2), 2) == laplace_zcdp(1)
    assert zcdp_of_release(NoNoise()).lo == math.inf
    assert zcdp_of_release(NoNoise(), 0).hi == 0
    geometric = zcdp_of_release(DiscreteLaplace("1/2"))
    exact_constant = pure_to_zcdp(Fraction(math.log(2)))
    assert geometric.lo <= exact_constant.hi <= geometric.hi * (1 + Fraction(1, 10**5))
    assert zcdp_of_release(DiscreteLaplace("1/2"), 2).lo > geometric.hi
