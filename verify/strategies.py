"""Hypothesis strategies for the edge cases of bandit mathematics, where floats go wrong.

Only this module of the room imports hypothesis, which the extra `banditproof[test]` installs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from hypothesis import strategies as st

from banditproof.theory import BernoulliBandit, privacy_threshold
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP, RenyiDP

CORNER_MEANS = (0.0, 1.0, 0.5, 0.25, 0.75, 1e-300, 1e-16, 1.0 - 2.0**-53)
CORNER_BUDGETS = (0.0, 1e-300, 1e-20, 1.0, 700.0, 708.0, 709.0, 745.0, 800.0, 1e4)


_WORD = st.integers(0, 2**24 - 1)


def _uniform(draw: st.DrawFn, low: float = 0.0, high: float = 1.0) -> float:
    """A number spread evenly over an interval; `floats` would favour its ends and round values."""
    return low + (high - low) * float(draw(_WORD) + draw(_WORD) / 2**24) / 2**24


@st.composite
def probabilities(draw: st.DrawFn, near: float | None = None) -> float:
    """Numbers of [0, 1]: the ends, plain numbers, tiny ones, ones close to 1.

    With `near`, half of them are that number or very close to it, down to the adjacent floats.

    >>> from hypothesis import find
    >>> find(probabilities(), lambda p: p > 0.5) > 0.5
    True
    """
    u = _uniform(draw)
    far = draw(
        st.sampled_from((u, u**20, 1.0 - u**6, 10.0 ** (-300.0 * u), 1.0 - 2.0 ** (-53.0 * u)))
    )
    kind = draw(st.integers(0, 7))
    if near is None or kind >= 4:
        return draw(st.sampled_from(CORNER_MEANS)) if kind in (3, 7) else far
    if kind == 0:
        return near
    if kind == 1:
        return math.nextafter(near, draw(st.sampled_from((0.0, 1.0))))
    step = draw(st.sampled_from((-1.0, 1.0))) * 10.0 ** (-16.0 * u)
    moved = near * (1.0 + step) if kind == 2 else 1.0 - (1.0 - near) * (1.0 + step)
    return float(min(1.0, max(0.0, moved)))


@st.composite
def mean_pairs(draw: st.DrawFn) -> tuple[float, float]:
    """Pairs of numbers of [0, 1], often equal, adjacent or close."""
    x = draw(probabilities())
    return x, draw(probabilities(near=x))


def _close(draw: st.DrawFn, value: float) -> float:
    """A float at the value, or within a relative distance between 1e-16 and 1 on either side."""
    step = draw(st.sampled_from((-1.0, 0.0, 1.0))) * 10.0 ** (-16.0 * _uniform(draw))
    return float(value * (1.0 + step))


@st.composite
def budgets(draw: st.DrawFn, near: float | None = None) -> float:
    """Privacy budgets from 0 to 1e4: log-uniform ones, and those where exp(-eps) underflows.

    With `near` (a threshold, say), about a third of them are on one side or the other of it.
    """
    kind = draw(st.integers(0, 5))
    if kind <= 1 and near is not None and 0.0 < near < 1e300:
        return _close(draw, near)
    if kind == 2:
        return draw(st.sampled_from(CORNER_BUDGETS))
    return float(10.0 ** _uniform(draw, -8.0, 3.0))


@st.composite
def levels(draw: st.DrawFn, near: float | None = None) -> float:
    """Levels of a confidence bound from 0 to 1e3, many of them tiny; `near` as in `budgets`."""
    kind = draw(st.integers(0, 5))
    if kind <= 1 and near is not None and 0.0 < near < 1e300:
        return _close(draw, near)
    if kind == 2:
        return 0.0
    low, high = ((-20.0, 3.0), (-3.0, 1.0), (-300.0, 2.0))[kind % 3]
    return float(10.0 ** _uniform(draw, low, high))


@st.composite
def divergence_cases(draw: st.DrawFn) -> tuple[float, float, float]:
    """Arguments (x, y, eps) of the private divergence, eps often next to their threshold."""
    x, y = draw(mean_pairs())
    return x, y, draw(budgets(near=privacy_threshold(x, y)))


def thousandths(ends: bool = True) -> st.SearchStrategy[Fraction]:
    """Exact probabilities with three decimals, with or without 0 and 1."""
    inside = st.integers(1, 999).map(lambda k: Fraction(k, 1000))
    return inside | st.sampled_from([Fraction(0), Fraction(1)]) if ends else inside


def budget_thousandths() -> st.SearchStrategy[Fraction]:
    """Exact privacy budgets of (0, 4] with three decimals."""
    return st.integers(1, 4000).map(lambda k: Fraction(k, 1000))


@st.composite
def means(draw: st.DrawFn, min_arms: int = 1, max_arms: int = 6) -> tuple[float, ...]:
    """The means of an instance, with frequent ties and near-ties between arms.

    >>> from hypothesis import find
    >>> len(find(means(min_arms=2), lambda values: True))
    2
    """
    arms = draw(st.integers(min_arms, max_arms))
    values = [draw(probabilities())]
    while len(values) < arms:
        values.append(draw(probabilities(near=draw(st.sampled_from(values)))))
    return tuple(values)


def bandits(min_arms: int = 1, max_arms: int = 6) -> st.SearchStrategy[BernoulliBandit]:
    """Bernoulli bandits whose means come from `means`."""
    return means(min_arms, max_arms).map(BernoulliBandit)


Letters = Sequence[int | float | Fraction]
BITS: Letters = (0, 1)
CORNER_REWARDS: Letters = (0.0, 1.0, 0.5, 1e-9, 1.0 - 2.0**-53)
"""Rewards of [0, 1] where sums and clipping go wrong."""


class Neighbours(NamedTuple):
    """Two inputs that differ in what one round pays; `challenge` is that round, counted from 1."""

    left: Any
    right: Any
    challenge: int


def reward_lists(rounds: int, letters: Letters = BITS) -> st.SearchStrategy[tuple[Any, ...]]:
    """One reward for each round, whatever arm is pulled (View DP).

    >>> from hypothesis import find
    >>> find(reward_lists(3), lambda rewards: sum(rewards) == 2)
    (0, 1, 1)
    """
    return st.tuples(*[st.sampled_from(letters)] * rounds)


def reward_tables(
    arms: int, rounds: int, letters: Letters = BITS
) -> st.SearchStrategy[tuple[tuple[Any, ...], ...]]:
    """A row of potential rewards for each round (Table DP)."""
    return st.tuples(*[reward_lists(arms, letters)] * rounds)


def reward_trees(
    arms: int, rounds: int, letters: Letters = BITS
) -> st.SearchStrategy[dict[tuple[int, ...], Any]]:
    """A reward for each sequence of actions of 1 to `rounds` rounds (adaptive release).

    >>> from hypothesis import find
    >>> find(reward_trees(2, 1), lambda tree: tree[(1,)] > tree[(0,)])
    {(0,): 0, (1,): 1}
    """
    return st.fixed_dictionaries(
        {actions: st.sampled_from(letters) for actions in _sequences(arms, rounds)}
    )


def _sequences(arms: int, rounds: int) -> list[tuple[int, ...]]:
    lengths = range(1, rounds + 1)
    return [actions for length in lengths for actions in product(range(arms), repeat=length)]


@st.composite
def neighbouring_lists(
    draw: st.DrawFn, rounds: int, letters: Letters = BITS, last: bool = True
) -> Neighbours:
    """Two lists of rewards that differ in one entry; in the last one only if `last`.

    The reward of the last round is seen by no action, so it matters only where more is released.

    >>> from hypothesis import find
    >>> find(neighbouring_lists(3), lambda pair: pair.challenge == 2)
    Neighbours(left=(0, 0, 0), right=(0, 1, 0), challenge=2)
    """
    left = draw(reward_lists(rounds, letters))
    t = draw(st.integers(0, _last(rounds, last)))
    other = draw(st.sampled_from([x for x in letters if x != left[t]]))
    return Neighbours(left, (*left[:t], other, *left[t + 1 :]), t + 1)


@st.composite
def neighbouring_tables(
    draw: st.DrawFn, arms: int, rounds: int, letters: Letters = BITS, last: bool = True
) -> Neighbours:
    """Two tables of rewards that differ in one row, in one entry or in several."""
    left = draw(reward_tables(arms, rounds, letters))
    t = draw(st.integers(0, _last(rounds, last)))
    row = draw(reward_lists(arms, letters).filter(lambda row: row != left[t]))
    return Neighbours(left, (*left[:t], row, *left[t + 1 :]), t + 1)


@st.composite
def neighbouring_trees(
    draw: st.DrawFn, arms: int, rounds: int, letters: Letters = BITS, last: bool = True
) -> Neighbours:
    """Two trees of rewards that differ at one depth, at one node or at several."""
    left = draw(reward_trees(arms, rounds, letters))
    depth = draw(st.integers(1, _last(rounds, last) + 1))
    level = [actions for actions in left if len(actions) == depth]
    old = tuple(left[actions] for actions in level)
    new = draw(reward_lists(len(level), letters).filter(lambda row: row != old))
    return Neighbours(left, left | dict(zip(level, new, strict=True)), depth)


def _last(rounds: int, last: bool) -> int:
    if rounds < 1 + (not last):
        raise ValueError(
            f"There are {rounds} rounds; give at least {1 + (not last)}, so that one may change."
        )
    return rounds - 1 if last else rounds - 2


def claims() -> st.SearchStrategy[Budget]:
    """Budgets of all kinds, with exact numbers: pure, approximate, concentrated, Renyi.

    >>> from hypothesis import find
    >>> find(claims(), lambda claim: isinstance(claim, ZCDP))
    ZCDP(rho=Fraction(1, 1000))
    """
    size, delta = budget_thousandths(), thousandths()
    order = st.integers(1001, 64_000).map(lambda k: Fraction(k, 1000))
    return st.one_of(
        size.map(PureDP),
        st.builds(ApproxDP, size, delta),
        size.map(ZCDP),
        st.builds(RenyiDP, order, size),
    )
