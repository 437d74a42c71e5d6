"""Objects with select and update for two arms: each is private with eps = 1, or with one mistake.

`mistaken` makes the mistake that the docstring of the class names. What they play is all that they
show; each draws from the generator that it is given.
"""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Learner:
    """Plays each arm in turn for some rounds, and then the one that it has chosen."""

    mistaken: bool
    rng: Any
    explored: int = 2
    t: int = 0
    chosen: int | None = None
    sums: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def select(self) -> int:
        return self.t % 2 if self.chosen is None else self.chosen

    def update(self, arm, reward) -> None:
        self.t += 1
        self.learn(arm, reward)

    def learn(self, arm, reward) -> None:
        if self.t <= 2 * self.explored:
            self.sums[arm] += reward
        if self.t == 2 * self.explored:
            self.commit()

    def commit(self) -> None:
        noisy = [total + self.noise() for total in self.sums]
        self.chosen = int(noisy[1] > noisy[0])

    def noise(self, scale=1.0) -> float:
        return float(self.rng.laplace(0, scale))


class HalfTheNoise(Learner):
    """Noise of half the scale."""

    def noise(self, scale=1.0):
        return super().noise(scale / 2 if self.mistaken else scale)


class OneNoiseForBoth(Learner):
    """The same draw is added to both sums."""

    def commit(self):
        shared = self.noise()
        noises = [shared, shared if self.mistaken else self.noise()]
        self.chosen = int(self.sums[1] + noises[1] > self.sums[0] + noises[0])


class GaussianNoise(Learner):
    """Gaussian noise of variance 1, which keeps no eps."""

    def __init__(self, *given):
        super().__init__(*given)
        self.explored = 3

    def noise(self, scale=1.0):
        return float(self.rng.normal()) if self.mistaken else super().noise(scale)


class UniformNoise(Learner):
    """Uniform noise of the same size."""

    def noise(self, scale=1.0):
        return float(self.rng.uniform(-1, 1)) if self.mistaken else super().noise(scale)


class NoClip(Learner):
    """Rewards of [0, 5] are not clipped to [0, 1]."""

    def learn(self, arm, reward):
        super().learn(arm, reward if self.mistaken else min(reward, 1.0))


class FixedSeed(Learner):
    """The generator of the noise has a fixed seed."""

    def noise(self, scale=1.0):
        import numpy as np

        if self.mistaken:
            return float(np.random.default_rng(0).laplace(0, scale)) * (1 + self.t)
        return super().noise(scale)


class NoiseOnOneArm(Learner):
    """Only the sum of the first arm gets noise, and the other one is compared exactly."""

    def commit(self):
        first = self.sums[0] + self.noise(0.5 if self.mistaken else 1.0)
        second = self.sums[1] + (0.0 if self.mistaken else self.noise())
        self.chosen = int(second > first)
