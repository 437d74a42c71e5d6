"""Which rewards a claim of privacy is about: a bounded range, or a finite list of values."""

from __future__ import annotations
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any
from banditproof.theory.exact import Number, exact

INTERIOR = (Fraction(1, 2), Fraction(1, 4), Fraction(9, 10), Fraction(1, 1000))
"""The places inside a range that are tried beside its ends, as fractions of its width."""
NAN_REWARD = "A reward is NaN, which no range has; give rewards that are numbers."


@dataclass(frozen=True)
class RewardSpace:
    """All numbers from `lo` to `hi`, or only the given `values` between them.

    >>> space = RewardSpace.of("0:5")
    >>> space.lo, space.hi, space.width, str(space)
    (Fraction(0, 1), Fraction(5, 1), Fraction(5, 1), '[0, 5]')
    >>> str(RewardSpace.of([1, 0, "0.5"]))
    '{0, 0.5, 1}'
    """

    lo: Fraction = Fraction(0)
    hi: Fraction = Fraction(1)
    values: tuple[Fraction, ...] = ()

    def __post_init__(self) -> None:
        if not self.lo < self.hi:
            raise ValueError(
                f"The rewards go from {self.lo} to {self.hi}; give a range lo:hi with lo < hi."
            )
        if self.values and (self.values[0], self.values[-1]) != (self.lo, self.hi):
            raise ValueError(
                f"The rewards go from {self.lo} to {self.hi}, and their values from "
                f"{self.values[0]} to {self.values[-1]}; give values that begin and end there."
            )

    @classmethod
    def of(cls, rewards: RewardSpace | str | Sequence[Number]) -> RewardSpace:
        """A range from "0:5" or (0, 5), a list of values from "0,1,5" or [0, 1, 5].

        >>> RewardSpace.of((0, 5)) == RewardSpace.of("0:5"), RewardSpace.of("0,5").values
        (True, (Fraction(0, 1), Fraction(5, 1)))
        """
        if isinstance(rewards, RewardSpace):
            return rewards
        is_range = isinstance(rewards, tuple) or (isinstance(rewards, str) and ":" in rewards)
        if isinstance(rewards, str):
            rewards = rewards.split(":" if is_range else ",")
        try:
            numbers = [exact(number) for number in rewards]
        except (TypeError, ValueError, ZeroDivisionError):
            raise ValueError(
                f"The rewards are {rewards!r}; give a range such as 0:5, or a list such as 0,1,5."
            ) from None
        if is_range and len(numbers) != 2:
            raise ValueError(
                f"The range of rewards has {len(numbers)} numbers; give two, such as 0:5."
            )
        if is_range:
            return cls(numbers[0], numbers[1])
        values = tuple(sorted(set(numbers)))
        if len(values) < 2:
            raise ValueError(
                f"The list of rewards has {len(values)} different values; give at least two."
            )
        return cls(values[0], values[-1], values)

    @property
    def width(self) -> Fraction:
        """By how much one reward can change."""
        return self.hi - self.lo

    @property
    def tried(self) -> tuple[Fraction, ...]:
        """The rewards that an audit feeds: both ends first, then some between them.

        >>> [float(x) for x in RewardSpace().tried]
        [0.0, 1.0, 0.5, 0.25, 0.9, 0.001]
        """
        between = self.values or tuple(self.lo + self.width * part for part in INTERIOR)
        return (self.lo, self.hi, *(x for x in between if x not in (self.lo, self.hi)))

    @property
    def outside(self) -> tuple[Fraction, ...]:
        """Rewards beyond both ends, for policies that claim to clip them.

        >>> [str(x) for x in RewardSpace().outside]
        ['-2', '3']
        """
        return (self.lo - 2 * self.width, self.hi + 2 * self.width)

    def clipped(self, reward: float) -> float:
        """The nearest number of the range, or of the listed values: a float, or a fraction of one.

        >>> RewardSpace().clipped(7), RewardSpace().clipped(0.25)
        (1.0, 0.25)
        >>> RewardSpace.of("0,1,5").clipped(0.25)
        0.0
        >>> RewardSpace().clipped(float("nan"))
        Traceback (most recent call last):
        ...
        ValueError: A reward is NaN, which no range has; give rewards that are numbers.
        """
        result: float = self.clipping()(reward)
        return result

    def clipping(self) -> Callable[[float], Any]:
        """`clipped` as a function, for many rewards: it reads the ends of the range once.

        All plays add floats, whatever rewards they are given: numbers of NumPy are added more
        slowly, and integers more quickly, which would be a sign of them. What a price counts of
        listed values, as that they are whole, holds for no number between them: none is read.
        """
        low, high = _simplest(self.lo), _simplest(self.hi)
        least, largest = float(self.lo), float(self.hi)
        values, middles = self.values, self._middles

        def clipped(reward: float | Fraction) -> Any:
            if reward >= high:
                return largest
            if reward <= low:
                return least
            if reward != reward:
                raise ValueError(NAN_REWARD)
            if middles:
                value = values[bisect_left(middles, reward)]
                return value if isinstance(reward, Fraction) else float(value)
            return reward if isinstance(reward, Fraction) else float(reward)

        return clipped

    def nearest(self, reward: Fraction) -> Fraction:
        """The number as which a play reads a reward; of two that are as near the smaller one.

        >>> [str(RewardSpace.of("0,1,5").nearest(Fraction(x, 2))) for x in (-1, 1, 2, 7)]
        ['0', '0', '1', '5']
        """
        if self.values:
            return self.values[bisect_left(self._middles, reward)]
        return min(max(reward, self.lo), self.hi)

    @property
    def _middles(self) -> list[Fraction]:
        """Half-way between neighbours of the listed values."""
        return [(left + right) / 2 for left, right in pairwise(self.values)]

    def __str__(self) -> str:
        if self.values:
            return "{" + ", ".join(_plain(value) for value in self.values) + "}"
        return f"[{_plain(self.lo)}, {_plain(self.hi)}]"


def _simplest(end: Fraction) -> Fraction | int:
    """An integer where the end is one: floats are compared with it much faster."""
    return end.numerator if end.denominator == 1 else end


def _plain(number: Fraction) -> str:
    decimal = f"{float(number):.12g}"
    return decimal if exact(decimal) == number else str(number)


UNIT = RewardSpace()
"""The rewards of the papers: [0, 1]."""
