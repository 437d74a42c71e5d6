"""Roots of polynomials with rational coefficients, counted by Sturm's chains."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from flint import fmpq, fmpq_poly
from .goals import Interval


def _rational(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def irreducible_factors(found: Mapping[tuple[int, ...], Fraction]) -> list[tuple[fmpq_poly, int]]:
    """The irreducible factors, with their powers, of a polynomial given by exponent."""
    degree = max(n for (n,) in found)
    whole = fmpq_poly([_rational(found.get((n,), Fraction(0))) for n in range(degree + 1)])
    return [(factor, int(times)) for factor, times in whole.factor()[1]]


def roots_inside(f: fmpq_poly, where: Interval) -> int:
    """The number of roots of an irreducible polynomial inside an interval.

    >>> roots_inside(fmpq_poly([-2, 0, 1]), Interval(Fraction(0), None))
    1
    """
    if f.degree() == 1:  # the only irreducible polynomials with rational roots
        root = -f[0] / f[1]
        above = where.lo is None or _rational(where.lo) < root
        return int(above and (where.hi is None or root < _rational(where.hi)))
    # An irreducible f shares no factor with f', so the chain ends at a constant other than 0. Its
    # degree is above 1 here: no rational end is a root, and Sturm's count on (lo, hi] is that of
    # the inside.
    chain = [f, f.derivative()]
    while chain[-1].degree() > 0:
        chain.append(-(chain[-2] % chain[-1]))

    def changes(end: Fraction | None, turn: int) -> int:
        """The changes of sign along the chain at an end; far out the leading terms decide."""
        # For large |v| the leading term has the sign of the polynomial; turn = -1 stands for v < 0.
        leads = [p.leading_coefficient() * turn ** p.degree() for p in chain]
        values = leads if end is None else [p(_rational(end)) for p in chain]
        signs = [value > 0 for value in values if value != 0]
        return sum(a != b for a, b in pairwise(signs))

    return changes(where.lo, -1) - changes(where.hi, 1)
