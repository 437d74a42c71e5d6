"""Metamorphic tests: what must not change, on right subjects and on wrong ones."""

from dataclasses import dataclass
from fractions import Fraction
import numpy as np
import pytest
from banditproof.algorithms.membership.games.crafters import AverageTarget, FixedTarget
from banditproof.algorithms.membership.games.enumerated_games import exact_game
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.mechanisms.subsampled_mean import (
    ColumnwiseSubsampledMean,
    SubsampledMean,
)
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.scores.covariance_score import CovarianceScore
from banditproof.algorithms.membership.scores.likelihood_ratio import LikelihoodRatio
from banditproof.algorithms.membership.scores.reference_sets import FrozenReference
from banditproof.theory.membership.finite_laws import BernoulliColumn, ProductLaw
from banditproof.verify.membership.invariances import (
    affine_gap,
    average_gap,
    column_gap,
    gain_over,
    order_of_rows,
    processed,
)

ROWS = np.random.default_rng(3).normal([5.0, 0.0, -2.0], 1.0, (40, 3))
MIX = [[2.0, 1.0, 0.0], [0.0, 1.0, 3.0], [1.0, 0.0, 1.0]]
MEANS = ("1/2", "1/3", "1/5", "1/2")


@dataclass(frozen=True)
class WeightedMean:
    """A mean that counts its first row twice."""

    def exact_law(self, rows):
        total = sum((row[0] for row in rows), rows[0][0])
        return {(total / (len(rows) + 1),): Fraction(1)}


def covariance(spread):
    return lambda references: CovarianceScore(9, FrozenReference(references, spread))


@pytest.mark.parametrize("mechanism", [ExactMean(), SubsampledMean(2), ColumnwiseSubsampledMean(2)])
def test_means_do_not_see_the_order_of_the_rows(mechanism):
    rows = [(Fraction(k), Fraction(k % 2)) for k in (0, 1, 2, 4)]
    assert order_of_rows(mechanism, rows) is None


def test_a_mean_that_sees_the_order_is_noticed():
    rows = [(Fraction(k),) for k in (0, 1, 4)]
    result = order_of_rows(WeightedMean(), rows)
    assert sorted(result) == rows
    assert result[0] != rows[0]


@pytest.mark.parametrize(
    ("spread", "matrix", "stays"),
    [
        ("full", MIX, True),
        ("diagonal", np.diag([2.0, 0.5, -1.0]), True),
        ("diagonal", MIX, False),
        ("printed", np.eye(3), False),
    ],
)
def test_centred_scores_stay_under_affine_maps(spread, matrix, stays):
    gap = affine_gap(covariance(spread), ROWS, ROWS[:5] / 4, ROWS[7], matrix, [9.0, -4.0, 1.0])
    assert (gap < 1e-9) is stays
    assert stays or gap > 1e-3


def ratio(mechanism, rows):
    def of(columns):
        law = BernoulliColumns(tuple(MEANS[j] for j in columns))
        return LikelihoodRatio(law, mechanism, rows)

    return of


@pytest.mark.parametrize(
    ("mechanism", "adds_up"),
    [(ExactMean(), True), (ColumnwiseSubsampledMean(2), True), (SubsampledMean(2), False)],
)
def test_ratios_of_columns_add_up_unless_the_rows_are_drawn_for_all(mechanism, adds_up):
    releases = np.array([[0.5, 0.5, 0.0, 1.0], [1.0, 0.0, 0.5, 0.5]])
    gap = column_gap(ratio(mechanism, 4), releases, [1, 0, 1, 0], [[0, 3], [1], [2]])
    assert (gap < 1e-12) is adds_up
    with pytest.raises(ValueError, match="each of the columns exactly once"):
        column_gap(ratio(mechanism, 4), releases, [1, 0, 1, 0], [[0, 1], [1, 2, 3]])


@pytest.mark.slow
def test_a_group_of_columns_is_its_parts():
    """Splitting a group leaves the law as it is, and leaving a column out shows less."""
    column, other = BernoulliColumn(30, "1/3", 1), BernoulliColumn(30, "1/5", 0)

    def variation(*groups):
        return ProductLaw(groups, "1e-9").total_variation()

    whole = variation((column, 12), (other, 5))
    parts = variation((column, 7), (other, 2), (column, 5), (other, 3))
    assert max(whole.lo, parts.lo) <= min(whole.hi, parts.hi)
    assert whole.width + parts.width < Fraction(1, 10**4)
    assert variation((column, 11), (other, 5)).hi < whole.lo


CHANNELS = [
    lambda target, release: release[0],
    lambda target, release: sum(release),
    lambda target, release: release[0] > release[1],
    lambda target, release: 0,
    lambda target, release: (target, release),
]


FACTORS = [Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(4)]
PAIR = BernoulliColumns(("1/2", "1/3"))


def fixed(mechanism, law=PAIR, target=(1, 0)):
    return exact_game(FixedTarget(mechanism, law, 3, np.array(target, float)))


@pytest.mark.parametrize("mechanism", [ExactMean(), SubsampledMean(2)])
@pytest.mark.parametrize("channel", CHANNELS)
def test_processing_never_helps(mechanism, channel):
    for game in (fixed(mechanism), exact_game(AverageTarget(mechanism, PAIR, 3))):
        after = processed(game, channel)
        assert gain_over(game, after, FACTORS) is None
        sides = [sum(side) for side in zip(*after.cells.values(), strict=True)]
        assert sides == [1, 1]


def test_fewer_columns_are_a_processing_and_more_rows_are_not():
    game = fixed(ExactMean())
    first = fixed(ExactMean(), BernoulliColumns(("1/2",)), (1,))
    assert gain_over(game, first, FACTORS) is None
    assert gain_over(first, game, FACTORS) == Fraction(1, 2)
    assert processed(game, lambda _, release: release[0]).total_variation == first.total_variation
    kept = fixed(SubsampledMean(2))
    assert gain_over(kept, game, [Fraction(1)]) == 1


@pytest.mark.parametrize("mechanism", [ExactMean(), SubsampledMean(1)])
def test_the_average_game_is_the_mean_of_the_fixed_ones(mechanism):
    assert average_gap(AverageTarget(mechanism, BernoulliColumns(("1/3", "1/4")), 2)) == 0
