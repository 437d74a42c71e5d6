"""The finite worlds behind the claims about AdaC-OFUL, each by a second route."""

import math
import random
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from banditproof.algorithms.linear.confidence_ellipsoid import eigenvalue_margin
from banditproof.paper_checks.models.design_updates import ORACLE, SEQUENCES, determinants, starts
from banditproof.paper_checks.models.ellipsoid_margins import PLACES, margin, never_positive
from banditproof.paper_checks.models.stochastic_contexts import (
    allowed_variance,
    largest_variance,
    least_variance,
    too_narrow,
)
from banditproof.paper_checks.zcdp.section_5_analysis.assumption_2_variance import LAWS


def mean_variance_over_the_sphere(law) -> Fraction:
    """The mean of Var (z^T A)^2 over uniform z: 2 (1 - tr S^2) / (d (d + 2)), S = E[A A^T]."""
    d, n = len(law[0]), len(law)
    second = [[sum(p[i] * p[j] for p in law) / n for i in range(d)] for j in range(d)]
    trace = sum(x * x for row in second for x in row)
    return 2 * (1 - trace) / (d * (d + 2))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: f"{len(law)} points")
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


def test_one_dimension_is_not_excluded() -> None:
    assert not too_narrow(1, 1)
    assert too_narrow(2, 10**6)


def test_determinants_are_those_of_floating_point() -> None:
    for rows in SEQUENCES:
        exact = determinants(rows, Fraction(1, 3))
        gram = np.eye(len(rows[0])) / 3
        for row, value in zip(rows, exact[1:], strict=True):
            vector = np.array([float(x) for x in row])
            gram += np.outer(vector, vector)
            assert np.linalg.det(gram) == pytest.approx(float(value))


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


def test_no_random_unit_sequence_breaks_the_length_of_an_episode() -> None:
    """And with C + lambda < 1 some break the printed ratio."""
    source, broken = random.Random(4), 0
    unit = [(1, 0), (0, 1), (Fraction(3, 5), Fraction(4, 5)), (Fraction(-4, 5), Fraction(3, 5))]
    for _ in range(60):
        rows = [tuple(map(Fraction, source.choice(unit))) for _ in range(40)]
        scale, doubling = (Fraction(source.randint(1, 30), 10) for _ in range(2))
        if source.random() < 0.5:
            scale, doubling = scale / 10, doubling / 10
        first = starts(determinants(rows, scale), doubling)
        for start, after in pairwise(first):
            assert after <= (1 + doubling) * (start + scale - 1) + 2 - scale
            ratio = after <= (1 + doubling) * (1 + scale) * start
            assert ratio or doubling + scale < 1
            broken += not ratio
    assert broken > 0
    assert math.isclose(sum(t**-0.5 for t in range(1, 10**4 + 1)), 198.54, abs_tol=0.01)
