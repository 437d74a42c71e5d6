"""Confidence limits, of Clopper-Pearson at a fixed time and at all times, and their errors."""

import math
from fractions import Fraction
import numpy as np
import pytest
from banditproof.theory.balls import lower, upper, working_precision
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.verify.sampling import lower_limit, upper_limit
from banditproof.verify.sampling.clopper_pearson import binomial_tail, lower_limits, upper_limits
from banditproof.verify.sampling.confidence_sequence import (
    _evidence_ball,
    anytime_event_bound,
    anytime_limits,
    anytime_lower_limit,
    anytime_upper_limit,
    excludes,
)
from banditproof.verify.sampling.event_bounds import Counts, event_bound

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
    result = lower_limit(hits, 10**6, level)
    gamma = Fraction(level)
    ends = [binomial_tail(10**6, Fraction(end), hits) for end in (result.lo, result.hi)]
    assert ends[0].lo <= gamma <= ends[1].hi
    assert result.width <= result.hi / 2**36


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
    result = limits(name, n, level)
    points = sorted({p for p in result if 0 < p <= 1})
    return max(
        sum((mass(n, p, k) for k in range(n + 1) if result[k] >= p), Fraction(0)) for p in points
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


F = Fraction


def mixture(hits, misses):
    """The mean of q^hits (1-q)^misses over the arcsine law, a rational."""

    def odd(n):
        return math.prod(range(1, 2 * n, 2))

    n = hits + misses
    return F(odd(hits) * odd(misses), 2**n * math.factorial(n))


def test_the_evidence_is_the_likelihood_ratio():
    for hits, misses, p in [(0, 0, F(1, 3)), (3, 2, F(1, 3)), (7, 0, F(1, 2)), (0, 4, F(9, 10))]:
        mean, n = mixture(hits, misses), hits + misses
        with working_precision(120):
            result = _evidence_ball(hits, misses, 1).exp()
            assert lower(result) <= mean <= upper(result)
            assert upper(result) - lower(result) < mean / 10**20
        level = p**hits * (1 - p) ** misses / mean
        assert excludes(hits, n, p, level * (1 + F(1, 10**20)))
        assert not excludes(hits, n, p, level * (1 - F(1, 10**20)))


def test_the_mixture_is_a_law():
    for n in (1, 5, 9):
        assert sum(math.comb(n, k) * mixture(k, n - k) for k in range(n + 1)) == 1


def crossing(limits, p, runs, level):
    """P(some limit is on the wrong side of p within some runs), over all paths."""
    alive, gone = np.array([1.0]), 0.0
    for n in range(1, runs + 1):
        new = np.zeros(n + 1)
        new[:-1] += alive * (1 - p)
        new[1:] += alive * p
        low, high = limits(np.arange(n + 1), np.full(n + 1, n), level)
        out = (low > p) | (high < p)
        gone += new[out].sum()
        alive = np.where(out, 0.0, new)
    return gone


def clopper_pearson(hits, runs, level):
    return lower_limits(hits, runs, level), upper_limits(hits, runs, level)


@pytest.mark.parametrize("p", [0.03, 0.5])
def test_both_limits_together_err_with_at_most_the_level_at_all_times(p):
    assert crossing(anytime_limits, p, 200, 0.1) <= 0.1


def test_limits_for_a_fixed_time_do_not_hold_at_all_times():
    assert crossing(clopper_pearson, 0.5, 200, 0.05) > 0.08


def test_certified_limits_are_those_of_the_floats():
    for hits, runs in [(0, 10), (3, 10), (90, 100), (10, 10), (5, 10_000)]:
        low, high = anytime_limits(hits, runs, 0.01)
        assert float(anytime_lower_limit(hits, runs, "0.01")) == pytest.approx(float(low), abs=1e-9)
        assert float(anytime_upper_limit(hits, runs, "0.01")) == pytest.approx(
            float(high), abs=1e-9
        )


def test_a_certified_limit_is_excluded_or_trivial():
    low = anytime_lower_limit(900, 1000, "1e-3")
    assert excludes(900, 1000, low, "1e-3")
    assert not excludes(900, 1000, low + F(1, 10**6), "1e-3")
    assert anytime_lower_limit(0, 5, "0.1") == 0
    assert anytime_lower_limit(0, 0, "0.1") == 0
    assert anytime_upper_limit(5, 5, "0.1") == 1
    assert excludes(1, 5, F(0), "0.1")
    assert excludes(4, 5, F(1), "0.1")
    assert not excludes(0, 5, F(0), "0.1")


def test_the_bound_of_an_event_is_more_cautious_than_at_a_fixed_time():
    counts = Counts(750, 1000, 250, 1000)
    for budget, truth in ((PureDP(1), math.log(3)), (ZCDP(1), 0.549306)):
        anytime, fixed = (f(counts, budget, "1e-3") for f in (anytime_event_bound, event_bound))
        assert 0 < anytime < fixed < truth
