"""An earlier step at other values: forall its quantities, and then an instance."""

from __future__ import annotations
from collections.abc import Mapping, Sequence
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.shapes import parts
from banditproof.theory.logic.simple_types import PROP
from banditproof.theory.logic.terms import Free, Refused
from banditproof.theory.logic.variables import frees
from banditproof.theory.prover.kernel.terms import Term as Expression
from banditproof.theory.prover.notation import parse, written
from ..relations import Domain, Relation, may_be_whole
from ..step import Step
from .formulas import formula, quantity, term
from .hypotheses import shown_at_values
from .kinds_of_hypotheses import Kind
from .particular_quantities import described_below, sequences_below
from .sequents import Sequents


def at_values(proof: Sequents, step: Step, number: int, domain: Domain) -> Theorem:
    """An earlier step at the values of a step; what it assumes of them is shown there."""
    at, fact = step.at[number], proof.facts[number]
    others = [proof.facts[n] for n in step.needed if n not in step.at]
    _require_shown_there(proof, number, {n: parse(text) for n, text in at.items()}, others, domain)
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
        if label.kind == Kind.DEFINITION and frees(hypothesis).isdisjoint(inner):
            raise Refused(f"Step {number} is used where {label.name} need not hold.")
        if shown_at_values(label) and frees(hypothesis).isdisjoint(inner):
            shown = proof.arith(pair[0], others, domain)
        else:
            if label.kind == Kind.WHOLE and label.name in at:
                label = proof.label(Kind.WHOLE, at[label.name], step)
            shown = proof.open(pair[0], label)
        th = proof.theory.instance(th, (), shown)
    return th


def _require_shown_there(
    proof: Sequents,
    number: int,
    values: Mapping[str, Expression],
    others: Sequence[Theorem],
    domain: Domain,
) -> None:
    """An earlier step is used where it was shown, whatever its sequent needs of that.

    A step that cites a claim, or that a program shows, says nothing of values outside its range.
    """
    there = proof.domain(proof.proof.step(number))
    if strange := sorted(set(values) - there.ranges.keys()):
        raise Refused(f"Step {number} has no range of {strange[0]}, which has no other value.")
    counted = sorted(sequences_below(proof.proof, number) & set(values))
    if counted:
        raise Refused(f"{counted[0]} is the sequence of an induction, and has no other value.")
    for name, fact in sorted(described_below(proof.proof, number).items()):
        if name in values:
            raise Refused(
                f"Step {number} rests on {fact}, which is about this {name} alone; "
                f"say it of {written(values[name])} in a step of its own."
            )
    for name in sorted(proof.proof.wholes(number) & set(values)):
        if not may_be_whole(values[name]):
            raise Refused(f"{name} is a whole number in step {number}; its value need not be one.")
    wanted = [item for name, value in values.items() for item in there.membership(name, value)]
    for value in values.values():
        proof.require_defined(term(value), domain, others, written(value))
    conditions = map(Relation.of, there.conditions)
    wanted += [one.with_values(values) for one in conditions if one.names & set(values)]
    for item in wanted:
        proof.require(formula(item), others, domain)


def is_inner(x: Free) -> bool:
    """Whether a variable is no quantity of the proof: one inside a cited claim or an induction."""
    return "." in x.name and x.type != PROP


def used(proof: Sequents, step: Step, domain: Domain) -> dict[int, Theorem]:
    """The sequents of the steps that a step uses, at the values at which it uses them."""
    numbers = sorted(step.needed, key=lambda n: (not proof.proof.step(n).assumed, n))
    here = known_here(proof, step, domain) | step.names
    return {
        n: at_values(proof, step, n, domain) if n in step.at else proof.facts[n]
        for n in numbers
        if all(one.names <= here for one in proof.relations_at(step, n))
    }


def known_here(proof: Sequents, step: Step, domain: Domain) -> set[str]:
    """The quantities of which a step may use what is known: those that have a range in it.

    So has what an equation defines by these. Another name may stand for other numbers in each of
    the steps that speak of it, and together they would say what holds of none.
    """
    known = set(domain.ranges)
    equations = [
        one.definition
        for n in step.needed
        for one in proof.relations_at(step, n)
        if one.definition is not None
    ]
    before = -1
    while before != len(known):
        before = len(known)
        known |= {name for name, value in equations if value.variables <= known}
    return known
