"""Whether the last step of a proof is the statement: the formula that its claim registers."""

from __future__ import annotations
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING
from .cited import Given
from .extreme_points import ExtremePoints
from .identity import Identity
from .inequality import Inequality
from .relations import Domain, Relation

if TYPE_CHECKING:
    from .step import Step

SEEN = (Identity, Inequality, ExtremePoints)
"""The steps whose relation is to hold for all numbers in the ranges: a point refutes it."""
FOR = " for "


def ranges_of(formula: str) -> str:
    """The ranges and conditions of the formula of a claim.

    >>> ranges_of("x^2 <= x for x in [0,1]")
    'x in [0,1]'
    """
    return formula.rpartition(FOR)[2]


def misses(last: Step, domain: Domain, formula: str) -> str:
    """How the last step misses the formula of its claim, in a clause; empty if it says that.

    `formula` is a relation with the ranges of its quantities, and conditions.

    >>> last = Inequality(1, "A square is at most its root.", "x^2 <= x")
    >>> misses(last, Domain("x in [0,1]"), "x^2 <= x for x in [0,1]")
    ''
    >>> misses(last, Domain("x in [0,1]"), "x^2 <= x for x in [0,2]")
    'the last step is not shown for x in [0,2]'
    """
    if not formula:
        return "the claim registers no formula as its statement"
    text, _, where = formula.rpartition(FOR)
    if not text:
        return "the formula of the claim names no ranges"
    stated, region = Relation.of(text), Domain(where)
    if not (last.relations and last.relations[0].is_written_like(stated)):
        return "the last step does not say the formula of the claim"
    if set(region.ranges) != stated.names | _names(region):
        return "the formula of the claim has no range for a quantity, or one too many"
    ranges = all(domain.ranges.get(name) == within for name, within in region.ranges.items())
    if not ranges or not _same_conditions(domain, region):
        return f"the last step is not shown for {where}"
    return ""


def only_defines(step: Step) -> bool:
    """Whether a step gives names to terms, and assumes nothing."""
    return (
        type(step) is Given
        and bool(step.relations)
        and all(item.definition is not None for item in step.relations)
    )


def gives_names_besides(steps: Sequence[Step], stated: Collection[str]) -> bool:
    """Whether all that is given are definitions of other names than some, one for each name.

    >>> square = Given(1, "The square.", "y = x^2")
    >>> gives_names_besides([square], ["x"]), gives_names_besides([square], ["x", "y"])
    (True, False)
    >>> gives_names_besides([square, Given(2, "The square again.", "y = x^2 + 1")], ["x"])
    False
    """
    known = set(stated)
    for step in steps:
        for item in step.relations if type(step) is Given else ():
            name, value = item.definition or ("", None)
            # Only what stands above may define it, so that no circle can be written.
            if value is None or name in known or value.variables & _after(step, steps):
                return False
            known.add(name)
    return True


def _after(step: Step, steps: Sequence[Step]) -> frozenset[str]:
    """The names that this step or a later one defines."""
    later = (item for item in steps if item.number >= step.number and type(item) is Given)
    return frozenset(r.definition[0] for item in later for r in item.relations if r.definition)


def _names(domain: Domain) -> frozenset[str]:
    """The quantities of the conditions."""
    return frozenset[str]().union(*(Relation.of(text).names for text in domain.conditions))


def _same_conditions(one: Domain, another: Domain) -> bool:
    """Whether two domains have the same conditions, in any order."""
    left, right = ([Relation.of(text) for text in d.conditions] for d in (one, another))
    return len(left) == len(right) and all(any(a.is_written_like(b) for b in right) for a in left)
