"""Integrals of products of Laplace densities and distribution functions, in closed form, in balls.

Between two places where a factor changes its form, the product is a sum of exponentials:

    density of scale b at z - m      e^(-|z - m|/b) / (2 b)
    distribution function F          e^((z - m)/b) / 2 for z < m, else 1 - e^(-(z - m)/b) / 2
    its complement 1 - F             the same, turned round

so that its integral is a sum of (e^(r h) - e^(r l)) / r over the rates r. Scales and places are
exact, and so are the rates.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Literal
from flint import arb, ctx
from banditproof.theory.balls import ball

Terms = dict[int, arb]
"""The coefficient of e^(r (z - origin)) for each rate r, in units that all rates share."""


@dataclass(frozen=True)
class Factor:
    """A function of one variable z: of Laplace noise of a scale around a place.

    >>> density, below = Factor("density", Fraction(0), Fraction(1)), Factor(
    ...     "below", Fraction(0), Fraction(1))
    >>> integral([density]).contains(1), integral([density, below]).overlaps(arb(1) / 2)
    (True, True)
    """

    kind: Literal["density", "below", "above"]
    """The density at z, or the probability that the noisy place is below z, or above it."""
    place: Fraction
    scale: Fraction

    def terms(self, origin: Fraction, right: bool, unit: Fraction) -> Terms:
        """The exponentials on one side of the place, whose rates are multiples of a unit."""
        rate = int(1 / self.scale / unit) * (-1 if right else 1)
        tail = _tail(abs(origin - self.place) / self.scale)
        if self.kind == "density":
            return {rate: tail / ball(self.scale)}
        if (self.kind == "below") is right:
            return {0: arb(1), rate: -tail}
        return {rate: tail}


@lru_cache(maxsize=1 << 12)
def _tail_in(distance: Fraction, bits: int) -> arb:
    return (-ball(distance)).exp() / 2


def _tail(distance: Fraction) -> arb:
    """Half of e^-distance; equal distances are frequent."""
    return _tail_in(distance, ctx.prec)


def integral(factors: Sequence[Factor], until: Fraction | None = None) -> arb:
    """The integral of the product over the line, or up to a place; one factor is a density.

    >>> one = Factor("density", Fraction(0), Fraction(2))
    >>> integral([one], Fraction(0)).overlaps(arb(1) / 2), integral([one], Fraction(2)).str(5)
    (True, '[0.81606 +/- 2.80e-7]')
    """
    places = sorted({factor.place for factor in factors})
    if until is not None:
        places = [*(place for place in places if place < until), until]
    rates = [1 / factor.scale for factor in factors]
    unit = Fraction(
        math.gcd(*(rate.numerator for rate in rates)),
        math.lcm(*(rate.denominator for rate in rates)),
    )
    total = arb(0)
    ends: list[Fraction | None] = [None, *places, *([] if until is not None else [None])]
    for low, high in pairwise(ends):
        total += _part(factors, low, high, unit)
    return total


def _part(
    factors: Sequence[Factor], low: Fraction | None, high: Fraction | None, unit: Fraction
) -> arb:
    """The integral between two neighbouring places."""
    origin = low if low is not None else high
    assert origin is not None
    product: Terms = {0: arb(1)}
    for factor in factors:
        terms = factor.terms(origin, low is not None and low >= factor.place, unit)
        several: Terms = {}
        for one, first in product.items():
            for other, second in terms.items():
                known = several.get(one + other)
                several[one + other] = first * second if known is None else known + first * second
        product = several
    if low is not None and high is not None:
        grown = (ball(unit) * ball(high - low)).exp()
        return sum(
            (
                c * (ball(high - low) if rate == 0 else (grown**rate - 1) / (rate * ball(unit)))
                for rate, c in product.items()
            ),
            arb(0),
        )
    # at the end that is infinite the product vanishes, for it has a density
    signed = ((rate if low is None else -rate, c) for rate, c in product.items())
    return sum((c / (rate * ball(unit)) for rate, c in signed), arb(0))


def density(scale: Fraction, distance: arb) -> arb:
    """The density of Laplace noise at a distance."""
    return (-abs(distance) / ball(scale)).exp() / (2 * ball(scale))


def below(scale: Fraction, distance: arb) -> arb:
    """The distribution function of Laplace noise, for a distance that may be known nearly.

    >>> below(Fraction(1), arb(0)).overlaps(arb(1) / 2)
    True
    """
    x = distance / ball(scale)
    tail = (-abs(x)).exp() / 2
    if bool(x < 0):
        return tail
    return 1 - tail if bool(x >= 0) else tail.union(1 - tail)
