"""The changes by which a proof is attacked: weaker steps, wider ranges, and no hypothesis."""

from __future__ import annotations
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any
from .cited import Given
from .finite import Computed, Enumeration
from .relations import SIGN, Domain, Relation, _read

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.terms import Term
    from .proof import Proof
    from .step import Step

STEP, RANGE, GIVEN = "step", "range", "given"


@dataclass(frozen=True)
class Change:
    """One change of a proof, and the steps that it may concern."""

    kind: str
    where: str
    """The number of the step, or the name of the quantity."""
    what: str
    make: Callable[[], Proof]
    concerns: frozenset[int]


def changes_of(proof: Proof) -> Iterator[Change]:
    """All changes of a proof."""
    for step in proof.steps:
        users = frozenset(item.number for item in proof.steps if step.number in item.needed)
        # What the prover or a program shows, it shows of what is weaker as well.
        itself = {step.number} if step.kind in ("textbook", "claim") else set()
        for text in _weaker(step, proof):
            make = _changed(proof, step.number, text)
            yield Change(STEP, str(step.number), text, make, users | itself)
        if isinstance(step, Given) and step is not proof.steps[-1]:
            yield Change(GIVEN, str(step.number), "dropped", _without(proof, step), users)
    anywhere = frozenset(
        item.number for item in proof.steps if not isinstance(item, Computed | Enumeration)
    )
    for name, wider in _wider(proof.where):
        make = _with_ranges(proof, wider)
        yield Change(RANGE, name, "its closure", make, anywhere)
    for step in proof.steps:
        users = frozenset(item.number for item in proof.steps if step.number in item.needed)
        for name, wider in _wider(step.where):
            make = _changed(proof, step.number, wider, "where")
            yield Change(
                RANGE, f"{name} of {step.number}", "its closure", make, users | {step.number}
            )


def _weaker(step: Step, proof: Proof) -> Iterator[str]:
    """Relations that follow from that of a step: one half of an equation, or a larger side."""
    if not step.formula:
        return
    left, right = SIGN.split(step.formula)
    relation = Relation.of(step.formula)
    if relation.sign == "=":
        yield f"{left.strip()} <= {right.strip()}"
        yield f"{left.strip()} >= {right.strip()}"
        return
    rising = relation.sign in ("<", "<=")
    larger, term = (right, relation.right) if rising else (left, relation.left)
    new = [f"{larger.strip()} + 1"]
    if _above_zero(term, Domain(proof.where).and_that(step.where)):
        new.append(f"2*({larger.strip()})")
    for text in new:
        sides = (left.strip(), text) if rising else (text, right.strip())
        yield f" {relation.sign} ".join(sides)


def _above_zero(term: Term, domain: Domain) -> bool:
    """Whether a term is surely not negative, by its ranges alone, and not 0 itself."""
    from flint import arb
    from banditproof.theory.prover.kernel.spans import INF, Span, Undefined, exactly, span

    box = {}
    for name in term.variables:
        where = domain.ranges.get(name)
        if where is None:
            return False
        low: arb = -INF if where.lo is None else exactly(where.lo).lo
        high: arb = INF if where.hi is None else exactly(where.hi).hi
        box[name] = Span(low, high, where.lo_open, where.hi_open)
    try:
        value = span(term, box)
    except (Undefined, ValueError):
        return False
    return value.positive(False) and not bool(value.hi == 0)


def _wider(where: str) -> Iterator[tuple[str, str]]:
    """Each quantity with an open finite end, and the ranges in which that end is closed."""
    read = _read(where)
    for place, item in enumerate(read.ranges):
        inner = read.intervals[item.name]
        low_open = item.low_open and inner.lo is None
        high_open = item.high_open and inner.hi is None
        closed = item._replace(low_open=low_open, high_open=high_open)
        if closed != item:
            ranges = [closed if n == place else one for n, one in enumerate(read.ranges)]
            yield item.name, ", ".join((*map(str, ranges), *read.conditions))


def _changed(proof: Proof, number: int, text: str, field: str = "formula") -> Callable[[], Proof]:
    return lambda: proof.changed(number, **{field: text})


def _with_ranges(proof: Proof, where: str) -> Callable[[], Proof]:
    return lambda: replace(proof, where=where, written=None)


def _without(proof: Proof, given: Given) -> Callable[[], Proof]:
    """What makes the proof in which a hypothesis says nothing, and discharges nothing."""
    number = given.number

    def make() -> Proof:
        steps = [
            replace(given, formula="") if s is given else _unused(s, number) for s in proof.steps
        ]
        return replace(proof, steps=tuple(steps), parts=(*proof.parts, number), written=None)

    return make


def _unused(step: Step, number: int) -> Step:
    """A step that does not use another one; what only joins steps stays."""
    if step.joins or number not in step.needed:
        return step
    names, new = {field.name for field in fields(step)}, dict[str, Any]()
    new["uses"] = tuple(item for item in step.uses if item != number)
    new["at"] = {n: values for n, values in step.at.items() if n != number}
    if "weights" in names:
        new["weights"] = {n: w for n, w in vars(step)["weights"].items() if n != number}
    if "hypotheses" in names:
        hypotheses = vars(step)["hypotheses"].items()
        new["hypotheses"] = {stated: how for stated, how in hypotheses if how != number}
    return replace(step, **new)
