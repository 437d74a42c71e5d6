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


def whole_names_of_claim(step: OnClaim) -> set[str]:
    """The quantities that must be whole numbers for what a step says of a claim."""
    from banditproof.theory.prover.notation import parse

    cited = _proof_of(step)
    if cited is None:
        return set()
    stated, where = cited.stated(step.of_step)
    names = wholes_below(cited, step.of_step) & where.tied_to(stated.names)
    values = {name: parse(text) for name, text in step.instance.items()}
    return {x for n in names for x in (values[n].variables if n in values else {n})}


def sequences_below(proof: Proof, number: int) -> frozenset[str]:
    """The quantities that recursions define, in what a step was shown from, claims included."""
    from banditproof.theory.prover.notation import parse

    found = set[str]()
    for step in proof.down_from(number):
        if isinstance(step, Induction) and step.sequence:
            found.add(step.sequence)
        cited = _proof_of(step) if isinstance(step, OnClaim) else None
        if cited is not None and isinstance(step, OnClaim):
            values = {name: parse(text) for name, text in step.instance.items()}
            stated, where = cited.stated(step.of_step)
            for name in sequences_below(cited, step.of_step) & where.tied_to(stated.names):
                found |= values[name].variables if name in values else {name}
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
