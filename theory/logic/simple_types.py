"""Types of simple type theory.

A type is a tuple: ("R",), ("Law", t), ("->", s, t), or a variable such as ("'a",).
"""

from __future__ import annotations
from collections.abc import Mapping
from itertools import repeat
from typing import Any, TypeAlias

Type: TypeAlias = tuple[Any, ...]
PROP, REAL, NAT = ("Prop",), ("R",), ("N",)


def arrow(*types: Type) -> Type:
    """The type of functions of some arguments; the last type is that of the value.

    >>> arrow(NAT, NAT, PROP)
    ('->', ('N',), ('->', ('N',), ('Prop',)))
    """
    return types[0] if len(types) == 1 else ("->", types[0], arrow(*types[1:]))


def is_variable(t: Type) -> bool:
    """Whether a type is a variable."""
    return t[0].startswith("'")  # type: ignore[no-any-return]


def typed(t: Type, by: Mapping[str, Type]) -> Type:
    """A type with types in place of its variables."""
    return by.get(t[0], t) if is_variable(t) else (t[0], *(typed(a, by) for a in t[1:]))


def match_type(general: Type, special: Type, by: dict[str, Type]) -> bool:
    """Whether a type is an instance of another; `by` gets what stands for its variables."""
    if is_variable(general):
        return by.setdefault(general[0], special) == special
    if general[0] != special[0] or len(general) != len(special):
        return False
    return all(map(match_type, general[1:], special[1:], repeat(by)))


def type_variables(t: Type) -> frozenset[str]:
    """The variables of a type."""
    own = frozenset([t[0]] if is_variable(t) else [])
    return own.union(*map(type_variables, t[1:]))
