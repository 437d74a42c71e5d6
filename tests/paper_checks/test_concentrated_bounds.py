"""The printed regret bounds under zCDP and Renyi DP, and their orders, by other routes."""

import math
from fractions import Fraction
import pytest
from banditproof.paper_checks.models.concentrated_regret_bounds import (
    ARMS_FREE,
    ARMS_PRIVATE,
    CONTEXTUAL_FREE,
    CONTEXTUAL_PRIVATE,
    LINEAR_PRIVATE,
    gap_dependent,
    gap_free,
    phased_elimination,
)

HORIZONS = (2, 1000, 10**9)
BUDGETS = (Fraction(1, 10**6), Fraction(1, 3), Fraction(4))


@pytest.mark.parametrize("budget", BUDGETS)
@pytest.mark.parametrize("horizon", HORIZONS)
def test_the_bounds_are_those_of_the_print_in_floats(horizon: int, budget: Fraction) -> None:
    log, rho = math.log(horizon), float(budget)
    gaps = [Fraction(1, 10), Fraction(1, 2)]
    result = gap_dependent(gaps, horizon, Fraction(7, 2), budget)
    own = sum(8 * 3.5 / float(g) * log + 8 * math.sqrt(3.5 / rho * log) + 14 for g in gaps)
    assert float(result.total) == pytest.approx(own)
    result = gap_free(5, horizon, 4, budget, Fraction(3, 5))
    own = 4 * math.sqrt(2 * 4 * 5 * horizon * log) + 8 * 5 * math.sqrt(4 * log / rho) + 12 * 0.6
    assert float(result.total) == pytest.approx(own)
    for power in (1, 2):
        result = phased_elimination(3, 7, horizon, Fraction(1, 9), budget, (2, 5), power)
        inner = math.log(7 * log / (1 / 9))
        own = 2 * math.sqrt(3 * horizon * inner) + 5 * 3**power * math.sqrt(inner / rho) * log
        assert float(result.total) == pytest.approx(own)


def test_orders_multiply_and_divide_as_their_values_do() -> None:
    point = {"K": 5, "d": 3, "T": 1000, "rho": Fraction(1, 7)}
    orders = (ARMS_FREE, ARMS_PRIVATE, LINEAR_PRIVATE, CONTEXTUAL_FREE, CONTEXTUAL_PRIVATE)
    for first in orders:
        for second in orders:
            assert (first * second).at(**point).overlaps(first.at(**point) * second.at(**point))
            assert (first / second).at(**point).overlaps(first.at(**point) / second.at(**point))
            assert (first / second) * second == first
    own = 3 * math.sqrt(7) * math.log(5000) ** 1.5
    assert float(LINEAR_PRIVATE.at(**point)) == pytest.approx(own)
