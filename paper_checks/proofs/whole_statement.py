"""When steps are `proved`: a machine sees each of them, and the last one is the statement."""

from __future__ import annotations
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING
from .cited import Given
from .extreme_points import ExtremePoints
from .identity import Identity
from .inequality import Inequality
from .relations import Domain, Relation

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.terms import Term
    from .step import Step

SEEN = (Identity, Inequality, ExtremePoints)
"""The steps whose relation the kernel shows for all numbers in the ranges, and nothing besides."""
FOR = " for "
TURNED = str.maketrans("<>", "><")


def unseen(steps: Sequence[Step], where: str, formula: str) -> str:
    """What a machine does not see of steps that all stand, in a clause; empty if it sees all.

    `formula` is the statement of the claim, a relation and the ranges of its quantities. The steps
    end with it, between quantities that have a range or, inside of the steps, a definition alone.

    >>> steps = (Inequality(1, "A square is at most its root.", "x**2 <= x"),)
    >>> unseen(steps, "x in [0,1]", "x**2 <= x for x in [0,1]")
    ''
    >>> unseen(steps, "x in [0,1]", "x**2 <= x for x in [0,2]")
    'the last step is not shown for x in [0,2]'
    """
    domain = Domain(where)
    faults = ((step.number, _fault(step) or _partial(step, domain)) for step in steps)
    fault = next((f"step {number} {fault}" for number, fault in faults if fault), "")
    return fault or misses(steps, where, formula)


def misses(steps: Sequence[Step], where: str, formula: str) -> str:
    """How the last step misses the formula of its claim, in a clause; empty if it says that."""
    if not formula:
        return "the claim registers no formula as its statement"
    defined = _definitions(steps)
    if defined is None:
        return "a quantity is defined twice, or by itself"
    return _another(steps[-1], Domain(where).and_that(steps[-1].where), formula, defined)


def only_defines(step: Step) -> bool:
    """Whether a step gives names to terms, and assumes nothing."""
    return (
        type(step) is Given
        and bool(step.relations)
        and all(item.definition is not None for item in step.relations)
    )


def _fault(step: Step) -> str:
    """Why a machine does not see all of a step."""
    if type(step) is Given:
        if not only_defines(step):
            return "assumes more than a definition"
    elif type(step) not in SEEN:
        return f"is of the kind {step.kind}"
    return "has ranges or values besides those of the proof" if step.where or step.at else ""


def _partial(step: Step, domain: Domain) -> str:
    """Why a term that a step names may have no value somewhere.

    What is then said of the name would say more: that x >= 1/2, if the name is sqrt(x - 1/2). In a
    range with an end the step shows the values of the term.
    """
    for item in step.relations if type(step) is Given else ():
        name, value = item.definition or ("", None)
        within = domain.ranges.get(name)
        bounded = within is not None and not (within.lo is None and within.hi is None)
        if value is not None and not (bounded or _is_total(value)):
            return f"names a term that may be undefined; give {name} a range with an end"
    return ""


def _is_total(term: Term) -> bool:
    """Whether a term surely has a value for all numbers."""
    plain = term.kind in ("num", "var", "add", "mul", "exp")
    if term.kind == "pow":
        exponent = Fraction(term.value)
        plain = exponent >= 0 and exponent.denominator == 1
    return plain and all(map(_is_total, term.args))


def _definitions(steps: Sequence[Step]) -> Mapping[str, Relation] | None:
    """The definitions by their names; None if one name has two, or depends on itself."""
    results: dict[str, Relation] = {}
    for step in steps:
        for item in step.relations if type(step) is Given else ():
            name, value = item.definition or ("", None)
            # Only what stands above may define it, so that no circle can be written.
            if (
                value is None
                or name in results
                or not value.variables.isdisjoint(_after(step, steps))
            ):
                return None
            results[name] = item
    return results


def _after(step: Step, steps: Sequence[Step]) -> frozenset[str]:
    """The names that this step or a later one defines."""
    later = (item for item in steps if item.number >= step.number and type(item) is Given)
    return frozenset(r.definition[0] for item in later for r in item.relations if r.definition)


def _another(last: Step, domain: Domain, formula: str, defined: Mapping[str, Relation]) -> str:
    """How the last step differs from the formula of the claim."""
    text, _, where = formula.rpartition(FOR)
    if not text:
        return "the formula of the claim names no ranges"
    stated, region = Relation.of(text), Domain(where)
    hidden = (stated.names | _names(region)).intersection(defined)
    if hidden:
        return f"the formula of the claim names {min(hidden)}, which only a step defines"
    if not (last.relations and is_written_alike(last.relations[0], stated)):
        return "the last step does not say the formula of the claim"
    if set(region.ranges) != stated.names | _names(region):
        return "the formula of the claim has no range for a quantity, or one too many"
    ranges = all(domain.ranges.get(name) == within for name, within in region.ranges.items())
    if not ranges or not _same_conditions(domain, region):
        return f"the last step is not shown for {where}"
    return ""


def _names(domain: Domain) -> frozenset[str]:
    """The quantities of the conditions."""
    return frozenset[str]().union(*(Relation.of(text).names for text in domain.conditions))


def _same_conditions(one: Domain, another: Domain) -> bool:
    """Whether two domains have the same conditions, in any order."""
    left, right = ([Relation.of(text) for text in d.conditions] for d in (one, another))
    return len(left) == len(right) and all(any(is_written_alike(a, b) for b in right) for a in left)


def is_written_alike(one: Relation, another: Relation) -> bool:
    """Whether two relations have the same terms, which may change sides with the sign.

    Terms of equal value are not enough: one may be undefined where the other one is not.

    >>> short, long = Relation.of("x <= 1"), Relation.of("x**2/x <= 1")
    >>> is_written_alike(short, long), is_written_alike(short, Relation.of("1 >= x"))
    (False, True)
    """
    turned = (another.right, another.sign.translate(TURNED), another.left)
    both = ((another.left, another.sign, another.right), turned)
    alike = any((one.left, one.sign, one.right) == sides for sides in both)
    return alike and not one.collected and not another.collected
