"""What policies without privacy remember of the arms: how often each was pulled, and its sum."""

from __future__ import annotations
from typing import NamedTuple


class SampledArms(NamedTuple):
    """The pulls and the reward sums of all arms.

    >>> arms = SampledArms.unseen(2).after(1, 1.0).after(0, 0.0).after(1, 0.0)
    >>> arms, arms.means, arms.samples, arms.best
    (SampledArms(pulls=(1, 2), sums=(0.0, 1.0)), (0.0, 0.5), 3, 1)
    """

    pulls: tuple[int, ...]
    sums: tuple[float, ...]

    @staticmethod
    def unseen(arms: int) -> SampledArms:
        """Nothing pulled."""
        return SampledArms((0,) * arms, (0.0,) * arms)

    @property
    def samples(self) -> int:
        """The number of pulls of all arms."""
        return sum(self.pulls)

    @property
    def means(self) -> tuple[float, ...]:
        """The empirical means; every arm has a sample."""
        return tuple([total / n for total, n in zip(self.sums, self.pulls, strict=True)])

    @property
    def best(self) -> int:
        """The arm of the largest empirical mean, the first of several."""
        means = self.means
        return means.index(max(means))

    def after(self, arm: int, reward: float) -> SampledArms:
        """With one more reward of an arm."""
        pulls, sums = list(self.pulls), list(self.sums)
        pulls[arm] += 1
        sums[arm] += reward
        return SampledArms(tuple(pulls), tuple(sums))
