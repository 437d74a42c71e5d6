"""The rigorous kernel: Arb balls at a working precision that grows until the digits are certain.

Balls do not leave the functions of `theory`: arguments are of type `Fraction`, results `Enclosure`.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar
from flint import arb, fmpq
from .ball_ends import float_at_lower as float_at_lower
from .ball_ends import lower as lower
from .ball_ends import midpoint as midpoint
from .ball_ends import upper as upper
from .comparison import Comparison
from .enclosure import Enclosure
from .exact import asked_digits, exact
from .working_precision import working_precision as working_precision

Result = TypeVar("Result")
MAX_BITS = 1 << 17


def ball(value: Fraction | int | str) -> arb:
    """The ball of a rational, at the working precision; a text is a decimal or a ratio.

    >>> ball("0.25") == ball(Fraction(1, 4))
    True
    >>> ball(0.3333)
    Traceback (most recent call last):
    ...
    ValueError: 0.3333 is a float, which is not exact; give Fraction(1, 3) or a text, '0.3333'.
    """
    try:
        return arb(fmpq(value.numerator, value.denominator))  # type: ignore[union-attr]
    except (AttributeError, TypeError):
        if isinstance(value, float | arb):
            kind = type(value).__name__
            raise ValueError(
                f"{value} is a{'n' * (kind[0] in 'a')} {kind}, which is not exact; give "
                f"Fraction(1, 3) or a text, {str(value)!r}."
            ) from None
        return ball(exact(value))


def log_ratio(x: Fraction, z: Fraction) -> arb:
    """log(z / x) of positive numbers, with digits also for neighbours."""
    # z/x as a ball near 1 would lose the digits of z - x; log1p takes the exact difference.
    if 2 * abs(z - x) < x:
        return ball((z - x) / x).log1p()
    return ball(z / x).log()


def hull(low: arb, high: arb) -> arb:
    """A ball that contains both balls, and so every number between them."""
    return low.union(high)


def compared(a: Any, b: Any, strict: bool = False) -> Comparison:
    """a <= b, or a < b, of exact numbers, balls and enclosures: proved, refuted, or undecided.

    >>> compared(Fraction(1, 3), ball(Fraction(1, 2))), compared(2, arb(2), strict=True).refuted
    (Comparison(proved=True, refuted=False), True)
    """
    # Arb compares a ball with balls and whole numbers only.
    other = b if isinstance(a, arb) else a if isinstance(b, arb) else None
    if isinstance(other, Fraction | Enclosure):
        a, b = Enclosure.of(a), Enclosure.of(b)
    holds = a < b if strict else a <= b
    if isinstance(holds, Comparison):
        return holds
    return Comparison(proved=bool(holds), refuted=not holds and bool(a >= b if strict else a > b))


class MoreBits(ArithmeticError):
    """The balls are too wide for a decision."""


def at_growing_precision(
    evaluate: Callable[[int], Result], digits: int, bits: int | None = None, most: int = MAX_BITS
) -> Result:
    """evaluate(bits) at a working precision of as many bits as it takes to decide."""
    bits = bits or 128 + 8 * digits
    while bits <= most:
        try:
            with working_precision(bits):
                return evaluate(bits)
        except MoreBits:
            bits *= 2
    raise ArithmeticError(f"{most} bits were not enough for {digits} certain digits.")


def is_positive(number: Callable[[], arb]) -> bool:
    """Whether a number other than 0 is positive, decided in balls."""

    def decided(_: int) -> bool:
        value = number()
        if value > 0 or value < 0:
            return bool(value > 0)
        raise MoreBits

    return at_growing_precision(decided, digits=1, bits=64)


def enclose(
    evaluate: Callable[[], arb | tuple[arb, arb]], digits: int, most: int = MAX_BITS
) -> Enclosure:
    """Evaluate at growing precision until the enclosure has the requested number of digits.

    `evaluate` returns a ball that contains the value, or a pair of balls of which the first
    contains a lower bound of the value and the second an upper bound (a dual and a primal
    feasible value). Raises ArithmeticError if that takes more than `most` bits.

    >>> print(enclose(lambda: ball(2).sqrt(), 15))
    1.414213562373095048[7..9]
    """
    digits = asked_digits(digits)

    def enclosed(_: int) -> Enclosure:
        result = evaluate()
        low, high = result if isinstance(result, tuple) else (result, result)
        if not (low.is_finite() and high.is_finite()):
            raise MoreBits
        # A crossing of proved ends is no lack of digits: more bits would not help.
        lo, hi = lower(low), upper(high)
        if lo > hi:
            raise ArithmeticError(
                f"A lower bound {float(lo)} is above its upper bound {float(hi)}: "
                "a certificate is wrong."
            )
        return sufficient(Enclosure(lo, hi), digits)

    # A digit takes 3.33 bits; what remains is for rounding, and the precision doubles if it is not
    # enough.
    return at_growing_precision(enclosed, digits, 64 + int(3.5 * digits), most)


def sufficient(enclosure: Enclosure, digits: int) -> Enclosure:
    """The enclosure trimmed to its certain digits; raises MoreBits if they are fewer than asked."""
    if enclosure.digits < digits:
        raise MoreBits
    return trimmed(enclosure, digits)


def trimmed(enclosure: Enclosure, digits: int) -> Enclosure:
    """Round the ends outwards to a few bits more than the digits need, to keep them short."""
    if not enclosure.is_finite or enclosure.lo == enclosure.hi:
        return enclosure
    lo, hi = enclosure.lower, enclosure.upper
    scale = max(-lo, hi)
    bits = int(3.33 * digits) + 16 - (scale.numerator.bit_length() - scale.denominator.bit_length())
    # Floor below and ceiling above: the trimmed enclosure contains the one that it replaces.
    candidate = Enclosure(_floor(lo, bits), -_floor(-hi, bits))
    return candidate if candidate.digits >= digits else enclosure


def _floor(value: Fraction, bits: int) -> Fraction:
    """The largest multiple of 2^-bits that is at most a number."""
    top, bottom = value.as_integer_ratio()
    if bits >= 0:
        return Fraction((top << bits) // bottom, 1 << bits)
    return Fraction(top // (bottom << -bits) << -bits)
