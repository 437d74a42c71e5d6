"""A rule is a row: what it needs, what it gives, and the theorems of Coq that prove it sound.

The texts of the theorems stand beside Coq's files, and a test lets Coq compare them with what it
has proved. A table of rules is made of rows that name a theorem, so that no other rule is in it.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple
from .claims import Rule


class Row(NamedTuple):
    """One rule."""

    name: str
    """What a node of a proof calls it."""
    premises: str
    """What the nodes below it have to show."""
    sides: str
    """What it asks besides."""
    conclusion: str
    theorems: tuple[str, ...]
    """The theorems of Coq by which the conclusion follows, with all that is asked."""
    check: Callable[..., Any]


def proved(rows: Iterable[Row]) -> Mapping[str, Rule]:
    """The rules of rows that name a theorem, by their names; nobody can change the table."""
    return MappingProxyType({row.name: row.check for row in rows if row.theorems})
