"""The size of a privacy loss: a rational, or the logarithm of one."""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball
from banditproof.theory.exact import Number, exact, exact_nonnegative


@dataclass(frozen=True)
class LogOf:
    """The logarithm of a rational >= 1, kept exact: the loss of a mechanism with a rational ratio.

    >>> LogOf(2)
    LogOf(value=Fraction(2, 1))
    """

    value: Fraction

    def __post_init__(self) -> None:
        value = exact(self.value)
        if value < 1:
            raise ValueError(f"The value is {self.value}; give a number >= 1.")
        object.__setattr__(self, "value", value)


Size = Fraction | LogOf
"""The size of a loss: a rational, or the logarithm of one."""


def exact_size(name: str, size: Number | LogOf) -> Size:
    """The exact size of a loss, >= 0."""
    return size if isinstance(size, LogOf) else exact_nonnegative(name, size)


def size_ball(size: Size) -> arb:
    """The ball of a size."""
    return ball(size.value).log() if isinstance(size, LogOf) else ball(size)


def size_text(size: Size) -> str:
    """A size as short text.

    >>> size_text(Fraction(1, 10)), size_text(Fraction(1, 3)), size_text(LogOf(2))
    ('0.1', '1/3', 'log(2)')
    """
    if isinstance(size, LogOf):
        return f"log({size_text(size.value)})"
    short = f"{float(size):.12g}" if abs(size) < 10**300 else ""
    if short and Fraction(short) == size:
        return short
    if size.numerator.bit_length() + size.denominator.bit_length() <= 72:
        return str(size)
    return f"about {short}"


def is_zero(size: Size) -> bool:
    """Whether a size is exactly 0."""
    return size.value == 1 if isinstance(size, LogOf) else size == 0
