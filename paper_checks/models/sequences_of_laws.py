"""Sequences of finite laws whose values and masses are sums of powers of n: limits, exactly."""

from __future__ import annotations
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isinf
from .powers_of_n import Powers

Limit = Mapping[Fraction, Fraction]
"""Values and masses of a finite law."""


@dataclass(frozen=True)
class Sequence:
    """The law of X_n: values and masses, for all large n.

    >>> rare = Sequence.of((Powers.n(), Powers.n(-1)), (0, 1 - Powers.n(-1)))
    >>> rare.limit == {0: 1}, rare.escaping, rare.beyond(Fraction(1, 2)).limit
    (True, Fraction(0, 1), Fraction(0, 1))
    """

    atoms: tuple[tuple[Powers, Powers], ...]

    @classmethod
    def of(cls, *atoms: tuple[Powers | Fraction | int, Powers | Fraction | int]) -> Sequence:
        """A law by its values and masses; raises ValueError if they do not sum to 1."""
        result = tuple((Powers.of(value), Powers.of(mass)) for value, mass in atoms)
        if sum((mass for _, mass in result), Powers(())) != Powers.of(1):
            raise ValueError("The masses do not sum to 1 for every n; give those of a law.")
        return cls(result)

    def image(self, g: Callable[[Powers], Powers | int]) -> Sequence:
        """The law of g(X_n)."""
        return Sequence(tuple((Powers.of(g(value)), mass) for value, mass in self.atoms))

    def probability(self, event: Callable[[Powers], bool]) -> Powers:
        """The mass of the values in an event, for all large n."""
        return sum((mass for value, mass in self.atoms if event(value)), Powers(()))

    def cdf(self, x: Fraction) -> Fraction | float:
        """The limit of P(X_n <= x)."""
        return self.probability(lambda value: not value.exceeds(x)).limit

    def beyond(self, level: Powers | Fraction) -> Powers:
        """P(|X_n| > level)."""
        return self.probability(lambda value: abs(value).exceeds(level))

    def moment(self, order: int) -> Powers:
        """E X_n^order."""
        return sum((mass * value**order for value, mass in self.atoms), Powers(()))

    @property
    def escaping(self) -> Fraction | float:
        """The limit of the mass that tends to infinity; 0 if and only if the laws are tight."""
        return self.probability(lambda value: isinf(value.limit)).limit

    @property
    def limit(self) -> Limit:
        """The limits of the finite values, with the limits of their masses."""
        results: dict[Fraction, Fraction] = {}
        for value, mass in self.atoms:
            place, weight = value.limit, mass.limit
            if isinstance(place, Fraction) and isinstance(weight, Fraction) and weight:
                results[place] = results.get(place, Fraction(0)) + weight
        return results


def cdf_of(law: Limit, x: Fraction) -> Fraction:
    """P(X <= x) of a finite law.

    >>> cdf_of({Fraction(0): Fraction(1, 2), Fraction(1): Fraction(1, 2)}, Fraction(1, 3))
    Fraction(1, 2)
    """
    return sum((mass for value, mass in law.items() if value <= x), Fraction(0))
