"""A step whose two sides are equal by exact normal forms."""

from dataclasses import dataclass
from typing import ClassVar
from ..verdicts.vocabulary import Undecided
from .goals_of_relations import goals
from .relations import with_definitions
from .step import Context, Step, StepVerdict
from .store import settle


@dataclass(frozen=True)
class Identity(Step):
    """Two terms that are equal wherever the quantities lie, decided by exact normal forms.

    Equations of the steps that it uses define names, which are replaced first.
    """

    kind: ClassVar[str] = "identity"

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """Equal normal forms, and both sides defined."""
        from banditproof.theory.prover.kernel.forms import is_zero

        (stated,) = self.relations
        if stated.sign != "==":
            raise ValueError(f"{self.formula!r} is no identity; give two terms with ==.")
        relation, rest = with_definitions(stated, context.given())
        difference = relation.left - relation.right
        for goal in goals(relation, context.domain, rest)[:1]:
            if not is_zero(difference):
                settle(goal, context.name(self.number), lambda _: None)  # raises at a point
                raise Undecided("The normal forms of the two sides differ.")
            settle(goal, context.name(self.number))
        return StepVerdict.PROVED, "equal normal forms"
