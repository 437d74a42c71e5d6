"""Whether the last step of a proof is the statement: the formula that its claim registers.

A statement of several formulas is said by the steps that state its parts, each by one.
"""

from __future__ import annotations
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING
from .cited import Given
from .extreme_points import ExtremePoints
from .identity import Identity
from .inequality import Inequality
from .relations import Domain, Relation

if TYPE_CHECKING:
    from .proof import Proof
    from .step import Step

SEEN = (Identity, Inequality, ExtremePoints)
"""The steps whose relation is to hold for all numbers in the ranges: a point refutes it."""
FOR = " for "
AND = " and "


def ranges_of(formula: str) -> str:
    """The ranges and conditions of the formula of a claim.

    >>> ranges_of("x^2 <= x for x in [0,1]")
    'x in [0,1]'
    """
    return formula.rpartition(FOR)[2]


def formulas_of(formula: str) -> tuple[str, ...]:
    """The formulas of a claim, each with its own ranges.

    >>> formulas_of("x^2 <= x for x in [0,1] and y < y + 1 for y in [0,inf)")
    ('x^2 <= x for x in [0,1]', 'y < y + 1 for y in [0,inf)')
    """
    return tuple(formula.split(AND))


def steps_that_say(formula: str, proof: Proof) -> tuple[tuple[str, int, str], ...]:
    """The formulas of a claim, each with the step that is to say it, and how that step misses it.

    One formula is said by the last step, and each of several by a step that states a part.

    >>> from .proof import Proof
    >>> steps = Inequality(1, "A", "x^2 <= x"), Inequality(2, "B", "x <= 1", uses=(1,))
    >>> proof = Proof("my.a", steps, "x in [0,1]", parts=(1,))
    >>> both = "x <= 1 for x in [0,1] and x^2 <= x for x in [0,1]"
    >>> [(number, lack) for _, number, lack in steps_that_say(both, proof)]
    [(2, ''), (1, '')]
    """
    single = AND not in formula
    numbers = (len(proof.steps),) if single else proof.stating
    found = []
    for one in formulas_of(formula):
        if not single and not any(_says(proof.step(n), one) for n in numbers):
            lack = f"no step that states a part says {one.rpartition(FOR)[0]}"
            found.append((one, numbers[-1], lack))
            continue
        looked = [(misses(*proof.stated(n), one), n) for n in numbers]
        # of those that say the relation one may hold for other numbers
        lack, number = min(looked, key=lambda it: (bool(it[0]), not _says(proof.step(it[1]), one)))
        found.append((one, number, lack))
    return tuple(found)


def _says(step: Step, formula: str) -> bool:
    """Whether the relation of a step is that of a formula."""
    text = formula.rpartition(FOR)[0]
    return bool(text and step.relations) and step.relations[0].is_written_like(Relation.of(text))


def misses(last: Step, domain: Domain, formula: str) -> str:
    """How the last step misses the formula of its claim, in a clause; empty if it says that.

    `formula` is a relation with the ranges of its quantities, and conditions. Of several, which one
    step cannot say, see `steps_that_say`.

    >>> last = Inequality(1, "A square is at most its root.", "x^2 <= x")
    >>> misses(last, Domain("x in [0,1]"), "x^2 <= x for x in [0,1]")
    ''
    >>> misses(last, Domain("x in [0,1]"), "x^2 <= x for x in [0,2]")
    'the last step is not shown for x in [0,2]'
    """
    if not formula:
        return "the claim registers no formula as its statement"
    if AND in formula:
        return "the claim registers several formulas"
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
