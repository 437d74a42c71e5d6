"""Policies that are played as black boxes, and what they hear, for the tests of interfaces."""

import math
from functools import wraps
from types import FunctionType
import numpy as np
from banditproof.algorithms.interfaces import FreshRuns
from banditproof.verify.sampling.inputs import ListInput, TableInput
from banditproof.verify.sampling.sampler import BlackBoxSampler, LawSampler

RNG = np.random.default_rng(3)
TABLE = TableInput(((0, 1), (1, 0), (0.5, 1), (0, 0.25)))
SLATES = TableInput(((0, 1, 0.5), (1, 0, 0.25)))
LISTS = ListInput(((0,), (1,)))
FIVE = TableInput(((0, 0),) * 5)
COINS = LawSampler(lambda source: {(0, 1, 0, 1): 1.0}, arms=2, horizon=4)
"""The same arms in all runs, whatever is paid."""


class Plain:
    """Plays two arms in turn, and keeps what it hears."""

    def __init__(self):
        self.received = []

    def select(self):
        return len(self.received) % 2

    def update(self, arm, reward):
        self.received.append((arm, reward))


def style(name, parent=Plain, **methods):
    """A policy with other methods; None for one that it has not."""
    for key, method in methods.items():
        if isinstance(method, FunctionType):
            method.__name__ = key
    return type(name, (parent,), methods)


def played(factory, source=TABLE, runs=1, arms=2, batch=None, **settings):
    """The rows of some runs, and the last object that the factory made."""
    made = []

    @wraps(factory)
    def watched(*args, **kwargs):
        made.append(factory(*args, **kwargs))
        return made[-1]

    fresh = FreshRuns(watched, arms=arms, batch=batch)
    sampler = BlackBoxSampler(fresh, arms, len(source.blocks), **settings)
    rows = sampler.sample([source], np.zeros(runs, int), np.random.default_rng(1))
    return rows.tolist(), made[-1]


class Committing:
    """Plays the arms in turn, `each` times, and then the arm of the largest noisy sum.

    `paid` changes a reward before it is added; `raw_from` is the round from which on the noise is
    left away; with `again` it is drawn anew in every round.
    """

    def __init__(
        self, rng, arms=2, each=2, scale=1.0, paid=lambda r: r, raw_from=math.inf, again=False
    ):
        self.rng, self.arms, self.each, self.scale, self.paid = rng, arms, each, scale, paid
        self.raw_from, self.again = raw_from, again
        self.sums, self.t, self.best = np.zeros(arms), 0, None

    def select(self):
        if self.t < self.each * self.arms:
            return self.t % self.arms
        if self.t + 1 >= self.raw_from:
            return np.argmax(self.sums)
        if self.best is None or self.again:
            self.best = np.argmax(self.sums + self.rng.laplace(scale=self.scale, size=self.arms))
        return self.best

    def update(self, arm, reward):
        if self.t < self.each * self.arms:
            self.sums[arm] += self.paid(reward)
        self.t += 1


def committing(**settings):
    return lambda rng, arms: Committing(rng, arms, **settings)


class Cautious:
    """Repeats the arm of the last reward by randomised response; private with `spent`."""

    def __init__(self, rng, spent):
        self.rng, self.keep = rng, 1 / (1 + math.exp(-spent))
        self.arm = int(rng.integers(2))

    def select(self):
        return self.arm

    def update(self, arm, reward):
        stays = (self.rng.random() < self.keep) == bool(reward)
        self.arm = arm if stays else 1 - arm


def spending(eps):
    return lambda rng: Cautious(rng, eps)


def sampled(factory, source=TABLE, **settings):
    """The arms of three runs of four rounds."""
    sampler = BlackBoxSampler(FreshRuns(factory, arms=2), arms=2, horizon=4, **settings)
    return sampler.sample([source], np.zeros(3, int), np.random.default_rng(1))
