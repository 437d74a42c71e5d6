"""Where infima over better laws are 0 or infinite, and what raises an error."""

import math
from fractions import Fraction
import numpy as np
import pytest
from enclosure_checks import overlap
from banditproof.theory import (
    Bernoulli,
    BernoulliBandit,
    Enclosure,
    FiniteSupport,
    FiniteSupportBandit,
    GaussianBandit,
    LawBandit,
    certify,
    d_inf,
    kl_inf,
    laws,
    tv_inf,
)
from banditproof.theory.enclosure import INFINITE, ZERO

LAWS = [
    Bernoulli("0.3"),
    laws.Gaussian("0.3", "0.1"),
    laws.Poisson("0.3"),
    laws.Exponential("0.3"),
    laws.Gamma("0.3", shape=2),
    laws.NegativeBinomial("0.3", failures=2),
    FiniteSupport((0, "0.5", 1), ("0.5", "0.4", "0.1")),
    laws.Empirical(["0.1", "0.2", "0.6"]),
    laws.Empirical(["0.3"]),
]


def check_edges(infimum):
    """infimum(law, mu) at and below the mean, and at and beyond the top of the class."""
    for law in LAWS:
        mean = law.exact_mean
        for below in (mean, mean - Fraction(1, 10**30), Fraction(-5)):
            assert infimum(law, below) == ZERO
        just_above = infimum(law, mean + Fraction(1, 10**9))
        assert just_above.lo > 0
        assert just_above.hi < Fraction(1, 1000)
        if law.high < math.inf:
            for beyond in (law.high, law.high + 1):
                assert infimum(law, beyond) == INFINITE
            near = infimum(law, law.high - Fraction(1, 10**9))
            assert near.is_finite
            assert near.lo > Fraction(1, 10)
    # a law that already has the largest mean of its class
    for law in (
        Bernoulli(1),
        laws.Empirical([1, 1]),
        laws.Empirical([3], 0, 3),
        FiniteSupport((0, 2), (0, 1)),
        FiniteSupport((7,), (1,)),
    ):
        assert infimum(law, law.exact_mean) == INFINITE
        assert infimum(law, law.exact_mean - Fraction(1, 100)) == ZERO
    assert infimum(Bernoulli(0), 0) == ZERO
    assert infimum(FiniteSupport((0, 1), (1, 0)), 0) == ZERO


INFIMA = [(kl_inf, ()), (tv_inf, ()), (d_inf, (3,))]


@pytest.mark.parametrize(("f", "more"), INFIMA)
def test_edges(f, more):
    check_edges(lambda law, mu: certify(f, law, mu, *more, digits=20))

    def float_form(law, mu):
        value = f(law, mu, *more)
        end = value if math.isinf(value) else Fraction(value)
        return Enclosure.of(end)

    check_edges(float_form)
    for wrong in (
        lambda law, mu: ZERO if mu >= law.high else certify(f, law, mu, *more, digits=20),
        lambda law, mu: INFINITE if mu == law.exact_mean else certify(f, law, mu, *more, digits=20),
        lambda law, mu: certify(f, law, min(mu, law.high - Fraction(1, 10**12)), *more, digits=20),
    ):
        with pytest.raises((AssertionError, TypeError)):
            check_edges(wrong)


def test_no_budget_and_every_budget():
    for law in LAWS:
        mean = law.exact_mean
        mu = mean + Fraction(1, 10)
        assert certify(d_inf, law, mu, 0) == ZERO
        assert d_inf(law, mu, 0) == 0
        if law.high < math.inf:  # no budget helps where no law is better
            assert certify(d_inf, law, law.high, 0) == INFINITE
            assert d_inf(law, law.high, 0) == math.inf
        tiny = certify(d_inf, law, mu, "1e-40", digits=8)
        assert tiny.lo <= certify(tv_inf, law, mu, digits=8).hi * Fraction("1e-40")
        assert tiny.lo > 0
        vast = certify(d_inf, law, mu, "1e12", digits=8)
        kl = certify(kl_inf, law, mu, digits=8)
        assert overlap(vast, kl)


def test_arrays_of_means_and_budgets():
    law = laws.Empirical([0.1, 0.6])
    grid = d_inf(law, [[0.2], [0.5], [1.0]], np.array([0.5, 50.0]))
    assert grid.shape == (3, 2)
    assert grid[0].tolist() == [0, 0]
    assert grid[1].tolist() == [d_inf(law, 0.5, 0.5), d_inf(law, 0.5, 50.0)]
    assert np.isinf(grid[2]).all()
    assert isinstance(kl_inf(law, 0.5), float)
    assert kl_inf(law, ["0.5"]).tolist() == [kl_inf(law, Fraction(1, 2))]
    assert tv_inf(laws.Gaussian(0), []).shape == (0,)


def test_every_instance_gives_its_infima():
    instances = [
        BernoulliBandit(("0.8", "0.6", "0.8")),
        GaussianBandit((1, "0.5"), sigma=2),
        LawBandit((laws.Poisson(3), laws.Poisson(1))),
        LawBandit((laws.Empirical([0.2, 0.9]), laws.Empirical([0.1, 0.3, 0.5]))),
        FiniteSupportBandit((0, "0.5", 1), (("0.2", "0.3", "0.5"), ("0.5", "0.5", 0))),
    ]
    for bandit in instances:
        for arm, law in enumerate(bandit.laws):
            private = d_inf(law, bandit.best_mean, "0.7")
            assert (private > 0) == (arm in bandit.suboptimal_arms)
            assert private <= kl_inf(law, bandit.best_mean) < math.inf
