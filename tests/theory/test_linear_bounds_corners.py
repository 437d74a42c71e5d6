"""Structural bounds at the corners: repeated arms, multiples, few dimensions, ties, far budgets."""

from fractions import Fraction
import pytest
from structural_bandits import BOUNDS, ROOT, random_bandit, two_arms
from banditproof.theory import LinearBandit, linear_bounds, structural_bound


def test_repeated_arms_change_nothing() -> None:
    bandit = LinearBandit(((1, 0), (1, "0.1")), ("0.5", -5))
    twice = LinearBandit(((1, 0), (1, "0.1"), (1, "0.1")), ("0.5", -5))
    for name, bound in BOUNDS.items():
        assert bound(twice).value == pytest.approx(bound(bandit).value, rel=1e-9, abs=0), name


def test_multiples_of_the_best_arm_are_void() -> None:
    with_multiple = LinearBandit(((1, 0), (1, "0.1"), ("0.5", 0)), ("0.5", -5))
    assert linear_bounds.Structure.of(with_multiple).void == (2,)
    for bound in BOUNDS.values():
        result = bound(with_multiple)
        assert result.allocation[2] == 0
        assert result.value == pytest.approx(bound(two_arms(Fraction(1, 10))).value, rel=1e-9)


def test_one_dimension_costs_nothing_unless_the_best_arm_is_zero() -> None:
    line = LinearBandit(((1,), (-1,), ("0.5",)), (2,))
    for bound in BOUNDS.values():
        assert bound(line).enclosure.hi == 0
    zero = LinearBandit(((0,), (1,), (2,)), (-1,))
    assert linear_bounds.Structure.of(zero).rank == 1
    # pulls of either arm tell all: 2 / Delta^2 for the arm 1, the arm 2 tells four times as much
    assert linear_bounds.nonprivate_structural_bound(zero).value == pytest.approx(1)
    assert linear_bounds.private_structural_bound(zero, 1).value == pytest.approx(ROOT)


def test_a_single_arm_costs_nothing() -> None:
    for bound in BOUNDS.values():
        assert bound(LinearBandit(((1, 2),), (1, 1))).enclosure.hi == 0


def test_actions_that_do_not_span() -> None:
    flat = LinearBandit(((1, 0, 1), (1, "0.1", 1)), ("0.5", -5, 0))
    assert linear_bounds.Structure.of(flat).rank == 1
    assert linear_bounds.private_structural_bound(flat, "0.1").value == pytest.approx(
        10 * ROOT, rel=1e-15, abs=0
    )


@pytest.mark.parametrize("eps", ["1e-6", "1e6"])
def test_extreme_budgets(eps: str) -> None:
    bandit = random_bandit(11)
    both = structural_bound(bandit, eps)
    alone = (
        linear_bounds.private_structural_bound(bandit, eps)
        if eps == "1e-6"
        else linear_bounds.nonprivate_structural_bound(bandit)
    )
    assert both.value == pytest.approx(alone.value, rel=1e-9, abs=0)
    assert float(both.upper - both.lower) <= 1e-12 * both.value


def test_ties_and_bad_input_get_a_sentence() -> None:
    tie = LinearBandit(((1, 0), (0, 1), (0, 0)), (1, 1))
    rows = linear_bounds.linear_structural_bounds(tie, 1)
    assert not any(row.applies for row in rows)
    assert all("unique best action" in row.note for row in rows)
    with pytest.raises(ValueError, match="eps is 0, which is not positive"):
        linear_bounds.linear_structural_bounds(two_arms(Fraction(1)), 0)
