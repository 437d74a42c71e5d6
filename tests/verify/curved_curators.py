"""Curators of code that sum functions of rewards which are largest inside a range."""

from banditproof.algorithms import Curator
from banditproof.theory.mechanisms import Gaussian, Laplace


class Curved(Curator):
    """Sums of a function of each reward, with Laplace noise of a scale."""

    scale = 1

    def __init__(self, scale=None):
        self.scale = self.scale if scale is None else scale

    def of(self, reward):
        return reward

    def read(self, held, arm, reward):
        return (*held[:arm], held[arm] + self.of(reward), *held[arm + 1 :])

    def release(self, held, arm, mechanism, randomness):
        return (*held[:arm], 0, *held[arm + 1 :]), held[arm] + randomness.noise(Laplace(self.scale))


class Variance(Curved):
    """x (1 - x), which is 0 at both ends."""

    def of(self, reward):
        return reward * (1 - reward)


class Distance(Curved):
    """The distance from the middle, which is the same at both ends."""

    def of(self, reward):
        return abs(reward - 0.5)


class Cubic(Curved):
    """x^2 (1 - x), which is largest at 2/3."""

    def of(self, reward):
        return reward * reward * (1 - reward)


class Square(Curved):
    """x^2."""

    def of(self, reward):
        return reward * reward


class Rounded(Curved):
    """Four classes of rewards."""

    def of(self, reward):
        return int(4 * reward) % 4


class TwoMoments(Curator):
    """x and x^2, each with a Laplace noise: the worst reward is inside [-1, 1]."""

    def __init__(self, *scales):
        self.scales = scales

    def start(self, arms):
        return ((0, 0),) * arms

    def read(self, held, arm, reward):
        x, y = held[arm]
        return (*held[:arm], (x + reward, y + reward * reward), *held[arm + 1 :])

    def release(self, held, arm, mechanism, randomness):
        left = tuple(
            number + randomness.noise(Laplace(scale))
            for number, scale in zip(held[arm], self.scales, strict=True)
        )
        return (*held[:arm], (0, 0), *held[arm + 1 :]), left


class Median(Curator):
    """The middle reward of a batch, with noise that hides less than one reward moves it."""

    def __init__(self, scale):
        self.scale = scale

    def start(self, arms):
        return ((),) * arms

    def read(self, held, arm, reward):
        return (*held[:arm], (*held[arm], reward), *held[arm + 1 :])

    def release(self, held, arm, mechanism, randomness):
        middle = sorted(held[arm])[len(held[arm]) // 2]
        left = (*held[:arm], (), *held[arm + 1 :])
        return left, middle + randomness.noise(Laplace(self.scale))


class ThinnedSquares(Curved):
    """Squares that are kept by coins, with Gaussian noise."""

    def read(self, held, arm, reward):
        return (*held[:arm], (*held[arm], reward * reward), *held[arm + 1 :])

    def start(self, arms):
        return ((),) * arms

    def release(self, held, arm, mechanism, randomness):
        kept = sum(x for x in held[arm] if randomness.uniform() < 0.1)
        noise = randomness.noise(Gaussian(sigma_squared=self.scale))
        return (*held[:arm], (), *held[arm + 1 :]), kept + noise
