"""Exact numbers: arguments of any kind, read without rounding."""

from __future__ import annotations
import math
import reprlib
import sys
from collections.abc import Sequence, Sized
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from typing import Any
from .decimal_digits import decimal
from .number_words import fraction_of, shown

Number = int | float | str | Fraction
"""An `int`, a `Fraction`, a decimal string (read exactly) or a float (its exact binary value)."""

_read = lru_cache(maxsize=1024)(fraction_of)

MOST_SHOWN = 120
"""The binary digits up to which a message shows a number as it is."""
LARGEST = Fraction(sys.float_info.max)
"""The largest float, as an exact number."""
LARGEST_ROUNDING = Fraction(1, 10**12)
"""How far the sum of a law of floats may be from 1."""


def exact(value: Number) -> Fraction:
    """Return the exact rational value of a number; a float stands for its binary value.

    A `Decimal` and a NumPy scalar are read exactly as well. A string is a decimal, a ratio, a
    percentage or a power; `number_words.fraction_of` has the rule, which every command follows.

    >>> exact("0.1"), exact("10%"), exact(0.5), exact("10^3")
    (Fraction(1, 10), Fraction(1, 10), Fraction(1, 2), Fraction(1000, 1))
    >>> exact(0.1) == Fraction(1, 10)
    False
    """
    if type(value) is Fraction:
        return value
    if type(value) is int:
        return Fraction(value)
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, str):
        return _read(value)
    given: Any = value
    numpy = sys.modules.get("numpy")  # whoever gives its numbers has imported it
    if numpy is not None and (
        isinstance(given, numpy.bool_) or (isinstance(given, numpy.ndarray) and given.ndim == 0)
    ):
        given = given.item()
    try:
        # of a float, a Decimal or a NumPy float of any width; never through a narrower float
        return Fraction(*given.as_integer_ratio())
    except (ValueError, OverflowError):
        raise ValueError(f"{value} is not a finite number; give a finite number.") from None
    except (AttributeError, TypeError):
        raise ValueError(
            f"{value!r} is not a number; give an integer, a float, a Fraction or a decimal string."
        ) from None


def float_above(number: Fraction | float) -> float:
    """Return the least float that is at least a number; `-float_above(-x)` is the largest up to x.

    >>> third = Fraction(1, 3)
    >>> -float_above(-third) < third < float_above(third)
    True
    >>> float_above(2 * LARGEST), -float_above(-2 * LARGEST) == LARGEST, float_above(Fraction(1, 4))
    (inf, True, 0.25)
    """
    try:
        nearest = float(number)
    except OverflowError:
        return math.inf if number > 0 else -sys.float_info.max
    return nearest if nearest >= number else math.nextafter(nearest, math.inf)


def exact_probability(name: str, value: Number) -> Fraction:
    """Return the exact value of a number of [0, 1]; raises ValueError otherwise.

    >>> exact_probability("p", "0.25")
    Fraction(1, 4)
    """
    number = exact(value)
    if not 0 <= number <= 1:
        raise ValueError(
            f"{name} is {_said(value)}, which is outside [0, 1]; give a number in [0, 1]."
        )
    return number


def _said(value: Number) -> str:
    """A number as it is shown in a message: of many digits, the first."""
    if isinstance(value, str):
        return shown(value)[1:-1]
    number = exact(value)
    if max(abs(number.numerator), number.denominator).bit_length() < MOST_SHOWN:
        return str(value)
    return str(value) if isinstance(value, float) else f"about {decimal(number, 4, up=False)}"


def exact_nonnegative(name: str, value: Number) -> Fraction:
    """Return the exact value of a number >= 0; raises ValueError otherwise.

    >>> exact_nonnegative("eps", 2)
    Fraction(2, 1)
    """
    number = exact(value)
    if number < 0:
        raise ValueError(f"{name} is {_said(value)}, which is negative; give a number >= 0.")
    return number


def exact_positive(name: str, value: Number) -> Fraction:
    """Return the exact value of a number > 0; raises ValueError otherwise.

    >>> exact_positive("eps", "1e-3")
    Fraction(1, 1000)
    """
    number = exact(value)
    if number <= 0:
        raise ValueError(f"{name} is {_said(value)}, which is not positive; give a number > 0.")
    return number


def exact_count(name: str, value: Number, least: int = 0) -> int:
    """Return the value of an integer >= least; raises ValueError otherwise.

    >>> exact_count("n", 3.0)
    3
    >>> exact_count("runs", "many", least=1)
    Traceback (most recent call last):
    ...
    ValueError: runs is 'many'; give an integer >= 1.
    """
    try:
        number = exact(value)
    except (TypeError, ValueError) as problem:
        said = shown(value) if isinstance(value, str) else reprlib.repr(value)
        raise type(problem)(f"{name} is {said}; give an integer >= {least}.") from None
    if number.denominator != 1 or number < least:
        raise ValueError(f"{name} is {_said(value)}; give an integer >= {least}.")
    return int(number)


def is_iterable(values: Any) -> bool:
    """Whether values can be listed, as `numpy.iterable` decides it without loading NumPy.

    >>> is_iterable("0.1"), is_iterable([0.1]), is_iterable(0.1)
    (True, True, False)
    """
    try:
        iter(values)
    except TypeError:
        return False
    return True


MOST_DIGITS = 10**6
"""The most digits that a certified number is asked for."""


def asked_digits(digits: Any, most: int = MOST_DIGITS) -> int:
    """How many digits a certified number is asked for; raises ValueError for what is no number.

    >>> asked_digits("12"), asked_digits(200)
    (12, 200)
    """
    if type(digits) is int and 1 <= digits <= most:
        return digits
    try:
        number = exact_count("digits", digits, least=1)
    except ValueError:
        number = 0
    if not 0 < number <= most:
        shown = reprlib.repr(digits)
        raise ValueError(f"digits is {shown}; give a number of digits from 1 to {most}.")
    return number


def listed(name: str, values: Any) -> tuple[Any, ...]:
    """Return the entries of a list, an array or an iterator; raises ValueError otherwise.

    NumPy floats become Python floats, whose arithmetic is much faster.

    >>> import numpy as np
    >>> listed("The theta", np.array([0.5, 2]))
    (0.5, 2.0)
    """
    if isinstance(values, str | bytes) or not is_iterable(values):
        raise ValueError(f"{name} is {values!r}; give a list.")
    return tuple(float(value) if isinstance(value, float) else value for value in values)


def exact_law(name: str, law: Sequence[Number]) -> tuple[Fraction, ...]:
    """Return the exact probabilities of a finite law; raises ValueError otherwise.

    The probabilities sum to 1 exactly. Those of floats rarely do, so floats that sum to 1 up to
    10^-12 are corrected: they are read as their shortest decimals if these sum to 1, and else as
    their binary values divided by the sum. Other numbers are not changed, even beside floats.

    >>> exact_law("p", ["0.25", "0.75"])
    (Fraction(1, 4), Fraction(3, 4))
    >>> exact_law("p", [0.1, 0.2, 0.7]), exact_law("p", [1 / 3, 1 / 3, 1 / 3])[0]
    ((Fraction(1, 10), Fraction(1, 5), Fraction(7, 10)), Fraction(1, 3))
    """
    if isinstance(law, str) or not isinstance(law, Sized):
        raise ValueError(f"The law {name} is {law!r}; give a list of probabilities.")
    if len(law) == 0:
        raise ValueError(f"The law {name} is empty; give at least one probability.")
    exact_values = tuple(exact_probability(f"A probability of the law {name}", m) for m in law)
    if sum(exact_values) == 1:
        return exact_values
    rounded = _law_of_floats(law, exact_values)
    if rounded is None:
        raise ValueError(
            f"The law {name} sums to {_beside_one(sum(exact_values))}, not to 1; give "
            "probabilities that sum to 1: exactly, or up to 1e-12 if they are floats."
        )
    return rounded


def _beside_one(total: Fraction | int) -> str:
    """The text of a sum that is not 1, even where its float is 1."""
    off = float(abs(total - 1))
    if off >= LARGEST_ROUNDING:
        return str(float(total))
    return f"1 {'+' if total > 1 else '-'} {off:.3g}"


def _law_of_floats(law: Sequence[Any], values: tuple[Fraction, ...]) -> tuple[Fraction, ...] | None:
    """The law corrected for the rounding of its floats; None if its sum is off by more."""
    import numpy as np  # seldom used, and slow to load

    floats = [isinstance(mass, float | np.floating) for mass in law]
    decimals = tuple(
        Fraction(np.format_float_scientific(mass)) if is_float else value
        for mass, is_float, value in zip(law, floats, values, strict=True)
    )
    if sum(decimals) == 1:
        return decimals
    of_floats = sum(value for value, is_float in zip(values, floats, strict=True) if is_float)
    left = 1 - sum(values) + of_floats
    if not of_floats or left <= 0 or abs(left - of_floats) > LARGEST_ROUNDING:
        return None
    scale = left / of_floats
    return tuple(
        value * scale if is_float else value for value, is_float in zip(values, floats, strict=True)
    )


def exact_means(means: Sequence[Number]) -> tuple[Fraction, ...]:
    """Return the exact means of the arms of a Bernoulli bandit; raises ValueError otherwise.

    >>> exact_means(["0.75", "0.5"])
    (Fraction(3, 4), Fraction(1, 2))
    """
    if isinstance(means, str) or not is_iterable(means):
        raise ValueError(f"The means are {means!r}; give a list of means in [0, 1].")
    given = tuple(means)
    if not given:
        raise ValueError("The list of means is empty; give at least one mean in [0, 1].")
    return tuple(exact_probability(f"mean {i + 1}", mean) for i, mean in enumerate(given))
