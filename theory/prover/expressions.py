"""Expressions as people write them: what is printed, and what a term is made from."""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

LONGEST_DECIMAL = 18
"""A number with more digits after or before the point is printed with an exponent."""
CHOICE, SUM, PRODUCT, UNARY, POWER, ATOM = range(6)
"""How tightly the parts of an expression hold together."""


@dataclass(frozen=True)
class Expression:
    """A number, a name, or an operation on expressions; `str` gives the text.

    The heads: number (>= 0), name, sum, product, negative, inverse (as a factor), power (base,
    exponent), call (its value is the function), choice (a, left, right, b: a where left and right
    have the relation that is the value, b elsewhere). Differences are sums, quotients products.
    """

    head: str
    args: tuple[Expression, ...] = ()
    value: Any = None

    def __str__(self) -> str:
        return _written(self, CHOICE)

    @property
    def as_side(self) -> str:
        """The text beside a relation, where a choice needs brackets."""
        return _written(self, SUM)

    @property
    def names(self) -> frozenset[str]:
        """The names that occur, without those of functions."""
        own = frozenset([self.value] if self.head == "name" else [])
        return own.union(*(a.names for a in self.args))


def number(value: Fraction | int) -> Expression:
    """The expression of an exact number.

    >>> print(number(Fraction(1793, 1000)), number(Fraction(-1, 3)))
    1.793 -1/3
    """
    fraction = Fraction(value)
    top = Expression("number", (), abs(fraction))
    if _exponent(fraction) is None:
        top, below = (
            Expression("number", (), Fraction(abs(n))) for n in fraction.as_integer_ratio()
        )
        negated = Expression("negative", (top,)) if value < 0 else top
        return Expression("product", (negated, Expression("inverse", (below,))))
    return Expression("negative", (top,)) if value < 0 else top


def _exponent(value: Fraction) -> int | None:
    """The largest n such that 10^n divides a number; None if there is none."""
    rest, counts = value.denominator, {2: 0, 5: 0}
    for prime in counts:
        while rest % prime == 0:
            rest //= prime
            counts[prime] += 1
    if rest > 1:
        return None
    below = max(counts.values())
    whole, above = abs(value.numerator), 0
    while below == 0 and whole and whole % 10 == 0:
        whole //= 10
        above += 1
    return above - below


def as_decimal(value: Fraction) -> str | None:
    """A number >= 0 as a decimal; None if it has no finite one.

    >>> as_decimal(Fraction(1, 4)), as_decimal(Fraction(1, 3)), as_decimal(Fraction(12, 10**30))
    ('0.25', None, '12e-30')
    """
    n = _exponent(value)
    if n is None:
        return None
    whole = str(int(value / Fraction(10) ** n))
    if not -LONGEST_DECIMAL <= n <= LONGEST_DECIMAL:
        return f"{whole}e{n}"
    padded = whole.zfill(1 - n) if n < 0 else whole + "0" * n
    return f"{padded[:n]}.{padded[n:]}" if n < 0 else padded


def _written(one: Expression, least: int) -> str:
    """The text, in brackets if it holds together less tightly than that."""
    level, text = _level_and_text(one)
    return text if level >= least else f"({text})"


def _level_and_text(one: Expression) -> tuple[int, str]:
    head, args, value = one.head, one.args, one.value
    if head == "number":
        return ATOM, as_decimal(value) or str(value)
    if head == "name":
        return ATOM, value
    if head == "call":
        return ATOM, f"{value}({', '.join(map(str, args))})"
    if head == "sum":
        text = _written(args[0], PRODUCT)
        for a in args[1:]:
            minus = a.head == "negative"
            text += f" - {_written(a.args[0], PRODUCT)}" if minus else f" + {_written(a, PRODUCT)}"
        return SUM, text
    if head == "product":
        text = _written(args[0], UNARY)
        for a in args[1:]:
            over = a.head == "inverse"
            text += f"/{_written(a.args[0], POWER)}" if over else f"*{_written(a, POWER)}"
        return PRODUCT, text
    if head == "negative":
        return UNARY, f"-{_written(args[0], POWER)}"
    if head == "inverse":
        return PRODUCT, f"1/{_written(args[0], POWER)}"
    if head == "power":
        return POWER, f"{_written(args[0], ATOM)}^{_written(args[1], POWER)}"
    first, left, right = (_written(a, SUM) for a in args[:3])
    return CHOICE, f"{first} if {left} {value} {right} else {args[3]}"
