"""The sequent of a step, by its kind."""

from __future__ import annotations
from functools import cache
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.laws import and_elim, and_intro
from banditproof.theory.logic.simple_types import REAL
from banditproof.theory.logic.terms import Refused, normal
from banditproof.theory.prover.kernel.terms import ZERO, var
from banditproof.theory.prover.kernel.terms import Term as Expression
from banditproof.theory.prover.notation import written
from ..cited import Given, OnClaim, Textbook, Words
from ..extreme_points import ExtremePoints
from ..goals_of_relations import goals
from ..identity import Identity
from ..induction import Induction, without
from ..relations import Domain, Relation, with_definitions
from ..step import ProgramStep, Step, StepVerdict, is_shipped, verdict_on
from .arithmetic import FalseAt
from .cited_claims import claim
from .formulas import formula
from .hints_of_steps import hint_of
from .inductions import induction
from .kinds_of_hypotheses import Kind
from .other_values import known_here, used
from .particular_quantities import described_of_claim
from .sequents import Sequents
from .textbook_facts import textbook
from .verdicts import verdict_of


def sequent_of(proof: Sequents, step: Step) -> Theorem:
    """What a step says, under hypotheses; raises Refused if it is not shown."""
    domain = proof.domain(step)
    if step.joins:
        return proof.theory.use("refl", {"'a": REAL})  # what it joins is stated by itself
    if domain.conditions:
        _require_some_numbers(domain)
        for text in domain.conditions:
            proof.require_words_defined(formula(Relation.of(text)), domain)
    if step.assumed:
        _require_budgets(proof, step, domain)
        return _given(proof, step, domain)
    missing = sorted(step.names - known_here(proof, step, domain))
    if missing:
        raise Refused(f"{missing[0]} has no range in {domain.text!r}; give one for each name.")
    _require_budgets(proof, step, domain)
    th = _by_other_means(proof, step, domain)
    if th is None:
        return _by_arithmetic(proof, step, domain)
    if step.relations:  # of what arithmetic shows it sees itself that it is defined
        known = [*used(proof, step, domain).values()]
        proof.require_defined(proof.said_by(step), domain, known, step.formula)
    return th


def _require_budgets(proof: Sequents, step: Step, domain: Domain) -> None:
    """Refuse a d_eps whose eps may be negative, even where it cancels."""
    conditions = map(Relation.of, domain.conditions)
    written_there = dict.fromkeys(
        budget for one in (*step.relations, *conditions) for budget in one.budgets
    )
    for budget in written_there:
        known = [] if step.assumed else [*used(proof, step, domain).values()]
        try:
            proof.require(formula(Relation(ZERO, "<=", budget)), known, domain)
        except Refused as gap:
            wrong = f"The eps of d_eps is {written(budget)}, which may be negative here. {gap}"
            raise Refused(wrong) from None


def _by_other_means(proof: Sequents, step: Step, domain: Domain) -> Theorem | None:
    """What is no matter of arithmetic: a program, a fact, a claim, an induction."""
    if isinstance(step, ProgramStep) or not is_shipped(step):
        return _by_its_program(proof, step)
    if isinstance(step, Textbook):
        return textbook(proof, step, domain)
    if isinstance(step, OnClaim):
        return claim(proof, step, domain)
    return induction(proof, step, domain) if isinstance(step, Induction) else None


def _by_arithmetic(proof: Sequents, step: Step, domain: Domain) -> Theorem:
    """A relation from those that the step uses."""
    if isinstance(step, Identity) and step.relations[0].sign != "=":
        raise Refused(f"{step.formula!r} is no identity; give two terms with =.")
    if isinstance(step, ExtremePoints) and not step.along:
        raise Refused(f"Step {step.number} names no quantity along which it is concave.")
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
    """A hypothesis, where it is given; the term of a definition lies in the range of its name.

    What a lemma assumes is shown where the lemma is taken in.
    """
    if step.relations:
        proof.require_words_defined(proof.said_by(step), domain)
    for item in step.relations if type(step) is Given else ():
        if item.definition:
            _keep_membership(proof, step, domain, *item.definition)
    kind = Kind.WORDS
    if step.relations:
        name, _ = step.relations[0].definition or ("", None)
        new = type(step) is Given and bool(name) and name not in _with_meaning(proof, step)
        kind = Kind.DEFINITION if new else Kind.GIVEN
    name = step.formula if step.relations else step.says
    th = proof.open(proof.said_by(step), proof.label(kind, name, step))
    # a sentence has no quantities, and is given where its own ranges and conditions hold
    for setting in proof.within(domain, step.names if step.relations else Domain(step.where).names):
        th = and_elim(and_intro(th, setting), second=False)
    return th


def _with_meaning(proof: Sequents, step: Step) -> frozenset[str]:
    """The quantities of which something is said that is not said of any number.

    That is what was given of them before, and what they count, or are the words of a fact about.
    An equation of such a name is no definition: what is said of it would have to hold of the term.
    """
    found = set[str]()
    for one in proof.proof.steps:
        found |= one.names if one.assumed and one.number < step.number else set()
        if isinstance(one, OnClaim):
            found |= step.names & described_of_claim(one)
        found |= one.described if isinstance(one, Textbook | Words) else set()
        found |= {one.sequence} if isinstance(one, Induction) else set()
        found |= proof.proof.wholes(one.number)
    return frozenset(found)


def _keep_membership(
    proof: Sequents, step: Step, domain: Domain, name: str, value: Expression
) -> None:
    """Show that the term of a name lies in its range, for use where the name is not spoken of."""
    defining = proof.theory.assume(normal(proof.said_by(step)))
    outside = without(domain, name)
    known = [*used(proof, step, outside).values()]
    for item in domain.membership(name, var(name)) if name in domain.ranges else ():
        try:
            shown = proof.arith(formula(item.with_values({name: value})), known, outside)
        except FalseAt as point:
            wrong = f"The term of {name} is not always {item.sign} {written(item.right)}. {point}"
            raise FalseAt(wrong, point.values, point.quantities) from None
        except Refused as fault:
            raise Refused(f"{name} may lie outside of its range: {fault}") from None
        th = proof.arith(formula(item), [defining, shown, *known], outside)
        proof.memberships[normal(formula(item)), defining.conclusion] = th


def _by_its_program(proof: Sequents, step: Step) -> Theorem:
    """What a program finds, or what is argued in words, stays open."""
    if proof.programs:
        verdict, proof.details[step.number] = verdict_on(step, proof.proof.scope.context(step))
        if verdict == StepVerdict.FAILED:
            raise FalseAt(proof.details[step.number], {})
        if verdict == StepVerdict.UNDECIDED:
            raise Refused(proof.details[step.number])
    kind = Kind.COMPUTED if verdict_of(step) == StepVerdict.PROVED else Kind.ARGUED
    return proof.said_where(step, proof.domain(step), proof.label(kind, step.says, step))
