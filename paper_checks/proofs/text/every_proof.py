"""All proofs by steps of the documents of this package, and their lemmas, each as a proof."""

from collections.abc import Iterator
from ...statements.documents import SHIPPED, Document
from ..proof import Proof
from .locating import lemma_text, lemmas_of, places_of, written_proof


def every_proof(documents: tuple[Document, ...] = SHIPPED) -> Iterator[tuple[str, Proof]]:
    """The proofs and then the lemmas of each document, with their first lines.

    >>> titles = [title for title, _ in every_proof(SHIPPED[:1])]
    >>> "proof bern.thm3.1.repaired" in titles, titles[-1].startswith("lemma bern.")
    (True, True)
    """
    for document in documents:
        for id, name in places_of(document):
            yield f"proof {id}{f' as {name}' if name else ''}", written_proof(id, name)
        for id, _ in lemmas_of(document):
            yield f"lemma {id}", lemma_alone(id)


def lemma_alone(id: str) -> Proof:
    """A lemma as a proof by itself, which states all steps that no other step of it uses."""
    text = lemma_text(id)
    used = {number for step in text.steps for number in step.needed}
    ends = tuple(step.number for step in text.steps[:-1] if step.number not in used)
    return Proof(id, text.steps, text.where, None, ends)
