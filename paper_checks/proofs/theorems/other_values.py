"""An earlier step at other values: forall its quantities, and then an instance."""

from __future__ import annotations
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.shapes import parts
from banditproof.theory.logic.simple_types import PROP
from banditproof.theory.logic.terms import Free
from banditproof.theory.logic.variables import frees
from banditproof.theory.prover.notation import parse
from ..relations import Domain
from ..step import Step
from .formulas import quantity, term
from .hypotheses import shown_at_values
from .sequents import Sequents


def at_values(proof: Sequents, step: Step, number: int, domain: Domain) -> Theorem:
    """An earlier step at the values of a step; what it assumes of them is shown there."""
    at, fact = step.at[number], proof.facts[number]
    others = [proof.facts[n] for n in step.needed if n != number]
    # what was defined by these quantities is something else at these values, so it is renamed
    inner = sorted(
        (x for x in frees(fact.conclusion).union(*map(frees, fact.hypotheses)) if is_inner(x)),
        key=lambda x: x.name,
    )
    th, out = proof.general(fact, [*map(quantity, at), *inner])
    own = [Free(f"{x.name}.{number}.{step.number}", x.type) for x in inner]
    th = proof.theory.instance(th, [*(term(parse(text)) for text in at.values()), *own])
    for hypothesis in out:
        pair = parts(th.conclusion, "imp")
        assert pair is not None
        label = proof.labels[hypothesis]
        if shown_at_values(label) and frees(hypothesis).isdisjoint(inner):
            shown = proof.arith(pair[0], others, domain)
        else:
            shown = proof.open(pair[0], label)
        th = proof.theory.instance(th, (), shown)
    return th


def is_inner(x: Free) -> bool:
    """Whether a variable is no quantity of the proof: one inside a cited claim or an induction."""
    return "." in x.name and x.type != PROP


def used(proof: Sequents, step: Step, domain: Domain) -> dict[int, Theorem]:
    """The sequents of the steps that a step uses, at the values at which it uses them."""
    numbers = sorted(step.needed, key=lambda n: (not proof.proof.step(n).assumed, n))
    return {
        n: at_values(proof, step, n, domain) if n in step.at else proof.facts[n] for n in numbers
    }
