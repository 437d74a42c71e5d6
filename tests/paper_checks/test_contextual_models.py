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
