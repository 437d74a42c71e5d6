"""An earlier step at other values: forall its quantities, and then an instance."""

from __future__ import annotations
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.shapes import parts
from banditproof.theory.prover.notation import parse
from ..relations import Domain
from ..step import Step
from .formulas import quantity, term
from .hypotheses import shown_at_values
from .sequents import Sequents


def at_values(proof: Sequents, step: Step, number: int, domain: Domain) -> Theorem:
    """An earlier step at the values of a step; what it assumes of them is shown there."""
    at = step.at[number]
    others = [proof.facts[n] for n in step.needed if n != number]
    th, out = proof.general(proof.facts[number], [quantity(name) for name in at])
    th = proof.theory.instance(th, [term(parse(text)) for text in at.values()])
    for place, hypothesis in enumerate(out, 1):
        pair = parts(th.conclusion, "imp")
        assert pair is not None
        label = proof.labels[hypothesis]
        if shown_at_values(label):
            name = f"{step.number}.at-{number}-{place}"
            shown = proof.arith(pair[0], others, domain, name)
        else:
            shown = proof.open(pair[0], label)
        th = proof.theory.instance(th, (), shown)
    return th


def used(proof: Sequents, step: Step, domain: Domain) -> dict[int, Theorem]:
    """The sequents of the steps that a step uses, at the values at which it uses them."""
    numbers = sorted(step.needed, key=lambda n: (not proof.proof.step(n).assumed, n))
    return {
        n: at_values(proof, step, n, domain) if n in step.at else proof.facts[n] for n in numbers
    }
