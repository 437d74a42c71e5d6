"""The bounds of the field with the verdicts of their claims."""

from __future__ import annotations
from dataclasses import dataclass, fields
from functools import cache, cached_property
from banditproof.theory.known_bounds.carried import all_bounds
from banditproof.theory.known_bounds.rows import KnownBound
from ..statements.index import claim_index
from ..statements.recorded_verdicts import standing


@dataclass(frozen=True)
class Bound(KnownBound):
    """A bound, and how the claim that states it stands."""

    @cached_property
    def verdict(self) -> str:
        """How the claim stands."""
        return str(standing(self.claim).outcome)

    @cached_property
    def grade(self) -> str:
        """How strong the evidence of the claim is; empty where nothing was judged."""
        grade = standing(self.claim).grade
        return "" if grade is None else str(grade)

    @property
    def quoted_at(self) -> str:
        """Where a document quotes the theorem of another paper; empty if it does not."""
        if not self.paper:
            return ""
        facts = claim_index()[self.claim]
        return f"{facts.document}, {facts.place}"

    @property
    def judged(self) -> bool:
        """Whether the claim was judged here, and holds; else the bound is quoted only."""
        return self.verdict == "holds" and self.grade != "cited"


@cache
def bounds_of_the_field() -> tuple[Bound, ...]:
    """The stated bounds, and each one in the other cells to which inclusions carry it.

    >>> there = [x for x in bounds_of_the_field() if (x.setting, x.notion) == ("cube", "zcdp")]
    >>> sum(x.judged for x in there), there[0].claim
    (3, 'zcdp.fix.thm9.cube')
    """
    names = [one.name for one in fields(KnownBound)]
    return tuple(Bound(**{name: getattr(one, name) for name in names}) for one in all_bounds())
