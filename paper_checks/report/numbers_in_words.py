"""The numbers of the evidence as a reader of a page sees them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from banditproof.theory import Enclosure

DIGITS = 8
LONGEST = 400
"""The letters of a value; of a longer list the end is left out, and JSON has all of it."""
LONG_WORD = 40


def number_in_words(value: Any) -> str:
    """A value of JSON in one line: eight digits, an enclosure by its ends.

    >>> third = {"lo": "0.33333333333", "hi": "0.3333333334"}
    >>> number_in_words({"a": [0.1234567891, 2], "b": third})
    'a: 0.12345679, 2; b: [0.33333333, 0.33333334]'
    """
    said = _in_words(value)
    return said if len(said) <= LONGEST else f"{said[:LONGEST].rpartition(',')[0]}, ..."


def _in_words(value: Any) -> str:
    if isinstance(value, Mapping):
        if set(value) == {"lo", "hi"}:
            return _ends(str(value["lo"]), str(value["hi"]))
        return "; ".join(f"{name}: {_in_words(item)}" for name, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_in_words, value))
    if isinstance(value, float):
        return f"{value:.{DIGITS}g}"
    if value is None:
        return "none"
    said = str(value)
    return said if len(said) <= LONG_WORD or "/" not in said else _ends(said, said)


def _ends(low: str, high: str) -> str:
    """Two ends rounded outwards; one number where they agree."""
    try:
        whole = Enclosure.of(low), Enclosure.of(high)
    except (ValueError, ZeroDivisionError):
        return low if low == high else f"[{low}, {high}]"
    ends = whole[0].decimal_lo(DIGITS), whole[1].decimal_hi(DIGITS)
    return ends[0] if ends[0] == ends[1] else f"[{ends[0]}, {ends[1]}]"
