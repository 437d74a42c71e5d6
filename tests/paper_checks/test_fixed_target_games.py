"""The models behind the claims about fixed-target games, by second routes."""

from fractions import Fraction
from math import comb

import pytest

from banditproof.paper_checks.proofs.schemas import schema_of
from banditproof.paper_checks.thesis.chapter_6_fixed_target_games.section_6_2_fixed_target_game import (
    algorithms_11_and_12_rounds as rounds,
)
from banditproof.paper_checks.thesis.chapter_6_fixed_target_games.section_6_2_fixed_target_game import (
    fixed_against_random_targets as targets,
)
from banditproof.paper_checks.thesis.chapter_6_fixed_target_games.section_6_3_optimal_adversaries import (
    theorem_6_1_most_powerful_tests as optimal,
)
from banditproof.paper_checks.thesis.chapter_6_fixed_target_games.section_6_4_empirical_mean import (
    limit_by_chi_squares,
)
from banditproof.paper_checks.thesis.chapter_6_fixed_target_games.section_6_4_empirical_mean import (
    privacy_onion as onion,
)
from banditproof.paper_checks.thesis.chapter_6_fixed_target_games.section_6_4_empirical_mean import (
    scalar_products_of_the_mean as scalar,
)
from banditproof.theory.membership import best_weights
from banditproof.theory.membership.finite_laws import (
    BernoulliColumn,
    EnumeratedLaw,
    histogram_column,
    mean_column,
)


def test_the_box_keeps_masses_and_depends_on_the_place_only_where_rows_have_an_order() -> None:
    walked = rounds.algorithm_11(rounds._ordered, rounds.RECORDS, 2, 1)
    assert [sum(law) for law in walked] == [1, 1]
    first = rounds._first_place(rounds._ordered, rounds.RECORDS, 2, 1)
    assert walked[0] == first[0]
    assert walked[1] != first[1]
    for size in (1, 2, 3):
        boxes = (rounds.algorithm_11, rounds._first_place)
        one, other = (box(rounds._unordered, rounds.RECORDS, size, 2) for box in boxes)
        assert one == other


def test_one_row_is_released_by_its_target() -> None:
    _, inside = rounds.algorithm_11(rounds._ordered, rounds.RECORDS, 1, 1)
    assert inside == (0, 1)


def test_rounds_with_one_data_set_have_the_same_accuracy_and_depend() -> None:
    fresh, kept = rounds.fresh_rounds(2), rounds.one_data_set(2)
    assert sum(fresh.values()) == sum(kept.values()) == 1
    first = [sum(p for key, p in law.items() if key[0]) for law in (fresh, kept)]
    assert first[0] == first[1]
    assert fresh[1, 1] == first[0] ** 2 < kept[1, 1]


@pytest.mark.parametrize("place", range(4))
def test_outcomes_and_ratios_of_a_game_are_one_law(place: int) -> None:
    cells, law = optimal.outcomes(place), optimal.law_of(place)
    assert sum(q for q, _ in cells) == sum(p for _, p in cells) == 1
    merged: dict[object, Fraction] = {}
    for q, p in cells:
        merged[p / q] = merged.get(p / q, Fraction(0)) + q
    assert {x.ratio: x.out for x in law.levels} == merged
    assert len(list(optimal.all_tests(place))) == 2 ** len(cells)


def test_the_sizes_of_the_witness_against_theorem_6_1() -> None:
    counts = {(Fraction(comb(3, k), 8), Fraction(comb(2, k - 1) if k else 0, 4)) for k in range(4)}
    assert set(optimal.outcomes(0)) == counts
    assert optimal.law_of(0).exact_power("3/8", randomised=False) == Fraction(1, 4)
    assert (Fraction(3, 8), Fraction(1, 2)) in set(optimal.all_tests(0))


def test_a_random_target_has_the_mean_advantage_of_the_targets() -> None:
    joint, single = targets.both_games(("1/3",), 3)
    assert joint.exact_total_variation() == Fraction(16, 81)
    assert sum(mass for _, mass, _ in single) == 1


def test_moments_of_the_laws_with_far_points() -> None:
    mean, covariance = onion.moments(onion.ON_A_LINE)
    assert (mean, covariance) == ([Fraction(29, 20)], [[Fraction(3309, 400)]])
    half = (Fraction(1, 2),)
    assert onion.squared_distance(onion.ON_A_LINE, half) == Fraction(361, 3309)
    plane = onion.squared_distance(onion.IN_A_PLANE, (Fraction(0), Fraction(1)))
    assert plane == Fraction(5, 3)
    assert onion.moments(onion.ALONG_AN_AXIS)[0] == [0]


@pytest.mark.parametrize(
    ("name", "hypotheses"),
    [
        ("row-sums", 4),
        ("limit-laws:tail", 3),
        ("limit-laws:bounded", 2),
        ("limit-laws:largest", 3),
        ("contiguity", 1),
        ("hellinger:products", 2),
    ],
)
def test_facts_about_limits_in_law_ask_for_their_hypotheses(name: str, hypotheses: int) -> None:
    schema = schema_of(f"textbook.{name}")
    assert len(schema.hypotheses) == hypotheses
    assert set(schema.patterns) <= set(schema.hypotheses)


@pytest.mark.parametrize(("mean", "target"), [("1/3", 1), ("1/5", 0), ("1/2", 1)])
def test_chi_squares_of_bernoulli_columns_are_the_parts_of_the_score(
    mean: str, target: int
) -> None:
    rows, mu = 7, Fraction(mean)
    variance = mu * (1 - mu)
    second, fourth = limit_by_chi_squares.moments_of_the_ratio(BernoulliColumn(rows, mean, target))
    part = (target - mu) ** 2 / variance / rows
    assert second == part
    assert fourth == part**2 * (3 + (1 - 6 * variance) / (rows * variance))


def test_chi_squares_tell_what_the_distance_does_not() -> None:
    column = mean_column([0, 1, 100], ["1/3"] * 3, 5, 1)
    second, _ = limit_by_chi_squares.moments_of_the_ratio(column)
    assert second == limit_by_chi_squares.moments_of_the_ratio(histogram_column("1/3", 5))[0]
    assert second == Fraction(2, 5)
    mean, spread = Fraction(101, 3), Fraction(10001, 3)
    assert second > 3 * (1 - mean) ** 2 / (spread - mean**2) / 5


def test_parities_leak_more_than_chi_squares_of_a_common_law() -> None:
    rare, common = (
        limit_by_chi_squares.moments_of_the_ratio(
            mean_column([0, 1, 2], [(1 - q) / 2, q, (1 - q) / 2], 20, 1)
        )[0]
        for q in (Fraction(1, 21), Fraction(1, 3))
    )
    assert rare > 20 * common


@pytest.mark.parametrize(("target", "rows"), [((1, 1), 3), ((1, 0), 4)])
def test_the_best_threshold_on_the_best_weights_has_the_leakage_for_equal_means(
    target: tuple[int, ...], rows: int
) -> None:
    mean = Fraction(1, 2)  # the ratio is then a product of N/(n/2), no function of the sum alone
    shift = [z - mean for z in target]
    covariance = [[mean * (1 - mean) if i == j else Fraction(0) for j in (0, 1)] for i in (0, 1)]
    means = (mean, mean)
    found = scalar.best_advantage(best_weights(shift, covariance), target, means, rows)
    columns = [(BernoulliColumn(rows, mean, z), 1) for z in target]
    assert found <= EnumeratedLaw.of_columns(columns).exact_total_variation()
    assert found >= scalar.best_advantage([mean, Fraction(0)], target, means, rows)
    one = EnumeratedLaw.of_columns(columns[:1]).exact_total_variation()
    weights = [Fraction(1 if target[0] else -1), Fraction(0)]
    assert scalar.best_advantage(weights, target, means, rows) == one
