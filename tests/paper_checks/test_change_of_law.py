"""The double change of law on three values, against a direct enumeration of rewards."""

from fractions import Fraction
from itertools import product

import pytest

from banditproof.paper_checks.bernoulli.appendix_c_lower_bound.coupled_environment import (
    greedy,
    insisting,
)
from banditproof.paper_checks.bernoulli.section_3_lower_bound.finite_change_of_law import (
    HORIZON,
    THREE_VALUES,
    comparisons,
    few_pulls,
    right_side,
    told_law,
    walk_exceeds,
)

KEEP = Fraction(2, 3)


def test_randomised_response_has_the_ratio_that_is_claimed() -> None:
    letters = [told_law(tuple(Fraction(i == k) for i in range(3)), KEEP) for k in range(3)]
    ratios = [
        p / q for one, two in product(letters, repeat=2) for p, q in zip(one, two, strict=True)
    ]
    assert max(ratios) == 2 * KEEP / (1 - KEEP)


@pytest.mark.parametrize("choose", [insisting, greedy])
def test_the_law_of_the_pulls_by_summing_over_true_and_told_letters(choose) -> None:
    first, second = THREE_VALUES[0][:2]
    mass = [Fraction(0)] * (HORIZON + 1)
    response = [told_law(tuple(Fraction(i == k) for i in range(3)), KEEP) for k in range(3)]
    for told in product(range(3), repeat=HORIZON):
        actions, chance = (), Fraction(1)
        for t in range(HORIZON):
            arm = choose(actions, told[:t])
            law = second if arm else first
            chance *= sum(law[true] * response[true][told[t]] for true in range(3))
            actions = (*actions, arm)
        mass[sum(actions)] += chance
    expected = [sum(mass[: n + 1]) for n in range(HORIZON + 1)]
    assert few_pulls(choose, KEEP, first, second) == expected


def test_a_walk_of_one_or_two_steps_by_hand() -> None:
    _, _, q, other = THREE_VALUES[0]  # ratios 2, 3/2, 5/7
    assert walk_exceeds(0, q, other, Fraction(1)) == 0
    assert walk_exceeds(1, q, other, Fraction(7, 4)) == q[0]
    assert walk_exceeds(2, q, other, Fraction(7, 4)) == q[0] + q[1] * (q[0] + q[1])


def test_each_factor_is_needed_and_nearly_all_of_it() -> None:
    policies = [
        (insisting, Fraction(1, 2), Fraction(2)),
        (insisting, Fraction(99, 100), Fraction(198)),
    ]
    limits = (Fraction(1), Fraction(5))

    def violated(certificate) -> bool:
        cases = comparisons(policies, THREE_VALUES, limits, certificate)
        return any(left > right for left, right, _ in cases)

    assert not violated(right_side)
    assert violated(lambda ratio, *given: right_side(Fraction(1), *given))
    assert violated(lambda ratio, h, limit, *given: right_side(ratio, h, Fraction(1), *given))
