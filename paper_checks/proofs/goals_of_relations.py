"""What the prover has to show of a relation between quantities: its goals, and their statements."""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING
from .relations import Domain, Relation

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.goals import Goal
    from banditproof.theory.prover.statement import Statement


def goals(relation: Relation, domain: Domain, given: Sequence[Relation] = ()) -> tuple[Goal, ...]:
    """What the prover has to show: one goal, or two for an equation.

    Only the ranges of names that occur are kept; a name without a range is an error.
    """
    from banditproof.theory.prover.kernel.goals import Goal, opposed

    conditions = [Relation.of(text) for text in domain.conditions]
    # A relation of a quantity without a range here would assume something of nothing: it is left
    # out.
    known = [item for item in (*conditions, *given) if _bears_on(item, relation, domain)]
    names = relation.names.union(*(item.names for item in known))
    missing = sorted(names - set(domain.ranges))
    if missing:
        raise ValueError(f"{missing[0]} has no range in {domain.text!r}; give one for each name.")
    region = tuple((name, where) for name, where in domain.ranges.items() if name in names)
    assumed = tuple((term, item.strict) for item in known for term in item.signed)
    # Two infinite logarithms that a difference collects have no value, whatever the collected term
    # says.
    literal = not (relation.collected or opposed((relation.left, -relation.right)))
    made = (Goal(term, relation.strict, region, assumed) for term in relation.signed)
    stated = (statement_of(goal).goal for goal in made)
    return tuple(replace(goal, literal=goal.literal and literal) for goal in stated)


@cache
def statement_of(goal: Goal) -> Statement:
    """The statement that says a goal; its own goal leaves out what the ranges say already."""
    from banditproof.theory.prover.chains import Chain, Range
    from banditproof.theory.prover.domain import Domain as StatedDomain
    from banditproof.theory.prover.expressions import number
    from banditproof.theory.prover.notation import expression_of
    from banditproof.theory.prover.statement import Statement

    zero = number(0)
    ranges = tuple(
        Range(
            name,
            None if where.lo is None else number(where.lo),
            None if where.hi is None else number(where.hi),
            where.lo_open,
            where.hi_open,
        )
        for name, where in goal.region
    )
    given = tuple(
        Chain((expression_of(term), zero), (">" if strict else ">=",))
        for term, strict in dict.fromkeys(goal.given)
    )
    claimed = expression_of(goal.term)
    domain = StatedDomain(ranges, given)
    return Statement(claimed, ">" if goal.strict else ">=", zero, domain)


def _bears_on(one: Relation, relation: Relation, domain: Domain) -> bool:
    """Whether a known relation is about quantities that have ranges here."""
    return bool(one.names) and one.names <= set(domain.ranges) | relation.names
