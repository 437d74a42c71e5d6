"""The exact ends of a ball. Nothing here loads the library of balls, which takes its time."""

from __future__ import annotations
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from .extended_rationals import Bound, as_bound

if TYPE_CHECKING:
    from flint import arb
    from .exact import Number

MAX_EXPONENT = 1 << 24
"""The largest power of two that is converted to an exact fraction, of two megabytes."""


def _dyadic(x: arb) -> Fraction:
    if not x.is_finite():
        raise ValueError("A number is not finite as a ball; give less extreme arguments.")
    mantissa, exponent = x.man_exp()
    m, e = int(mantissa), int(exponent)
    if abs(e) > MAX_EXPONENT:
        raise ValueError(f"A number is about 2^{e}; give arguments with a less extreme result.")
    return Fraction(m << e) if e >= 0 else Fraction(m, 1 << -e)


def lower(x: arb) -> Fraction:
    """An exact rational that is at most every point of the ball."""
    return _dyadic(x.lower())


def float_at_lower(x: arb) -> float:
    """The float that is nearest to the lower end of the ball; infinite beyond the largest float."""
    return float(x.lower())


def upper(x: arb) -> Fraction:
    """An exact rational that is at least every point of the ball."""
    return _dyadic(x.upper())


def midpoint(x: arb) -> Fraction:
    """The exact midpoint of the ball: a candidate, which proves nothing by itself."""
    return _dyadic(x.mid())


def ends_of(value: Number | arb) -> tuple[Bound, Bound]:
    """The ends of a ball, or twice a number of another kind."""
    flint: Any = sys.modules.get("flint")  # a ball can only come from a loaded flint
    if flint is not None and isinstance(value, flint.arb):
        return lower(value), upper(value)
    end = as_bound(value)
    if end is None:
        from .exact import exact  # only here, because it loads NumPy

        end = exact(value)  # type: ignore[arg-type]
    return end, end
