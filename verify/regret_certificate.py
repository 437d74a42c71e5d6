"""A privacy test by regret: a private policy cannot pull too rarely an arm that may be the best.

For every eps-DP policy with two arms, all integers n, h >= 0, reals w >= 0 and mu' in (0, 1),
P_nu(N_2 <= n) <= e^(eps h + w) P_nu''(N_2 <= n) + P(Bin(n, |mu' - mu_2|) > h)
                  + P(max over m <= n of W_1 + ... + W_m > w),
where nu = (mu_1, mu_2), nu'' = (mu_1, mu'') and W is the log-likelihood walk of mu' against mu''.
It is the finite-horizon form of the proof of Theorem 3.1 of Optimal Regret of Bernoulli Bandits
(claim `bern.derived.audit`). It tests under-exploration only: a policy without noise that explores
enough passes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any
import numpy as np
from banditproof.algorithms.engines.simulation import simulate
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Seed
from banditproof.theory import BernoulliBandit, Enclosure
from banditproof.theory.balls import ball, enclose
from banditproof.theory.concentration.poisson_binomial import binomial_tail
from banditproof.theory.concentration.random_walk import likelihood_walk_tail
from banditproof.theory.exact import Number, exact, exact_count, exact_probability
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


_binomial_tail = lru_cache(maxsize=1024)(binomial_tail)
_walk_tail = lru_cache(maxsize=1024)(likelihood_walk_tail)


@dataclass(frozen=True)
class Certificate:
    """One instance of the inequality: the two bandits, the bridge mu', and n, h, w.

    `best` is mu_1, `mean` mu_2, `better` mu'', `bridge` mu'. All must be fixed before any data.

    >>> shown = Certificate("0.5", "0.3", "0.7", "0.699", pulls=100, changes=57, slack="0.2")
    >>> few = clopper_pearson(0, 2000).hi
    >>> round(float(shown.right_side("0.02", few)), 5)
    0.00723
    """

    best: Number
    mean: Number
    better: Number
    bridge: Number
    pulls: int
    changes: int
    slack: Number

    @property
    def bandit(self) -> BernoulliBandit:
        """nu, where the second arm is the worse one."""
        return BernoulliBandit((self.best, self.mean))

    @property
    def alternative(self) -> BernoulliBandit:
        """nu'', where the second arm is the better one."""
        return BernoulliBandit((self.best, self.better))

    @property
    def rare(self) -> Fraction:
        """The two terms that do not depend on the policy, exact."""
        moved = abs(exact(self.bridge) - exact(self.mean))
        # More than h changes is at least h + 1, and the tail includes its threshold.
        changed = _binomial_tail(self.pulls, moved, self.changes + 1)
        return changed + _walk_tail(self.pulls, self.bridge, self.better, self.slack)

    def right_side(self, eps: Number, few: Number) -> Enclosure:
        """The right side, where `few` is (an upper bound of) P_nu''(N_2 <= pulls)."""
        chance, rare = exact_probability("few", few), self.rare
        power = exact(eps) * self.changes + exact(self.slack)
        if chance == 0:
            return Enclosure.of(rare)
        # The right side increases with `few`, so an upper limit of the probability is on the safe
        # side.
        return enclose(lambda: ball(power).exp() * ball(chance) + ball(rare), 15)


def _plans(pulls: int, bridge: Fraction) -> Iterator[Certificate]:
    frame = Certificate("0.5", "0.3", "0.7", bridge, pulls, 0, 0)
    mean_changes = pulls * float(bridge - Fraction(3, 10))
    spread = max(1.0, mean_changes**0.5)
    changes = sorted({min(pulls, round(mean_changes + k * spread)) for k in range(4)})
    for h in changes:
        for slack in ("0.05", "0.5"):
            yield replace(frame, changes=h, slack=slack)


@lru_cache(maxsize=64)
def planned(eps: Number, runs: int, confidence: Number = "0.9999995") -> Certificate:
    """A certificate for nu = (.5, .3), nu'' = (.5, .7), chosen without looking at any data.

    It has the largest number of pulls on a grid whose right side is below 1/4 if all `runs`
    simulations of nu'' pull the second arm more often; for a large eps none may exist, and the
    certificate of smallest right side is returned.
    """
    few = clopper_pearson(0, runs, confidence).upper
    best: tuple[Fraction, Certificate] | None = None
    for pulls in (400, 200, 100, 50, 25, 12, 6, 3, 2, 1):
        for bridge in (Fraction(699, 1000), Fraction(6, 10)):
            for plan in _plans(pulls, bridge):
                if exact(eps) * plan.changes + exact(plan.slack) > 40:
                    continue  # e^40 is too large for any number of runs
                right = plan.right_side(eps, few).upper
                if best is None or right < best[0]:
                    best = (right, plan)
        if best is not None and best[0] <= Fraction(1, 4):
            break
    if best is None:
        raise ValueError(f"eps = {eps} is too large for a regret certificate.")
    return best[1]


@dataclass(frozen=True)
class RegretAudit:
    """The outcome: certain bounds of both probabilities, and of the right side, at a level."""

    certificate: Certificate
    runs: int
    seldom: Enclosure
    seldom_alternative: Enclosure
    right: Enclosure

    @property
    def rejects(self) -> bool:
        """Whether the policy is certainly (at the level) not eps-DP."""
        return bool(self.seldom > self.right)


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
        counts = simulate(policy, bandit, horizon, runs, rng).pulls[:, 1]
        rare = int(np.count_nonzero(counts <= certificate.pulls))
        intervals.append(clopper_pearson(rare, runs, confidence))
    right = certificate.right_side(eps, intervals[1].upper)
    return RegretAudit(certificate, runs, intervals[0], intervals[1], right)
