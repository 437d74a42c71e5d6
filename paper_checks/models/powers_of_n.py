"""Finite sums of powers of n, and what becomes of them for large n, exactly."""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from math import inf


@dataclass(frozen=True)
class Powers:
    """The sum of c n^e over its terms (e, c); the exponents fall, and no c is 0.

    >>> n = Powers.n()
    >>> (n * (n - 1)).limit, ((n - 1) * Powers.n(-1)).limit, str(n - 1)
    (inf, Fraction(1, 1), '1 n^1 + -1 n^0')
    """

    terms: tuple[tuple[Fraction, Fraction], ...]

    @classmethod
    def of(cls, value: Powers | Fraction | int) -> Powers:
        """A number as a constant."""
        return value if isinstance(value, Powers) else cls.n(0, value)

    @classmethod
    def n(cls, exponent: Fraction | int = 1, factor: Fraction | int = 1) -> Powers:
        """factor n^exponent."""
        return cls(((Fraction(exponent), Fraction(factor)),) if factor else ())

    def __add__(self, other: Powers | Fraction | int) -> Powers:
        results: dict[Fraction, Fraction] = {}
        for exponent, factor in (*self.terms, *Powers.of(other).terms):
            results[exponent] = results.get(exponent, Fraction(0)) + factor
        return Powers(tuple(sorted(((e, c) for e, c in results.items() if c), reverse=True)))

    def __mul__(self, other: Powers | Fraction | int) -> Powers:
        powers = Powers(())
        for e, c in self.terms:
            for f, d in Powers.of(other).terms:
                powers += Powers.n(e + f, c * d)
        return powers

    __radd__, __rmul__ = __add__, __mul__

    def __sub__(self, other: Powers | Fraction | int) -> Powers:
        return self + Powers.of(other) * -1

    def __rsub__(self, other: Powers | Fraction | int) -> Powers:
        return Powers.of(other) - self

    def __pow__(self, exponent: int) -> Powers:
        result = Powers.of(1)
        for _ in range(exponent):
            result *= self
        return result

    def __abs__(self) -> Powers:
        return self * -1 if self.sign < 0 else self

    def __str__(self) -> str:
        return " + ".join(f"{c} n^{e}" for e, c in self.terms) or "0"

    @property
    def sign(self) -> int:
        """The sign for all large n."""
        return 0 if not self.terms else 1 if self.terms[0][1] > 0 else -1

    @property
    def limit(self) -> Fraction | float:
        """The limit, which may be infinite."""
        if self.terms and self.terms[0][0] > 0:
            return self.sign * inf
        return next((c for e, c in self.terms if e == 0), Fraction(0))

    def at(self, root: int) -> Fraction:
        """The value at n = root^2, where the exponents are whole or halves.

        >>> (Powers.n(Fraction(1, 2)) + 1).at(3)
        Fraction(4, 1)
        """
        if any((2 * e).denominator > 1 for e, _ in self.terms):
            raise ValueError(f"The exponents of {self} are no halves; give such a sum.")
        return sum((c * Fraction(root) ** int(2 * e) for e, c in self.terms), Fraction(0))

    def exceeds(self, other: Powers | Fraction | int) -> bool:
        """Whether it is the larger one for all large n."""
        return (self - other).sign > 0
