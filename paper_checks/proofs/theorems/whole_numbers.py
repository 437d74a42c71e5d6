"""Which quantities are whole numbers, or sequences, in what a step was shown from.

The kernel has one real variable for each quantity. That n is a whole number, or s the sequence of a
recursion, is a hypothesis of it, which is about this n and this s: another value has no such one.
"""

from __future__ import annotations
from typing import TYPE_CHECKING
from ..cited import OnClaim
from ..induction import Induction

if TYPE_CHECKING:
    from ..proof import Proof


def wholes_below(proof: Proof, number: int) -> frozenset[str]:
    """The quantities that are whole numbers for a step, by itself, through others and claims.

    >>> from ..text.locating import written_proof
    >>> sorted(wholes_below(written_proof("adv.lem25.tuned"), 28))
    ['K']
    """
    found = set(proof.wholes(number))
    for step in proof.down_from(number):
        if isinstance(step, OnClaim):
            found |= whole_names_of_claim(step)
    return frozenset(found)


def whole_names_of_claim(step: OnClaim) -> frozenset[str]:
    """The quantities that must be whole numbers for what a step says of a claim."""
    cited = _proof_of(step)
    return step.here(wholes_below(cited, step.of_step), cited) if cited else frozenset()


def sequences_below(proof: Proof, number: int) -> frozenset[str]:
    """The quantities that recursions define, in what a step was shown from, claims included."""
    found = set[str]()
    for step in proof.down_from(number):
        if isinstance(step, Induction) and step.sequence:
            found.add(step.sequence)
        if isinstance(step, OnClaim) and (cited := _proof_of(step)) is not None:
            found |= step.here(sequences_below(cited, step.of_step), cited)
    return frozenset(found)


def _proof_of(step: OnClaim) -> Proof | None:
    """The proof of which a step cites another one, without loading a program for it."""
    from ...statements.claim import REGISTERED
    from ...statements.documents import document_of_id
    from ...statements.registry import find
    from ..text.locating import places_of, written_proof

    if not step.of_step:
        return None
    if step.claim in REGISTERED:
        return REGISTERED[step.claim].proof
    document = document_of_id(step.claim)
    written = document is not None and (step.claim, "") in places_of(document)
    return written_proof(step.claim) if written else find(step.claim).proof
