"""Quotients of polynomials without a common factor, whose denominators are monic.

Equal quotients have equal forms. Cancelling is safe, for denominators are products of what was
inverted, and so not 0 where a term is defined.
"""

from math import comb
from typing import Any

MOST_DEGREE = 4096
MOST_PARTS = 200_000
"""The most products of parts of two polynomials, or parts of a power, that are worked out."""
Form = tuple[Any, Any]
"""Numerator and denominator."""


def _require_moderate(parts: int) -> None:
    if parts > MOST_PARTS:
        raise ArithmeticError("A product is too large to be compared.")


def reduced(top: Any, below: Any) -> Form:
    """The form of a quotient."""
    if below.is_one():
        return top, below
    common = top.gcd(below)
    if not common.is_one():
        top, below = top / common, below / common
    lead = below.leading_coefficient()
    return (top, below) if lead == 1 else (top / lead, below / lead)


def plus(a: Form, b: Form) -> Form:
    """The sum."""
    (top, below), (other, under) = a, b
    _require_moderate(max(len(top) * len(under), len(other) * len(below), len(below) * len(under)))
    if below == under:
        return reduced(top + other, below)
    # A factor of below and of top + below * other is one of top, and a form has none.
    if under.is_one():
        return top + other * below, below
    if below.is_one():
        return top * under + other, under
    return reduced(top * under + other * below, below * under)


def times(a: Form, b: Form) -> Form:
    """The product."""
    _require_moderate(max(len(a[0]) * len(b[0]), len(a[1]) * len(b[1])))
    return reduced(a[0] * b[0], a[1] * b[1])


def power(a: Form, n: int) -> Form:
    """A whole power."""
    if n == 1:
        return a
    if n < 0 and a[0].is_zero():
        raise ZeroDivisionError("The inverse of 0.")
    if abs(n) * max(1, *(int(sum(p.degrees())) for p in a)) > MOST_DEGREE:
        raise ArithmeticError("A power is too large to be compared.")
    # There are as many monomials of degree n in as many letters: no power has more parts.
    _require_moderate(max(comb(len(p) + abs(n) - 1, abs(n)) if len(p) > 1 else 1 for p in a))
    # Powers of coprime polynomials are coprime: only an inverse has to be made monic again.
    if n >= 0:
        return a[0] ** n, a[1] ** n
    lead = a[0].leading_coefficient() ** -n
    return a[1] ** -n / lead, a[0] ** -n / lead
