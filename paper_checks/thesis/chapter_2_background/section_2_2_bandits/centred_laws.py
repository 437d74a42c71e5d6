"""Centred laws whose moments and tails are known exactly: what subgaussian claims are tried on."""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball


@dataclass(frozen=True)
class Finite:
    """A law on finitely many rational points.

    >>> Finite.centred_bernoulli(Fraction(1, 4)).variance
    Fraction(3, 16)
    """

    name: str
    masses: Mapping[Fraction, Fraction]

    @staticmethod
    def centred_bernoulli(p: Fraction) -> Finite:
        """Ber(p) - p."""
        return Finite(f"Ber({p}) - {p}", {1 - p: p, -p: 1 - p} if 0 < p < 1 else {Fraction(0): p})

    @staticmethod
    def signs(size: Fraction = Fraction(1)) -> Finite:
        """A fair sign, times a number."""
        return Finite(f"a fair sign times {size}", {size: Fraction(1, 2), -size: Fraction(1, 2)})

    @property
    def mean(self) -> Fraction:
        """E X."""
        return sum((x * p for x, p in self.masses.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """E X^2 - (E X)^2."""
        second = sum((x * x * p for x, p in self.masses.items()), Fraction(0))
        return second - self.mean**2

    def moment(self, rate: Fraction) -> arb:
        """E exp(rate X), at the working precision."""
        return sum((ball(p) * ball(rate * x).exp() for x, p in self.masses.items()), arb(0))

    def tail(self, level: Fraction) -> arb:
        """P(X >= level)."""
        return ball(sum((p for x, p in self.masses.items() if x >= level), Fraction(0)))

    def times(self, factor: Fraction) -> Finite:
        """The law of factor X."""
        results: dict[Fraction, Fraction] = {}
        for x, p in self.masses.items():
            results[factor * x] = results.get(factor * x, Fraction(0)) + p
        return Finite(f"{factor} ({self.name})", results)

    def plus(self, other: Finite) -> Finite:
        """The law of X + Y for an independent Y."""
        results: dict[Fraction, Fraction] = {}
        for x, p in self.masses.items():
            for y, q in other.masses.items():
                results[x + y] = results.get(x + y, Fraction(0)) + p * q
        return Finite(f"{self.name} + {other.name}", results)


@dataclass(frozen=True)
class Normal:
    """The law N(0, sigma^2).

    >>> Normal(Fraction(2)).name
    'N(0, 4)'
    """

    sigma: Fraction

    @property
    def name(self) -> str:
        """The law in a few signs."""
        return f"N(0, {self.sigma**2})"

    def moment(self, rate: Fraction) -> arb:
        """E exp(rate X) = exp(rate^2 sigma^2 / 2)."""
        return ball((rate * self.sigma) ** 2 / 2).exp()

    def tail(self, level: Fraction) -> arb:
        """P(X >= level)."""
        return normal_tail(ball(level / self.sigma))


def normal_tail(x: arb) -> arb:
    """P(N(0, 1) >= x), at the working precision."""
    return (x / arb(2).sqrt()).erfc() / 2


def nearly_tight(level: arb, share: Fraction) -> arb:
    """P(X >= level) = share exp(-level^2/2) for a 1-subgaussian X on -level, 0 and level.

    With x = level and q = 2 share exp(-x^2/2) the moment at a rate l >= 0 is 1 + q (cosh(l x) - 1).
    Let r^2 = 2 log(1/(1 - share)). At l >= r: q (cosh(l x) - 1) <= q exp(l x)/2 <= share exp(l^2/2)
    <= exp(l^2/2) - 1, since l x - x^2/2 <= l^2/2 and share <= 1 - exp(-l^2/2). At l < r it is at
    most q l^2 x^2 cosh(r x)/2 <= l^2/2 if q x^2 cosh(r x) <= 1, which is tested.
    """
    tail = ball(share) * (-(level**2) / 2).exp()
    far = (-2 * ball(1 - share).log()).sqrt()
    if not 2 * tail * level**2 * (far * level).cosh() <= 1:
        raise ValueError(f"The law at {level.str(5)} is not seen to be 1-subgaussian; go further.")
    return tail


PROBABILITIES = tuple(Fraction(k, 100) for k in (1, 5, 20, 50, 80, 95, 99))
RATES = tuple(
    sign * rate
    for rate in map(Fraction, ("1/100", "1/2", "1", "3", "10", "40"))
    for sign in (1, -1)
)
