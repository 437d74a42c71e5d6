"""What the proof of a claim leaves open, without running a program of its folder."""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from ..text.locating import written_proof
from .deep_terms import deeply_nested
from .judge import reader
from .kinds_of_hypotheses import Label
from .verdicts import shown_under

if TYPE_CHECKING:
    from banditproof.theory.logic.coq.second_reader import Reading
    from ..step import Step
    from .sequents import Sequents


class OpenTheorem(NamedTuple):
    """What the steps that state a claim say, and what that leaves open."""

    says: tuple[str, ...]
    opened: Mapping[Label, bool]
    """Each hypothesis, and whether the text of the steps does not say it."""


def left_open(id: str) -> OpenTheorem:
    """The relations of the steps that state a claim, and the hypotheses of their theorems.

    The hypotheses stand in the order of their places, each once.

    >>> found = left_open("zcdp.tab1.footnote")
    >>> found.says[0], [str(label) for label in found.opened]
    ('sqrt(d*T*(d*log(2) + log(T))) >= sqrt(log(2))*d*sqrt(T) for d in [1, inf), T in [1, inf)', \
['range T in [1, inf): zcdp.tab1.footnote', 'range d in [1, inf): zcdp.tab1.footnote'])
    """
    proof = written_proof(id)
    judged = reader().of(proof)
    stated = [proof.step(number) for number in judged.stated]
    found = dict[Label, bool]()
    for step in stated:
        for label, besides in judged.hypotheses_of(step):
            found[label] = found.get(label, False) or besides
    return OpenTheorem(
        tuple(_said(judged, step) for step in stated),
        dict(sorted(found.items(), key=lambda one: (one[0].of != id, one[0].of, one[0].step))),
    )


def read_by_second_reader(id: str) -> Reading:
    """What Coq says of the theorems of the steps that state a claim, with all that they rest on.

    Each is a theorem of Coq that has what it leaves open as hypotheses.
    """
    from banditproof.theory.logic.coq.second_reader import read_by_coq

    judged = reader().of(written_proof(id))
    names = [judged.accepted_as(number) for number in judged.stated]
    with deeply_nested():
        return read_by_coq([(name, judged.theory.theorems[name]) for name in names])


def _said(judged: Sequents, step: Step) -> str:
    """A relation with its ranges, and what it was shown under; or a sentence."""
    if not step.formula:
        return step.says
    facts = replace(step.facts(judged.domain(step)), under=shown_under(judged, step))
    return facts.formula_where
