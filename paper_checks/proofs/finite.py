"""Steps about finitely many cases: an enumeration of all of them, or a computation."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar
from ..verdicts.vocabulary import Condition, need, require
from .step import Context, ProgramStep, StepVerdict


@dataclass(frozen=True)
class Enumeration(ProgramStep):
    """All cases of a finite set, each checked; `count` is how many there are, by another way."""

    cases: Callable[[], Iterable[Any]] = field(kw_only=True)
    holds: Callable[[Any], Condition] = field(kw_only=True)
    count: int = field(kw_only=True)

    kind: ClassVar[str] = "enumeration"

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """Every case, and that none is missing or counted twice."""
        seen = set()
        for case in self.cases():
            need(case not in seen, "A case comes twice", case=case)
            seen.add(case)
            require(self.holds(case), self.says, case=case)
        need(len(seen) == self.count, "Cases are missing", found=len(seen), all=self.count)
        return StepVerdict.PROVED, f"all {self.count} cases"


@dataclass(frozen=True)
class Computed(ProgramStep):
    """A certified computation about finitely many things; it requires what it shows.

    `by` returns a sentence that says what was computed, and raises if it comes out otherwise.
    """

    by: Callable[[], str] = field(kw_only=True)

    kind: ClassVar[str] = "computed"

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """The computation."""
        return StepVerdict.PROVED, self.by()
