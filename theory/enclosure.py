"""Intervals of rationals that provably contain a number, and exact arithmetic with them."""

from __future__ import annotations
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from .ball_ends import ends_of
from .comparison import Comparison
from .decimal_digits import decimal, floor_log10
from .extended_rationals import (
    Bound,
    bits_of,
    checked_bound,
    finite_bound,
    float_between,
    interval_text,
    inverse,
    operand_bound,
    plus,
    require_short_power,
    times,
)

if TYPE_CHECKING:
    from flint import arb
    from .exact import Number

__all__ = ["INFINITE", "ONE", "ZERO", "Bound", "Comparison", "Enclosure"]


MOST_SHOWN = 72
"""The longest pair of fractions that `repr` shows."""


@dataclass(frozen=True, repr=False)
class Enclosure:
    """The closed interval [lo, hi]; the number it was made for is proved to lie inside.

    Both ends are exact, so an enclosure pickles, compares and becomes JSON without rounding.
    An infinite end is a value that the number may have: `INFINITE` is plus infinity.

    >>> third = Enclosure.of("0.33", "0.34")
    >>> third.contains(Fraction(1, 3)), float(third.width), third.digits
    (True, 0.01, 1)
    >>> print(third)
    0.3[3..4]

    Arithmetic is exact: the result of `+`, `-`, `*`, `/`, `abs` or an integer power is the
    smallest interval that holds the results of all numbers of the operands. These are enclosures,
    integers, fractions and infinities, but not finite floats, which may stand for a decimal or for
    their binary value: `Enclosure.of` reads the latter.

    >>> print(1 - third, third * third, third**-2)
    0.6[6..7] 0.1[0..2] [8.6..9.2]

    An inequality is a `Comparison`, which is true when it is proved for all numbers of the
    operands; `not` only means "not proved", and `~` is the negation. `==` compares the ends. The
    built-in `max`, `min` and `sorted` take "not proved" for "no": of enclosures that overlap they
    give one of the operands, which need not hold the largest number. `Enclosure.max` and
    `Enclosure.min` give the enclosure of the largest and of the smallest.

    >>> bool(third < 1), bool(third < Fraction(1, 3)), bool(~(third < Fraction(1, 3)))
    (True, False, False)
    >>> print(Enclosure.max(third, Enclosure.of("0.32", "0.35")))
    0.3[3..5]

    `float` gives the float nearest to the midpoint, an infinity where it is beyond all floats; an
    enclosure from minus to plus infinity has none. `repr` shows short fractions, and otherwise the
    certain digits, as `str` does.

    >>> float(third), float(Enclosure.of("1e400"))
    (0.335, inf)
    >>> third, third**100
    (Enclosure(lo=Fraction(33, 100), hi=Fraction(17, 50)), <Enclosure [7.0e-49..2.0e-47]>)
    """

    lo: Bound
    hi: Bound

    __array_ufunc__ = None  # the operators of a NumPy scalar leave the operation to this class

    def __post_init__(self) -> None:
        object.__setattr__(self, "lo", checked_bound(self.lo))
        object.__setattr__(self, "hi", checked_bound(self.hi))
        if self.lo > self.hi:
            raise ValueError(
                f"The enclosure has lo = {decimal(self.lo, 6, up=False)} above "
                f"hi = {decimal(self.hi, 6, up=True)}; give lo <= hi."
            )

    @staticmethod
    def of(lo: Enclosure | Number | arb, hi: Enclosure | Number | arb | None = None) -> Enclosure:
        """Return the enclosure of one number, or the interval from one number to another.

        Each is an int, a Fraction, a decimal or a ratio as a string, a float (its exact binary
        value), an enclosure or an Arb ball.

        >>> Enclosure.of("0.1"), Enclosure.of(0.5, 1).width
        (Enclosure(lo=Fraction(1, 10), hi=Fraction(1, 10)), Fraction(1, 2))
        """
        low = _read(lo)
        return low if hi is None else Enclosure(low.lo, _read(hi).hi)

    @property
    def is_finite(self) -> bool:
        """Whether both ends are finite."""
        return isinstance(self.lo, Fraction) and isinstance(self.hi, Fraction)

    @property
    def lower(self) -> Fraction:
        """The lower end as a fraction; raises ValueError if it is infinite."""
        return finite_bound("lower", self.lo)

    @property
    def upper(self) -> Fraction:
        """The upper end as a fraction; raises ValueError if it is infinite."""
        return finite_bound("upper", self.hi)

    @property
    def exact(self) -> Fraction:
        """The number itself; raises ValueError if the ends differ or are infinite."""
        if self.lo != self.hi:
            raise ValueError(
                f"The number is known only up to {self}; give the enclosure of a point."
            )
        return self.lower

    @property
    def width(self) -> Bound:
        """hi - lo, exact; 0 for an infinite point."""
        return Fraction(0) if self.lo == self.hi else plus(self.hi, -self.lo)

    @property
    def mid(self) -> Bound:
        """The midpoint, exact; raises ValueError if the ends are two infinities."""
        return self.lo if self.lo == self.hi else plus(self.lo, self.hi) / 2

    @property
    def digits(self) -> float:
        """How many significant decimal digits are certain: floor(log10(|mid| / width)).

        A point has infinitely many; an interval that reaches across zero has none.
        """
        if self.lo == self.hi:
            return math.inf
        if not self.is_finite or self.lo <= 0 <= self.hi:
            return 0
        (a, b), (c, d) = self.lower.as_integer_ratio(), self.upper.as_integer_ratio()
        return max(0, floor_log10(abs(a * d + c * b), 2 * (c * b - a * d)))

    def contains(self, value: Fraction | int | float) -> bool:
        """Whether a number (a float stands for its binary value) lies in the interval."""
        return bool(self.lo <= value <= self.hi)

    __contains__ = contains

    def __float__(self) -> float:
        return float_between(self.lo, self.hi)

    def __neg__(self) -> Enclosure:
        return Enclosure(-self.hi, -self.lo)

    def __abs__(self) -> Enclosure:
        # 0 is the least size if the signs of the ends differ; otherwise one of the ends is.
        return Enclosure(max(self.lo, -self.hi, Fraction(0)), max(-self.lo, self.hi))

    def __add__(self, other: Enclosure | Bound) -> Enclosure:
        term = _operand(other)
        if term is None:
            return NotImplemented
        plus(self.lo, term.hi), plus(self.hi, term.lo)  # these raise where a sum is undefined
        return Enclosure(plus(self.lo, term.lo), plus(self.hi, term.hi))

    def __sub__(self, other: Enclosure | Bound) -> Enclosure:
        term = _operand(other)
        return NotImplemented if term is None else self + -term

    def __rsub__(self, other: Bound) -> Enclosure:
        return -self + other

    def __mul__(self, other: Enclosure | Bound) -> Enclosure:
        factor = _operand(other)
        if factor is None:
            return NotImplemented
        for one, two in ((self, factor), (factor, self)):
            if not one.is_finite and two.contains(0):
                raise ValueError(
                    f"The product of {one} and {two} may be 0 times infinity; give a finite "
                    "factor or one without 0."
                )
        # A bilinear function takes its extreme values at corners of a box.
        corners = [times(a, b) for a in (self.lo, self.hi) for b in (factor.lo, factor.hi)]
        return Enclosure(min(corners), max(corners))

    def __truediv__(self, other: Enclosure | Bound) -> Enclosure:
        divisor = _operand(other)
        return NotImplemented if divisor is None else self * divisor**-1

    def __rtruediv__(self, other: Bound) -> Enclosure:
        return self**-1 * other

    __radd__ = __add__
    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Enclosure:
        if not isinstance(exponent, int):
            return NotImplemented
        if exponent < 0:
            if self.contains(0):
                raise ValueError(f"The divisor {self} contains 0; give an interval without 0.")
            return Enclosure(inverse(self.hi), inverse(self.lo)) ** -exponent
        if exponent == 0:
            return ONE
        require_short_power(self.lo, exponent, self)
        require_short_power(self.hi, exponent, self)
        # Odd powers rise on the whole line, even ones only on the sizes.
        base = abs(self) if exponent % 2 == 0 else self
        return Enclosure(base.lo**exponent, base.hi**exponent)

    def __lt__(self, other: Enclosure | Bound) -> Comparison:
        right = _operand(other)
        if right is None:
            return NotImplemented
        return Comparison(proved=self.hi < right.lo, refuted=self.lo >= right.hi)

    def __le__(self, other: Enclosure | Bound) -> Comparison:
        right = _operand(other)
        if right is None:
            return NotImplemented
        return Comparison(proved=self.hi <= right.lo, refuted=self.lo > right.hi)

    def __gt__(self, other: Enclosure | Bound) -> Comparison:
        return ~(self <= other)

    def __ge__(self, other: Enclosure | Bound) -> Comparison:
        return ~(self < other)

    def min(self, *others: Enclosure | Number) -> Enclosure:
        """Return the enclosure of the smallest of the numbers.

        >>> print(Enclosure.of(1, 4).min(Enclosure.of(2, 3)))
        [1..3]
        """
        values = [self, *map(_read, others)]
        return Enclosure(min(v.lo for v in values), min(v.hi for v in values))

    def max(self, *others: Enclosure | Number) -> Enclosure:
        """Return the enclosure of the largest of the numbers; see `min`."""
        values = [self, *map(_read, others)]
        return Enclosure(max(v.lo for v in values), max(v.hi for v in values))

    def decimal_lo(self, digits: int = 40) -> str:
        """A decimal string that is at most lo, and exact to the given significant digits."""
        return decimal(self.lo, digits, up=False)

    def decimal_hi(self, digits: int = 40) -> str:
        """A decimal string that is at least hi, and exact to the given significant digits."""
        return decimal(self.hi, digits, up=True)

    def rounded(self, digits: int = 8) -> str:
        """The ends rounded outwards to some significant digits; one number where both agree.

        >>> Enclosure.of("0.5").rounded(), Enclosure.of("1/3").rounded(4)
        ('0.50000000', '[0.3333, 0.3334]')
        """
        low, high = self.decimal_lo(digits), self.decimal_hi(digits)
        return low if low == high else f"[{low}, {high}]"

    def to_json(self) -> dict[str, str]:
        """The enclosure as two decimal strings, rounded outwards.

        >>> Enclosure.of("1/3").to_json()["lo"][:6]
        '0.3333'
        """
        return {"lo": self.decimal_lo(), "hi": self.decimal_hi()}

    def __repr__(self) -> str:
        if bits_of(self.lo) + bits_of(self.hi) <= MOST_SHOWN * 4:
            whole = f"Enclosure(lo={self.lo!r}, hi={self.hi!r})"
            if len(whole) <= MOST_SHOWN:
                return whole
        return f"<Enclosure {self}>"

    def __str__(self) -> str:
        shown = int(min(self.digits + 1, 40)) if self.is_finite else 6
        return interval_text(self.lo, self.hi, shown)


ZERO = Enclosure(Fraction(0), Fraction(0))
ONE = Enclosure(Fraction(1), Fraction(1))
INFINITE = Enclosure(math.inf, math.inf)


def _operand(value: Any) -> Enclosure | None:
    """The other operand of an operation; None if it is not a number."""
    if isinstance(value, Enclosure):
        return value
    end = operand_bound(value)
    return None if end is None else Enclosure(end, end)


def _read(value: Enclosure | Number | arb) -> Enclosure:
    """The enclosure of a number of any kind."""
    return value if isinstance(value, Enclosure) else Enclosure(*ends_of(value))
