"""Reward laws are values that know their mean and the ends of their class exactly."""

import math
import pickle
import random
from fractions import Fraction
import numpy as np
import pytest
from properties import rejects
from banditproof.theory import Bernoulli, FiniteSupport, laws


def test_families_know_the_ends_of_their_means():
    ends = {Bernoulli(0.5): (0, 1), laws.Gaussian(0): (-math.inf, math.inf)}
    ends |= dict.fromkeys(
        (laws.Poisson(1), laws.Exponential(1), laws.Gamma(1), laws.Gamma(1, 2)), (0, math.inf)
    )
    ends |= {laws.NegativeBinomial(1, 3): (0, math.inf)}
    for law, (low, high) in ends.items():
        assert (law.low, law.high) == (low, high)


def test_a_family_is_what_its_known_parameters_say():
    assert laws.Gamma(1, shape=2).family != laws.Gamma(1, shape=3).family
    assert laws.NegativeBinomial(1, 2).family == laws.NegativeBinomial(5, Fraction(2)).family
    assert laws.Exponential(1).family != laws.Gamma(1, shape=1).family
    assert laws.Gaussian(0, sigma="0.5").family == laws.Gaussian(1, sigma=0.5).family


def check_exact_sums(exact_sum):
    source = random.Random(1)
    for scale in (0, 1, 40, 300):
        points = [source.uniform(-1, 1) * 10.0 ** source.uniform(-scale, scale) for _ in range(300)]
        points += [-p for p in points[:150]]
        assert exact_sum(np.array(points)) == sum(map(Fraction, points), Fraction(0))


def test_sums_of_floats_are_exact():
    check_exact_sums(laws.finite_support._exact_sum)
    huge = np.array([1.7e308, 1.7e308, -1.0])
    assert laws.finite_support._exact_sum(huge) == sum(map(Fraction, huge.tolist()), Fraction(0))
    for wrong in (lambda x: Fraction(float(x.sum())), lambda x: Fraction(math.fsum(x))):
        rejects(check_exact_sums, wrong)


def test_empirical_means_are_exact_however_the_points_are_given():
    points = np.random.default_rng(2).random(500)
    mean = sum(map(Fraction, points.tolist()), Fraction(0)) / 500
    given = [points, points.tolist(), [Fraction(x) for x in points.tolist()]]
    assert {laws.Empirical(p).exact_mean for p in given} == {mean}
    assert len({laws.Empirical(p) for p in given}) == 1
    assert laws.Empirical(["0.1", "0.2"]).exact_mean == Fraction(3, 20)
    assert laws.Empirical([0.1, 0.2]).exact_mean != Fraction(3, 20)
    weighted = laws.Empirical(["0.1", "0.2"], weights=("0.9", "0.1"))
    assert weighted.exact_mean == Fraction(11, 100)
    assert weighted != laws.Empirical(["0.1", "0.2"])
    assert laws.Empirical([0.5], high=2) != laws.Empirical([0.5])


def test_an_empirical_law_does_not_follow_its_array():
    points = np.array([0.25, 0.75])
    law = laws.Empirical(points)
    points[0] = 0.5
    assert law.exact_mean == Fraction(1, 2)
    assert law.points[0] == 0.25
    with pytest.raises(ValueError, match="read-only"):
        law.points[0] = 0.5


def test_finite_laws_are_values():
    law = FiniteSupport((0, "0.5", 3), ("0.25", "0.75", 0))
    assert (law.low, law.high) == (0, 3)
    for each in (law, laws.Empirical([0.5, 0.25]), laws.Poisson(2)):
        assert pickle.loads(pickle.dumps(each)) == each
        assert hash(each) == hash(pickle.loads(pickle.dumps(each)))
    assert (
        repr(laws.Empirical([0.5] * 9))
        == "Empirical((0.5, 0.5, 0.5, 0.5, ... 9 points), low=0, high=1)"
    )


def test_weights_of_floats_are_a_law():
    law = FiniteSupport((0, 0.5, 1), np.array([0.1, 0.2, 0.7]))
    assert law.exact_weights == (Fraction(1, 10), Fraction(1, 5), Fraction(7, 10))
    assert laws.Empirical((0, 0.5, 1), weights=(0.1, 0.2, 0.7)).exact_weights == law.exact_weights
