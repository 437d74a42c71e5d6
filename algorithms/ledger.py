"""The ledger: every raw reward that was read, and every release with all that it depends on.

The engine hands the curator rewards and noises as *traced numbers*, which carry the linear
combination of rewards and noises that they are made of. So what a release depends on is computed,
not declared: a curator cannot forget to mention a reward that it used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from banditproof.theory.mechanisms import Mechanism


@dataclass(frozen=True)
class Traced:
    """A number with its origin: value = constant + sum of coefficients times rewards and noises.

    `rewards` maps a round to the coefficient of the reward read in it, `noises` a noise's serial
    number to its coefficient. Sums and multiples by plain numbers stay traced; anything else
    (a product of two traced numbers, a comparison) is refused, because it is not a linear
    statistic.

    >>> x = Traced.reward(3, 1.0) + Traced.reward(5, 0.0) + Traced.noise(0, 0.25)
    >>> x.value, x.rewards, x.noises
    (1.25, {3: 1, 5: 1}, {0: 1})
    """

    value: float
    rewards: Mapping[int, float] = field(default_factory=dict)
    noises: Mapping[int, float] = field(default_factory=dict)

    @staticmethod
    def reward(time: int, value: float) -> Traced:
        """The raw reward of a round."""
        return Traced(value, rewards={time: 1})

    @staticmethod
    def noise(serial: int, value: float) -> Traced:
        """The noise variable with a serial number."""
        return Traced(value, noises={serial: 1})

    def __add__(self, other: Traced | float) -> Traced:
        if not isinstance(other, Traced):
            return Traced(self.value + other, self.rewards, self.noises)
        return Traced(
            self.value + other.value,
            _merged(self.rewards, other.rewards),
            _merged(self.noises, other.noises),
        )

    __radd__ = __add__

    def __mul__(self, factor: Any) -> Traced:
        if isinstance(factor, Traced):
            raise ValueError("The product of two traced numbers is not a linear statistic.")
        return Traced(
            self.value * factor,
            {key: c * factor for key, c in self.rewards.items()},
            {key: c * factor for key, c in self.noises.items()},
        )

    __rmul__ = __mul__

    def __truediv__(self, divisor: float) -> Traced:
        return self * (1 / divisor)

    def __neg__(self) -> Traced:
        return self * -1

    def __sub__(self, other: Traced | float) -> Traced:
        return self + (-other)

    def __rsub__(self, other: float) -> Traced:
        return (-self) + other


def _merged(left: Mapping[int, float], right: Mapping[int, float]) -> dict[int, float]:
    total = dict(left)
    for key, coefficient in right.items():
        total[key] = total.get(key, 0) + coefficient
    return total


@dataclass(frozen=True)
class Read:
    """The raw reward of one round was read by the curator."""

    time: int
    arm: int


@dataclass(frozen=True)
class Release:
    """A statistic left the curator: `value` is all that the policy learns."""

    time: int
    arm: int
    count: int
    value: float
    mechanism: Mechanism
    rewards: Mapping[int, float]
    noises: Mapping[int, float]

    @property
    def sensitivity(self) -> float:
        """How much one reward of [0, 1] can change the statistic: its largest coefficient."""
        return max((abs(c) for c in self.rewards.values()), default=0)


@dataclass
class Ledger:
    """All reads and releases of one play, in order, and the pulls that were decided."""

    reads: list[Read] = field(default_factory=list)
    releases: list[Release] = field(default_factory=list)
