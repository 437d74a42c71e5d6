"""The models behind the claims about fixed-target games, by second routes."""

from fractions import Fraction
import pytest
from case_tables import table
from programs import algorithms_11_and_12_rounds as rounds
from programs import fixed_against_random_targets as targets
from programs import privacy_onion as onion
from programs import scalar_products_of_the_mean as scalar
from programs import theorem_6_1_most_powerful_tests as optimal
from banditproof.paper_checks.proofs.schemas import schema_of
from banditproof.theory.membership import best_weights
from banditproof.theory.membership.finite_laws import BernoulliColumn, EnumeratedLaw


def test_the_box_keeps_masses_and_depends_on_the_place_only_where_rows_have_an_order() -> None:
    walked = rounds.algorithm_11(rounds._ordered, rounds.RECORDS, 2, 1)
    assert [sum(law) for law in walked] == [1, 1]
    first = rounds._first_place(rounds._ordered, rounds.RECORDS, 2, 1)
    assert walked[0] == first[0]
    assert walked[1] != first[1]
    for size in (1, 2, 3):
        boxes = (rounds.algorithm_11, rounds._first_place)
        left, right = (box(rounds._unordered, rounds.RECORDS, size, 2) for box in boxes)
        assert left == right


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
    ("name", "hypotheses"), table(__file__, "facts_about_limits_in_law_ask_for_their_hypotheses")
)
def test_facts_about_limits_in_law_ask_for_their_hypotheses(name: str, hypotheses: int) -> None:
    schema = schema_of(f"textbook.{name}")
    assert len(schema.hypotheses) == hypotheses
    assert set(schema.patterns) <= set(schema.hypotheses)


@pytest.mark.parametrize(("target", "rows"), [((1, 1), 3), ((1, 0), 4)])
def test_the_best_threshold_on_the_best_weights_has_the_leakage_for_equal_means(
    target: tuple[int, ...], rows: int
) -> None:
    mean = Fraction(1, 2)  # the ratio is then a product of N/(n/2), no function of the sum alone
    shift = [z - mean for z in target]
    covariance = [[mean * (1 - mean) if i == j else Fraction(0) for j in (0, 1)] for i in (0, 1)]
    means = (mean, mean)
    result = scalar.best_advantage(best_weights(shift, covariance), target, means, rows)
    columns = [(BernoulliColumn(rows, mean, z), 1) for z in target]
    assert result <= EnumeratedLaw.of_columns(columns).exact_total_variation()
    assert result >= scalar.best_advantage([mean, Fraction(0)], target, means, rows)
    one = EnumeratedLaw.of_columns(columns[:1]).exact_total_variation()
    weights = [Fraction(1 if target[0] else -1), Fraction(0)]
    assert scalar.best_advantage(weights, target, means, rows) == one
