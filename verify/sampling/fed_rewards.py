"""The rewards that a search feeds: the ends of a range, numbers between them, and beyond."""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.exact import Number


def as_fed(reward: Fraction) -> float:
    """A reward as a policy receives it: an integer where it is one, else a float.

    >>> as_fed(Fraction(1)), as_fed(Fraction(1, 4))
    (1, 0.25)
    """
    return reward.numerator if reward.denominator == 1 else float(reward)


@dataclass(frozen=True)
class FedRewards:
    """Both ends, the numbers `between` them, and `outside` for policies that claim to clip.

    >>> fed = FedRewards.of((0, 5), clips=True)
    >>> fed.low, fed.high, fed.outside, fed.opposite(0.005)
    (0, 5, (-10, 15), 5)
    >>> str(FedRewards.of("0:1"))
    '0, 1, 0.5, 0.25, 0.9, 0.001'
    """

    low: float = 0
    high: float = 1
    between: tuple[float, ...] = ()
    outside: tuple[float, ...] = ()

    @classmethod
    def of(cls, rewards: RewardSpace | str | Sequence[Number], clips: bool = False) -> FedRewards:
        """What is fed for a claim about some rewards."""
        space = RewardSpace.of(rewards)
        low, high, *between = map(as_fed, space.tried)
        outside = tuple(map(as_fed, space.outside)) if clips else ()
        return cls(low, high, tuple(between), outside)

    @property
    def inner(self) -> tuple[float, ...]:
        """Everything but the two ends."""
        return (*self.between, *self.outside)

    @property
    def values(self) -> tuple[float, ...]:
        """Everything that is fed."""
        return (self.low, self.high, *self.inner)

    def opposite(self, reward: float) -> float:
        """The end that is further away."""
        return self.high if 2 * reward < self.low + self.high else self.low

    def __str__(self) -> str:
        return ", ".join(f"{value:g}" for value in self.values)


ENDS = FedRewards()
"""Rewards 0 and 1 alone."""
