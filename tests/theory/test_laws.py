"""Reward laws are values that know their mean and the ends of their class exactly."""

import math
import pickle
import random
from fractions import Fraction

import numpy as np
import pytest

from banditproof.theory import Bernoulli, FiniteSupport
from banditproof.theory.laws import (
    Empirical,
    Exponential,
    Gamma,
    Gaussian,
    NegativeBinomial,
    Poisson,
    finite_support,
)


def test_families_know_the_ends_of_their_means():
    ends = {Bernoulli(0.5): (0, 1), Gaussian(0): (-math.inf, math.inf)}
    ends |= dict.fromkeys((Poisson(1), Exponential(1), Gamma(1), Gamma(1, 2)), (0, math.inf))
    ends |= {NegativeBinomial(1, 3): (0, math.inf)}
    for law, (low, high) in ends.items():
        assert (law.low, law.high) == (low, high)


def test_a_family_is_what_its_known_parameters_say():
    assert Gamma(1, shape=2).family != Gamma(1, shape=3).family
    assert NegativeBinomial(1, 2).family == NegativeBinomial(5, Fraction(2)).family
    assert Exponential(1).family != Gamma(1, shape=1).family
    assert Gaussian(0, sigma="0.5").family == Gaussian(1, sigma=0.5).family


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Bernoulli(1.5),
        lambda: Bernoulli("x"),
        lambda: Gaussian(math.nan),
        lambda: Gaussian(0, sigma=0),
        lambda: Poisson(0),
        lambda: Exponential(-1),
        lambda: Gamma(1, shape=0),
        lambda: NegativeBinomial(1, failures=-2),
        lambda: FiniteSupport((0, 1), ("0.5",)),
        lambda: FiniteSupport((0, 0), ("0.5", "0.5")),
        lambda: FiniteSupport((0, 1), ("0.5", "0.4")),
        lambda: Empirical([]),
        lambda: Empirical("0.5"),
        lambda: Empirical([0.5, 1.5]),
        lambda: Empirical(np.array([0.5, math.nan])),
        lambda: Empirical(np.array([-0.1, 0.5])),
        lambda: Empirical([0.5], low=1, high=1),
        lambda: Empirical([0.5, 0.6], weights=(1,)),
        lambda: Empirical([0.5, 0.6], weights=("0.5", "0.6")),
    ],
)
def test_bad_laws_are_rejected_with_a_sentence(wrong):
    with pytest.raises(ValueError, match=r"give .*\."):
        wrong()


def check_exact_sums(exact_sum):
    source = random.Random(1)
    for scale in (0, 1, 40, 300):
        points = [source.uniform(-1, 1) * 10.0 ** source.uniform(-scale, scale) for _ in range(300)]
        points += [-p for p in points[:150]]
        assert exact_sum(np.array(points)) == sum(map(Fraction, points), Fraction(0))


def test_sums_of_floats_are_exact():
    check_exact_sums(finite_support._exact_sum)
    huge = np.array([1.7e308, 1.7e308, -1.0])
    assert finite_support._exact_sum(huge) == sum(map(Fraction, huge.tolist()), Fraction(0))
    for wrong in (lambda x: Fraction(float(x.sum())), lambda x: Fraction(math.fsum(x))):
        with pytest.raises(AssertionError):
            check_exact_sums(wrong)


def test_empirical_means_are_exact_however_the_points_are_given():
    points = np.random.default_rng(2).random(500)
    mean = sum(map(Fraction, points.tolist()), Fraction(0)) / 500
    given = [points, points.tolist(), [Fraction(x) for x in points.tolist()]]
    assert {Empirical(p).exact_mean for p in given} == {mean}
    assert len({Empirical(p) for p in given}) == 1
    assert Empirical(["0.1", "0.2"]).exact_mean == Fraction(3, 20)
    assert Empirical([0.1, 0.2]).exact_mean != Fraction(3, 20)
    weighted = Empirical(["0.1", "0.2"], weights=("0.9", "0.1"))
    assert weighted.exact_mean == Fraction(11, 100)
    assert weighted != Empirical(["0.1", "0.2"])
    assert Empirical([0.5], high=2) != Empirical([0.5])


def test_an_empirical_law_does_not_follow_its_array():
    points = np.array([0.25, 0.75])
    law = Empirical(points)
    points[0] = 0.5
    assert law.exact_mean == Fraction(1, 2)
    assert law.points[0] == 0.25
    with pytest.raises(ValueError, match="read-only"):
        law.points[0] = 0.5


def test_finite_laws_are_values():
    law = FiniteSupport((0, "0.5", 3), ("0.25", "0.75", 0))
    assert (law.low, law.high) == (0, 3)
    for each in (law, Empirical([0.5, 0.25]), Poisson(2)):
        assert pickle.loads(pickle.dumps(each)) == each
        assert hash(each) == hash(pickle.loads(pickle.dumps(each)))
    assert (
        repr(Empirical([0.5] * 9)) == "Empirical((0.5, 0.5, 0.5, 0.5, ... 9 points), low=0, high=1)"
    )


@pytest.mark.parametrize("bad", [0.5, None, "12"])
def test_points_that_are_no_list_get_a_sentence(bad):
    with pytest.raises(ValueError, match=f"points is {bad!r}; give a list"):
        Empirical(bad)


def test_weights_of_floats_are_a_law():
    law = FiniteSupport((0, 0.5, 1), np.array([0.1, 0.2, 0.7]))
    assert law.exact_weights == (Fraction(1, 10), Fraction(1, 5), Fraction(7, 10))
    assert Empirical((0, 0.5, 1), weights=(0.1, 0.2, 0.7)).exact_weights == law.exact_weights
    with pytest.raises(ValueError, match=r"sums to 0\.9"):
        FiniteSupport((0, 1), (0.25, 0.65))
