"""Which claims totals count: each assertion of a document once."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol


class Countable(Protocol):
    """A claim, or the facts of one."""

    @property
    def id(self) -> str:
        """Its ID."""

    @property
    def document(self) -> str:
        """The document that it is about."""

    @property
    def stated(self) -> bool:
        """Whether the document states it."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of a whole."""

    @property
    def repeats(self) -> str | None:
        """The claim that says the same."""


class Counted(NamedTuple):
    """The IDs of the claims that count, and of those that count by others."""

    single: frozenset[str]
    wholes: frozenset[str]
    copies: frozenset[str]


def counted(chosen: Iterable[Countable]) -> Counted:
    """The claims that totals count among the chosen ones.

    A whole counts by its parts if one of them is chosen. What a document says at two places counts
    once: a claim that repeats another one of its document does not count beside that one, nor
    beside another copy of it. What two documents say counts for each of them.
    """
    given = list(chosen)
    ids = {item.id for item in given}
    stated = {_assertion(item) for item in given if item.repeats is None}
    single, wholes, copies = set(), set(), set()
    for item in given:
        if ids.intersection(item.parts):
            wholes.add(item.id)
        elif item.repeats is not None and _assertion(item) in stated:
            copies.add(item.id)
        else:
            single.add(item.id)
            stated.add(_assertion(item))
    return Counted(frozenset(single), frozenset(wholes), frozenset(copies))


def _assertion(one: Countable) -> tuple[str, str, bool]:
    """What a document says, as opposed to where it says it."""
    return one.document, one.repeats or one.id, one.stated
