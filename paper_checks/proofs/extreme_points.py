"""A step that is shown at the extreme points of a box, along which it is concave."""

from __future__ import annotations
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar
from ..verdicts.vocabulary import Undecided
from .goals_of_relations import goals
from .relations import with_definitions
from .step import Context, Step, StepVerdict
from .store import Node, searched, settle

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.goals import Goal


@dataclass(frozen=True)
class ExtremePoints(Step):
    """A relation on a bounded box whose difference of sides is concave in some quantities.

    Each of these is moved to an end of its range, one after the other: the bend is shown for all
    values of the others, and the relation at the ends.
    """

    along: tuple[str, ...] = field(default=(), kw_only=True)

    kind: ClassVar[str] = "extreme points"

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """The bend in each quantity, then the ends."""
        (stated,) = self.relations
        if not self.along:
            raise ValueError(f"Step {self.number} names no quantity along which it is concave.")
        relation, rest = with_definitions(stated, context.given())
        (goal,) = goals(relation, context.domain, rest)
        settle(goal, context.name(self.number), lambda item: _at_ends(item, self.along))
        ends = 2 ** len(self.along)
        return StepVerdict.PROVED, f"concave in {', '.join(self.along)}; {ends} extreme points"


def _at_ends(goal: Goal, along: tuple[str, ...]) -> Node | None:
    from banditproof.theory.prover.kernel.terms import num, slope

    if not along:
        return searched(goal)
    name, *others = along
    where = goal.where(name)
    if where.lo is None or where.hi is None:
        raise Undecided(f"The range of {name} is not bounded.")
    # An assumption on the quantity might cut the box, and then its ends would not decide.
    free = goal.along(name)
    # Shown for all values of the other quantities, so that these may be moved to their ends next.
    bend = -slope(slope(free.term, name), name)
    node: dict[str, Any] = {"by": "concave", "on": name}
    node["bend"] = searched(free.placed(name, where.inside).of(bend, False))
    for end, key in ((where.lo, "low"), (where.hi, "high")):
        node[key] = {"proof": _at_ends(free.without(name, num(end)), tuple(others))}
        if node[key]["proof"] is None:
            return None
    return node if node["bend"] is not None else None
