"""Statements that a document shares with another one: one program, with both IDs."""

from __future__ import annotations

import sys
from dataclasses import replace

from .catalogue import parent
from .claim import REGISTERED, Declared, enter


def repeated(
    id: str,
    of: str,
    statement: str,
    *,
    title: str | None = None,
    kind: str | None = None,
    place: str | None = None,
    stated: bool | None = None,
    doubts: tuple[str, ...] = (),
) -> None:
    """Register a statement that says the same as a claim which has a program already.

    Verdict, grade, witness and repair are those of the other claim, whose program runs once for
    both. Only a statement with the same content is repeated: the same hypotheses, reading and
    constants, whatever the letters; anything else is a separate claim with its check.
    """
    from .registry import find

    other = find(of)
    if other.repeats is not None:
        raise ValueError(f"The claim {of} is repeated itself; name {other.repeats}.")
    caller = sys._getframe(1)
    program = (caller.f_globals["__name__"], id)
    entry = parent(id)
    declared = Declared(
        id=id,
        statement=statement,
        recorded=other.recorded.value,
        repaired_by=other.repaired_by,
        corrected=other.corrected,
        rests_on=(of,),
        stated=(other.stated and entry is not None) if stated is None else stated,
        reading=other.reading,
        tier=other.tier,
        title=title,
        kind=kind,
        place=place,
        doubts=doubts,
    )
    enter(declared, other.check, program, caller.f_lineno)
    REGISTERED[id] = replace(REGISTERED[id], repeats=of)
