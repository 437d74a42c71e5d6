"""Which quantities are not any numbers, in what a step was shown from.

The kernel has one real variable for each quantity. That n is a whole number, s the sequence of a
recursion, or p the probability of which a textbook fact speaks, is a hypothesis about this n, this
s and this p: another value has no such one.
"""

from __future__ import annotations
from collections.abc import Mapping
from typing import TYPE_CHECKING
from banditproof.theory.logic.terms import Refused
from ..cited import OnClaim, Textbook, Words
from ..induction import Induction
from ..step import Step
from ..suppositions import stated_below, supposed

if TYPE_CHECKING:
    from ..proof import Proof


def require_end_of_citations(proof: Proof, step: Step) -> None:
    """Refuse a step that rests on a cited step which rests on itself, through whatever claims."""
    if isinstance(step, OnClaim):
        _require_end(proof, step.number, frozenset(), set())


def _require_end(
    proof: Proof, number: int, above: frozenset[tuple[str, int]], known: set[tuple[str, int]]
) -> None:
    """Refuse a step below which one of those above stands again; the known ones end."""
    place = proof.id, number
    if place in above:
        raise Refused(f"Step {number} of {proof.id} rests on itself.")
    if place in known:
        return
    known.add(place)
    for one in proof.down_from(number):
        if isinstance(one, OnClaim) and (cited := one.cited_proof) is not None:
            _require_end(cited, one.of_step, above | {place}, known)


def sequences_below(proof: Proof, number: int) -> frozenset[str]:
    """The quantities that recursions define, in what a step was shown from, claims included."""
    found = set[str]()
    for step in proof.down_from(number):
        if isinstance(step, Induction) and step.sequence:
            found.add(step.sequence)
        if isinstance(step, OnClaim) and (cited := step.cited_proof) is not None:
            found |= step.here(sequences_below(cited, step.of_step), cited)
    return frozenset(found)


def described_below(proof: Proof, number: int) -> Mapping[str, str]:
    """The quantities of which words tell what they are, each with the fact that speaks of it.

    Textbook facts do, by the words for their symbols, and arguments in words; so does a cited claim
    by what it says in words, or by what its own proof says of particular quantities.

    >>> from ..text.locating import written_proof
    >>> sorted(described_below(written_proof("bern.sec2.klinf"), 2))
    ['low', 'x', 'y']
    """
    found = dict[str, str]()
    for step in proof.down_from(number):
        if isinstance(step, Textbook | Words):
            fact = step.fact if isinstance(step, Textbook) else "an argument in words"
            found |= dict.fromkeys(step.described, fact)
        if isinstance(step, OnClaim):
            found |= dict.fromkeys(particular_names_of_claim(step), f"claim {step.claim}")
    return found


def particular_below(proof: Proof, number: int) -> frozenset[str]:
    """The quantities of a step that others may cite of which its proof says what they are.

    Words describe it, a recursion defines it, or a relation ties it to what a citation does not
    show: to a name of which the step does not speak, or to a whole number of another name. What
    such a quantity defines is one as well.

    >>> from ..text.locating import written_proof
    >>> sorted(particular_below(written_proof("zcdp.asm1"), 6))
    ['m']
    """
    step, where = proof.stated(number)
    visible = where.tied_to(step.names)
    tied = supposed(proof, number).tied
    found = set(described_below(proof, number)) | sequences_below(proof, number)
    found |= frozenset[str]().union(*(item.names for item in tied)) & visible
    known = found | (proof.wholes(number) - visible)
    said, told = stated_below(proof, number, visible), frozenset(known)
    before = -1
    while before < len(known):
        before = len(known)
        for item in said:
            name, value = item.definition or ("", None)
            if value is not None and name not in told and name not in visible:
                # a hidden name that is defined by a particular quantity ties it to no other
                known |= {name} if value.variables & known else set()
            elif item.names & known and not item.names <= visible:
                known |= item.names
    # where a whole number is cited, another one may be put for it
    return frozenset((known - proof.wholes(number) | found) & visible)


def particular_names_of_claim(step: OnClaim) -> frozenset[str]:
    """The quantities here of which a cited claim says what they are; all, if it is its words."""
    cited = step.cited_proof
    if cited is None:
        return step.names
    return step.here(particular_below(cited, step.of_step), cited)


def require_one_sequence(proof: Proof, step: Step) -> None:
    """Refuse a step that says a name to be a sequence if it is one already, here or by a claim."""
    for other in proof.steps[: step.number - 1]:
        shared = _sequences_of(step) & _sequences_of(other)
        if shared and _recursion_of(step) != _recursion_of(other):
            raise Refused(
                f"{min(shared)} is the sequence of step {other.number}, and another one here; give "
                "one of both another name."
            )


def _recursion_of(step: Step) -> tuple[object, ...]:
    """What tells a recursion from others: its law, or the claim and the terms for its names."""
    if isinstance(step, Induction):
        return step.variable, step.start, step.first, step.following
    return (step.claim, dict(step.instance)) if isinstance(step, OnClaim) else ()


def _sequences_of(step: Step) -> frozenset[str]:
    """The names that a step says to be sequences, by itself or by what it cites."""
    if isinstance(step, Induction):
        return frozenset({step.sequence} - {""})
    cited = step.cited_proof if isinstance(step, OnClaim) else None
    if cited is None or not isinstance(step, OnClaim):
        return frozenset()
    return step.here(sequences_below(cited, step.of_step), cited)


def described_of_claim(step: OnClaim) -> frozenset[str]:
    """The quantities that are not any numbers in a cited step, by what they are here."""
    return particular_names_of_claim(step) | step.counted
