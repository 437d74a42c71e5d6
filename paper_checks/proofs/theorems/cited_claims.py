"""A cited claim: its theorem, at the terms of the step, with what that leaves open."""

from __future__ import annotations
from collections.abc import Callable
from dataclasses import replace
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.shapes import parts
from banditproof.theory.logic.simple_types import REAL
from banditproof.theory.logic.terms import Free, Refused, Term
from banditproof.theory.prover.kernel.terms import var
from banditproof.theory.prover.notation import parse
from ...statements.recorded_verdicts import standing
from ...statements.registry import find
from ..cited import USABLE, OnClaim
from ..relations import Domain
from .formulas import term
from .kinds_of_hypotheses import Kind
from .open_words import closed_step
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
    closed = closed_step(there, step.of_step)
    put: list[Term] = [
        term(values.get(x.name, var(x.name)))
        if x.type == REAL and x.name in closed.named
        # its own in each citation: one at other terms defines it by these
        else Free(f"{step.claim}.{x.name}.{step.number}", x.type)
        for x in closed.variables
    ]
    th, using = proof.theory.instance(closed.theorem, put), [*used(proof, step, domain).values()]
    if closed.opened:
        label = proof.label(Kind.CITED, f"step {step.of_step} of {step.claim}", step)
        inner = there.left_open(step.of_step)
        th = _with(proof, th, lambda what: proof.open(what, replace(label, inner=inner)))
    for _ in closed.shown:
        th = _with(proof, th, lambda what: proof.arith(what, using, domain))
    if not stated.relations:
        return proof.open(proof.said_by(step), proof.label(Kind.CLAIM, step.claim, step))
    return proof.arith(proof.said_by(step), [th], domain)


def _with(proof: Sequents, th: Theorem, shown: Callable[[Term], Theorem]) -> Theorem:
    """A theorem with its first premise shown."""
    pair = parts(th.conclusion, "imp")
    assert pair is not None
    return proof.theory.instance(th, (), shown(pair[0]))
