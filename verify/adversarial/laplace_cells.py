"""Probabilities that are products of Laplace cells and rationals, and their exact log-ratios.

A cell beyond the centre has the probability e^-z / 2 times (1 - e^-width), and one around it is
1 - (e^-u + e^-v) / 2. Where a ratio of two products has only powers of e and rationals left that
are 1, its logarithm is a rational, exact.
"""

from __future__ import annotations
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure

Powers = tuple[tuple[Fraction, Fraction], ...]
"""Pairs (c, z), which stand for 1 - sum of c e^-z."""
Factors = tuple[tuple[Powers, int], ...]
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class CellMass:
    """weight e^-exponent times the product of (1 - sum of c e^-z)^n over the factors.

    >>> above, before = tail(Fraction(3), above=True), tail(Fraction(-1), above=True)
    >>> above, (above * before).exponent
    (CellMass(weight=Fraction(1, 2), exponent=Fraction(3, 1), factors=()), Fraction(3, 1))
    """

    weight: Fraction
    exponent: Fraction = Fraction(0)
    factors: Factors = ()

    @property
    def is_zero(self) -> bool:
        """Whether the probability is 0."""
        return self.weight == 0

    def __mul__(self, other: CellMass) -> CellMass:
        return CellMass(
            self.weight * other.weight,
            self.exponent + other.exponent,
            _merged((*self.factors, *other.factors)),
        )

    def __truediv__(self, other: CellMass) -> CellMass:
        if other.is_zero:
            raise ValueError("The divisor is a probability of 0; give an outcome that is possible.")
        inverted = tuple((powers, -n) for powers, n in other.factors)
        return CellMass(
            self.weight / other.weight,
            self.exponent - other.exponent,
            _merged((*self.factors, *inverted)),
        )

    def ball(self) -> arb:
        """The number as a ball, at the working precision."""
        total = ball(self.weight) * ball(-self.exponent).exp()
        for powers, n in self.factors:
            total *= (1 - _removed(powers)) ** n
        return total

    def log(self, digits: int = 20) -> Enclosure:
        """The logarithm; a point where it is rational, as that of a ratio of far tails is."""
        if self.is_zero:
            raise ValueError("A probability of 0 has no logarithm; give an outcome with mass.")
        if self.weight == 1 and not self.factors:
            return Enclosure.of(-self.exponent)

        def evaluate() -> arb:
            total = ball(self.weight).log() - ball(self.exponent)
            for powers, n in self.factors:
                total += n * (-_removed(powers)).log1p()
            return total

        return enclose(evaluate, digits)


ONE_MASS = CellMass(Fraction(1))
NO_MASS = CellMass(Fraction(0))


def cell(low: Fraction | None, high: Fraction | None) -> CellMass:
    """P(low < Z <= high) for Laplace noise Z of scale 1; None stands for an infinity.

    >>> cell(Fraction(0), None).weight, cell(Fraction(1), Fraction(1)).is_zero
    (Fraction(1, 2), True)
    >>> cell(Fraction(-1), Fraction(0)) == cell(Fraction(0), Fraction(1))
    True
    """
    if low is None or high is None:
        ends = [end for end in (low, high) if end is not None]
        return tail(ends[0], above=high is None) if ends else ONE_MASS
    if low >= high:
        return NO_MASS
    if low < 0 < high:
        return CellMass(Fraction(1), factors=((tuple(sorted([(HALF, -low), (HALF, high)])), 1),))
    near, far = (low, high) if low >= 0 else (-high, -low)
    return CellMass(HALF, near, ((((Fraction(1), far - near),), 1),))


def tail(z: Fraction, above: bool) -> CellMass:
    """P(Z > z) or P(Z <= z) for Laplace noise Z of scale 1.

    >>> tail(Fraction(0), above=False).weight
    Fraction(1, 2)
    """
    if (z >= 0) == above or z == 0:
        return CellMass(HALF, abs(z))
    return CellMass(Fraction(1), factors=((((HALF, abs(z)),), 1),))


def _removed(powers: Powers) -> arb:
    return sum((ball(c) * ball(-z).exp() for c, z in powers), arb(0))


def _merged(factors: Iterable[tuple[Powers, int]]) -> Factors:
    exponents: Counter[Powers] = Counter()
    for powers, n in factors:
        exponents[powers] += n
    return tuple(sorted((powers, n) for powers, n in exponents.items() if n))
