"""What the proof of a claim leaves open, without running a program of its folder."""

from __future__ import annotations
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from banditproof.theory.logic.contradicting_premises import premises_contradict
from banditproof.theory.logic.formulas import imp
from banditproof.theory.logic.library import standard_library
from ..text.locating import written_proof
from .deep_terms import deeply_nested
from .formulas import is_relation
from .judge import reader
from .kinds_of_hypotheses import Label
from .open_items import OpenItem, open_items
from .verdicts import shown_under

if TYPE_CHECKING:
    from banditproof.theory.logic.coq.second_reader import Reading
    from banditproof.theory.logic.terms import Term
    from ..proof import Proof
    from ..step import Step
    from .sequents import Sequents


class OpenTheorem(NamedTuple):
    """What the steps that state a claim say, and what that leaves open."""

    says: tuple[str, ...]
    opened: tuple[OpenItem, ...]
    """Each hypothesis."""


def left_open(id: str) -> OpenTheorem:
    """What the steps that state a claim say, in words and formulas, and what they stand under.

    The hypotheses stand in the order of their places, each once.

    >>> found = left_open("zcdp.tab1.footnote")
    >>> print(found.says[0].partition(": ")[2])
    sqrt(d*T*(d*log(2) + log(T))) >= sqrt(log(2))*d*sqrt(T) for d in [1, inf), T in [1, inf)
    >>> [str(item) for item in found.opened]
    ['range T in [1, inf): zcdp.tab1.footnote', 'range d in [1, inf): zcdp.tab1.footnote']
    """
    return left_open_by(written_proof(id))


def left_open_by(proof: Proof) -> OpenTheorem:
    """What the steps of a proof that state its claim say, and what they stand under."""
    judged = reader().of(proof)
    stated = [proof.step(number) for number in judged.stated]
    found = dict[tuple[Label, str], OpenItem]()
    for step in stated:
        for item in open_items(judged, step):
            known = found.setdefault((item.label, item.says), item)
            found[item.label, item.says] = item if item.besides else known
    items = sorted(found.values(), key=lambda one: _place(one.label, proof.id))
    return OpenTheorem(tuple(_said(judged, step) for step in stated), tuple(items))


def _place(label: Label, id: str) -> tuple[bool, str, int]:
    """The steps of a claim itself come first, then those of the claims that it cites."""
    return label.of != id, label.of, label.step


def read_by_second_reader(id: str) -> Reading:
    """What Coq says of the theorems of the steps that state a claim, with all that they rest on.

    Each is a theorem of Coq that has what it leaves open as hypotheses.
    """
    return read_proof_by_second_reader(written_proof(id))


def read_proof_by_second_reader(proof: Proof) -> Reading:
    """What Coq says of the theorems of the steps of a proof that state its claim."""
    from banditproof.theory.logic.coq.second_reader import read_by_coq

    judged = reader().of(proof)
    names = [judged.accepted_as(number) for number in judged.stated]
    with deeply_nested():
        return read_by_coq([(name, judged.theory.theorems[name]) for name in names])


def supposes_a_contradiction(judged: Sequents) -> bool:
    """Whether relations that a stated step supposes are found to contradict each other.

    Where a real case is known, they do not.

    >>> from ..cited import Given
    >>> from ..inequality import Inequality
    >>> from ..proof import Proof
    >>> steps = Given(1, "A", "x >= 3"), Inequality(2, "B", "x >= 2", uses=(1,))
    >>> [supposes_a_contradiction(reader().of(Proof("my.a", steps, f"x in [0,{end}]"))) \
for end in (4, 2)]
    [False, True]
    """
    if not judged.proof.case.lack:
        return False
    library = standard_library(["numbers"])
    for number in judged.stated:
        if number not in judged.facts:  # of a cited proof some steps are judged
            continue
        supposed = filter(is_relation, judged.facts[number].hypotheses)
        statement: Term | None = None
        for one in sorted(supposed, key=judged.order):
            statement = imp(one, one if statement is None else statement)
        if statement is not None and premises_contradict(statement, library):
            return True
    return False


def _said(judged: Sequents, step: Step) -> str:
    """The sentence of a step, and its relation with its ranges and what it was shown under."""
    says = " ".join(step.says.split())
    if not step.formula:
        return says
    facts = replace(step.facts(judged.domain(step)), under=shown_under(judged, step))
    return f"{says.rstrip(',.:;')}: {facts.formula_where}" if says else facts.formula_where
