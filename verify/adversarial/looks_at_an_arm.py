"""Lemma 11 turned round into a test: who hardly looks at an arm cannot notice that it changed.

On the losses (1/2, 1) and on (1/2, 0) an eps-DP algorithm plays arm 2 more than p times with
probabilities of which the second is at most e^(eps p) times the first: up to its (p+1)-th play of
arm 2, a run has observed p losses that differ. So an algorithm that hardly plays arm 2 in the first
world, and nearly always in the second, is not eps-DP. Faster Rates for Private Adversarial Bandits,
Section 5.2 and the core inequality of Lemma 11, with tau = 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any
import numpy as np
from banditproof.algorithms.adversarial.advice_cycles import AdviceCycle
from banditproof.algorithms.adversarial.loss_families import lower_bound_losses
from banditproof.algorithms.engines.adversarial_engine import LearnerRuns
from banditproof.algorithms.engines.loss_simulation import simulate_losses
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Seed, streams
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, enclose
from banditproof.theory.exact import Number, exact, exact_count, exact_positive
from banditproof.verify.sampling.clopper_pearson import lower_limit, upper_limit


@dataclass(frozen=True)
class LooksAtAnArm:
    """Both probabilities of more than p plays of arm 2, with what eps allows, at a level.

    `dear` is an upper limit of the one on losses (1/2, 1), `free` a lower limit of that on
    (1/2, 0); `regrets` are the mean regrets of both.
    """

    eps: Number
    plays: int
    dear: Enclosure
    free: Enclosure
    allowed: Enclosure
    regrets: tuple[float, float]

    @property
    def refuted(self) -> bool:
        """Whether the claimed eps is refuted, at the level of the check."""
        return bool(self.free.lo > self.allowed.hi)

    @property
    def witness(self) -> str:
        """Both probabilities in words."""
        return (
            f"More than {self.plays} plays of arm 2 have a probability of at most "
            f"{float(self.dear):.4g} if it loses 1, and of at least {float(self.free):.4g} if it "
            f"loses 0; {self.eps}-DP allows {float(self.allowed):.4g}."
        )


def looks_at_an_arm(
    policy: Policy[Any],
    eps: Number,
    horizon: int,
    plays: int,
    runs: int,
    level: Number = "1e-6",
    rng: Seed = 0,
) -> LooksAtAnArm:
    """Play both worlds of Lemma 11, and compare how often arm 2 is played more than `plays` times.

    A policy with two experts sees that each of them is sure of its arm.

    >>> from banditproof.algorithms.adversarial.batched_releases import BatchedReleases
    >>> from banditproof.algorithms.adversarial.exp3 import EXP3
    >>> policy = BatchedReleases(EXP3("0.1", "0.1"), arms=2, eps="0.5")
    >>> looks_at_an_arm(policy, "0.5", horizon=100, plays=1, runs=10).refuted
    False
    """
    if policy.arms != 2 or (policy.told_advice and policy.dimension != 2):
        raise ValueError(
            f"The policy {policy.name} has {policy.arms} arms"
            + (f" and {policy.dimension} experts" if policy.told_advice else "")
            + "; the losses of Lemma 11 are those of two arms, with two experts if there are any."
        )
    sure = AdviceCycle([[(1, 0), (0, 1)]]) if policy.told_advice else None
    budget = exact_positive("eps", eps)
    count, share = exact_count("plays", plays), exact(level) / 2
    worlds = (lower_bound_losses(horizon), lower_bound_losses(horizon, switch=0))
    seeds: Sequence[Seed] = (
        [np.random.SeedSequence([rng, world]) for world in (0, 1)]
        if isinstance(rng, int)
        else list(islice(streams(rng), 2))
    )
    dear, free = (
        simulate_losses(policy, losses, runs, seed, sure)
        for losses, seed in zip(worlds, seeds, strict=True)
    )
    most = upper_limit(_above(dear, count), runs, share)
    least = lower_limit(_above(free, count), runs, share)
    allowed = enclose(lambda: (ball(budget) * count).exp(), 15) * most.hi
    return LooksAtAnArm(eps, count, most, least, allowed, (dear.mean, free.mean))


def _above(found: LearnerRuns, count: int) -> int:
    return int(np.count_nonzero(found.pulls[:, 1] > count))
