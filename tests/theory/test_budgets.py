"""Budgets: what they accept, and the exact readings of their sizes."""

import math
from fractions import Fraction
import pytest
from banditproof.theory.budgets import PureDP, exact_or_infinite, exact_order, float_above
from banditproof.theory.enclosure import INFINITE, Enclosure


def test_sizes_are_read_exactly() -> None:
    assert exact_or_infinite("eps", "0.1") == Fraction(1, 10)
    assert exact_or_infinite("eps", math.inf) == math.inf
    assert exact_order(1) == 1
    assert exact_order(math.inf) == math.inf
    assert PureDP("0.5") != PureDP(0.25)
    assert PureDP(Fraction(1, 2)) == PureDP(0.5)


@pytest.mark.parametrize("value", [Fraction(1, 3), Fraction(2, 3), Fraction(1, 2), Fraction(0)])
def test_rounding_up_is_up_and_by_one_step_at_most(value) -> None:
    rounded = float_above(Enclosure.of(value))
    assert value <= rounded
    assert math.nextafter(rounded, 0) < value or rounded == 0


def test_rounding_up_covers_a_wide_enclosure_and_infinity() -> None:
    assert float_above(Enclosure(Fraction(1), 1 + Fraction(1, 2**50))) >= 1 + 2**-50
    assert float_above(INFINITE) == math.inf
