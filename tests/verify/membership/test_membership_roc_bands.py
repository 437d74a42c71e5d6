"""Bands of sampled curves: they hold the exact power, and let wrong ones out."""

from fractions import Fraction
from math import log, sqrt
import numpy as np
import pytest
from banditproof.algorithms.membership.engine.many_games import simulate_scores
from banditproof.algorithms.membership.games.crafters import FixedTarget
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.mechanisms.subsampled_mean import (
    ColumnwiseSubsampledMean,
    SubsampledMean,
)
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.scores.likelihood_ratio import LikelihoodRatio
from banditproof.algorithms.membership.scores.reference_sets import FreshReference
from banditproof.algorithms.membership.scores.scalar_product import ScalarProduct
from banditproof.theory.membership import power
from banditproof.theory.membership.finite_laws import BernoulliColumn, ProductLaw, SubSampledLaw
from banditproof.verify.membership.roc_bands import (
    RocBand,
    contains_roc,
    dkw_radius,
    power_of_tests,
    power_of_thresholds,
)

LEVEL = 1e-6
"""The exact power is out of a band so often, at most: this is the false-alarm rate of a test."""
ROWS, COLUMNS, GAMES = 20, 100, 10_000
LAW = BernoulliColumns(("1/2",) * COLUMNS)
TARGET = np.ones(COLUMNS)
ALPHAS = ("1/100", "1/10", "1/2")


def exact_law(rows, columns):
    return ProductLaw([(BernoulliColumn(rows, "1/2", 1), columns)], "1e-8")


@pytest.fixture(scope="module")
def exact_mean():
    crafter = FixedTarget(ExactMean(), LAW, ROWS, TARGET)
    return simulate_scores(crafter, LikelihoodRatio(LAW, ExactMean(), ROWS), GAMES, 11).roc


@pytest.fixture(scope="module")
def law():
    return exact_law(ROWS, COLUMNS)


def test_the_radius():
    assert dkw_radius(200, 0.05) == pytest.approx(sqrt(log(40) / 400))
    assert RocBand(SampledROC([0.0] * 4, [1.0] * 9), 0.1).radii == (
        dkw_radius(4, 0.05),
        dkw_radius(9, 0.05),
    )
    for bad in ((0, 0.5), (10, 0.0), (10, 1.0)):
        with pytest.raises(ValueError, match="at least one score"):
            dkw_radius(*bad)


def test_the_exact_power_is_in_the_band(exact_mean, law):
    band = RocBand(exact_mean, LEVEL)
    assert band.leaves(power_of_thresholds(law), ALPHAS) is None
    assert band.leaves(power_of_tests(law), ALPHAS, best=True) is None


def test_wrong_powers_leave_the_band(exact_mean, law):
    band = RocBand(exact_mean, LEVEL)
    half = exact_law(2 * ROWS, COLUMNS)
    result = band.leaves(power_of_thresholds(half), ALPHAS)
    assert result is not None
    assert result.power.hi < result.low
    assert result.words.startswith("At size 0.1 the power is ")
    double = exact_law(ROWS, 2 * COLUMNS)
    above = band.leaves(power_of_thresholds(double), ALPHAS)
    assert above is not None
    assert above.power.lo > above.high
    assert band.leaves(power_of_tests(double), ALPHAS, best=True) is None


def test_no_score_beats_the_best_power(law):
    score = ScalarProduct(FreshReference(LAW, 1, spread="known"))
    crafter = FixedTarget(ExactMean(), LAW, ROWS, TARGET)
    band = RocBand(simulate_scores(crafter, score, 2000, 3).roc, LEVEL)
    assert band.leaves(power_of_tests(law), ALPHAS, best=True) is None
    assert band.leaves(power_of_thresholds(law), ALPHAS) is not None


@pytest.mark.slow
def test_sub_sampling_has_the_power_of_the_mixture_and_not_the_printed_one():
    kept, rows = 100, 200
    law = BernoulliColumns(("1/2",) * 1000)
    inner = ProductLaw([(BernoulliColumn(kept, "1/2", 1), 1000)])
    mixture = SubSampledLaw(inner, kept, rows)
    score = Fraction(1000, rows)
    for mechanism, right in ((SubsampledMean(kept), True), (ColumnwiseSubsampledMean(kept), False)):
        crafter = FixedTarget(mechanism, law, rows, np.ones(1000))
        ratio = LikelihoodRatio(law, mechanism, rows)
        band = RocBand(simulate_scores(crafter, ratio, 40_000, 5).roc, LEVEL)
        assert (band.leaves(power_of_tests(mixture), ("1/100", "1/2")) is None) is right
        low, high = band.bounds([0.5])
        printed = float(power(0.5, float(score / 2)))
        assert (low[0] <= printed <= high[0]) is not right


def test_the_band_is_monotone_and_ends_where_it_must():
    rng = np.random.default_rng(0)
    band = RocBand(SampledROC(rng.random(300), rng.random(400) + 0.3))
    low, high = band.bounds(np.linspace(0, 1, 50))
    assert (np.diff(low) >= 0).all()
    assert (np.diff(high) >= 0).all()
    assert (low <= high).all()
    assert low[0] == 0
    assert high[-1] == 1


def test_bands_of_laws_with_atoms_cover_them():
    """400 bands at level 1/2; 260 of them would cover by luck with probability 1e-9.

    These cover with probability 0.94, so fewer than 260 of them do with less than 1e-50.
    """
    sizes, powers = [0.0, 0.2, 0.7, 1.0], [0.3, 0.3, 0.8, 1.0]
    rng, covered = np.random.default_rng(1), 0
    for _ in range(400):
        out = rng.choice([0.0, 1.0, 2.0, 3.0], 60, p=[0.3, 0.5, 0.2, 0.0])
        inside = rng.choice([0.0, 1.0, 2.0, 3.0], 60, p=[0.2, 0.5, 0.0, 0.3])
        covered += contains_roc(SampledROC(out, inside), sizes, powers, level=0.5)
    assert covered >= 260
