"""The IDs of statements: from their labels, which stay when numbers change."""

import re
from collections.abc import Iterable
from .found import FoundStatement
from .theorem_kinds import KINDS

LONGEST = 80


def new_ids(
    statements: Iterable[FoundStatement], prefix: str, taken: Iterable[str] = ()
) -> list[str]:
    """An ID for each statement; without a label its kind and number, no two with the same letters.

    >>> one = FoundStatement("lemma", "Lemma", "lemma", "2.1", "", "a.tex", 1, "2")
    >>> other = FoundStatement("lemma", "Lemma", "lemma", "2.2", "", "a.tex", 2, "2")
    >>> one.labels.append("lem:a_b")
    >>> new_ids([one, one, other], "my")
    ['my.lem-a_b', 'my.lem-a_b-2', 'my.lem2.2']
    """
    seen = {id.casefold() for id in taken}
    ids = []
    for statement in statements:
        id = first = f"{prefix}.{_name(statement)}"
        count = 1
        while id.casefold() in seen:
            count += 1
            id = f"{first}-{count}"
        seen.add(id.casefold())
        ids.append(id)
    return ids


def _name(statement: FoundStatement) -> str:
    if name := _plain(statement.label):
        return name
    start = KINDS.get(statement.kind, "rem")
    number = re.sub(r"[^A-Za-z0-9.]", "", statement.number).strip(".")
    if number and ".." not in number:
        return f"{start}{number}"
    return f"{start}-{_plain(statement.title) or 'unnumbered'}"


def _plain(text: str) -> str:
    """Letters, digits, hyphens and underscores."""
    return re.sub(r"[^A-Za-z0-9_]+", "-", text).strip("-")[:LONGEST].strip("-")
