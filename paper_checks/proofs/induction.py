"""A step that is shown by induction over whole numbers."""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar
from .goals_of_relations import goals
from .hints import combination, with_known
from .relations import Domain, Relation, is_in_range, with_definitions
from .step import Context, Step, StepVerdict
from .store import settle
from .suppositions import bounds, suppositions

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.terms import Term


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

        A hypothesis such as c == n holds for one n, and an induction needs it for each. What the
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

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """The base, and the step under the relation at n."""
        from banditproof.theory.prover.kernel.terms import ONE, var
        from banditproof.theory.prover.notation import parse

        (stated,) = self.relations
        n, begin = var(self.variable), parse(self.start)
        where = context.domain.ranges[self.variable]
        if where.hi is not None:
            raise ValueError(f"The range of {self.variable} ends; an induction has no end.")
        if begin.kind != "num" or where.lo_open or where.lo != Fraction(begin.value):
            raise ValueError(
                f"The induction starts at {self.variable} = {self.start}, and the range of "
                f"{self.variable} at {where.lo}; give it the range [{self.start},inf)."
            )
        # n has no range in the base, so nothing that is known of n is assumed there.
        known, alone = context.given(), without(context.domain, self.variable)
        at_n, _ = with_definitions(stated, known)
        for place, wanted in enumerate(self._wanted(context, self.first)):
            one = wanted.with_values({self.variable: begin})
            base, rest = with_definitions(one, known)
            for half, goal in enumerate(goals(base, alone, rest)):
                settle(goal, context.name(self.number, f"base-{place}-{half}"))
        for place, wanted in enumerate(self._wanted(context, self.following, n + ONE)):
            # The step holds for every real n from the start on, which is more than whole numbers
            # need and what the prover can show.
            step, rest = with_definitions(wanted, [stated, Relation(n, ">=", begin), *known])
            weighted = [(parse(self.weight), at_n.signed[0], at_n.strict)] if self.weight else []
            form = with_known(self.rest, context) if self.rest else None
            search = combination(weighted, form) if weighted and not place else None
            for half, goal in enumerate(goals(step, context.domain, rest)):
                settle(goal, context.name(self.number, f"step-{place}-{half}"), search)
        return StepVerdict.PROVED, f"base at {self.variable} = {self.start}, step in a real one"

    def _wanted(self, context: Context, text: str, there: Term | None = None) -> list[Relation]:
        """The relation for the next value of the sequence, and that this lies in its range."""
        from banditproof.theory.prover.notation import parse

        (stated,) = self.relations
        value = {self.sequence: parse(text)} if self.sequence else {}
        place = {} if there is None else {self.variable: there}
        within = context.domain.membership(self.sequence, parse(text)) if self.sequence else []
        return [stated.with_values({**place, **value}), *within]


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
