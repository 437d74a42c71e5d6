"""Numbers where the mathematics of bandits goes wrong in floats: means, budgets, levels.

Means at 0 and 1, equal and adjacent ones; budgets at 0, tiny, huge, and at a threshold.
"""

import math
from fractions import Fraction
from hypothesis import strategies as st
from banditproof.theory import privacy_threshold

CORNER_MEANS = (0.0, 1.0, 0.5, 0.25, 0.75, 1e-300, 1e-16, 1.0 - 2.0**-53)
CORNER_EPSILONS = (0.0, 1e-300, 1e-20, 1.0, 700.0, 708.0, 709.0, 745.0, 800.0, 1e4)


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
def epsilons(draw: st.DrawFn, near: float | None = None) -> float:
    """Numbers eps from 0 to 1e4: log-uniform ones, and those where exp(-eps) underflows.

    With `near` (a threshold, say), about a third of them are on one side or the other of it.
    """
    kind = draw(st.integers(0, 5))
    if kind <= 1 and near is not None and 0.0 < near < 1e300:
        return _close(draw, near)
    if kind == 2:
        return draw(st.sampled_from(CORNER_EPSILONS))
    return float(10.0 ** _uniform(draw, -8.0, 3.0))


@st.composite
def levels(draw: st.DrawFn, near: float | None = None) -> float:
    """Levels of a confidence bound from 0 to 1e3, many of them tiny; `near` as in `epsilons`."""
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
    return x, y, draw(epsilons(near=privacy_threshold(x, y)))


def thousandths(ends: bool = True) -> st.SearchStrategy[Fraction]:
    """Exact probabilities with three decimals, with or without 0 and 1."""
    inside = st.integers(1, 999).map(lambda k: Fraction(k, 1000))
    return inside | st.sampled_from([Fraction(0), Fraction(1)]) if ends else inside


def budget_thousandths() -> st.SearchStrategy[Fraction]:
    """Exact privacy budgets of (0, 4] with three decimals."""
    return st.integers(1, 4000).map(lambda k: Fraction(k, 1000))
