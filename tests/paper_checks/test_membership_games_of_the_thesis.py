"""The exact objects behind the claims of Sections 2.3.1 to 2.3.5, each by another computation."""

import random
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from banditproof.paper_checks.models.finite_laws import random_law
from banditproof.paper_checks.models.finite_pairs import coin
from banditproof.paper_checks.models.membership_game import best_advantage, joint_laws
from banditproof.paper_checks.thesis.chapter_2_background.section_2_3_membership_inference import (
    accuracy_and_errors,
    algorithm_4_crafter,
    algorithm_5_game,
    equation_2_26_bernoulli_ratio,
    limit_of_the_bernoulli_ratio,
    power_of_scores,
    reference_samples,
    scalar_product_score,
)
from banditproof.paper_checks.verdicts.vocabulary import Counterexample
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.membership.finite_laws import (
    EnumeratedLaw,
    average_target_game,
    bernoulli_rows,
)

HALF = Fraction(1, 2)


def told(data):
    """The first record, by randomised response with odds 3."""
    return coin(Fraction(3), data[0])


def test_a_crafted_target_that_is_read_from_the_dataset_meets_itself():
    given = algorithm_4_crafter.Setting(told, (Fraction(1, 4), Fraction(3, 4)))
    inside = algorithm_4_crafter.law_of(algorithm_4_crafter.MEANT, given, 1)
    # one record: the target is the record, so that its answer is right with probability 3/4
    assert inside == (Fraction(3, 16), Fraction(1, 16), Fraction(3, 16), Fraction(9, 16))
    out = algorithm_4_crafter.law_of(algorithm_4_crafter.OUT, given, 1)
    assert out == tuple(
        a * b for a in (Fraction(1, 4), Fraction(3, 4)) for b in (Fraction(3, 8), Fraction(5, 8))
    )


def test_the_printed_branch_cannot_run():
    given = algorithm_4_crafter.Setting(told, (HALF, HALF))
    with pytest.raises(Counterexample, match="Line 9") as found:
        algorithm_4_crafter.law_of(algorithm_4_crafter.PRINTED, given, 2)
    assert found.value.repairable


def test_a_target_written_after_the_release_is_no_member():
    late = (
        algorithm_4_crafter.draw_target,
        algorithm_4_crafter.draw_place,
        algorithm_4_crafter.release,
        algorithm_4_crafter.write_row,
    )
    given = algorithm_4_crafter.Setting(told, (HALF, HALF))
    laws = [
        algorithm_4_crafter.law_of(branch, given, 2)
        for branch in (algorithm_4_crafter.OUT, late, algorithm_4_crafter.MEANT)
    ]
    assert laws[0] == laws[1] != laws[2]


def test_wins_of_a_game_have_the_exact_accuracy():
    name, crafter, adversary = algorithm_5_game._games()[2]
    rounds = 400
    wins = algorithm_5_game.list_of_wins(crafter, adversary, rounds, algorithm_5_game.generator(3))
    # blind coins: accuracy 1/2; 5.3 standard deviations are exceeded once in 1e7 runs
    assert "coins" in name
    assert abs(sum(wins) - rounds / 2) < 5.3 * (rounds / 4) ** 0.5


def test_the_advantage_needs_the_fair_coin():
    game = next(iter(accuracy_and_errors.played_games()))
    first, second = accuracy_and_errors.errors(game)
    prior = Fraction(3, 10)
    formula = 2 * (1 - prior) * (1 - first) + 2 * prior * (1 - second) - 1
    assert 2 * accuracy_and_errors.accuracy(game, prior) - 1 == formula
    assert 2 * accuracy_and_errors.accuracy(game, HALF) - 1 == 1 - first - second


@pytest.mark.parametrize("law", power_of_scores.SCORES, ids=lambda law: law.name)
def test_score_laws_fall_and_end_at_their_infinities(law):
    for tail in (law.out, law.inside):
        values = [tail(t) for t in power_of_scores.EXTENDED]
        assert sorted(values, reverse=True) == values
        assert values[-1] == 0
        assert tail(60) - values[-1] < Fraction(1, 2**58)
        assert values[0] - tail(-60) < Fraction(1, 2**58)


def test_powers_of_the_mean_of_three_bits():
    _, out, inside = next(iter(power_of_scores.laws_of_games()))
    level = Fraction(3, 8)
    assert power_of_scores.by_thresholds(out, inside, level) == Fraction(1, 4)
    assert power_of_scores.by_random_thresholds(out, inside, level) == Fraction(7, 12)
    # the outputs with the second largest ratio, which a score may put first
    second = [k for k in range(len(out)) if inside[k] / out[k] == Fraction(4, 3)]
    assert sum(out[k] for k in second) == level
    assert sum(inside[k] for k in second) == HALF


def test_another_score_may_have_more_power_where_the_ratio_has_atoms():
    """Three outputs: below the level of its first atom the likelihood ratio has no power."""
    out = (Fraction(3, 10), Fraction(1, 5), HALF)
    inside = (Fraction(3, 5), Fraction(3, 10), Fraction(1, 10))
    level = Fraction(1, 4)
    assert power_of_scores.by_thresholds(out, inside, level) == 0
    # a score that puts the second output first has the level 1/5 and the power 3/10
    assert out[1] <= level
    assert power_of_scores.by_random_thresholds(out, inside, level) == HALF > inside[1]


def test_games_of_means_are_those_of_the_library():
    for means, size in (((Fraction(1, 3),), 3), ((HALF, Fraction(1, 5)), 2)):
        _, _, out, inside = equation_2_26_bernoulli_ratio.game_of_means(means, size)
        library = average_target_game(bernoulli_rows(means), size)
        assert best_advantage(out, inside) == library.exact_total_variation()
        columns = [(limit_of_the_bernoulli_ratio.averaged_column(size, mu), 1) for mu in means]
        assert EnumeratedLaw.of_columns(columns).exact_total_variation() == best_advantage(
            out, inside
        )


def test_half_an_observation_moves_only_the_ends():
    assert [reference_samples.moved_in(k, 2) for k in range(3)] == [
        Fraction(1, 4),
        HALF,
        Fraction(3, 4),
    ]


@pytest.mark.parametrize("mu", [HALF, Fraction(1, 3)])
def test_the_first_order_score_of_a_column(mu):
    for size, references in ((1, 1), (2, 3), (3, 0)):
        odds = (1 - mu) / mu
        variance = odds * (Fraction(1, size) + (Fraction(1, references) if references else 0))
        found = reference_samples.leakage_of_column(mu, size, references)
        assert found == (odds / size) ** 2 / variance


def test_mean_scores_of_single_records():
    # n = 1: IN the release is the target, so that E z z - E z E z = mu (1 - mu)
    mu = Fraction(1, 5)
    score = scalar_product_score.scalar_product
    outside, inside = scalar_product_score.mean_scores((mu,), 1, score)
    assert (outside, inside) == (0, mu * (1 - mu))


def test_the_least_correlation_is_that_of_the_worst_estimate():
    near = HALF
    for size in (1, 2, 3, 4):
        signs = list(product((-1, 1), repeat=size))
        worst = tuple(
            Fraction(sum(x), size) - (near if sum(x) > 0 else -near if sum(x) < 0 else 0)
            for x in signs
        )
        exact = scalar_product_score._by_integration(size, worst)
        assert exact == scalar_product_score.least_correlation(size, near)
        # 2/3 - 1/2 of the mean absolute deviation, by hand
        spread = sum(abs(2 * k - size) for k in range(size + 1))
        assert exact == Fraction(2, 3) - Fraction(spread, (size + 1) * (size + 2))


def test_the_mean_given_p_is_uniform():
    # the mass of k ones, integrated over means that are uniform on [-1, 1]
    size = 3
    for k in range(size + 1):
        estimate = tuple(Fraction(x.count(1) == k) for x in product((-1, 1), repeat=size))
        weight = Fraction(2 * (2 * k - size), (size + 1) * (size + 2))
        assert scalar_product_score._by_integration(size, estimate) == weight
        assert sum(estimate) == comb(size, k)


def test_quantiles_of_known_tails():
    total = limit_of_the_bernoulli_ratio._quantile_sum(
        Enclosure.of(Fraction(1, 10)), Enclosure.of(Fraction(9, 10))
    )
    assert abs(float(total.mid()) - 2 * 1.2815515655446004) < 1e-12


def test_a_random_game_keeps_the_law_of_its_records():
    records = random_law(random.Random(8), 3)
    laws = joint_laws(lambda data: coin(Fraction(2), data[0] % 2), records, 2)
    for law in laws:
        assert tuple(law[2 * z] + law[2 * z + 1] for z in range(3)) == records
