"""All proofs by steps of the documents of this package, and their lemmas, each as a proof."""

from collections.abc import Iterator
from typing import NamedTuple
from ...statements.documents import SHIPPED, Document
from ..cited import Assumed
from ..proof import Proof
from .locating import Place, lemma_text, lemmas_of, places_of, written_proof
from .proof_text import ProofText


class PlacedProof(NamedTuple):
    """A proof or a lemma: its first line, as which it is, and where it stands."""

    title: str
    proof: Proof
    place: Place


def every_proof(documents: tuple[Document, ...] = SHIPPED) -> Iterator[PlacedProof]:
    """The proofs and then the lemmas of each document.

    What a lemma assumes in words gets its relation from the proofs that take it in; such a lemma is
    judged in these, and not by itself.

    >>> titles = [one.title for one in every_proof(SHIPPED[:1])]
    >>> "proof bern.thm3.1.repaired" in titles, titles[-1].startswith("lemma bern.")
    (True, True)
    """
    for document in documents:
        for (id, name), place in places_of(document).items():
            title = f"proof {id}{f' as {name}' if name else ''}"
            yield PlacedProof(title, written_proof(id, name), place)
        for (id, _), place in lemmas_of(document).items():
            if is_whole(lemma_text(id)):
                yield PlacedProof(f"lemma {id}", lemma_alone(id), place)


def is_whole(lemma: ProofText) -> bool:
    """Whether all that a lemma assumes is a relation.

    >>> is_whole(lemma_text("bern.regret-from-the-pulls"))
    False
    """
    return all(step.relations for step in lemma.steps if isinstance(step, Assumed))


def lemma_alone(id: str) -> Proof:
    """A lemma as a proof by itself."""
    return alone(lemma_text(id))


def alone(text: ProofText) -> Proof:
    """The text of a lemma as a proof that states all steps which no other step of it uses."""
    used = {number for step in text.steps for number in step.needed}
    ends = tuple(step.number for step in text.steps[:-1] if step.number not in used)
    return Proof(text.id, text.steps, text.where, None, ends)
