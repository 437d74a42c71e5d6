"""A privacy test by regret: a private policy cannot pull too rarely an arm that may be the best.

For every eps-DP policy and all n, P_nu(N_2 <= n) <= 1 - phi_n(P_nu''(N_2 <= n)), where
nu = (mu_1, mu_2), nu'' = (mu_1, mu''), mu_2 < mu'', and phi_n is the error of the best private test
of one arm (claim `one.thm1`): no test of this one event is stronger. It tests under-exploration
only: a policy without noise that explores enough passes.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any
import numpy as np
from banditproof.algorithms.engines.simulation import simulate
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Seed
from banditproof.theory import BernoulliBandit, Enclosure
from banditproof.theory.exact import (
    Number,
    exact,
    exact_count,
    exact_nonnegative,
    exact_probability,
    float_above,
)
from banditproof.theory.one_horizon import least_excess
from .sampling.clopper_pearson import lower_limit, upper_limit

BITS = 60
"""How narrow the limits of a probability are, relative to it."""


@lru_cache(maxsize=4096)
def clopper_pearson(successes: int, runs: int, confidence: Number = "0.95") -> Enclosure:
    """The exact two-sided interval of a success probability, rounded outwards.

    The interval misses the truth with probability at most (1 - confidence) / 2 on each side.

    >>> round(float(clopper_pearson(0, 2000).hi), 7), clopper_pearson(0, 2000).lo
    (0.0018427, Fraction(0, 1))
    """
    runs = exact_count("runs", runs, least=1)
    if not 0 <= successes <= runs:
        raise ValueError(f"There are {successes} successes in {runs} runs; give 0..{runs}.")
    tail = (1 - exact_probability("confidence", confidence)) / 2
    if tail == 0:
        return Enclosure.of(0, 1)
    low = lower_limit(successes, runs, tail, BITS)
    return Enclosure.of(low, upper_limit(successes, runs, tail, BITS))


MOST_PULLS = 1 << 12
"""The largest number of pulls that a plan tries."""
GOAL = Fraction(1, 4)
"""What the right side of a plan should be at most."""


@dataclass(frozen=True)
class Certificate:
    """One instance of the inequality: the two bandits, and n.

    `best` is mu_1, `mean` mu_2, `better` mu''. All must be fixed before any data.

    >>> few = clopper_pearson(0, 2000).hi
    >>> round(float(Certificate("0.5", "0.3", "0.7", pulls=100).right_side("0.02", few)), 5)
    0.0041
    """

    best: Number
    mean: Number
    better: Number
    pulls: int

    @property
    def bandit(self) -> BernoulliBandit:
        """nu, where the second arm is the worse one."""
        return BernoulliBandit((self.best, self.mean))

    @property
    def alternative(self) -> BernoulliBandit:
        """nu'', where the second arm is the better one."""
        return BernoulliBandit((self.best, self.better))

    def right_side(self, eps: Number, few: Number) -> Fraction:
        """The right side from above, where `few` is an upper bound of P_nu''(N_2 <= pulls)."""
        chance, budget = exact_probability("few", few), exact_nonnegative("eps", eps)
        mean, better = exact(self.mean), exact(self.better)
        return 1 - Fraction(least_excess(self.pulls, mean, better, budget, float_above(chance)))


@lru_cache(maxsize=64)
def planned(eps: Number, runs: int, confidence: Number = "0.9999995") -> Certificate:
    """A certificate for nu = (.5, .3), nu'' = (.5, .7), chosen without looking at any data.

    It has the largest number of pulls whose right side is below 1/4 if all `runs` simulations of
    nu'' pull the second arm more often, up to a factor of 1.1; for a large eps the number may be 0.
    """
    few = clopper_pearson(0, runs, confidence).upper
    plan, pulls = Certificate("0.5", "0.3", "0.7", 0), 1
    while pulls <= MOST_PULLS:
        longer = replace(plan, pulls=pulls)
        if longer.right_side(eps, few) > GOAL:
            break
        plan, pulls = longer, max(pulls + 1, int(pulls * 1.1))
    return plan


@dataclass(frozen=True)
class RegretAudit:
    """The outcome: certain bounds of both probabilities, and of the right side, at a level."""

    certificate: Certificate
    runs: int
    seldom: Enclosure
    seldom_alternative: Enclosure
    right: Fraction

    @property
    def rejects(self) -> bool:
        """Whether the policy is certainly (at the level) not eps-DP."""
        return bool(self.seldom.lo > self.right)


def regret_audit(
    policy: Policy[Any],
    eps: Number,
    certificate: Certificate,
    horizon: int = 10_000,
    runs: int = 2000,
    confidence: Number = "0.9999995",
    rng: Seed = 0,
) -> RegretAudit:
    """Simulate both bandits and compare; a private one is rejected with probability 1-confidence.

    Each of the two probabilities uses one side of a Clopper-Pearson interval.
    """
    intervals = []
    for bandit in (certificate.bandit, certificate.alternative):
        # Both use the same seed and may depend on each other: the two error chances are added, and
        # a union bound needs no independence.
        counts = simulate(policy, bandit, horizon, runs, rng, keep_order=True).pulls[:, 1]
        rare = int(np.count_nonzero(counts <= certificate.pulls))
        intervals.append(clopper_pearson(rare, runs, confidence))
    right = certificate.right_side(eps, intervals[1].upper)
    return RegretAudit(certificate, runs, intervals[0], intervals[1], right)
