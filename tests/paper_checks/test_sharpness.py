"""The sides of an inequality: what is refuted, what is undecided, and the largest ratio."""

from fractions import Fraction
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st
from banditproof.paper_checks.verdicts.sharpness import Sides, ratio_below
from banditproof.paper_checks.verdicts.vocabulary import Counterexample, Undecided
from banditproof.theory import Enclosure

FRACTIONS = st.fractions(min_value=0, max_value=10**6, max_denominator=10**6)


@given(FRACTIONS, FRACTIONS.filter(bool))
def test_the_ratio_is_never_too_large(left, right):
    ratio = ratio_below(left, right)
    assert Fraction(ratio) <= left / right
    assert abs(Fraction(ratio) - left / right) <= left / right * Fraction(1, 2**51)


def test_balls_and_enclosures_have_the_ratio_of_their_nearer_ends():
    assert ratio_below(Enclosure.of("0.1", "0.2"), Enclosure.of("0.4", "0.5")) <= Fraction(1, 5)
    third = ratio_below(arb(1), arb(3))
    assert Fraction(third) <= Fraction(1, 3) <= Fraction(third) + Fraction(1, 2**52)


@pytest.mark.parametrize("right", [0, -1, Enclosure.of(1, float("inf"))])
def test_sides_without_a_ratio_have_none(right):
    assert ratio_below(1, right) is None
    assert ratio_below(-1, 2) is None


def test_a_float_has_no_certified_ratio():
    with pytest.raises(
        ValueError, match="is a float, which is rounded; compute it from exact numbers"
    ):
        ratio_below(0.5, 1)


def test_the_tightest_case_is_remembered():
    sides = Sides()
    for n in range(2, 9):
        sides.at_most(n - 1, n, "Too large.", n=n)
    assert sides.sharpness.ratio == 7 / 8
    assert (sides.sharpness.case, sides.sharpness.cases) == ("n = 8", 7)


def test_sides_that_were_never_compared_show_nothing():
    with pytest.raises(Undecided, match="No sides were compared"):
        _ = Sides().sharpness


def test_a_false_or_undecided_case_is_not_passed_over():
    sides = Sides()
    with pytest.raises(Counterexample):
        sides.at_most(3, 2, "Too large.", n=1)
    with pytest.raises(Counterexample):
        sides.below(2, 2, "Not below.", n=1)
    with pytest.raises(Undecided, match=r"The sides are .* and .*; where they may be equal"):
        sides.at_most(Enclosure.of("0.1", "0.2"), Enclosure.of("0.15", "0.3"), "Too large.", n=1)
    with pytest.raises(Counterexample) as result:
        sides.at_most_or_repair(3, 2, "Too large.", n=1)
    assert result.value.repairable
    assert sides.cases == 0
