"""Rewards and neighbouring inputs of the notions of privacy: lists, tables, trees."""

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple
from hypothesis import strategies as st
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.exact import Number

Rewards = RewardSpace | str | Sequence[Number]
"""A range (0, 5) or "0:5", or a list [0, 1, 5]: as in `assert_private`."""
BITS: Rewards = [0, 1]
CORNER_REWARDS: Rewards = [0.0, 1.0, 0.5, 1e-9, 1.0 - 2.0**-53]
"""Rewards of [0, 1] where sums and clipping go wrong."""


class Neighbours(NamedTuple):
    """Two inputs that differ in what one round pays; `challenge` is that round, counted from 1."""

    left: Any
    right: Any
    challenge: int


def single_rewards(rewards: Rewards = BITS) -> st.SearchStrategy[Any]:
    """One reward: of a list each entry; of a range its ends, an audit's places, and any other.

    >>> from hypothesis import find
    >>> 0 < find(single_rewards((0, 5)), lambda reward: 0 < reward < 5) < 5
    True
    """
    if isinstance(rewards, Sequence) and not isinstance(rewards, str | tuple):
        if len(set(rewards)) < 2:
            raise ValueError(
                f"The list of rewards has {len(set(rewards))} different values; give at least two."
            )
        return st.sampled_from(rewards)
    space = RewardSpace.of(rewards)
    tried = [x.numerator if x.denominator == 1 else float(x) for x in space.tried]
    corners = st.sampled_from(tried)
    if space.values:
        return corners
    return corners | st.floats(float(space.lo), float(space.hi))


def reward_lists(rounds: int, rewards: Rewards = BITS) -> st.SearchStrategy[tuple[Any, ...]]:
    """One reward for each round, whatever arm is pulled (View DP).

    >>> from hypothesis import find
    >>> find(reward_lists(3), lambda rewards: sum(rewards) == 2)
    (0, 1, 1)
    """
    return st.tuples(*[single_rewards(rewards)] * rounds)


def reward_tables(
    arms: int, rounds: int, rewards: Rewards = BITS
) -> st.SearchStrategy[tuple[tuple[Any, ...], ...]]:
    """A row of potential rewards for each round (Table DP)."""
    return st.tuples(*[reward_lists(arms, rewards)] * rounds)


def reward_trees(
    arms: int, rounds: int, rewards: Rewards = BITS
) -> st.SearchStrategy[dict[tuple[int, ...], Any]]:
    """A reward for each sequence of actions of 1 to `rounds` rounds (adaptive release).

    >>> from hypothesis import find
    >>> find(reward_trees(2, 1), lambda tree: tree[(1,)] > tree[(0,)])
    {(0,): 0, (1,): 1}
    """
    return st.fixed_dictionaries(
        {actions: single_rewards(rewards) for actions in _sequences(arms, rounds)}
    )


def _sequences(arms: int, rounds: int) -> list[tuple[int, ...]]:
    lengths = range(1, rounds + 1)
    return [actions for length in lengths for actions in product(range(arms), repeat=length)]


@st.composite
def neighbouring_lists(
    draw: st.DrawFn, rounds: int, rewards: Rewards = BITS, last: bool = True
) -> Neighbours:
    """Two lists of rewards that differ in one entry; in the last one only if `last`.

    The reward of the last round is seen by no action, so it matters only where more is released.

    >>> from hypothesis import find
    >>> find(neighbouring_lists(3), lambda pair: pair.challenge == 2)
    Neighbours(left=(0, 0, 0), right=(0, 1, 0), challenge=2)
    """
    left = draw(reward_lists(rounds, rewards))
    t = draw(st.integers(0, _last(rounds, last)))
    other = draw(single_rewards(rewards).filter(lambda x: x != left[t]))
    return Neighbours(left, (*left[:t], other, *left[t + 1 :]), t + 1)


@st.composite
def neighbouring_tables(
    draw: st.DrawFn, arms: int, rounds: int, rewards: Rewards = BITS, last: bool = True
) -> Neighbours:
    """Two tables of rewards that differ in one row, in one entry or in several."""
    left = draw(reward_tables(arms, rounds, rewards))
    t = draw(st.integers(0, _last(rounds, last)))
    row = draw(reward_lists(arms, rewards).filter(lambda row: row != left[t]))
    return Neighbours(left, (*left[:t], row, *left[t + 1 :]), t + 1)


@st.composite
def neighbouring_trees(
    draw: st.DrawFn, arms: int, rounds: int, rewards: Rewards = BITS, last: bool = True
) -> Neighbours:
    """Two trees of rewards that differ at one depth, at one node or at several."""
    left = draw(reward_trees(arms, rounds, rewards))
    depth = draw(st.integers(1, _last(rounds, last) + 1))
    level = [actions for actions in left if len(actions) == depth]
    old = tuple(left[actions] for actions in level)
    new = draw(reward_lists(len(level), rewards).filter(lambda row: row != old))
    return Neighbours(left, left | dict(zip(level, new, strict=True)), depth)


def _last(rounds: int, last: bool) -> int:
    if rounds < 1 + (not last):
        raise ValueError(
            f"There are {rounds} rounds; give at least {1 + (not last)}, so that one may change."
        )
    return rounds - 1 if last else rounds - 2
