"""JSON from a file that nobody vouches for: moderate in size, depth and numbers, or refused."""

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any
from banditproof.theory.bounded_reading import file_text
from banditproof.theory.number_words import shown
from .kernel.goals import Goal, Interval, meaningless, opposed
from .kernel.terms import read

MOST_BYTES = 1 << 26
MOST_DEEP = 400
"""The deepest nesting of lists and objects."""
MOST_BITS = 1 << 20
"""The longest number that the terms of a file may make."""
LARGEST_EXPONENT = 1 << 12
_NUMBER = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_ ]*")


def goal_of(facts: Any) -> Goal:
    """The goal that was stored."""
    region = []
    for name, low, high, low_open, high_open in facts["region"]:
        lo, hi = (None if end is None else Fraction(end) for end in (low, high))
        region.append((str(name), Interval(lo, hi, _flag(low_open), _flag(high_open))))
    given = tuple((read(term), _flag(strict)) for term, strict in facts["given"])
    term = read(facts["term"])
    plain = _flag(facts.get("plain", False)) or _collected(facts["term"])
    literal = not (plain or meaningless(term))
    return Goal(term, _flag(facts["strict"]), tuple(region), given, literal)


def _collected(found: Any) -> bool:
    """Whether a stored term has a sum that takes a logarithm from its like.

    >>> log = ["log", ["x"]]
    >>> _collected(["exp", ["add", log, ["mul", "-1", log], ["mul", "-1", log]]]), _collected(log)
    (True, False)
    """
    if not isinstance(found, list):
        return False
    inner = found[1:]
    return (found[0] == "add" and opposed(map(read, inner))) or any(map(_collected, inner))


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def text_in(path: str | Path) -> str:
    """The text of a file; raises ValueError if it cannot be read or is too long."""
    return file_text(path, MOST_BYTES)


def json_of(text: str, what: str) -> Any:
    """The JSON of a text, in which no number is a float and no key occurs twice."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) < len(pairs):
            raise ValueError("A key occurs twice.")
        return result

    def refused(word: str) -> Any:
        raise ValueError(f"{word} is no exact number.")

    try:
        return json.loads(text, object_pairs_hook=once, parse_float=refused, parse_constant=refused)
    except RecursionError:
        raise ValueError(f"{what} is nested too deeply; give one of a proof.") from None
    except ValueError as reason:
        raise ValueError(f"{what} is not JSON of a proof ({reason}); write it anew.") from None


def require_moderate(found: Any, what: str) -> None:
    """Raise ValueError where numbers would take too much time or memory, before they are made."""
    _measured(found, what, 0, {})


def _measured(
    found: Any, what: str, depth: int, lists: dict[int, tuple[int, int]]
) -> tuple[int, int]:
    """How deep a part is nested, and a bound of the binary digits of the numbers in its terms.

    What was measured of a list is kept by its identity, as a list may stand at many places.
    """
    if depth > MOST_DEEP:
        raise ValueError(f"{what} is nested too deeply; give one of a proof.")
    if isinstance(found, str):
        if not (_NUMBER.fullmatch(found) or _WORD.fullmatch(found)):
            raise ValueError(f"{what} has the number {shown(found)}; write it anew.")
        return 0, 4 * len(found)
    if not isinstance(found, list | Mapping):
        if isinstance(found, int) and abs(found) > MOST_BITS:
            raise ValueError(f"{what} has the number {shown(str(found))}; write it anew.")
        return 0, 1
    if id(found) in lists:
        height, bits = lists[id(found)]
        if depth + height > MOST_DEEP:
            raise ValueError(f"{what} is nested too deeply; give one of a proof.")
        return height, bits
    inner = found.values() if isinstance(found, Mapping) else found
    parts = [_measured(part, what, depth + 1, lists) for part in inner]
    height = 1 + max((height for height, _ in parts), default=0)
    if isinstance(found, Mapping):
        return height, max((bits for _, bits in parts), default=1)
    bits = sum(bits for _, bits in parts)
    if len(found) == 3 and found[0] == "pow" and _NUMBER.fullmatch(str(found[1])):
        top, _, below = str(found[1]).partition("/")
        size = max(abs(int(top)), int(below or 1))
        if size > LARGEST_EXPONENT or (bits * size > MOST_BITS and not _has_variables(found[2])):
            raise ValueError(f"{what} has a power beyond all bounds; write it anew.")
        bits = max(bits, 4 * size)
    lists[id(found)] = height, bits
    return height, bits


def _has_variables(found: Any) -> bool:
    return isinstance(found, list) and (
        len(found) == 1 or any(_has_variables(part) for part in found)
    )
