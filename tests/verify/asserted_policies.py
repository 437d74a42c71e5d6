"""Bandits for assert_private, and the message with which it fails."""

import re
import pytest
from banditproof.testing import NotPrivate, assert_private


class EagerUCB:
    """A bandit in the style select() / update(arm, reward) that adds hardly any noise."""

    def __init__(self, arms, eps, rng):
        self.eps, self.rng = eps, rng
        self.sums, self.pulls = [0.0] * arms, [0] * arms

    def select(self):
        if 0 in self.pulls:
            return self.pulls.index(0)
        means = [s / n for s, n in zip(self.sums, self.pulls, strict=True)]
        noisy = [m + self.rng.laplace(scale=1 / (20 * self.eps)) for m in means]
        return noisy.index(max(noisy))

    def update(self, arm, reward):
        self.sums[arm] += reward
        self.pulls[arm] += 1


class Indifferent:
    """A bandit that never looks at a reward."""

    def __init__(self, nbArms, rng):
        self.arms, self.rng = nbArms, rng

    def choice(self):
        return int(self.rng.integers(self.arms))

    def getReward(self, arm, reward):
        pass


def message_of(*arguments, error=NotPrivate, **options):
    with pytest.raises(error) as caught:
        assert_private(*arguments, **options)
    return str(caught.value), caught.value


def rows(message):
    """The rows of a message by their labels; the first of each label."""
    results = {}
    for label, text in re.findall(r"^  (\S.{8}) (.*)$", message, re.MULTILINE):
        results.setdefault(label.strip(), text)
    return results
