"""Limits of a probability that hold at all times: a mixture over its possible values."""

import math
from fractions import Fraction
from typing import Any
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, lower, working_precision
from banditproof.theory.budgets import Budget
from banditproof.theory.exact import Number, exact
from .clopper_pearson import _checked
from .event_bounds import Counts, loss

BITS = 192


def _evidence_ball(hits: int, misses: int, level: Number) -> arb:
    """The log of the mean of q^hits (1-q)^misses over q ~ Beta(1/2, 1/2), times the level."""
    # The mean is B(hits + 1/2, misses + 1/2) / B(1/2, 1/2), where B(1/2, 1/2) = pi.
    half = ball(Fraction(1, 2))
    mean = (hits + half).lgamma() + (misses + half).lgamma() - arb(hits + misses + 1).lgamma()
    return mean - arb.pi().log() + ball(exact(level)).log()


def _is_beyond(evidence: arb, hits: int, misses: int, p: Fraction) -> bool:
    """Whether the evidence is certainly at least the log of p^hits (1-p)^misses."""
    if (p == 0 and hits) or (p == 1 and misses):
        return True
    if hits:
        evidence = evidence - hits * ball(p).log()
    if misses:
        evidence = evidence - misses * ball(1 - p).log()
    # The ball's lower end must reach the level: rounding can only keep a probability inside.
    return bool(lower(evidence) >= 0)


def excludes(hits: int, runs: int, p: Fraction, level: Number) -> bool:
    """Whether the runs so far certainly exclude the probability p at an anytime level.

    The ratio of the mixture's likelihood to that of p is a martingale with mean 1 under p, so it
    ever reaches 1 / level with probability at most `level`.

    >>> excludes(90, 100, Fraction(1, 2), "1e-6"), excludes(55, 100, Fraction(1, 2), "0.05")
    (True, False)
    """
    misses = runs - hits
    with working_precision(BITS):
        return _is_beyond(_evidence_ball(hits, misses, level), hits, misses, p)


def anytime_lower_limit(hits: int, runs: int, level: Number) -> Fraction:
    """A p below which every probability is excluded, simultaneously at all times; rounded down.

    >>> round(float(anytime_lower_limit(90, 100, "0.025")), 3)
    0.763
    """
    k, n, gamma = _checked(hits, runs, level)
    if k == 0:
        return Fraction(0)
    with working_precision(BITS):
        evidence = _evidence_ball(k, n - k, gamma)

        def is_excluded(log_p: float) -> bool:
            p = min(exact(math.exp(log_p)), Fraction(k, n))
            return _is_beyond(evidence, k, n - k, p)

        # the likelihood of p rises up to k / n, so the excluded numbers below it are an interval
        # On a scale of logarithms from 2^-60 / n: limits of rare events keep their digits.
        low, high = -60.0 * math.log(2) - math.log(n), math.log(k / n)
        if not is_excluded(low):
            return Fraction(0)
        for _ in range(40):
            middle = (low + high) / 2
            # Only a float that was tested itself becomes `low`, so the one returned is excluded for
            # sure.
            if is_excluded(middle):
                low = middle
            else:
                high = middle
    return exact(math.exp(low))


def anytime_upper_limit(hits: int, runs: int, level: Number) -> Fraction:
    """A p above which every probability is excluded, simultaneously at all times; rounded up.

    >>> float(anytime_upper_limit(10, 100, "0.025")) == 1 - float(
    ...     anytime_lower_limit(90, 100, "0.025"))
    True
    """
    return 1 - anytime_lower_limit(runs - hits, runs, level)


def anytime_event_bound(counts: Counts, budget: Budget, level: Number) -> Fraction | float:
    """A lower bound of eps or rho from an event, whenever the runs were stopped.

    Both limits hold at level / 2 at all times; the bound is that of the worst corner.

    >>> from banditproof.theory.budgets import ZCDP
    >>> round(float(anytime_event_bound(Counts(750, 1000, 250, 1000), ZCDP(1), "1e-3")), 3)
    0.276
    """
    half = exact(level) / 2
    p = anytime_lower_limit(counts.left_hits, counts.left_runs, half)
    q = anytime_upper_limit(counts.right_hits, counts.right_runs, half)
    return loss(p, q, budget)


def anytime_limits(hits: Any, runs: Any, level: float) -> tuple[Any, Any]:
    """The lower and the upper limit of many counts at once, in float64.

    >>> low, high = anytime_limits([90, 10], [100, 100], 0.025)
    >>> bool(abs(low[0] + high[1] - 1) < 1e-12), round(float(low[0]), 3)
    (True, 0.763)
    """
    from scipy.special import betaln

    k, n = np.asarray(hits, float), np.asarray(runs, float)
    goal = betaln(k + 0.5, n - k + 0.5) - math.log(math.pi) + math.log(level)
    return _least(k, n - k, goal), 1 - _least(n - k, k, goal)


def _least(hits: Any, misses: Any, goal: Any) -> Any:
    """The smallest p whose log-likelihood is at least the goal, by Newton's steps in log(p).

    The log-likelihood is concave in log(p), so each step from below stays below: what comes out is
    rounded outwards.
    """
    one, misses = np.maximum(hits, 1.0), np.where(hits > 0, misses, 0.0)
    log_p = goal / one
    for _ in range(60):
        p = np.exp(log_p)
        apart = goal - one * log_p - misses * np.log1p(-p)
        step = np.maximum(apart / (one - misses * p / (1 - p)), 0.0)
        log_p = log_p + step
        if not (step > 1e-13).any():
            break
    return np.where(hits > 0, np.exp(log_p), 0.0)
