"""Policies that release sums of what they released before, for laws of several releases."""

from releasing_policies import Summing
from banditproof.theory.mechanisms import Gaussian


def normal(variance):
    return Gaussian(sigma_squared=variance)


class Telescoping(Summing):
    """Noisy totals to which batches and fresh noise are added: each reward is paid for once."""

    def start(self, arms):
        return (0,) * arms + (0,)

    def release(self, held, arm, mechanism, randomness):
        total = held[-1] + held[arm] + randomness.noise(normal(1))
        return (*held[:arm], 0, *held[arm + 1 : -1], total), total


class RawTotals(Telescoping):
    """Totals of raw rewards, each with fresh noise."""

    def release(self, held, arm, mechanism, randomness):
        total = held[-1] + held[arm]
        left = total + randomness.noise(normal(1))
        return (*held[:arm], 0, *held[arm + 1 : -1], total), left


class Adaptive(Telescoping):
    """The variance of the next noise depends on what left before, rarely or often."""

    def __init__(self, above, variance):
        self.above, self.variance = above, variance

    def start(self, arms):
        return (0,) * arms + (1,)

    def release(self, held, arm, mechanism, randomness):
        left = held[arm] + randomness.noise(normal(held[-1]))
        after = self.variance if left.value > self.above else 1
        return (*held[:arm], 0, *held[arm + 1 : -1], after), left


class Combined(Summing):
    """What leaves is a function of the sum, of what left before, and of noises of variance 1."""

    def __init__(self, function):
        self.function = function

    def noisy(self, held, arm, randomness):
        return self.function(held[arm], lambda: randomness.noise(normal(1)))


def repeated(total, noise):
    left = total + noise()
    return left, 2 * left, left - 3


def halved(total, noise):
    left = total + noise()
    return left, left * 0.5 + noise()


def halved_raw(total, noise):
    return total + noise(), total * 0.5 + noise()


def mirrored(total, noise):
    left = noise()
    return total + left, total - left


def shared(total, noise):
    """Two sums with the covariance -1: together they show what variance 1/2 shows."""
    common = noise()
    return total + common + noise(), total - common + noise()


def turned(total, noise):
    return -2 * total - 2 * noise() + 7


def redrawn(total, noise):
    first = noise()
    return total + (first if first.value > -1 else noise())


def clipped(total, noise):
    return (total + noise()).clipped(-1, 2)
