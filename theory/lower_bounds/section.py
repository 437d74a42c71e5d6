"""A part of the table of bounds as text: rows below a title."""

from typing import NamedTuple

TRIVIAL = "above the trivial bound"
"""How the last note of an upper bound begins which says nothing."""


class Line(NamedTuple):
    """A row of a section: a name, a value, for whom it holds, and what stands below it."""

    name: str
    value: str
    policies: str
    below: str


class Section(NamedTuple):
    """A part of the table: a title, what its numbers are, the headings and the rows."""

    title: str
    lead: str
    headings: tuple[str, str, str]
    lines: tuple[Line, ...]
    more: int = 0
