"""How far an event is beyond a privacy claim: the largest P(E) that the claim allows."""

from functools import lru_cache
from typing import Any
import numpy as np
from numpy.typing import NDArray
from banditproof.theory.budgets import ApproxDP, Budget, PureDP
from banditproof.theory.exact import exact
from .event_bounds import claimed, losses, slack

Floats = NDArray[np.float64]


@lru_cache(maxsize=32)
def _frontier(budget: Budget) -> tuple[Floats, Floats]:
    """Points (q, largest p), in between which the frontier is read off straight lines."""
    t = np.linspace(-16.0, 16.0, 500)
    q = np.concatenate([[0.0], 1 / (1 + np.exp(-t)), [1.0]])
    promise = float(exact(claimed(budget)))
    if isinstance(budget, PureDP | ApproxDP):
        delta, x = float(exact(slack(budget))), float(np.exp(min(promise, 700.0)))
        # The second bound is the claim for the complement: 1 - q <= x (1 - p) + delta.
        allowed = np.minimum(x * q + delta, 1 - (1 - q - delta) / x)
        return q, np.clip(allowed, q, 1.0)
    low, high = q.copy(), np.ones_like(q)
    for _ in range(45):
        middle = (low + high) / 2
        inside = losses(middle, q, budget) <= promise
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    return q, low


def allowed(q: Any, budget: Budget) -> Any:
    """The largest probability of E under one input that the claim allows if the other's is q.

    Float64, by interpolation: for searching, never for a verdict.

    >>> round(float(allowed(0.25, PureDP(np.log(2)))), 4)
    0.5
    """
    return np.interp(q, *_frontier(budget))


def excess(left_hits: Any, left_runs: Any, right_hits: Any, right_runs: Any, budget: Budget) -> Any:
    """By how many standard errors the counts of an event lie beyond the claim.

    Half a hit is added to each count, so that events without hits have a standard error too.

    >>> float(excess(300, 400, 100, 400, PureDP(0.5))) > 5 > float(excess(3, 4, 1, 4, PureDP(0.5)))
    True
    """
    nl, nr = np.asarray(left_runs, float) + 1, np.asarray(right_runs, float) + 1
    p = (np.asarray(left_hits, float) + 0.5) / nl
    q = (np.asarray(right_hits, float) + 0.5) / nr
    step = np.minimum(1e-4, q / 2)
    limit = allowed(q, budget)
    # An error of q moves the limit by this slope: both errors are independent, their squares add.
    slope = (limit - allowed(q - step, budget)) / step
    return (p - limit) / np.sqrt(p * (1 - p) / nl + slope**2 * q * (1 - q) / nr)
