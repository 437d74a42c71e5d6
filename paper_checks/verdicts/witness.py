"""The values of a witness in words."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any
from banditproof.theory import Enclosure


def witness_of(case: Mapping[str, Any]) -> str:
    """The named values of a case in one line.

    >>> from fractions import Fraction
    >>> witness_of({"K": 2, "eps": Fraction(1, 3), "at_once": True})
    'K = 2, eps = 1/3, at once = True'
    """
    return ", ".join(f"{name.replace('_', ' ')} = {shown(value)}" for name, value in case.items())


def shown(value: Any) -> str:
    """A value of a witness: exact numbers in full, balls to eight digits, tuples in brackets.

    >>> shown(partial(witness_of, {"arms": 2}))
    'witness of({arms: 2})'
    """
    if isinstance(value, Enclosure | str):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {shown(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "(" + ", ".join(shown(item) for item in value) + ")"
    if type(value).__module__ == "flint.types.arb":
        return str(value.str(8, radius=False))
    if isinstance(value, partial):  # its own text holds the address of the function
        values = [*map(shown, value.args), *(f"{n}={shown(v)}" for n, v in value.keywords.items())]
        return f"{shown(value.func)}({', '.join(values)})"
    if callable(value) and hasattr(value, "__name__"):
        return re.sub(r"_", " ", value.__name__)
    return str(value)
