"""Ranges and conditions that a step stands under, and where each is stated.

A step is said for the ranges and conditions of its own. What it was shown from may have others of
quantities that do not occur in it: then these are numbers that earlier steps speak of, and nothing
may be supposed of them but what was stated where they came in. `x == y` as it is given for x in
[0, 1], and `x >= 1/2` for x in [1/2, 1], would say that y >= 1/2.
"""

from __future__ import annotations
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.terms import Refused
from ..relations import Relation
from ..step import Step
from .kinds_of_hypotheses import Kind

if TYPE_CHECKING:
    from .sequents import Sequents


def stated_settings(proof: Sequents, step: Step, th: Theorem) -> Theorem:
    """A step under the ranges and conditions of its own, and of quantities that came in before it.

    Raises Refused if it is shown only where something holds that no reader of it would see.
    """
    domain = proof.domain(step)
    for h in sorted(th.hypotheses, key=proof.order):
        kind, item = proof.labels[h].kind, proof.relations.get(h)
        if kind not in (Kind.RANGE, Kind.CONDITION) or item is None or domain.says(item):
            continue
        hidden = sorted(item.names - domain.ranges.keys())
        if not hidden:
            try:
                shown = proof.arith(h, (), domain)
            except Refused:
                raise Refused(f"It is shown only where {item}; say so in its ranges.") from None
            th = proof.theory.instance(proof.theory.imp_intro(h, th), (), shown)
        for name in hidden:
            for place in _places(proof, step, name):
                if not proof.domain(place).says(item):
                    raise Refused(
                        f"It is shown only where {item}, and step {place.number}, which speaks of "
                        f"{name}, does not say so; give {name} that range in one of the two."
                    )
    return th


def _places(proof: Sequents, step: Step, name: str) -> Iterator[Step]:
    """The steps that say which numbers a quantity may be."""
    below = proof.proof.down_from(step.number)
    assumed = [one for one in below if one.assumed and one.names >= {name}]
    defining = [one for one in assumed if _defines(one.relations, name)]
    yield from defining or assumed
    if not assumed:
        yield from (one for one in below if name in proof.domain(one).ranges)


def _defines(relations: Iterable[Relation], name: str) -> bool:
    return any(one.definition is not None and one.definition[0] == name for one in relations)
