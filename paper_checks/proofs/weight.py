"""Which steps, ranges and hypotheses of a proof carry weight: it is judged without them."""

from __future__ import annotations
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated
from banditproof.verify.evidence import Grade
from ..verdicts.vocabulary import Counterexample, Undecided
from .carried_weights import digest
from .step import STUCK
from .weakenings import GIVEN, RANGE, STEP, Change, changes_of
from .whole_statement import steps_that_say

if TYPE_CHECKING:
    from .proof import Proof

SECONDS = 0.5
"""How long a changed step is searched for."""


@dataclass(frozen=True)
class Noticed:
    """A change of a proof, and whether it is still accepted."""

    kind: Annotated[str, "What is changed: step, range or given."]
    where: Annotated[str, "The number of the step, or the name of the quantity."]
    what: Annotated[str, "The change: the weaker relation, its closure, or dropped."]
    noticed: Annotated[bool, "Whether the proof is not accepted with the change."]
    why: Annotated[str, "Why not, with the step that fails; empty if it is accepted."]


@dataclass(frozen=True)
class Weight:
    """What carries weight in a proof."""

    id: str
    changes: tuple[Noticed, ...]
    steps: int
    """How many steps there are; what only joins steps is not counted."""

    def count(self, kind: str) -> tuple[int, int]:
        """How many steps, ranges or hypotheses carry weight, and of how many."""
        places = {item.where for item in self.changes if item.kind == kind}
        carrying = {item.where for item in self.changes if item.kind == kind and item.noticed}
        return len(carrying), self.steps if kind == STEP else len(places)

    def __str__(self) -> str:
        """The counts in one line."""
        parts = [("steps", self.count(STEP)), ("ranges", self.count(RANGE))]
        parts.append(("hypotheses", self.count(GIVEN)))
        of = [f"{some} of {all_} {name}" for name, (some, all_) in parts if all_ or name == "steps"]
        return f"{', '.join(of)} carry weight"


def weight_of(
    proof: Proof, seconds: float = SECONDS, report: Callable[[int, int], None] | None = None
) -> Weight:
    """Make each change in turn, and judge again what it concerns.

    >>> from .inequality import Inequality
    >>> from .proof import Proof
    >>> first = Inequality(1, "A", "x^2 <= x")
    >>> proof = Proof("my.a", (first, Inequality(2, "B", "x^3 <= x", uses=(1,))), "x in [0,1]")
    >>> str(weight_of(proof))
    '0 of 2 steps carry weight'
    """
    before, refutation = proof.run()
    stuck = next((step for step in before if step.verdict in STUCK), None)
    if stuck is not None or refutation is not None:
        number, detail = (stuck.number, stuck.detail) if stuck else (0, "it is refuted")
        raise ValueError(
            f"The proof of {proof.id} is not accepted as it is: step {number}: {detail}"
        )
    changes = list(changes_of(proof))
    results = []
    for place, change in enumerate(changes, 1):
        why = _fault(change, proof, seconds)
        results.append(Noticed(change.kind, change.where, change.what, bool(why), why))
        if report:
            report(place, len(changes))
    return Weight(proof.id, tuple(results), sum(not step.joins for step in proof.steps))


def _fault(change: Change, proof: Proof, seconds: float) -> str:
    """Why a proof is not accepted with a change; empty if it is."""
    from banditproof.theory.logic.terms import Refused
    from .theorems.arithmetic import FalseAt
    from .theorems.grades import grade_left_open
    from .theorems.judge import judge

    try:
        changed = change.make()
    except ValueError as wrong:
        return str(wrong)
    brief = replace(judge(), arithmetic=judge().arithmetic.within(seconds))
    judged = brief.with_changes(judge().of(proof), changed, change.concerns)
    for number in sorted(judged.faults):
        raised = judged.raised[number]
        how = "is not shown" if isinstance(raised, Refused | Undecided) else "stops"
        how = "is false" if isinstance(raised, FalseAt | Counterexample) else how
        return f"step {number} {how}: {raised}"
    grade, was = grade_left_open(judged), proof.grade().grade
    missed = any(lack for *_, lack in steps_that_say(proof.formula, changed))
    if was == Grade.PROVED and missed:
        grade = max(grade, Grade.OUTLINED)
    elif was == Grade.PROVED:  # by what it cites, which is not looked into for a change
        was = grade_left_open(judge().of(proof))
    return f"the grade is {grade}, and was {was}" if grade > was else ""


def line_of(proof: Proof, weight: Weight) -> str:
    """The line that stores the counts of a proof."""
    return f"{proof.id}: {weight} {digest(proof.facts)}"
