"""Budgets: what they accept, and the exact readings of their sizes."""

import math
from fractions import Fraction
from banditproof.theory.budgets import PureDP, exact_or_infinite, exact_order


def test_sizes_are_read_exactly() -> None:
    assert exact_or_infinite("eps", "0.1") == Fraction(1, 10)
    assert exact_or_infinite("eps", math.inf) == math.inf
    assert exact_order(1) == 1
    assert exact_order(math.inf) == math.inf
    assert PureDP("0.5") != PureDP(0.25)
    assert PureDP(Fraction(1, 2)) == PureDP(0.5)
