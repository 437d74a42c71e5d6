"""Public functions of a reward: their ranges, against all rewards of a fine grid."""

from fractions import Fraction
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from banditproof.algorithms import NamedRelease, NamedReleases, RewardSpace
from banditproof.algorithms.curators.public_functions import range_on, value_at
from banditproof.algorithms.prices.price import price
from banditproof.algorithms.reward_space import UNIT
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Laplace

FUNCTIONS = ["1", "x", "x**2", ((0, 1), ("1/2", -1), (1, 3))]
GRID = 240


@settings(max_examples=60)
@given(st.sampled_from(FUNCTIONS), st.integers(-8, 8), st.integers(1, 8))
def test_a_range_is_that_of_a_grid(of, quarters, width):
    low = Fraction(quarters, 4)
    high = low + Fraction(width, 4)
    taken = [value_at(of, low + (high - low) * Fraction(k, GRID)) for k in range(GRID + 1)]
    least, most = range_on(of, low, high)
    assert least <= min(taken)
    assert most >= max(taken)
    # attained on the grid but for the vertex of x^2, which is within a step of it
    assert most - max(taken) <= Fraction(1, GRID)
    assert min(taken) - least <= Fraction(1, GRID)


@pytest.mark.parametrize(
    ("of", "space", "size"),
    [
        ("x**2", "-1:1", 1),
        ("x**2", "0:2", 4),
        ("x**2", "-2:1", 4),
        ("x**2", "1:2", 3),
        ("x", "-1:1", 2),
        ("1", "0:9", 0),
        (((0, 0), ("0.5", 1)), "0:1", 1),
        (((0, 0), ("0.5", 1)), "0:0.4", 0),
        (((0, 0), ("0.5", 5), (1, 1)), [0, 1], 1),
        ("x**2", [-1, 1], 0),
    ],
)
def test_the_sensitivity_is_computed_from_the_function(of, space, size):
    """A square is not priced as the number itself: it may move less, or more."""
    parts = NamedReleases((NamedRelease("one", of, Laplace(1)),))
    assert price(parts, RewardSpace.of(space), PureDP(9)).cost.hi == size


def test_functions_that_move_together_are_priced_together():
    """Of three thresholds a reward of 1 passes all, and of three bins it changes two."""
    passes = tuple(
        NamedRelease(f"above {k}", ((0, 0), (Fraction(k, 4), 1)), Laplace(1)) for k in (1, 2, 3)
    )
    bins = (
        NamedRelease("low", ((0, 1), ("1/3", 0)), Laplace(1)),
        NamedRelease("middle", ((0, 0), ("1/3", 1), ("2/3", 0)), Laplace(1)),
        NamedRelease("high", ((0, 0), ("2/3", 1)), Laplace(1)),
    )
    assert price(NamedReleases(passes), UNIT, PureDP(9)).cost.hi == 3
    assert price(NamedReleases(bins), UNIT, PureDP(9)).cost.hi == 2


@pytest.mark.parametrize("space", ["1000000000:1000000001", (10**9, 10**9 + 1)])
def test_rewards_that_round_have_no_price(space):
    parts = NamedReleases((NamedRelease("squares", "x**2", Laplace(10**12)),))
    assert price(parts, RewardSpace.of(space), PureDP(1)).allowed is None
