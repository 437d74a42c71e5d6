"""Fields of plain JSON that nobody vouches for: of the right kind and size, or one sentence."""

import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any
from banditproof.theory.enclosure import Enclosure

MOST_DIGITS = 2000
_NUMBER = re.compile(r"-?[0-9]+(/[0-9]*[1-9][0-9]*|\.[0-9]+)?", re.ASCII)


class Refused(ValueError):
    """Why a witness shows nothing about its claim."""


class Unreadable(ValueError):
    """Why a file holds no witness."""


def field(facts: Any, name: str, where: str) -> Any:
    """A field of a JSON object; Unreadable if there is none."""
    if not isinstance(facts, Mapping) or name not in facts:
        raise Unreadable(f"In the {where} the field {name} is missing; give it.")
    return facts[name]


def require_shape(facts: Any, known: Any, where: str) -> None:
    """Unreadable unless all JSON objects have the fields of a known shape, each one and no more.

    >>> try:
    ...     require_shape({"left": 1, "moves": 2}, {"left": 1}, "inputs")
    ... except Unreadable as reason:
    ...     print(reason)
    In the inputs the field 'moves' means nothing beside the others; leave it out.
    """
    if not isinstance(known, Mapping):
        return
    for name in {**known, **facts}:
        if name not in facts:
            raise Unreadable(f"In the {where} the field {name} is missing; give it.")
        if name not in known:
            raise Unreadable(
                f"In the {where} the field {_short(name)} means nothing beside the others; leave "
                "it out."
            )
        require_shape(facts[name], known[name], name)


def items(value: Any, where: str, length: int | None = None) -> Sequence[Any]:
    """A JSON list, perhaps of a given length."""
    if not isinstance(value, list) or (length is not None and len(value) != length):
        size = "" if length is None else f" of {length}"
        raise Unreadable(f"The {where} is {_short(value)}; give a list{size}.")
    return value


def whole(value: Any, where: str, least: int = 0) -> int:
    """A JSON integer that is not below `least`, and no boolean."""
    if type(value) is not int or not least <= value < 10**9:
        raise Unreadable(f"The {where} is {_short(value)}; give an integer >= {least}.")
    return value


def number(value: Any, where: str) -> Fraction:
    """An exact number: an integer, or a text such as "1/3" or "0.25".

    >>> number("1/3", "reward"), number("-0.25", "reward"), number(2, "reward")
    (Fraction(1, 3), Fraction(-1, 4), Fraction(2, 1))
    """
    if type(value) is int and abs(value) < 1 << 64:
        return Fraction(value)
    if isinstance(value, str) and len(value) <= MOST_DIGITS and _NUMBER.fullmatch(value):
        return Fraction(value)
    raise Unreadable(f'The {where} is {_short(value)}; give a number as a text, such as "1/3".')


def ends(value: Enclosure) -> list[str]:
    """Both ends of an enclosure as texts.

    >>> ends_of(ends(Enclosure.of(Fraction(1, 3), 2)))
    Enclosure(lo=Fraction(1, 3), hi=Fraction(2, 1))
    """
    return [str(value.lo), str(value.hi)]


def ends_of(texts: Any) -> Enclosure:
    """The enclosure of two texts."""
    lo, hi = (
        math.inf if text == "inf" else number(text, "end") for text in items(texts, "ends", 2)
    )
    return Enclosure(lo, hi)


def word(value: Any, where: str, words: Sequence[str]) -> str:
    """One of some words."""
    if not isinstance(value, str) or value not in words:
        raise Unreadable(f"The {where} is {_short(value)}; give one of {', '.join(words)}.")
    return value


def _short(value: Any) -> str:
    if isinstance(value, list | Mapping):
        return f"a {'list' if isinstance(value, list) else 'JSON object'} of {len(value)}"
    if isinstance(value, int) and not -(10**30) < value < 10**30:
        return "an integer of more than 30 digits"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}..."
