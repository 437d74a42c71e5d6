"""What a derived claim rests on besides its axioms: lines to be trusted, and what Coq has read."""

from __future__ import annotations
from collections.abc import Iterator
from ..derivations.developments import development_of
from ..statements.documents import document_of_id
from .closed_set import trusted_lines


def trust_in(id: str) -> Iterator[tuple[str, str]]:
    """What the kernel and the second reader say of the formal proof of a claim, as it is now.

    Coq has read a proof if the file that it accepted is the one that is written from the proof now.
    """
    from .read_derivations import accepted_before, content_of

    theorem = development_of(document_of_id(id)).derive(id).theorem
    yield "trusted", f"{trusted_lines():,} lines: the logic, and the core of the checker"
    read = accepted_before().get(id) == content_of(id, theorem)[0]
    said = "Coq accepts the proof; what it cites is read apart"
    yield "second reader", said if read else "not run on the proof as it is"
