"""A step that is shown by induction over whole numbers."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar
from .relations import Domain, Relation, is_in_range
from .step import Step
from .suppositions import bounds, suppositions


@dataclass(frozen=True)
class Induction(Step):
    """A relation for all whole n from a start on, by its first case and a step in a real n.

    `sequence` names the quantity that the recursion defines: `first` is its value at the start, and
    `following` its value at n + 1, from its value and n. Without a sequence the relation itself is
    shown at the start, and at n + 1 from what it says at n.
    """

    variable: str = field(default="n", kw_only=True)
    start: str = field(default="1", kw_only=True)
    sequence: str = field(default="", kw_only=True)
    first: str = field(default="", kw_only=True)
    following: str = field(default="", kw_only=True)
    weight: str = field(default="", kw_only=True)
    """How often the step takes the relation at n, if it is a combination with it."""
    rest: str = field(default="", kw_only=True)
    """What that combination leaves, in a form that shows its sign."""

    kind: ClassVar[str] = "induction"

    @property
    def whole(self) -> str:
        """The variable of the induction."""
        return self.variable

    def fault(self, domain: Domain, assumed: Sequence[Relation]) -> str:
        """It supposes nothing of n, of its sequence and of what stays the same alone.

        A hypothesis such as c = n holds for one n, and an induction needs it for each. What the
        statement does not name varies with n; a hypothesis of it says what it is for each n.
        """
        from banditproof.theory.prover.notation import parse

        counted = {self.variable, self.sequence} - {""}
        start = parse(self.first).variables if self.sequence else frozenset[str]()
        names = self.names | start | counted
        stated = (*assumed, *map(Relation.of, domain.conditions))
        others = {name: (where,) for name, where in domain.ranges.items()}
        for one in suppositions(stated, names, bounds(others, names)):
            about = sorted(one.says.names & counted)
            if about and not is_in_range(one.says, domain.ranges):
                return (
                    f"is shown for every {self.variable}, and stands on {one.says}, which need not "
                    f"hold for every {self.variable}; of {about[0]} and what stays the same it may "
                    "use only what is shown."
                )
        return ""


def without(domain: Domain, name: str) -> Domain:
    """The domain without what it says of a quantity."""
    kept = [text for text in domain.conditions if name not in Relation.of(text).names]
    ranges = [
        f"{item} in {'(' if where.lo_open else '['}{'-inf' if where.lo is None else where.lo},"
        f"{'inf' if where.hi is None else where.hi}{')' if where.hi_open else ']'}"
        for item, where in domain.ranges.items()
        if item != name
    ]
    return Domain(", ".join((*ranges, *kept)))
