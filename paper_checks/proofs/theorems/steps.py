"""The sequent of a step, by its kind."""

from __future__ import annotations
from functools import cache
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.simple_types import REAL
from banditproof.theory.logic.terms import Refused
from banditproof.theory.prover.kernel.terms import Term as Expression
from banditproof.theory.prover.notation import written
from ..cited import Given, OnClaim, Textbook
from ..extreme_points import ExtremePoints
from ..goals_of_relations import goals
from ..identity import Identity
from ..induction import Induction
from ..relations import Domain, Relation, with_definitions
from ..step import ProgramStep, Step, StepVerdict, is_shipped, verdict_on
from .arithmetic import FalseAt
from .cited_claims import claim
from .formulas import formula
from .hints_of_steps import hint_of
from .inductions import induction
from .kinds_of_hypotheses import Kind
from .other_values import known_here, used
from .sequents import Sequents
from .textbook_facts import textbook
from .verdicts import verdict_of


def sequent_of(proof: Sequents, step: Step) -> Theorem:
    """What a step says, under hypotheses; raises Refused if it is not shown."""
    domain = proof.domain(step)
    if isinstance(step, ProgramStep) or not is_shipped(step):
        return _by_its_program(proof, step)
    if domain.conditions:
        _require_some_numbers(domain)
    if step.assumed:
        return _given(proof, step, domain)
    if step.joins:
        return proof.theory.use("refl", {"'a": REAL})  # what it joins is stated by itself
    if isinstance(step, Textbook):
        return textbook(proof, step, domain)
    if isinstance(step, OnClaim):
        return claim(proof, step, domain)
    if isinstance(step, Induction):
        return induction(proof, step, domain)
    if isinstance(step, Identity) and step.relations[0].sign != "==":
        raise Refused(f"{step.formula!r} is no identity; give two terms with ==.")
    if isinstance(step, ExtremePoints) and not step.along:
        raise Refused(f"Step {step.number} names no quantity along which it is concave.")
    missing = sorted(step.names - known_here(proof, step, domain))
    if missing:
        raise Refused(f"{missing[0]} has no range in {domain.text!r}; give one for each name.")
    if domain.conditions and step.relations:
        stated, given = with_definitions(step.relations[0], proof.proof.scope.context(step).given())
        goals(stated, domain, given)  # with what is known the domain may be seen to be empty
    known = used(proof, step, domain)
    return proof.arith(proof.said_by(step), [*known.values()], domain, hint_of(step, known))


@cache
def _require_some_numbers(domain: Domain) -> None:
    """Refuse a domain whose conditions hold nowhere, as far as the prover sees that at once."""
    goals(Relation.of("0 <= 1"), domain)


def _given(proof: Sequents, step: Step, domain: Domain) -> Theorem:
    """A hypothesis; the term that a definition names is shown to lie in the range of the name.

    What a lemma assumes is shown where the lemma is taken in.
    """
    for item in step.relations if type(step) is Given else ():
        if item.definition and item.definition[0] in domain.ranges:
            _require_within(proof, step, domain, *item.definition)
    kind = Kind.WORDS
    if step.relations:
        kind = Kind.DEFINITION if step.relations[0].definition else Kind.GIVEN
    name = step.formula if step.relations else step.says
    return proof.open(proof.said_by(step), proof.label(kind, name, step))


def _require_within(
    proof: Sequents, step: Step, domain: Domain, name: str, value: Expression
) -> None:
    known = [*used(proof, step, domain).values()]
    for within in domain.membership(name, value):
        try:
            proof.arith(formula(within), known, domain)
        except FalseAt as point:
            end = f"{within.sign} {written(within.right)}"
            wrong = f"The term of {name} is not always {end}. {point}"
            raise FalseAt(wrong, point.values, point.quantities) from None
        except Refused as fault:
            raise Refused(f"{name} may lie outside of its range: {fault}") from None


def _by_its_program(proof: Sequents, step: Step) -> Theorem:
    """What a program finds, or what is argued in words, stays open."""
    if proof.programs:
        verdict, proof.details[step.number] = verdict_on(step, proof.proof.scope.context(step))
        if verdict == StepVerdict.FAILED:
            raise FalseAt(proof.details[step.number], {})
        if verdict == StepVerdict.UNDECIDED:
            raise Refused(proof.details[step.number])
    kind = Kind.COMPUTED if verdict_of(step) == StepVerdict.PROVED else Kind.ARGUED
    return proof.open(proof.said_by(step), proof.label(kind, step.says, step))
