"""Limits that hold at all times: the martingale exactly, and the error over all times exactly."""

import math
from fractions import Fraction

import numpy as np
import pytest

from banditproof.theory.balls import lower, upper, working_precision
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.verify.sampling.clopper_pearson import lower_limits, upper_limits
from banditproof.verify.sampling.confidence_sequence import (
    _evidence_ball,
    anytime_event_bound,
    anytime_limits,
    anytime_lower_limit,
    anytime_upper_limit,
    excludes,
)
from banditproof.verify.sampling.event_bounds import Counts, event_bound

F = Fraction


def mixture(hits, misses):
    """The mean of q^hits (1-q)^misses over the arcsine law, a rational."""

    def odd(n):
        return math.prod(range(1, 2 * n, 2))

    n = hits + misses
    return F(odd(hits) * odd(misses), 2**n * math.factorial(n))


def test_the_evidence_is_the_likelihood_ratio():
    for hits, misses, p in [(0, 0, F(1, 3)), (3, 2, F(1, 3)), (7, 0, F(1, 2)), (0, 4, F(9, 10))]:
        with working_precision(120):
            found = _evidence_ball(hits, misses, p).exp()
            ratio = mixture(hits, misses) / (p**hits * (1 - p) ** misses)
            assert lower(found) <= ratio <= upper(found)
            assert upper(found) - lower(found) < ratio / 10**20


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
