"""A cited claim: its theorem, at the terms of the step, with what that leaves open."""

from __future__ import annotations
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.shapes import parts
from banditproof.theory.logic.simple_types import REAL
from banditproof.theory.logic.terms import Free, Refused, Term
from banditproof.theory.logic.variables import frees
from banditproof.theory.prover.kernel.terms import var
from banditproof.theory.prover.notation import parse
from ...statements.recorded_verdicts import standing
from ...statements.registry import find
from ..cited import USABLE, OnClaim
from ..relations import Domain
from .formulas import names_of, term
from .hypotheses import shown_at_values
from .kinds_of_hypotheses import Kind
from .other_values import used
from .sequents import Sequents


def claim(proof: Sequents, step: OnClaim, domain: Domain) -> Theorem:
    """What a claim says; without a step of its proof, a hypothesis with its name."""
    outcome = standing(step.claim).outcome
    if outcome not in USABLE:
        raise Refused(f"{step.claim} is {outcome}, and cannot be used.")
    cited = find(step.claim).proof
    if not step.of_step:
        if step.formula and cited is not None:
            raise Refused(f"Name the step of the proof of {step.claim} that says {step.formula}.")
        return proof.open(proof.said_by(step), proof.label(Kind.CLAIM, step.claim, step))
    if cited is None:
        raise Refused(f"The proof of {step.claim} is no object; it has no step to name.")
    there, stated = proof.cited(cited), cited.stated(step.of_step)[0]
    values = {name: parse(text) for name, text in step.instance.items()}
    theirs = [item.with_values(values) for item in stated.relations]
    for one in step.relations:
        if not any(one.says_the_same_as(item) for item in theirs):
            raise Refused(f"{step.formula} is not what step {step.of_step} there says.")
    th = there.facts[step.of_step]
    xs = sorted(frees(th.conclusion).union(*map(frees, th.hypotheses)), key=lambda x: x.name)
    th, out = there.general(th, xs)
    apart = th.hypotheses  # without a quantity
    put: list[Term] = [
        term(values.get(x.name, var(x.name)))
        if x.type == REAL and x.name in stated.names
        # its own in each citation: one at other terms defines it by these
        else Free(f"{step.claim}.{x.name}.{step.number}", x.type)
        for x in xs
    ]
    th, using = proof.theory.instance(th, put), [*used(proof, step, domain).values()]
    proof.labels.update({h: there.labels[h] for h in apart if h not in proof.labels})
    for hypothesis in out:
        pair, label = parts(th.conclusion, "imp"), there.labels[hypothesis]
        assert pair is not None
        if names_of(frees(hypothesis)) <= stated.names and shown_at_values(label):
            shown = proof.arith(pair[0], using, domain)
        else:
            shown = proof.open(pair[0], label)
        th = proof.theory.instance(th, (), shown)
    if not stated.relations:
        return proof.open(proof.said_by(step), proof.label(Kind.CLAIM, step.claim, step))
    return proof.arith(proof.said_by(step), [th], domain)
