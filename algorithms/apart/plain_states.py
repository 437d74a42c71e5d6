"""The states of a machine as plain values, which are all that one process hands to another."""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

PLAIN = (int, str, bool, type(None))


class NotPlain(ValueError):
    """A state, an action or a probability is no plain value; the sentence says what it is."""


def plain(value: Any) -> Any:
    """A state as JSON: integers, texts, booleans, None, fractions, and tuples and sets of them.

    >>> plain((1, Fraction(1, 2), "a")), value_of(plain((frozenset({2}), True)))
    (['tuple', 1, ['ratio', 1, 2], 'a'], (frozenset({2}), True))
    """
    if type(value) in PLAIN:
        return value
    if type(value) is Fraction:
        return ["ratio", value.numerator, value.denominator]
    if type(value) is tuple:
        return ["tuple", *map(plain, value)]
    if type(value) is frozenset:
        return ["set", *sorted(map(plain, value), key=json.dumps)]
    raise NotPlain(
        f"a state is of the type {type(value).__name__}; give integers, texts, fractions, and "
        "tuples of them"
    )


def value_of(stored: Any) -> Any:
    """The state of a JSON value."""
    if not isinstance(stored, list):
        return stored
    kind, *inner = stored
    if kind == "ratio":
        return Fraction(*inner)
    values = map(value_of, inner)
    return tuple(values) if kind == "tuple" else frozenset(values)


def plain_law(law: Mapping[Any, Any]) -> list[Any]:
    """A law of (action, state) as JSON, in an order of its own; probabilities are exact.

    >>> plain_law({(1, "b"): Fraction(1, 3), (0, "a"): Fraction(2, 3), (0, "b"): 0})
    [[0, 'a', '2/3'], [1, 'b', '1/3']]
    """
    entries = []
    for (arm, state), mass in law.items():
        if isinstance(arm, bool) or not isinstance(arm, int):
            raise NotPlain(f"an action is {arm!r}; give an integer")
        share = Fraction(mass)
        if share:
            entries.append([int(arm), plain(state), str(share)])
    return sorted(entries, key=json.dumps)
