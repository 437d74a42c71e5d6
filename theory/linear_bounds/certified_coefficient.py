"""The result of a structural program: a certified number and the allocation that attains it."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.enclosure import Enclosure
from .quotient import Structure

BITS = 256
"""The precision of the balls: the ends of an enclosure are rationals that need few digits."""


@dataclass(frozen=True)
class StructuralBound:
    """A coefficient of log T: `enclosure` holds the exact optimum of the program.

    Its lower end comes from a dual and its upper end from a primal feasible point, both exact.
    `allocation[a]` is the number of pulls of arm a per log T at the primal point; it is 0 for the
    best arm, whose pulls cost nothing and are not counted.
    """

    enclosure: Enclosure
    allocation: tuple[float, ...]

    @property
    def value(self) -> float:
        """The optimum as a float."""
        return float(self.enclosure)

    @property
    def lower(self) -> Fraction:
        """An exact number that is at most the optimum."""
        return Fraction(self.enclosure.lo)

    @property
    def upper(self) -> Fraction:
        """An exact number that is at least the optimum."""
        return Fraction(self.enclosure.hi)

    def to_json(self) -> dict[str, Any]:
        """The value, its certificate, and the allocation, in plain types."""
        return {
            "value": self.value,
            **self.enclosure.to_json(),
            "allocation": list(self.allocation),
        }


def pulls_of(structure: Structure, allocation: Sequence[Fraction]) -> tuple[float, ...]:
    """An allocation to the arms of a structure as floats, one for each arm of the bandit."""
    pulls = [0.0] * structure.number_of_arms
    for arm, share in zip(structure.arms, allocation, strict=True):
        try:
            pulls[arm] = float(share)
        except OverflowError:
            pulls[arm] = math.inf
    return tuple(pulls)


def between(low: Callable[[], arb], high: Callable[[], arb]) -> Enclosure:
    """The enclosure of a number between two balls, with ends of a reasonable length."""
    with working_precision(BITS):
        return Enclosure(_short(lower(low()), up=False), _short(upper(high()), up=True))


def ratio_between(low: Fraction, high: Fraction) -> Enclosure:
    """The enclosure of a number between two rationals; a point stays exact."""
    if low == high:
        return Enclosure(low, high)
    return Enclosure(_short(low, up=False), _short(high, up=True))


def _short(value: Fraction, *, up: bool) -> Fraction:
    """The value rounded to the given side, with about 128 binary digits."""
    if value == 0:
        return value
    bits = 128 - (abs(value.numerator).bit_length() - value.denominator.bit_length())
    unit = Fraction(1, 1 << bits) if bits >= 0 else Fraction(1 << -bits)
    return -((-value) // unit) * unit if up else (value // unit) * unit


def times_private_unit(low: Fraction, high: Fraction, sigma: Fraction, eps: Fraction) -> Enclosure:
    """The enclosure of sqrt(2 pi) sigma / eps times a number between two rationals."""

    def unit() -> arb:
        return (2 * arb.pi()).sqrt() * ball(sigma / eps)

    return between(lambda: ball(low) * unit(), lambda: ball(high) * unit())
