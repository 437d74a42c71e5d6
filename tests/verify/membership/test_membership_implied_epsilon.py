"""Exact games never show more than a right accountant certifies, and attain it where they can."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import log
import numpy as np
import pytest
from banditproof.algorithms.membership.games.crafters import AverageTarget, FixedTarget
from banditproof.algorithms.membership.games.enumerated_games import exact_game
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.mechanisms.mean_privacy import MeanPrivacy
from banditproof.algorithms.membership.mechanisms.subsampled_mean import (
    ColumnwiseSubsampledMean,
    SubsampledMean,
)
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure
from banditproof.verify.membership.implied_epsilon import (
    excess_over_curve,
    game_errors,
    implied_by_game,
    implied_epsilon,
)


@dataclass(frozen=True)
class TableMechanism:
    """Any law of three outcomes for each data set of bits."""

    table: dict

    def exact_law(self, rows):
        return dict(enumerate(self.table[tuple(int(row[0]) for row in rows)]))


def random_mechanism(seed, rows):
    rng = np.random.default_rng(seed)
    table = {}
    for data in product((0, 1), repeat=rows):
        parts = [Fraction(int(k)) for k in rng.integers(1, 9, 3)]
        table[data] = [part / sum(parts) for part in parts]
    return TableMechanism(table)


def neighbours(table):
    return [
        (table[first], table[second])
        for first, second in product(table, repeat=2)
        if sum(a != b for a, b in zip(first, second, strict=True)) == 1
    ]


def needed(one, two, factor):
    return sum(
        (p - factor * q for p, q in zip(one, two, strict=True) if p > factor * q), Fraction(0)
    )


def games(mechanism, rows, means=("1/2", "1/5", 0)):
    for mean in means:
        law = BernoulliColumns((mean,))
        yield exact_game(AverageTarget(mechanism, law, rows))
        for target in (0, 1):
            yield exact_game(FixedTarget(mechanism, law, rows, np.array([target], float)))


@pytest.mark.parametrize("seed", range(4))
def test_no_game_shows_more_than_the_worst_pair_of_neighbours(seed):
    """Random mechanisms: every factor e^eps, so every (eps, delta); both games; three laws."""
    mechanism = random_mechanism(seed, 2)
    pairs = neighbours(mechanism.table)
    worst = max(p / q for first, second in pairs for p, q in zip(first, second, strict=True))
    for game in games(mechanism, 2):
        implied = implied_by_game(game)
        assert implied.lo <= log(worst) + 1e-12
        for factor in (Fraction(1), Fraction(5, 4), Fraction(2)):
            delta = max(needed(first, second, factor) for first, second in pairs)
            for alpha, beta in game_errors(game):
                assert factor * alpha + beta >= 1 - delta
                assert alpha + factor * beta >= 1 - delta


def test_the_bound_of_a_game_is_that_of_its_best_event():
    game = exact_game(FixedTarget(SubsampledMean(2), BernoulliColumns(("1/2", "1/3")), 3, [1, 0]))
    cells = [pair for pair in game.cells.values() if any(pair)]
    delta, best = Fraction(1, 8), Fraction(1)
    for size in range(1, len(cells) + 1):
        for event in combinations(cells, size):
            out, inside = (sum((pair[side] for pair in event), Fraction(0)) for side in (0, 1))
            for top, bottom in ((out, inside), (inside, out)):
                if top > delta and bottom:
                    best = max(best, (top - delta) / bottom)
    result = implied_by_game(game, delta)
    assert result.lo - Fraction(1, 10**12) <= Fraction(log(best)) <= result.hi + Fraction(1, 10**12)
    by_errors = [implied_epsilon(*pair, delta) for pair in game_errors(game)]
    assert max(error.lo for error in by_errors) <= result.hi
    assert max(float(error) for error in by_errors) == pytest.approx(float(result), abs=1e-9)


@pytest.mark.parametrize(
    "mechanism", [ExactMean(), SubsampledMean(1), SubsampledMean(2), ColumnwiseSubsampledMean(1)]
)
def test_games_keep_within_the_accounts_of_means(mechanism):
    curve = mechanism.privacy(3, [1, 1])
    for law, target in ((("1/2", "1/3"), [1, 0]), ((0, 0), [1, 1])):
        for crafter in (
            FixedTarget(mechanism, BernoulliColumns(law), 3, np.array(target, float)),
            AverageTarget(mechanism, BernoulliColumns(law), 3),
        ):
            errors = game_errors(exact_game(crafter))
            assert excess_over_curve(errors, curve, (0, 1, 5)) is None


@pytest.mark.parametrize("mechanism", [SubsampledMean(2), ColumnwiseSubsampledMean(1)])
def test_the_worst_pair_attains_the_account(mechanism):
    shown = Fraction(mechanism.privacy(3, [1, 1]).shown)
    game = exact_game(FixedTarget(mechanism, BernoulliColumns((0, 0)), 3, np.ones(2)))
    assert game.total_variation == shown
    below = MeanPrivacy(shown=shown - Fraction(1, 1000))
    result = excess_over_curve(game_errors(game), below, (3,))
    assert result is not None
    assert result.needed.lo <= shown <= result.needed.hi
    assert implied_by_game(game, shown) == ZERO
    assert implied_by_game(game, shown - Fraction(1, 1000)) == INFINITE


def test_enclosed_errors_give_enclosed_bounds():
    wide = Enclosure.of("1/10", "1/5")
    result = implied_epsilon(wide, wide)
    # alpha and beta of 1/5 at most, and of 1/10 at least
    assert float(result.lo) == pytest.approx(log(4), rel=1e-14)
    assert float(result.hi) == pytest.approx(log(9), rel=1e-14)
    assert result.lo <= implied_epsilon("1/5", "1/5").hi
    assert result.hi >= implied_epsilon("1/10", "1/10").lo
    assert implied_epsilon(Enclosure.of(0, "1/5"), "1/5").hi == float("inf")
    assert implied_epsilon("1/2", "1/2") == ZERO
    assert implied_epsilon(1, 0) == ZERO
    assert implied_epsilon(0, 0) == INFINITE
