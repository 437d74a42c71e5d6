"""Clopper-Pearson limits against integer binomial sums, and their coverage, exactly."""

import math
from fractions import Fraction

import numpy as np
import pytest

from banditproof.verify.sampling.clopper_pearson import (
    binomial_tail,
    lower_limit,
    lower_limits,
    upper_limit,
    upper_limits,
)

LEVELS = [Fraction(1, 40), Fraction(1, 2), Fraction(1, 10**6)]


def tail(n, p, k):
    """P(Bin(n, p) >= k) by integers."""
    return sum((math.comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(k, n + 1)), Fraction(0))


def mass(n, p, k):
    return math.comb(n, k) * p**k * (1 - p) ** (n - k)


@pytest.mark.parametrize("level", LEVELS)
def test_the_tail_crosses_the_level_inside_the_enclosure(level):
    for n in (1, 2, 7):
        for k in range(n + 1):
            low, high = lower_limit(k, n, level, 60), upper_limit(k, n, level, 60)
            assert max(low.width, high.width) <= Fraction(1, 2**58)
            if k:
                assert tail(n, Fraction(low.lo), k) <= level <= tail(n, Fraction(low.hi), k)
            if k < n:
                below = [1 - tail(n, Fraction(end), k + 1) for end in (high.hi, high.lo)]
                assert below[0] <= level <= below[1]


def test_the_ends():
    assert lower_limit(0, 10, "0.05").hi == 0
    assert upper_limit(10, 10, "0.05").lo == 1
    assert Fraction(lower_limit(1, 1, "0.05").lo) <= Fraction(1, 20)
    assert float(upper_limit(0, 10**6, "1e-3")) == pytest.approx(1 - 0.001 ** (1 / 10**6))
    assert lower_limit(0, 0, "0.5").hi == 0
    assert upper_limit(0, 0, "0.5").lo == 1


@pytest.mark.parametrize("level", ["1e-300", "1e-12", "0.999999"])
@pytest.mark.parametrize("hits", [1, 500_000, 999_999, 1_000_000])
def test_extreme_counts_and_levels(hits, level):
    found = lower_limit(hits, 10**6, level)
    gamma = Fraction(level)
    ends = [binomial_tail(10**6, Fraction(end), hits) for end in (found.lo, found.hi)]
    assert ends[0].lo <= gamma <= ends[1].hi
    assert found.width <= found.hi / 2**36


def limits(name, n, level):
    if name == "certified":
        return [Fraction(lower_limit(k, n, level).lo) for k in range(n + 1)]
    if name == "float":
        return [Fraction(p) for p in lower_limits(np.arange(n + 1), n, float(level)).tolist()]
    if name == "one hit too many":
        return [Fraction(lower_limit(min(k + 1, n), n, level).lo) for k in range(n + 1)]
    if name == "normal approximation":
        share = [k / n for k in range(n + 1)]
        return [Fraction(max(s - 1.6449 * math.sqrt(s * (1 - s) / n), 0)) for s in share]
    return [Fraction(lower_limit(k, n, 2 * level).lo) for k in range(n + 1)]


def worst_error(name, n, level):
    """The largest probability, over p, that the limit is above p: at or just below each limit."""
    found = limits(name, n, level)
    points = sorted({p for p in found if 0 < p <= 1})
    return max(
        sum((mass(n, p, k) for k in range(n + 1) if found[k] >= p), Fraction(0)) for p in points
    )


@pytest.mark.parametrize("name", ["certified", "float"])
def test_the_limit_errs_with_at_most_its_level(name):
    slack = Fraction(0) if name == "certified" else Fraction(1, 10**12)
    for n in (1, 5, 12):
        assert worst_error(name, n, Fraction(1, 20)) <= Fraction(1, 20) + slack


@pytest.mark.parametrize("name", ["one hit too many", "normal approximation", "level doubled"])
def test_wrong_limits_err_too_often(name):
    assert worst_error(name, 12, Fraction(1, 20)) > Fraction(1, 20)


def test_many_limits_at_once_are_the_certified_ones():
    hits, runs = np.array([0, 1, 17, 99, 100]), np.array([100, 50, 40, 1000, 100])
    low, high = lower_limits(hits, runs, 0.01), upper_limits(hits, runs, 0.01)
    for i, (k, n) in enumerate(zip(hits.tolist(), runs.tolist(), strict=True)):
        assert low[i] == pytest.approx(float(lower_limit(k, n, "0.01")), abs=1e-12)
        assert high[i] == pytest.approx(float(upper_limit(k, n, "0.01")), abs=1e-12)


@pytest.mark.parametrize(
    ("hits", "runs", "level", "words"),
    [
        (3, 2, "0.1", "at most as many hits"),
        (-1, 2, "0.1", "integer"),
        (1, 2, 0, "strictly between"),
        (1, 2, 1, "strictly between"),
        (1, 2.5, "0.1", "integer"),
    ],
)
def test_wrong_arguments_raise(hits, runs, level, words):
    with pytest.raises(ValueError, match=words):
        lower_limit(hits, runs, level)
