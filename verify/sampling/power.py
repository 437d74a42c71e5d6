"""How many runs each audit needs to reject a claim that is too small.

The mechanism is randomised response with the budget `truth`, the claim is `claim`, and the event
is known. A fixed-sample test is given the number of runs at which it rejects with probability
1/2; the sequential tests are watched, and their median is given.
"""

import math
from collections.abc import Callable
from typing import Any
import numpy as np
from banditproof.theory.budgets import PureDP
from .boundary_mechanisms import CautiousBandit
from .clopper_pearson import lower_limits, upper_limits
from .confidence_sequence import anytime_limits
from .e_process import EProcess, best_bet
from .event_bounds import Counts
from .search_and_test import audit_sampler

LEVEL = 1e-3
GROWTH = 1.01
MOST = 100_000_000


def _keep(eps: float) -> float:
    return 1 / (1 + math.exp(-eps))


def _least(rejects: Callable[[int], bool]) -> int:
    """The smallest number of runs at which a test rejects; it keeps rejecting from there on."""
    high = 2
    while not rejects(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if rejects(middle) else (middle, high)
    return high


def exact_test_runs(claim: float, truth: float) -> int:
    """Runs of the one-sided binomial test on answers that equal their uniform input bits.

    The best fixed-sample test there is: it knows that the mechanism is randomised response.

    >>> exact_test_runs(0.1, 0.2)
    3888
    """
    from scipy.special import betainc

    def rejects(runs: int) -> bool:
        hits = runs * _keep(truth)
        return bool(betainc(hits, runs - hits + 1, _keep(claim)) <= LEVEL)

    return _least(rejects)


def two_sample_test_runs(claim: float, truth: float) -> int:
    """Runs, on both inputs together, of Clopper-Pearson limits at level / 2 and their ratio.

    >>> two_sample_test_runs(0.1, 0.2) > exact_test_runs(0.1, 0.2)
    True
    """

    def rejects(half: int) -> bool:
        hits = half * _keep(truth)
        p = lower_limits(hits, half, LEVEL / 2)
        q = upper_limits(half - hits, half, LEVEL / 2)
        return bool(p > math.exp(claim) * q)

    return 2 * _least(rejects)


def watched_runs(
    truth: float, audits: int, rng: np.random.Generator, rejects: Callable[[Counts], Any]
) -> float:
    """The median number of runs until a watched test rejects; a look every 1 % more runs.

    >>> watched_runs(1.0, 3, np.random.default_rng(1), lambda c: c.left_runs + c.right_runs > 500)
    502.0
    """
    stopped = np.full(audits, math.inf)
    cells = [np.zeros(audits, np.int64) for _ in range(4)]
    done, keep = 0, _keep(truth)
    while not np.isfinite(stopped).sum() * 2 > audits and done < MOST:
        more = max(1, int(done * (GROWTH - 1)))
        left = rng.binomial(more, 0.5, audits)
        for cell, new in zip(
            cells,
            (rng.binomial(left, keep), left, rng.binomial(more - left, 1 - keep), more - left),
            strict=True,
        ):
            cell += new
        done += more
        stopped[np.isinf(stopped) & rejects(Counts(*cells))] = done  # type: ignore[arg-type]
    return float(np.median(stopped))


def betting_runs(claim: float, truth: float, audits: int, rng: np.random.Generator) -> float:
    """Runs of the betting test without any earlier data."""
    test, goal = EProcess(), -math.log(LEVEL)
    return watched_runs(truth, audits, rng, lambda c: test.log_capital(c, claim) >= goal)


def planned_betting_runs(
    claim: float, truth: float, audits: int, rng: np.random.Generator
) -> float:
    """Runs of the betting test whose search knew the probabilities of the event."""
    test, goal = EProcess(best_bet(_keep(truth), 1 - _keep(truth), claim)), -math.log(LEVEL)
    return watched_runs(truth, audits, rng, lambda c: test.log_capital(c, claim) >= goal)


def anytime_limit_runs(claim: float, truth: float, audits: int, rng: np.random.Generator) -> float:
    """Runs of the ratio of limits that hold at all times, which budgets other than eps use."""

    def rejects(c: Counts) -> Any:
        p, _ = anytime_limits(c.left_hits, c.left_runs, LEVEL / 2)
        _, q = anytime_limits(c.right_hits, c.right_runs, LEVEL / 2)
        return p > math.exp(claim) * q

    return watched_runs(truth, audits, rng, rejects)


def whole_audit_runs(claim: float, truth: float, audits: int, rng: np.random.Generator) -> float:
    """Runs of the whole black-box audit, search included, on a bandit that spends `truth`."""
    sampler = CautiousBandit(math.exp(truth)).sampler(horizon=3)
    results = []
    for _ in range(audits):
        audit = audit_sampler(
            sampler, PureDP(claim), level=str(LEVEL), samples=3_000_000, rng=rng, shrink=False
        )
        results.append(audit.runs if audit.verdict == "fails" else math.inf)
    return float(np.median(results))
