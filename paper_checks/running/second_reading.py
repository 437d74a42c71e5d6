"""What a derived claim rests on besides its axioms: lines to be trusted, and what Coq has read."""

from __future__ import annotations
from collections.abc import Iterator
from importlib.resources import files
from ..derivations.developments import development_of
from ..statements.documents import document_of_id

TRUSTED = ("simple_types", "terms", "formulas", "arithmetic", "signature", "kernel")
"""The kernel and the files of the logic that it imports."""


def trusted_lines() -> int:
    """The lines of the kernel, with what it imports of the logic.

    >>> trusted_lines() <= 800
    True
    """
    folder = files("banditproof.theory.logic")
    texts = (folder.joinpath(f"{name}.py").read_text("utf-8") for name in TRUSTED)
    return sum(len(text.splitlines()) for text in texts)


def trust_in(id: str) -> Iterator[tuple[str, str]]:
    """What the kernel and the second reader say of the formal proof of a claim, as it is now.

    Coq has read a proof if the file that it accepted is the one that is written from the proof now.
    """
    from .read_derivations import accepted_before, content_of

    theorem = development_of(document_of_id(id)).derive(id).theorem
    yield "trusted", f"{trusted_lines()} lines of the logic, and the checker"
    read = accepted_before().get(id) == content_of(id, theorem)[0]
    said = "Coq accepts the proof; what it cites is read apart"
    yield "second reader", said if read else "not run on the proof as it is"
