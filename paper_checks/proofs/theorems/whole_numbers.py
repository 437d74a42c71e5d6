"""Which quantities are whole numbers, or sequences, in what a step was shown from.

The kernel has one real variable for each quantity. That n is a whole number, or s the sequence of a
recursion, is a hypothesis of it, which is about this n and this s: another value has no such one.
"""

from __future__ import annotations
from banditproof.theory.prover.notation import parse
from ...statements.registry import find
from ..cited import OnClaim
from ..induction import Induction
from ..proof import Proof


def wholes_below(proof: Proof, number: int) -> frozenset[str]:
    """The quantities that are whole numbers for a step, by itself, through others and claims."""
    found = set(proof.wholes(number))
    for step in proof.down_from(number):
        if isinstance(step, OnClaim):
            found |= whole_names_of_claim(step)
    return frozenset(found)


def whole_names_of_claim(step: OnClaim) -> set[str]:
    """The quantities that must be whole numbers for what a step says of a claim."""
    cited = find(step.claim).proof if step.of_step else None
    if cited is None:
        return set()
    names = wholes_below(cited, step.of_step)
    values = {name: parse(text) for name, text in step.instance.items()}
    return {x for n in names for x in (values[n].variables if n in values else {n})}


def sequences_below(proof: Proof, number: int) -> frozenset[str]:
    """The quantities that recursions define, in what a step was shown from, claims included."""
    found = set[str]()
    for step in proof.down_from(number):
        if isinstance(step, Induction) and step.sequence:
            found.add(step.sequence)
        cited = find(step.claim).proof if isinstance(step, OnClaim) and step.of_step else None
        if cited is not None and isinstance(step, OnClaim):
            values = {name: parse(text) for name, text in step.instance.items()}
            for name in sequences_below(cited, step.of_step):
                found |= values[name].variables if name in values else {name}
    return frozenset(found)
