"""The finite worlds behind the claims about AdaC-OFUL, each by a second route."""

from fractions import Fraction
import numpy as np
import pytest
from programs import assumption_2_variance as assumption_2
from banditproof.algorithms.linear.confidence_ellipsoid import eigenvalue_margin
from banditproof.paper_checks.models.design_updates import ORACLE, determinants, starts
from banditproof.paper_checks.models.ellipsoid_margins import PLACES, margin, never_positive
from banditproof.paper_checks.models.stochastic_contexts import (
    allowed_variance,
    largest_variance,
    least_variance,
)


def mean_variance_over_the_sphere(law) -> Fraction:
    """The mean of Var (z^T A)^2 over uniform z: 2 (1 - tr S^2) / (d (d + 2)), S = E[A A^T]."""
    d, n = len(law[0]), len(law)
    second = [[sum(p[i] * p[j] for p in law) / n for i in range(d)] for j in range(d)]
    trace = sum(x * x for row in second for x in row)
    return 2 * (1 - trace) / (d * (d + 2))


@pytest.mark.parametrize("law", assumption_2.LAWS, ids=lambda law: f"{len(law)} points")
def test_the_mean_over_the_sphere_excludes_the_law_as_well(law) -> None:
    d = len(law[0])
    mean = mean_variance_over_the_sphere(law)
    assert mean > float(allowed_variance(Fraction(1, d), 1))
    rng = np.random.default_rng(2)
    z = rng.standard_normal((4000, d))
    z /= np.linalg.norm(z, axis=1, keepdims=True)
    points = np.array([[float(x) for x in p] for p in law])
    variances = ((z @ points.T) ** 2).var(axis=1)
    assert variances.mean() == pytest.approx(float(mean), rel=0.05)
    assert variances.max() >= 0.99 * float(largest_variance(law)) or d > 2
    assert float(largest_variance(law)) >= least_variance(d, Fraction(1, d))


def test_the_witness_against_equation_23_by_hand() -> None:
    """V_7 = diag(8, 1) and V_13 = diag(13, 2): the determinants of the second episode's ends."""
    exact = determinants(ORACLE, Fraction(1))
    assert (exact[7], exact[13], exact[12]) == (8, 26, 13)
    first = starts(exact, Fraction(1))
    assert first == [1, 3, 7, 14, 17, 32, 40]
    assert Fraction(exact[13], exact[7]) == Fraction(13, 4)


def test_the_margins_are_those_of_the_policy_and_of_a_search() -> None:
    for setting, last in PLACES.items():
        values = [float(x) for x in setting[1:]]
        for t in (1, 100, last, last + 1):
            other = eigenvalue_margin(t, values[0], setting.d, values[2], values[1])
            assert float(margin(setting, t)) == pytest.approx(other, abs=1e-6)
        t = np.arange(1, last + 1)
        level = np.log((t + 3) * setting.d / values[2])
        margins = values[1] + values[0] * t / 4 - 8 * level - 2 * np.sqrt(t * level)
        assert margins.max() < 0
        assert not never_positive(setting, last - 50, last + 1)


def logarithm(x: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of log x for x >= 1 by 2 atanh((m - 1)/(m + 1)) and halvings, in rationals."""

    def near_one(m: Fraction) -> tuple[Fraction, Fraction]:
        z = (m - 1) / (m + 1)
        below = 2 * sum(z ** (2 * j + 1) / (2 * j + 1) for j in range(20))
        return below, below + 2 * z**41 / (41 * (1 - z**2))

    halvings = int(x).bit_length() - 1
    rest, two = near_one(x / 2**halvings), near_one(Fraction(2))
    return rest[0] + halvings * two[0], rest[1] + halvings * two[1]


def sign_of_margin(d: int, least: Fraction, regulariser: Fraction, delta: Fraction, t: int) -> int:
    """The sign of a - 2 sqrt(t L), a = lambda + lambda_0 t/4 - 8 L, by squares of rationals."""
    low, high = logarithm((t + 3) * d / delta)
    most, least_ = (regulariser + least * t / 4 - 8 * level for level in (low, high))
    if most <= 0 or most**2 < 4 * t * low:
        return -1
    return 1 if least_ > 0 and least_**2 > 4 * t * high else 0


@pytest.mark.parametrize("setting", PLACES)
def test_the_last_negative_margin_is_the_printed_one_in_rationals(setting) -> None:
    """The margin over t increases, since L = log((t+3) d/delta) >= 1 + lambda/8 from t = 1 on:

    L/t falls where t/(t+3) < L, and (8 L - lambda)/t where 8 t/(t+3) < 8 L - lambda. So one sign
    decides all smaller t, without balls and without a bisection.
    """
    last = PLACES[setting]
    assert logarithm(4 * setting.d / setting.delta)[0] >= 1 + setting.regulariser / 8
    assert sign_of_margin(*setting, last) == -1
    assert sign_of_margin(*setting, last + 1) == 1
