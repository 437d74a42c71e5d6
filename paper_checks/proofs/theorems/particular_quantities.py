"""Which quantities are not any numbers, in what a step was shown from.

The kernel has one real variable for each quantity. That n is a whole number, s the sequence of a
recursion, or p the probability of which a textbook fact speaks, is a hypothesis about this n, this
s and this p: another value has no such one.
"""

from __future__ import annotations
from collections.abc import Mapping
from typing import TYPE_CHECKING
from ..cited import OnClaim, Textbook, Words
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


def described_below(proof: Proof, number: int) -> Mapping[str, str]:
    """The quantities of which words tell what they are, each with the fact that speaks of it.

    Textbook facts do, by the words for their symbols, and arguments in words; cited claims by those
    of their own proofs.

    >>> from ..text.locating import written_proof
    >>> sorted(described_below(written_proof("bern.sec2.klinf"), 2))
    ['low', 'x', 'y']
    """
    found = dict[str, str]()
    for step in proof.down_from(number):
        if isinstance(step, Textbook | Words):
            fact = step.fact if isinstance(step, Textbook) else "an argument in words"
            found |= dict.fromkeys(step.described, fact)
        if isinstance(step, OnClaim) and (cited := _proof_of(step)) is not None:
            for name, fact in described_below(cited, step.of_step).items():
                found |= dict.fromkeys(step.here(frozenset({name}), cited), fact)
    return found


def described_of_claim(step: OnClaim) -> frozenset[str]:
    """The quantities that are not any numbers in a cited step, by what they are here."""
    cited = _proof_of(step)
    if cited is None:
        return step.names
    names = frozenset(described_below(cited, step.of_step))
    names |= wholes_below(cited, step.of_step) | sequences_below(cited, step.of_step)
    return step.here(names, cited)


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
