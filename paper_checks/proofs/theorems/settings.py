"""Ranges and conditions that a step stands under: it says each, or shows it, or is refused.

A step is said for the ranges and conditions of its own. What it was shown from may have others,
also of quantities that do not occur in it. Of these nothing may be supposed but what defines them
or is given of them: `x = y`, and `x >= 1/2` for x in [1/2, 1], would say that y >= 1/2.
"""

from __future__ import annotations
from collections.abc import Collection, Iterator, Mapping
from functools import reduce
from typing import TYPE_CHECKING
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.shapes import parts
from banditproof.theory.logic.terms import Free, Refused, Term
from banditproof.theory.logic.variables import frees
from ..induction import without
from ..relations import Domain, Relation
from ..step import Step
from ..whole_statement import SEEN
from .kinds_of_hypotheses import SETTINGS, Kind

if TYPE_CHECKING:
    from .sequents import Sequents


def with_settings(
    proof: Sequents, step: Step, th: Theorem, domain: Domain, running: Collection[str] = ()
) -> Theorem:
    """A step under the ranges and conditions of its own, and what is given of other quantities.

    It speaks of the quantities of its relation, of what defines these, and of what conditions tie
    to them. What is shown of all that runs may be so in its range. Raises Refused if it is shown
    only where something holds that no reader of it would see.
    """
    given, needs = set[Term](), dict[Term, Collection[Term]]()
    _require_one_recursion(proof, th)
    said = domain.names  # a sentence may speak of them all
    if step.relations:
        said = _spoken_of(proof, th, step.names.union(running), domain)
    while (found := _unsaid(proof, th, domain, said, given, frozenset(running))) is not None:
        h, item = found
        defined = [*_definitions(proof, th)]
        hidden = item.names - domain.ranges.keys()
        if hidden and not hidden & {name for name, _ in defined}:
            _require_given(proof, step, th, item, hidden)
            given.add(h)
            continue
        known = (proof.memberships.get((h, one)) for _, one in defined)
        by = next((one for one in known if one is not None), None)
        if by is None:
            by = _shown_here(proof, h, item, dict(defined), domain)
        needs[h] = by.hypotheses
        if _leads_back(h, needs):
            raise Refused(f"That {item} is shown by itself; say so where it is shown.")
        th = proof.theory.instance(proof.theory.imp_intro(h, th), (), by)
    return th


def _leads_back(h: Term, needs: Mapping[Term, Collection[Term]]) -> bool:
    """Whether what shows a hypothesis stands under it, by itself or through others."""
    before, behind = set[Term](), set(needs[h])
    while behind:
        before |= behind
        behind = set[Term]().union(*(needs.get(one, ()) for one in behind)) - before
    return h in before


def _require_one_recursion(proof: Sequents, th: Theorem) -> None:
    """A name is one sequence, at one place: else its values at two would have to be equal."""
    found: dict[str, Term] = {}
    for h in sorted(th.hypotheses, key=proof.order):
        label, sides = proof.labels.get(h), parts(h, "=")
        if label is None or label.kind != Kind.RECURSION or sides is None:
            continue
        if isinstance(sides[0], Free) and found.setdefault(sides[0].name, h) != h:
            raise Refused(f"{sides[0].name} is a sequence, and would have two values at once.")


def _spoken_of(
    proof: Sequents, th: Theorem, names: frozenset[str], domain: Domain
) -> frozenset[str]:
    """Some quantities, and those that define them or that conditions tie to them."""
    before = frozenset[str]()
    while before != names:
        before, names = names, domain.tied_to(names)
        for name, h in _definitions(proof, th):
            names |= proof.relations[h].names if name in names else frozenset()
    return names


def _unsaid(
    proof: Sequents,
    th: Theorem,
    domain: Domain,
    said: Collection[str],
    given: Collection[Term],
    running: frozenset[str],
) -> tuple[Term, Relation] | None:
    """A range or condition that is not said of what is spoken of, or of what nothing defines."""
    elsewhere = {name for name, _ in _definitions(proof, th)}.difference(said)
    for h in sorted(th.hypotheses, key=proof.order):
        label = proof.labels.get(h)  # what an induction holds at n has none
        if label is None or label.kind not in SETTINGS or h in given:
            continue
        item = proof.relations.get(h)
        if item is None:
            if any("." in x.name for x in frees(h)):
                continue  # of what runs in a cited claim or an induction, which has looked at it
            raise Refused("It stands under a range of something that is no quantity.")
        runs = item.names & running and item.names <= domain.ranges.keys() | running
        hidden = label.kind == Kind.RANGE and not item.names.isdisjoint(elsewhere)
        if hidden or not (runs or domain.says(item)):
            return h, item
    return None


def _definitions(proof: Sequents, th: Theorem) -> Iterator[tuple[str, Term]]:
    """The quantities that are defined by what a theorem stands under."""
    for h in sorted(th.hypotheses, key=proof.order):
        label, item = proof.labels.get(h), proof.relations.get(h)
        if label and label.kind == Kind.DEFINITION and item is not None and item.definition:
            yield item.definition[0], h


def _shown_here(
    proof: Sequents, h: Term, item: Relation, defined: Mapping[str, Term], domain: Domain
) -> Theorem:
    """A range or a condition, from what the step says and from definitions."""
    known = [proof.theory.assume(one) for one in defined.values()]
    try:
        return proof.arith(h, known, reduce(without, sorted(item.names & defined.keys()), domain))
    except Refused as gap:
        raise Refused(f"It is shown only where {item}; say so where it is used. {gap}") from None


def _require_given(
    proof: Sequents, step: Step, th: Theorem, item: Relation, hidden: frozenset[str]
) -> None:
    """Refuse a range of quantities that a step does not speak of, unless it is given of them."""
    for name in sorted(hidden):
        places = [
            one
            for one in proof.proof.down_from(step.number)
            if name in one.names and not isinstance(one, SEEN)
            if not one.assumed or proof.said_by(one) in th.hypotheses
        ]
        for place in places:
            if not proof.domain(place).says(item):
                raise Refused(
                    f"It is shown only where {item}, and step {place.number}, which gives "
                    f"something of {name}, does not say so; give {name} that range there."
                )
        if not places and item.names != {name}:
            raise Refused(f"It is shown only where {item}, of a {name} of which nothing is given.")
