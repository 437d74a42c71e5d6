"""Crafters and games: exact laws by enumeration, and played games against them."""

from fractions import Fraction
from itertools import product
from math import comb, log, sqrt
import numpy as np
import pytest
from banditproof.algorithms.membership.games.adversaries import BlindAdversary, ScoreAdversary
from banditproof.algorithms.membership.games.crafters import AverageTarget, FixedTarget
from banditproof.algorithms.membership.games.enumerated_games import exact_game
from banditproof.algorithms.membership.games.membership_game import GameRecord, play_game
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.mechanisms.subsampled_mean import SubsampledMean
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.row_laws.finite_rows import FiniteRows
from banditproof.algorithms.membership.row_laws.gaussian_rows import GaussianRows
from banditproof.algorithms.membership.scores.likelihood_ratio import LikelihoodRatio

EXACT = ExactMean()


def fixed(means, rows, target, prior="1/2"):
    return FixedTarget(EXACT, BernoulliColumns(means), rows, np.array(target, float), prior)


@pytest.mark.parametrize(
    ("mean", "rows", "distance"),
    [("1/2", 1, "1/2"), ("1/2", 2, "1/4"), ("1/2", 4, "3/16"), ("1/3", 3, "8/27")],
)
def test_known_distances_of_one_column(mean, rows, distance):
    assert exact_game(fixed((mean,), rows, [1])).total_variation == Fraction(distance)


def test_the_target_of_the_average_game_has_one_law_under_both_bits():
    law = FiniteRows(((0, 0), (1, 2), (1, 0)), ("1/2", "1/3", "1/6"))
    game = exact_game(AverageTarget(EXACT, law, 3))
    for point, weight in law.exact_points():
        pairs = [pair for (target, _), pair in game.cells.items() if target == point]
        assert [sum(side) for side in zip(*pairs, strict=True)] == [weight, weight]


def test_the_average_advantage_is_the_mean_of_the_fixed_ones():
    average = exact_game(AverageTarget(EXACT, BernoulliColumns(("1/3",)), 3))
    zero, one = (exact_game(fixed(("1/3",), 3, [z])) for z in (0, 1))
    mean = (2 * zero.total_variation + one.total_variation) / 3
    assert average.total_variation == mean == Fraction(16, 81)
    for (target, release), pair in average.cells.items():
        fixed_game = zero if target == (0,) else one
        if any(pair):
            assert average.ratio(target, release) == fixed_game.ratio(target, release)


class Sums:
    """The sum of the release."""

    def values(self, releases, targets, rng):
        return releases.sum(axis=-1)


@pytest.mark.parametrize(
    ("threshold", "above"), [(1.0, {2.0, np.inf}), (-np.inf, {0, 1, 2, np.inf}), (np.inf, set())]
)
def test_a_score_at_the_threshold_is_not_above_it(threshold, above):
    """Ties, thresholds at both ends, and scores that are infinite themselves."""
    releases = np.array([[0.0], [1.0], [2.0], [-np.inf], [np.inf]])
    adversary = ScoreAdversary(Sums(), threshold)
    guesses = adversary.guess(releases, np.ones(1), np.random.default_rng(0))
    assert guesses.tolist() == [score in above for (score,) in releases.tolist()]


def test_bayes_is_the_best_of_all_deterministic_adversaries():
    game = exact_game(fixed(("1/2", "1/3"), 2, [1, 0]))
    cells = list(game.cells)
    tables = [dict(zip(cells, guess, strict=True)) for guess in product((0, 1), repeat=len(cells))]
    best = max(game.advantage(lambda *cell, known=known: known[cell]) for known in tables)
    assert best == game.advantage(game.bayes) == game.total_variation
    first, second = game.errors(game.bayes)
    assert game.advantage(game.bayes) == 1 - first - second
    assert game.advantage(lambda target, release: Fraction(3, 10)) == 0


def test_with_another_prior_the_best_threshold_moves():
    game = exact_game(fixed(("1/2",), 2, [1], prior="3/10"))
    ratio_above_one = lambda target, release: int(game.ratio(target, release) > 1)  # noqa: E731
    assert game.accuracy(game.bayes) == Fraction(7, 10)
    assert game.accuracy(ratio_above_one) == Fraction(27, 40)
    first, second = game.errors(ratio_above_one)
    assert game.advantage(ratio_above_one) != 1 - first - second


def test_thresholds_without_coins_miss_the_level_of_other_scores():
    """The witness against Theorem 6.1(a): the score 1(count = 2) has size 3/8 and power 1/2."""
    game = exact_game(fixed(("1/2",), 3, [1]))
    first, second = game.errors(lambda target, release: int(release == (Fraction(2, 3),)))
    assert (first, 1 - second) == (Fraction(3, 8), Fraction(1, 2))
    assert game.threshold_power("3/8") == Fraction(1, 4) < 1 - second < game.power("3/8")
    tied = exact_game(fixed(("1/2", "1/2"), 2, [1, 1]))
    assert tied.threshold_power("3/16") == Fraction(1, 4) < tied.power("3/16") == Fraction(1, 2)
    assert tied.power(0) == 0
    assert tied.power(1) == tied.threshold_power(1) == 1


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("average", [True, False])
def test_played_games_have_the_exact_accuracy(whole, average):
    """Hoeffding: the mean of N games is off by t with probability 2 e^(-2 N t^2) < 1e-7."""
    law, games = BernoulliColumns(("1/2", "1/5")), 400 if whole else 4000
    mechanism = SubsampledMean(2)
    crafter = (
        AverageTarget(mechanism, law, 3) if average else FixedTarget(mechanism, law, 3, [1, 1])
    )
    game = exact_game(crafter)
    bayes = ScoreAdversary(LikelihoodRatio(law, mechanism, 3))
    record = play_game(crafter, bayes, games, rng=7, whole=whole)
    slack = sqrt(log(2e7) / (2 * games))
    assert len(record.right) == games
    assert abs(record.accuracy - float(game.accuracy(game.bayes))) < slack
    assert abs(play_game(crafter, BlindAdversary(), games, 7).advantage) < 2 * slack
    again = play_game(crafter, bayes, games, rng=7, whole=whole)
    assert (again.guesses == record.guesses).all()


def test_the_bit_is_the_coin_and_not_whether_the_target_is_there():
    crafter = AverageTarget(EXACT, BernoulliColumns(("1/2",)), 10)
    rng, seen = np.random.default_rng(3), 0
    for _ in range(200):
        rows = rng.bit_generator.state
        challenge = crafter.craft(rng)
        assert rows != rng.bit_generator.state
        share = challenge.release[0] if challenge.target[0] else 1 - challenge.release[0]
        seen += not challenge.inside and share > 0
        assert share > 0 or not challenge.inside
    assert seen > 50  # with the opposite bit the target is a row too, by chance


class AllRows:
    """Releases the rows."""

    def release(self, rows, rng):
        return rows.copy()


@pytest.mark.parametrize("average", [True, False])
def test_the_target_is_a_row_if_and_only_if_the_bit_says_so(average):
    """Rows without ties; the place of the target is any, also in data sets drawn in bulk."""
    law = GaussianRows([0.0], [1.0])
    crafter = AverageTarget(AllRows(), law, 3) if average else FixedTarget(AllRows(), law, 3, [9.0])
    rng = np.random.default_rng(4)
    rounds = [crafter.craft(rng) for _ in range(80)]
    many = crafter.craft_many(80, rng)
    targets = np.broadcast_to(many.targets, (80, 1))
    rounds += list(zip(targets, many.releases, many.bits, strict=True))
    places = set()
    for target, release, inside in rounds:
        result = np.flatnonzero(release[:, 0] == target[0])
        assert len(result) == inside
        places.update(result.tolist())
    assert places == {0, 1, 2}


def test_the_prior_is_kept_and_the_errors_belong_to_their_bit():
    crafter = fixed(("1/2",), 5, [1], prior="1/5")
    record = play_game(crafter, BlindAdversary("9/10"), 4000, rng=1)
    assert abs(record.positives / 4000 - 0.2) < sqrt(log(2e7) / 8000)
    false_alarm, miss = record.errors
    assert abs(false_alarm - 0.9) < 0.05
    assert abs(miss - 0.1) < 0.1
    upper = record.error_limits()
    assert false_alarm < upper[0] < 1
    assert miss < upper[1] < 0.2
    assert GameRecord(np.ones(3, bool), np.ones(3, bool)).error_limits()[0] == 1
    assert GameRecord(np.ones(1, bool), np.zeros(1, bool)).error_limits()[1] == 1


@pytest.mark.parametrize("errors", [0, 3, 19])
def test_limits_of_errors_are_those_of_clopper_and_pearson(errors):
    """At the limit, so few errors have exactly the failure probability of its side."""
    bits, guesses = np.zeros(20, bool), np.arange(20) < errors
    limit, other = GameRecord(bits, guesses).error_limits(0.1)
    few = sum(comb(20, k) * limit**k * (1 - limit) ** (20 - k) for k in range(errors + 1))
    assert few == pytest.approx(0.05, rel=1e-9)
    assert other == 1
    assert GameRecord(~bits, ~guesses).error_limits(0.1) == (1, limit)


def test_any_mechanism_with_a_release_can_be_played_and_enumerated():
    class AnyBit:
        """Whether any row is 1, kept with probability 3/4."""

        def release(self, rows, rng):
            return np.array([float(rows.max() != (rng.random() < 0.25))])

        def exact_law(self, rows):
            bit = Fraction(max(max(row) for row in rows))
            return {(bit,): Fraction(3, 4), (1 - bit,): Fraction(1, 4)}

    class Told:
        def guess(self, releases, targets, rng):
            return releases[:, 0] == 1

    crafter = FixedTarget(AnyBit(), BernoulliColumns(("1/4",)), 2, np.ones(1))
    game = exact_game(crafter)
    # any row is 1 with probability 7/16 without the target, and for certain with it
    assert game.total_variation == Fraction(9, 16) / 2
    record = play_game(crafter, Told(), 3000, rng=1)
    assert abs(record.advantage - 9 / 32) < 2 * sqrt(log(2e7) / 6000)
