"""A policy that takes whatever a curator releases, and curators of what cannot be declared."""

import random
from dataclasses import dataclass
from typing import Any
from banditproof.algorithms import Curator, Policy, Pull, RewardSpace
from banditproof.algorithms.reward_space import UNIT
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Gaussian, Laplace


def flat(released):
    """All numbers that were released, in order."""
    if released is None:
        return []
    return [float(one) for one in (released if isinstance(released, tuple) else (released,))]


@dataclass(frozen=True)
class FollowsReleases(Policy):
    """Plays each arm twice, and then the arm whose last release had the largest first number."""

    curator: Any
    rewards: RewardSpace = UNIT
    arms: int = 2
    name = "follows its releases"
    budget = PureDP(1)
    declared_noise = Laplace(1)  # for the curators that are code, which do not ask for it

    def start(self):
        return (0.0,) * self.arms

    def decide(self, state, t, randomness):
        if t <= 2 * self.arms:
            return Pull((t - 1) // 2, 2)
        return Pull(state.index(max(state)), 1)

    def learn(self, state, pull, released):
        first = (flat(released) or [0.0])[0]
        return (*state[: pull.arm], first / pull.count, *state[pull.arm + 1 :])


class OfABatch(Curator):
    """Holds the rewards of the open batch of each arm; what leaves is `statistic`."""

    def start(self, arms):
        return ((),) * arms

    def read(self, held, arm, reward):
        return (*held[:arm], (*held[arm], reward), *held[arm + 1 :])

    def release(self, held, arm, mechanism, randomness):
        return (*held[:arm], (), *held[arm + 1 :]), self.statistic(held[arm], randomness)


class SmoothMedian(OfABatch):
    """The median, with noise that depends on the gaps beside it."""

    def statistic(self, batch, randomness):
        values = sorted(getattr(x, "value", x) for x in batch)
        gap = values[-1] - values[0]
        return values[len(values) // 2] + randomness.noise(Laplace(gap + 0.01))


class LearnedClipping(OfABatch):
    """A sum of rewards clipped to a noisy bound."""

    def statistic(self, batch, randomness):
        values = [getattr(x, "value", x) for x in batch]
        bound = max(values) + getattr(noise := randomness.noise(Laplace(2)), "value", noise)
        return sum(min(x, bound) for x in values) + randomness.noise(Laplace(2))


class WithoutReplacement(OfABatch):
    """A noisy sum of half of a batch, drawn without replacement."""

    def statistic(self, batch, randomness):
        chosen = random.Random(0).sample(range(len(batch)), (len(batch) + 1) // 2)
        return sum(batch[k] for k in chosen) + randomness.noise(Gaussian(sigma_squared=1))


UNDECLARED = {
    "median by smooth sensitivity": SmoothMedian(),
    "clipping at a bound that was learned from releases": LearnedClipping(),
    "a batch of which a fixed number is drawn without replacement": WithoutReplacement(),
}
