"""What the proof of a claim leaves open, without running a program of its folder."""

from __future__ import annotations
from typing import NamedTuple
from ...verdicts.step_facts import StepFacts
from ..text.locating import written_proof
from .judge import reader
from .kinds_of_hypotheses import Label


class OpenTheorem(NamedTuple):
    """What the steps that state a claim say, and what that leaves open."""

    says: tuple[str, ...]
    opened: tuple[Label, ...]


def left_open(id: str) -> OpenTheorem:
    """The relations of the steps that state a claim, and the hypotheses of their theorems.

    The hypotheses stand in the order of their places, each once.

    >>> found = left_open("zcdp.tab1.footnote")
    >>> found.says[0], [str(label) for label in found.opened]
    ('sqrt(d*T*(d*log(2) + log(T))) >= sqrt(log(2))*d*sqrt(T) for d in [1, inf), T in [1, inf)', \
['range of T: zcdp.tab1.footnote', 'range of d: zcdp.tab1.footnote'])
    """
    proof = written_proof(id)
    judged = reader().of(proof)
    found = dict.fromkeys(one for number in judged.stated for one in judged.left_open(number))
    stated = (proof.step(number) for number in judged.stated)
    return OpenTheorem(
        tuple(_said(step.facts(judged.domain(step))) for step in stated),
        tuple(sorted(found, key=lambda label: (label.of != id, label.of, label.step))),
    )


def _said(step: StepFacts) -> str:
    """A relation with its ranges, or a sentence."""
    if not step.formula:
        return step.says
    return f"{step.formula} for {step.where}" if step.where else step.formula
