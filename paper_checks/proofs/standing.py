"""How a claim stands, for the steps that rest on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

_known: ContextVar[Mapping[str, tuple[str, str | None]] | None] = ContextVar("_known", default=None)


@contextmanager
def knowing(found: Mapping[str, tuple[str, str | None]]) -> Iterator[None]:
    """Inside, these verdicts and grades of claims count, and not those of the index."""
    token = _known.set(found)
    try:
        yield
    finally:
        _known.reset(token)


def standing(id: str) -> tuple[str, str | None]:
    """The verdict of a claim and its grade, as they are known or recorded."""
    known = _known.get()
    return known[id] if known is not None and id in known else _recorded(id)


def forget_standing() -> None:
    """Ask again how claims stand, after a document was closed."""
    _recorded.cache_clear()


@cache
def _recorded(id: str) -> tuple[str, str | None]:
    """The recorded verdict of a claim and its grade; a claim that is not in the index is run."""
    from ..index import stored_index
    from ..registry import find
    from ..runner import run

    facts = stored_index().get(id)
    if facts is not None:
        return facts.recorded, facts.grade
    found = run(find(id))
    return found.verdict.outcome.value, found.grade
