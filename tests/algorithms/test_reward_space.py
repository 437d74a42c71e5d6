"""Ranges and lists of rewards: how they are read, tried and clipped."""

from fractions import Fraction
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from banditproof.algorithms import RewardSpace

ENDS = st.fractions(-10, 10, max_denominator=16)


RANGES = [("0:5", "[0, 5]"), ((0, 5), "[0, 5]"), ("-1:1", "[-1, 1]"), (RewardSpace(), "[0, 1]")]
LISTS = [([0, 5], "{0, 5}"), ("0,0.5,1", "{0, 0.5, 1}"), (["1/3", 0], "{0, 1/3}")]


@pytest.mark.parametrize(("written", "shown"), RANGES + LISTS)
def test_what_a_user_may_write(written, shown):
    assert str(RewardSpace.of(written)) == shown


@given(ENDS, ENDS)
def test_what_is_tried_lies_inside_and_has_both_ends_first(a, b):
    if a == b:
        return
    space = RewardSpace(min(a, b), max(a, b))
    assert space.tried[:2] == (space.lo, space.hi)
    assert len(set(space.tried)) == len(space.tried) > 3
    assert all(space.lo < x < space.hi for x in space.tried[2:])
    assert all(x < space.lo or x > space.hi for x in space.outside)


@given(ENDS, ENDS, st.floats(-30, 30))
def test_clipping_goes_to_the_nearest_reward_of_the_range(a, b, reward):
    if a == b:
        return
    space = RewardSpace(min(a, b), max(a, b))
    result = space.clipped(reward)
    nearest = space.hi if reward >= space.hi else space.lo if reward <= space.lo else reward
    assert result == float(nearest)
    assert isinstance(result, int | float)


def test_a_list_tries_its_own_values_only():
    assert RewardSpace.of([0, 1, 5]).tried == (0, 5, 1)


@given(st.lists(ENDS, min_size=2, unique=True), st.fractions(-30, 30, max_denominator=32))
def test_of_a_list_the_nearest_value_is_read_and_nothing_between(values, reward):
    space = RewardSpace.of(values)
    found = space.nearest(reward)
    assert found in space.values
    assert abs(found - reward) == min(abs(value - reward) for value in values)
    assert space.clipped(float(reward)) == float(found)
    assert space.clipped(reward) == (found if space.lo < reward < space.hi else float(found))


@pytest.mark.parametrize(
    ("rewards", "inside"), [((0, 1), "3/4"), (("0.5", 5), "3/4"), ([0, 1, 2], "1")]
)
def test_rewards_of_all_kinds_become_floats(rewards, inside) -> None:
    """What a sum takes does not depend on whether a reward is an end, an integer or of NumPy."""
    clipped = RewardSpace.of(rewards).clipping()
    kinds = [0, 1, True, 0.75, 7, -7, np.float64(0.75), np.float32(0.75), np.int64(1), np.bool_(1)]
    assert {type(clipped(reward)) for reward in kinds} == {float}
    assert clipped(Fraction(3, 4)) == Fraction(inside), "exact laws add fractions"
    assert isinstance(clipped(Fraction(3, 4)), Fraction)
