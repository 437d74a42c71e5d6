"""A family answers every question about itself; a new one needs a class and a registration."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb, inf, log
from typing import ClassVar
import mpmath
import numpy as np
import pytest
from enclosure_checks import mpf
from flint import arb
from properties import rejects
from banditproof.theory import (
    Bernoulli,
    LawBandit,
    bounds,
    certify,
    characteristic_time,
    d_inf,
    kl_inf,
    tv_inf,
)
from banditproof.theory.balls import ball, log_ratio, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.characteristic_times import transportation_cost
from banditproof.theory.exact import exact, exact_positive
from banditproof.theory.laws import (
    FAMILIES,
    Exponential,
    ExponentialFamily,
    Gamma,
    Gaussian,
    NegativeBinomial,
    Poisson,
    family_kernels,
)
from banditproof.theory.laws.counts import Counts
from banditproof.theory.laws.family_divergences import FamilyDivergences


@dataclass(frozen=True)
class Binomial(ExponentialFamily):
    """The number of successes in a known number of trials, of a given mean; it has no kernels."""

    trials: int = 1
    known: ClassVar[str | None] = "trials"

    def _validate(self):
        exact_positive("trials", self.trials)
        if not 0 <= exact(self.mean) <= self.trials:
            raise ValueError("give a mean from 0 to the number of trials.")

    @property
    def high(self):
        return Fraction(self.trials)

    @property
    def divergences(self):
        n = self.trials

        def crossing(x, z):
            return n * -log_ratio(n - x, n - z) / log_ratio(x * (n - z), z * (n - x))

        def above(cut, z):
            return (
                ball(z / n).beta_lower(arb(cut + 1), arb(n - cut), regularized=True)
                if cut < n
                else arb(0)
            )

        def slope(cut, z):
            p = ball(z / n)
            return comb(n - 1, cut) * p**cut * (1 - p) ** (n - 1 - cut)

        counts = Counts(crossing, above, slope)
        return FamilyDivergences(
            kl=lambda z, mu: n * kl_ball(z / n, mu / n),
            kl_slope=lambda z, mu: ball(z * (n - mu) / (mu * (n - z))).log(),
            tv=counts.tv,
            tv_slopes=counts.tv_slopes,
        )

    def variance(self, mean):
        return mean * (self.trials - mean) / self.trials


def laws_of(kind):
    """A law of mean 1/2 of a family, and one of mean 1/4."""
    return kind(Fraction(1, 4)), kind(Fraction(1, 2))


@pytest.mark.parametrize("kind", [*FAMILIES.values(), Binomial], ids=lambda kind: kind.__name__)
def test_every_family_answers_every_question(kind):
    other, best = laws_of(kind)
    mean, mu = other.exact_mean, best.exact_mean
    assert other.low < mean < mu < other.high
    assert other.family == best.family
    assert other.exact_known == 1
    assert other.variance(mu) > 0
    assert other.subgaussian == best.subgaussian > 0
    for function, extra in ((kl_inf, ()), (tv_inf, ()), (d_inf, ("1",))):
        enclosure = certify(function, other, mu, *extra)
        value = function(other, mu, *extra)
        assert value > 0
        assert abs(Fraction(value) / enclosure.lo - 1) < Fraction(1, 10**13)
    with working_precision(100):
        forms = other.divergences
        # the divergence has the curvature 1 / V at its zero, and the slope that its values have
        near = mean + Fraction(1, 10**6)
        bend = forms.kl(mean, near) * 2 * 10**12 * ball(other.variance(mean))
        assert abs(float(bend) - 1) < 1e-4
        step = Fraction(1, 10**9)
        rise = (forms.kl(mean + step, mu) - forms.kl(mean, mu)) * 10**9
        assert float(rise) == pytest.approx(float(forms.kl_slope(mean, mu)), rel=1e-6)
        pair = other.confusion(mu, mean, "kl", None)
        assert float(pair.divergences(Fraction(0))[1]) == pytest.approx(kl_inf(other, mu))
        flat = float(ball(Fraction(1, 10)) * forms.tv(mean, mu))
        assert other.float_flat_cost(mean, mu, Fraction(1, 10)) == pytest.approx(flat, rel=1e-14)
    assert other.float_kl(mu) == pytest.approx(kl_inf(other, mu), rel=1e-14)


@pytest.mark.parametrize("kind", [*FAMILIES.values(), Binomial], ids=lambda kind: kind.__name__)
def test_every_family_has_bounds_and_characteristic_times(kind):
    other, best = laws_of(kind)
    bandit = LawBandit((other, best, kind(Fraction(2, 5))))
    for divergence, eps in (("kl", None), ("tv", None), ("private", "0.3"), ("private", "30")):
        result = characteristic_time(bandit, divergence, eps)
        assert sum(result.allocation) == pytest.approx(1)
        assert result.lower <= result.value <= result.upper
        assert float(result.upper) == pytest.approx(float(result.lower), rel=1e-12)
        weights = np.array(result.allocation)
        costs = [
            transportation_cost(best, bandit.laws[arm], weights[1], weights[arm], divergence, eps)
            for arm in (0, 2)
        ]
        assert min(costs) == pytest.approx(1 / result.value, rel=1e-9)
    rows = bounds(bandit, eps="0.3", rho="0.1", horizon=10**4, delta="0.01")
    assert {row.quantity for row in rows} >= {"coefficient of log T", "samples", "budget"}
    assert all(row.enclosure is not None for row in rows if row.applies)


def test_a_family_without_kernels_gives_the_numbers_of_one_with_kernels():
    """Of a single trial, it is the family of Bernoulli laws."""
    means = [Fraction(m, 100) for m in (70, 50, 45)]
    ours, theirs = LawBandit([Binomial(m) for m in means]), LawBandit([Bernoulli(m) for m in means])
    for divergence, eps in (("kl", None), ("tv", None), *(("private", e) for e in ("0.1", 1, 9))):
        for beta in (None, "0.3"):
            first = characteristic_time(ours, divergence, eps, beta)
            second = characteristic_time(theirs, divergence, eps, beta)
            assert first.value == pytest.approx(second.value, rel=1e-13)
            assert first.allocation == pytest.approx(second.allocation, rel=1e-7)
    for mu in ("0.6", "0.9"):
        assert kl_inf(Binomial("0.5"), mu) == pytest.approx(kl_inf(Bernoulli("0.5"), mu), rel=1e-14)
        assert tv_inf(Binomial("0.5"), mu) == pytest.approx(tv_inf(Bernoulli("0.5"), mu), rel=1e-14)
        pair = d_inf(Binomial("0.5"), mu, "0.2"), d_inf(Bernoulli("0.5"), mu, "0.2")
        assert pair[0] == pytest.approx(pair[1], rel=1e-13)
    # three trials: total variation by its definition, divergence three times that of one trial
    p, q = Fraction(1, 5), Fraction(1, 2)
    laws = [[comb(3, k) * r**k * (1 - r) ** (3 - k) for k in range(4)] for r in (p, q)]
    distance = sum((abs(a - b) for a, b in zip(*laws, strict=True)), Fraction(0)) / 2
    assert certify(tv_inf, Binomial(3 * p, 3), 3 * q).contains(distance)
    divergence = 3 * (0.2 * log(0.2 / 0.5) + 0.8 * log(0.8 / 0.5))
    assert kl_inf(Binomial(3 * p, 3), 3 * q) == pytest.approx(divergence, rel=1e-13)
    assert kl_inf(Binomial(1, 3), 3) == inf


def test_divergences_of_one_family_only_are_rejected_for_the_others():
    for divergence, owner in (("d_eps", Bernoulli), ("truncated", FAMILIES["gaussian"])):
        assert [k for k in FAMILIES.values() if divergence in k.own_costs] == [owner]
        for kind in (*FAMILIES.values(), Binomial):
            bandit = LawBandit(laws_of(kind))
            if kind is owner:
                assert characteristic_time(bandit, divergence, 1).value > 0
                continue
            with pytest.raises(ValueError, match=f"known for {owner.__name__} laws only"):
                characteristic_time(bandit, divergence, 1)


def test_kernel_numbers_stand_for_the_formulas_of_their_family():
    for kind in FAMILIES.values():
        other, best = laws_of(kind)
        if other.number == family_kernels.QUADRATIC:
            continue
        p, q = other.exact_mean, best.exact_mean
        ends = float(p), float(1 - p), float(q), float(1 - q)
        number, known = other.number, float(other.exact_known)
        value = family_kernels.divergence(number, known, *ends, float(q - p))
        assert value == pytest.approx(kl_inf(other, q), rel=1e-14)
        variance = family_kernels.variance(number, known, ends[0], ends[1])
        assert variance == pytest.approx(float(other.variance(p)), rel=1e-15)


def test_the_command_line_knows_every_family():
    from banditproof.cli.instances import KNOWN, Family

    assert [family.value for family in Family] == list(FAMILIES)
    assert {kind.known for kind in FAMILIES.values()} - {None} == set(KNOWN)


def log_density(law, x):
    """The density or the probability at x, by its textbook formula, in mpmath."""
    mean = mpf(law.exact_mean)
    if isinstance(law, Poisson):
        return x * mpmath.log(mean) - mean - mpmath.loggamma(x + 1)
    if isinstance(law, NegativeBinomial):
        r = mpmath.mpf(float(Fraction(law.failures)))
        choose = mpmath.loggamma(x + r) - mpmath.loggamma(x + 1) - mpmath.loggamma(r)
        return choose + x * mpmath.log(mean / (r + mean)) + r * mpmath.log(r / (r + mean))
    if isinstance(law, Gaussian):
        s = mpmath.mpf(float(Fraction(law.sigma)))
        return -(((x - mean) / s) ** 2) / 2 - mpmath.log(s * mpmath.sqrt(2 * mpmath.pi))
    k = mpmath.mpf(float(Fraction(getattr(law, "shape", 1))))
    return (k - 1) * mpmath.log(x) - x * k / mean - mpmath.loggamma(k) + k * mpmath.log(k / mean)


def total(law, function):
    """The sum or the integral of a function of x over the range of a law."""
    if isinstance(law, Poisson | NegativeBinomial):
        return mpmath.fsum(function(mpmath.mpf(k)) for k in range(80))
    ends = [-12, -3, 0, 1, 4, 14] if isinstance(law, Gaussian) else [0, 0.5, 1, 2, 4, 12, 40, 120]
    return mpmath.quad(function, ends)


PAIRS = [
    (Gaussian("0.5", "0.5"), "1.5"),
    (Poisson("1.5"), "4"),
    (Poisson("2"), "2.25"),
    (Exponential("0.5"), "2"),
    (Gamma("1.5", shape="2.5"), "2"),
    (NegativeBinomial("1.5", failures="2.5"), "3"),
]


def kl_density(law, better, x):
    first, second = log_density(law, x), log_density(better, x)
    return mpmath.exp(first) * (first - second)


def gap_of_densities(law, better, x):
    return abs(mpmath.exp(log_density(law, x)) - mpmath.exp(log_density(better, x)))


def check_definitions(kl=kl_inf, tv=tv_inf):
    """KL and TV by summing or integrating the densities, and by the members beyond mu."""
    for law, mu in PAIRS:
        better = type(law)(mu, *([law.family[1]] if len(law.family) > 1 else []))
        with mpmath.workdps(15):
            divergence = total(law, partial(kl_density, law, better))
            distance = total(law, partial(gap_of_densities, law, better)) / 2
        assert kl(law, mu) == pytest.approx(float(divergence), rel=1e-8, abs=0)
        assert tv(law, mu) == pytest.approx(float(distance), rel=2e-3, abs=0)


def test_divergences_are_those_of_the_densities():
    check_definitions()
    rejects(check_definitions, kl=lambda law, mu: kl_inf(type(law)(mu), 2 * Fraction(mu)))
    rejects(check_definitions, tv=lambda law, mu: math.sqrt(kl_inf(law, mu) / 2))


def exact_count_tv(law, mu, terms=60):
    """TV of two laws on {0, 1, ...} with rational odds, as a finite sum in mpmath."""
    law_of_mu = type(law)(mu, *([law.family[1]] if len(law.family) > 1 else []))
    with mpmath.workdps(40):
        gains = [
            mpmath.exp(log_density(law, mpmath.mpf(k)))
            - mpmath.exp(log_density(law_of_mu, mpmath.mpf(k)))
            for k in range(terms)
        ]
        return Fraction(str(mpmath.fsum(gain for gain in gains if gain > 0)))


def test_tv_of_counts_is_a_finite_sum():
    for law, mu in [
        (Poisson("0.25"), "0.5"),
        (Poisson(3), "3.001"),
        (Poisson(7), "19"),
        (NegativeBinomial("0.5", 1), "3"),
        (NegativeBinomial(4, "2.5"), "4.5"),
    ]:
        value = certify(tv_inf, law, mu, digits=25)
        assert abs(exact_count_tv(law, mu) - Fraction(value.mid)) < Fraction(1, 10**30)
