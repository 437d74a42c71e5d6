"""A cited claim, at the terms of the step.

A proof by itself stands under what the cited step says there, whose suppositions are shown: the
claim has a check of its own. A linked one stands under what the theorem of that step leaves open.
"""

from __future__ import annotations
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.laws import and_elim, and_intro
from banditproof.theory.logic.shapes import parts
from banditproof.theory.logic.simple_types import REAL
from banditproof.theory.logic.terms import Free, Refused, Term, normal
from banditproof.theory.prover.kernel.terms import var
from banditproof.theory.prover.notation import parse
from banditproof.verify.evidence import Grade
from ...statements.recorded_verdicts import standing
from ..cited import USABLE, OnClaim
from ..proof import Proof
from ..relations import Domain, Relation, may_be_whole
from ..step import StepVerdict
from ..suppositions import supposed
from .formulas import formula, term
from .kinds_of_hypotheses import Kind, Label
from .open_words import closed_step
from .other_values import used
from .particular_quantities import sequences_below
from .sequents import Sequents


def claim(proof: Sequents, step: OnClaim, domain: Domain) -> Theorem:
    """What a claim says; without a step of its proof, a hypothesis with its name."""
    outcome, grade, _ = standing(step.claim)
    if outcome not in USABLE or grade is None:
        raise Refused(f"{step.claim} is {outcome}, and cannot be used.")
    cited = step.proof_there
    if not step.of_step:
        if step.formula and cited is not None:
            raise Refused(f"Name the step of the proof of {step.claim} that says {step.formula}.")
        if step.instance:
            raise Refused(f"Behind `with` stand terms for a step of {step.claim}; name the step.")
        return proof.said_where(step, domain, _label(proof, step, step.claim))
    if cited is None:
        raise Refused(
            f"{step.claim} has no proof as text whose steps could be cited; cite it without one."
        )
    stated, where = cited.stated(step.of_step)
    values = {name: parse(text) for name, text in step.instance.items()}
    _require_known(step, cited, where)
    named = where.tied_to(stated.names) & set(values)
    for name in sorted(cited.wholes(step.of_step) & named):
        if not may_be_whole(values[name]):
            fraction = f"{step.instance[name]} need not be one"
            raise Refused(f"{name} is a whole number there, and {fraction}.")
    for name in sorted(sequences_below(cited, step.of_step) & named):
        if values[name].kind != "var":
            raise Refused(f"{name} is the sequence of an induction there; give it a name at most.")
    # a sentence speaks of the quantities that have a range there and here
    spoken = where.tied_to(stated.names or where.names & domain.names.union(values))
    theirs = [item.with_values(values) for item in stated.relations]
    for one in step.relations:
        if not any(one.says_the_same_as(item) for item in theirs):
            sentence = " and ".join(map(str, theirs)) or "no relation"
            raise Refused(f"{step.formula} is not what step {step.of_step} there says: {sentence}.")
    using = [*used(proof, step, domain).values()]
    for name in sorted(named):
        proof.require_defined(term(values[name]), domain, using, step.instance[name])
    if proof.linked:
        th = _linked(proof, step, domain, cited, using)
    else:
        within = [
            item
            for name in sorted(spoken & where.ranges.keys())
            for item in where.membership(name, values.get(name, parse(name)))
        ]
        within += [item.with_values(values) for item in supposed(cited, step.of_step, spoken).alone]
        shown = [_supposed_here(proof, step, item, using, domain) for item in within]
        says = formula(theirs[0]) if theirs else proof.said_by(step)
        label = _label(proof, step, _name(step, cited, named))
        th = proof.from_open(shown, normal(says), label)
    if not stated.relations:
        said = proof.open(proof.said_by(step), _label(proof, step, step.claim))
        return and_elim(and_intro(said, th), second=False)
    stated_here = normal(proof.said_by(step))
    return th if th.conclusion == stated_here else proof.arith(stated_here, [th], domain)


def _require_known(step: OnClaim, cited: Proof, where: Domain) -> None:
    """Refuse a term for a name that the cited proof does not have: it would stand for nothing."""
    known = where.names.union(*(one.names for one in cited.steps))
    if strange := sorted(step.instance.keys() - known):
        raise Refused(f"{step.claim} has no quantity {strange[0]}; leave it out behind `with`.")


def _label(proof: Sequents, step: OnClaim, name: str) -> Label:
    """The label of what is cited, which knows how much is on record for the claim."""
    grade = Grade(standing(step.claim).grade or Grade.CITED)
    in_words = step.verdict_by(grade) == StepVerdict.WORDS
    return replace(proof.label(Kind.CLAIM, name, step), no_outline=in_words)


def _name(step: OnClaim, cited: Proof, named: Collection[str]) -> str:
    """The cited step with the terms for its quantities, and what ties them to others there."""
    terms = (f"{name} = {step.instance[name]}" for name in sorted(named))
    tied = supposed(cited, step.of_step).tied.values()
    with_, where = (", ".join(some) for some in (terms, tied))
    name = f"{step.claim} ({step.of_step})"
    return f"{name}{f' with {with_}' if with_ else ''}{f', where {where}' if where else ''}"


def _supposed_here(
    proof: Sequents, step: OnClaim, item: Relation, using: Sequence[Theorem], domain: Domain
) -> Theorem:
    """What a cited step supposes, shown where it is cited."""
    try:
        return proof.arith(formula(item), using, domain)
    except Refused as gap:  # where this is false, what is stated there need not be
        lack = f"Step {step.of_step} there supposes {item}, which is not shown here."
        raise Refused(f"{lack} {gap}") from None


def _linked(
    proof: Sequents, step: OnClaim, domain: Domain, cited: Proof, using: Sequence[Theorem]
) -> Theorem:
    """The theorem of the cited step at the terms of this one, with what it leaves open."""
    there = proof.cited(cited, step.of_step)
    for below in cited.down_from(step.of_step):
        if below.number in there.faults:
            wrong = there.faults[below.number]
            raise Refused(f"Step {below.number} of {step.claim} is not accepted: {wrong}")
    closed = closed_step(there, step.of_step)
    values = {name: parse(text) for name, text in step.instance.items()}
    put: list[Term] = [
        term(values.get(x.name, var(x.name)))
        if x.type == REAL and x.name in closed.named
        # its own in each citation: one at other terms defines it by these
        else Free(f"{step.claim}.{x.name}.{step.number}", x.type)
        for x in closed.variables
    ]
    th = proof.theory.instance(closed.theorem, put)
    if closed.opened:
        label = proof.label(Kind.CITED, f"step {step.of_step} of {step.claim}", step)
        label = replace(label, inner=closed.labels)
        th = _with(proof, th, lambda what: proof.open(what, label))
    for _ in closed.shown:
        th = _with(proof, th, lambda what: proof.arith(what, using, domain))
    return th


def _with(proof: Sequents, th: Theorem, shown: Callable[[Term], Theorem]) -> Theorem:
    """A theorem with its first premise shown."""
    pair = parts(th.conclusion, "imp")
    assert pair is not None
    return proof.theory.instance(th, (), shown(pair[0]))
