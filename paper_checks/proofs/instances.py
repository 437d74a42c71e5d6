"""Real cases, at which no relation of a step may be false."""

from __future__ import annotations
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from banditproof.theory import Enclosure
from banditproof.verify.evidence import Grade
from ..verdicts.vocabulary import Counterexample
from .relations import Domain, Relation
from .step import Step

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.terms import Term

Instance = Mapping[str, Any]
"""Values of some quantities: integers, fractions, enclosures, or texts of exact numbers."""


def require_at_instances(step: Step, domain: Domain, cases: Iterable[Instance]) -> None:
    """No relation of a step is false at a real case that its ranges and conditions admit."""
    from banditproof.theory.prover.kernel.terms import var

    conditions = [Relation.of(text) for text in domain.conditions]
    for name in domain.ranges:
        conditions += domain.membership(name, var(name)) if name in step.names else []
    for case in cases:
        # A case that does not surely meet the conditions says nothing.
        if not all(
            condition.names <= set(case) and _holds(condition, case) for condition in conditions
        ):
            continue
        for relation in step.relations:
            if relation.names <= set(case) and _is_false(relation, case):
                values = {name: case[name] for name in sorted(relation.names)}
                raise Counterexample(
                    f"{step.formula} is false in a real case.", values, Grade.PROVED
                )


def _holds(relation: Relation, case: Instance) -> bool:
    """Whether a relation is true, in balls, at values."""
    return all(_positive(term, relation.strict, case) for term in relation.signed)


def _is_false(relation: Relation, case: Instance) -> bool:
    """Whether a relation is false, in balls, at values."""
    return any(_positive(-term, not relation.strict, case) for term in relation.signed)


def _positive(term: Term, strict: bool, case: Instance) -> bool:
    """Whether a term is >= 0 (> 0 if strict), in balls, at values."""
    from banditproof.theory.balls import working_precision
    from banditproof.theory.prover.kernel.rules import BITS
    from banditproof.theory.prover.kernel.spans import Undefined, span

    with working_precision(BITS):
        try:
            return span(term, {n: _span_of(case[n]) for n in term.variables}).positive(strict)
        except Undefined:
            return False


def _span_of(value: Any) -> Any:
    """The span of an exact number or an enclosure."""
    from banditproof.theory.prover.kernel.spans import INF, Span, exactly

    if not isinstance(value, Enclosure):
        return exactly(Fraction(value))
    low = exactly(value.lo).lo if isinstance(value.lo, Fraction | int) else -INF
    high = exactly(value.hi).hi if isinstance(value.hi, Fraction | int) else INF
    return Span(low, high)
