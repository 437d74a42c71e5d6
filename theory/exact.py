"""Exact numbers: what a caller may give, read without any rounding."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from numbers import Rational

Number = int | float | str | Fraction
"""An `int`, a `Fraction`, a decimal string (read exactly) or a float (its exact binary value)."""


def exact(value: Number) -> Fraction:
    """Return the exact rational value of a number; a float stands for its binary value.

    >>> exact("0.1"), exact(0.5), exact(3)
    (Fraction(1, 10), Fraction(1, 2), Fraction(3, 1))
    >>> exact(0.1) == Fraction(1, 10)
    False
    """
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, str):
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            raise ValueError(
                f"{value!r} is not a number; give a decimal ('0.25') or a ratio ('1/4')."
            ) from None
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{number} is not a finite number; give a finite number.")
    return Fraction(number)


def exact_probability(name: str, value: Number) -> Fraction:
    """Return the exact value of a number of [0, 1], or refuse it with a sentence.

    >>> exact_probability("p", "0.25")
    Fraction(1, 4)
    """
    number = exact(value)
    if not 0 <= number <= 1:
        raise ValueError(f"{name} is {value}, which is outside [0, 1]; give a number in [0, 1].")
    return number


def exact_nonnegative(name: str, value: Number) -> Fraction:
    """Return the exact value of a number >= 0, or refuse it with a sentence.

    >>> exact_nonnegative("eps", 2)
    Fraction(2, 1)
    """
    number = exact(value)
    if number < 0:
        raise ValueError(f"{name} is {value}, which is negative; give a number >= 0.")
    return number


def exact_positive(name: str, value: Number) -> Fraction:
    """Return the exact value of a number > 0, or refuse it with a sentence.

    >>> exact_positive("eps", "1e-3")
    Fraction(1, 1000)
    """
    number = exact(value)
    if number <= 0:
        raise ValueError(f"{name} is {value}, which is not positive; give a number > 0.")
    return number


def exact_means(means: Sequence[Number]) -> tuple[Fraction, ...]:
    """Return the exact means of the arms of a Bernoulli bandit, or refuse them with a sentence.

    >>> exact_means(["0.75", "0.5"])
    (Fraction(3, 4), Fraction(1, 2))
    """
    if isinstance(means, str) or len(means) == 0:
        raise ValueError("The list of means is empty; give at least one mean in [0, 1].")
    return tuple(exact_probability(f"mean {i + 1}", mean) for i, mean in enumerate(means))
