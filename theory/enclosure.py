"""An interval of rationals that provably contains a number, and how to ask for one."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

Bound = Fraction | float
"""A finite bound is a `Fraction`; the only floats allowed are the two infinities."""


@dataclass(frozen=True)
class Enclosure:
    """The closed interval [lo, hi]; the number it was made for is proved to lie inside.

    Both ends are exact, so an enclosure pickles, compares and becomes JSON without rounding.
    Infinite numbers are represented exactly: `Enclosure(inf, inf)` is plus infinity.

    >>> third = Enclosure(Fraction(33, 100), Fraction(34, 100))
    >>> third.contains(Fraction(1, 3)), float(third.width), third.digits
    (True, 0.01, 1)
    >>> print(third)
    0.3[3..4]
    """

    lo: Bound
    hi: Bound

    def __post_init__(self) -> None:
        for end in (self.lo, self.hi):
            if isinstance(end, float) and not math.isinf(end):
                raise ValueError(
                    f"An end of an enclosure is the float {end}; give a Fraction or an infinity."
                )
        if self.lo > self.hi:
            raise ValueError(
                f"The enclosure has lo = {float(self.lo)} above hi = {float(self.hi)}; "
                "give lo <= hi."
            )

    @property
    def is_finite(self) -> bool:
        """Whether both ends are finite."""
        return isinstance(self.lo, Fraction) and isinstance(self.hi, Fraction)

    @property
    def width(self) -> Bound:
        """hi - lo, exact; 0 for an infinite point."""
        if self.lo == self.hi:
            return Fraction(0)
        return self.hi - self.lo

    @property
    def mid(self) -> Bound:
        """The midpoint, exact."""
        if self.lo == self.hi:
            return self.lo
        return (self.lo + self.hi) / 2

    @property
    def digits(self) -> float:
        """How many significant decimal digits are certain: floor(log10(|mid| / width)).

        A point has infinitely many; an interval that reaches across zero has none.
        """
        if self.width == 0:
            return math.inf
        if not self.is_finite or self.lo <= 0 <= self.hi:
            return 0
        return max(0, _floor_log10(abs(Fraction(self.mid)) / Fraction(self.width)))

    def contains(self, value: Fraction | int | float) -> bool:
        """Whether a number (a float stands for its binary value) lies in the interval."""
        return bool(self.lo <= value <= self.hi)

    def __contains__(self, value: Fraction | int | float) -> bool:
        return self.contains(value)

    def __float__(self) -> float:
        try:
            return float(self.mid)
        except OverflowError:
            return math.inf if self.mid > 0 else -math.inf

    def decimal_lo(self, digits: int = 40) -> str:
        """A decimal string that is at most lo, and exact to the given significant digits."""
        return _decimal(self.lo, digits, up=False)

    def decimal_hi(self, digits: int = 40) -> str:
        """A decimal string that is at least hi, and exact to the given significant digits."""
        return _decimal(self.hi, digits, up=True)

    def to_json(self) -> dict[str, str]:
        """The enclosure as two decimal strings, rounded outwards.

        >>> Enclosure(Fraction(1, 3), Fraction(1, 3)).to_json()["lo"][:6]
        '0.3333'
        """
        return {"lo": self.decimal_lo(), "hi": self.decimal_hi()}

    def __str__(self) -> str:
        if self.lo == self.hi:
            exact_text = _decimal(self.lo, 40, up=False)
            return exact_text if _is_exactly(exact_text, self.lo) else exact_text + "..."
        if not self.is_finite:
            return f"[{self.decimal_lo(6)}..{self.decimal_hi(6)}]"
        shown = int(min(self.digits + 1, 40))
        low, high = self.decimal_lo(shown), self.decimal_hi(shown)
        if low == high:
            return low
        same = len(low) == len(high) and low[:-1] == high[:-1] and "e" not in low
        return f"{low[:-1]}[{low[-1]}..{high[-1]}]" if same else f"[{low}..{high}]"


def _is_exactly(text: str, value: Bound) -> bool:
    """Whether a decimal string is exactly the value."""
    return isinstance(value, float) or Fraction(text) == value


def _floor_log10(value: Fraction) -> int:
    """floor(log10(value)) of a positive rational, exact."""
    bits = value.numerator.bit_length() - value.denominator.bit_length()
    guess = math.floor((bits - 1) * math.log10(2))
    while value >= Fraction(10) ** (guess + 1):
        guess += 1
    return guess


def _decimal(value: Bound, digits: int, *, up: bool) -> str:
    """A decimal string of `digits` significant digits, rounded towards the given side."""
    if isinstance(value, float):
        return "inf" if value > 0 else "-inf"
    if value == 0:
        return "0"
    exponent = _floor_log10(abs(value))
    scaled = value / Fraction(10) ** (exponent - digits + 1)
    integer = math.ceil(scaled) if up else math.floor(scaled)
    sign, text = ("-", str(-integer)) if integer < 0 else ("", str(integer))
    point = exponent + (len(text) - digits) + 1
    if not -6 <= point <= 21:
        mantissa = text[0] + "." + (text[1:].rstrip("0") or "0")
        return f"{sign}{mantissa}e{point - 1}"
    if point <= 0:
        whole, part = "0", "0" * -point + text
    elif point >= len(text):
        whole, part = text + "0" * (point - len(text)), ""
    else:
        whole, part = text[:point], text[point:]
    return f"{sign}{whole}.{part}" if part else f"{sign}{whole}"


Function = TypeVar("Function", bound=Callable[..., Any])
Form = Callable[..., Enclosure]
_CERTIFIED_FORMS: dict[Callable[..., Any], Form] = {}


def certified_by(form: Form) -> Callable[[Function], Function]:
    """Name the certified form of a public function; `certify` calls it as form(*args, digits=n)."""

    def register(function: Function) -> Function:
        _CERTIFIED_FORMS[function] = form
        return function

    return register


def certify(function: Callable[..., Any], *args: Any, digits: int = 30, **kwargs: Any) -> Enclosure:
    """Enclose the exact value of a function of `theory` to the given number of digits.

    The arguments are those of the function; each may be an int, a Fraction, a decimal string
    (read exactly) or a float (which stands for its exact binary value).

    >>> from banditproof.theory import kl
    >>> print(certify(kl, "0.25", "0.75", digits=20))
    0.549306144334054845697622[5..8]
    """
    form = _CERTIFIED_FORMS.get(function)
    if form is None:
        name = getattr(function, "__name__", repr(function))
        known = ", ".join(sorted(f.__name__ for f in _CERTIFIED_FORMS))
        raise ValueError(f"{name} has no certified form; the functions that have one are {known}.")
    if digits < 1:
        raise ValueError(f"digits is {digits}; give a number of digits >= 1.")
    return form(*args, digits=digits, **kwargs)


def certifiable() -> tuple[Callable[..., Any], ...]:
    """The public functions that `certify` accepts."""
    return tuple(_CERTIFIED_FORMS)
