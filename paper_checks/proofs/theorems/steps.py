"""The sequent of a step, by its kind."""

from __future__ import annotations
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.simple_types import REAL
from banditproof.theory.logic.terms import Refused
from banditproof.theory.prover.kernel.terms import Term as Expression
from ..cited import Given, OnClaim, Textbook
from ..induction import Induction
from ..inequality import Inequality
from ..relations import Domain
from ..step import STUCK, Step, StepVerdict
from .cited_claims import claim
from .formulas import formula
from .inductions import induction
from .kinds_of_hypotheses import Kind
from .other_values import used
from .sequents import Sequents
from .textbook_facts import textbook
from .verdicts import BY_PROGRAMS, verdict_of
from .weighted_search import weighted


def sequent_of(proof: Sequents, step: Step) -> Theorem:
    """What a step says, under hypotheses; raises Refused if it is not shown."""
    domain = proof.domain(step)
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
    if step.kind in BY_PROGRAMS:
        return _by_its_program(proof, step)
    known = used(proof, step, domain)
    hint = None
    if isinstance(step, Inequality) and step.weights and not step.monotone:
        pairs = [(text, known[number]) for number, text in step.weights.items()]
        hint = weighted(pairs, step.rest, step.positive)
    return proof.arith(proof.said_by(step), [*known.values()], domain, hint)


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
        except Refused as fault:
            raise Refused(f"{name} may lie outside of its range: {fault}") from None


def _by_its_program(proof: Sequents, step: Step) -> Theorem:
    """What a program finds, or what is argued in words, stays open."""
    if proof.programs:
        verdict, detail = step.check(proof.proof.scope.context(step))
        if verdict in STUCK:
            raise Refused(detail)
    kind = Kind.COMPUTED if verdict_of(step) == StepVerdict.PROVED else Kind.ARGUED
    return proof.open(proof.said_by(step), proof.label(kind, step.says, step))
