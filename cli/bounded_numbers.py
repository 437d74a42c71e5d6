"""Numbers in ranges that several commands share: in (0, 1), and from 0 on."""

from __future__ import annotations

from fractions import Fraction

from . import arguments


def below_one(name: str, word: str) -> Fraction:
    """A number in (0, 1) whose float is neither 0 nor 1, such as the delta of a guarantee.

    >>> below_one("delta", "1")
    Traceback (most recent call last):
    ...
    ValueError: delta is 1; give a number strictly between 0 and 1.
    """
    from .option_ranges import RISKS

    found = arguments.number(name, word)
    if not 0 < found < 1:
        raise ValueError(f"{name} is {word}; give a number strictly between 0 and 1.")
    return arguments.within(RISKS, name, word, found)


def not_negative(name: str, word: str) -> Fraction:
    """A number that is 0, or in the range of moderate floats.

    >>> not_negative("noise", "0"), not_negative("noise", "1/2")
    (Fraction(0, 1), Fraction(1, 2))
    """
    from .option_ranges import MODERATE

    found = arguments.number(name, word)
    if found < 0:
        raise ValueError(f"{name} is {word}; give a number >= 0.")
    return found if not found else arguments.within(MODERATE, name, word, found)
