"""A step whose relation the prover shows, under the relations that it uses."""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar
from .goals_of_relations import goals
from .hints import combination, of_function, with_ends, with_known
from .relations import with_definitions
from .step import Context, Step, StepVerdict
from .store import Search, settle

if TYPE_CHECKING:
    from .hints import Weighted


@dataclass(frozen=True)
class Inequality(Step):
    """A relation on the whole domain, shown by the prover under the relations that it uses.

    With `weights` it is a combination: the larger side minus the smaller one is the sum of each
    weight, a term >= 0, times that difference for the relation of a step, and of a rest >= 0.
    """

    weights: Mapping[int, str] = field(default_factory=dict, kw_only=True)
    monotone: tuple[str, str, str] | None = field(default=None, kw_only=True)
    """A function (log, exp, root, ...) and two terms a >= b: the difference is f(a) - f(b)."""
    rest: str = field(default="", kw_only=True)
    """What a combination leaves, in a form that shows its sign."""
    positive: tuple[str, ...] = field(default=(), kw_only=True)
    """Terms that are > 0, which shows that a combination is defined."""
    apart: str = field(default="", kw_only=True)
    """A quantity whose ends, where they belong to its range, are shown apart from the inside."""

    kind: ClassVar[str] = "inequality"

    @property
    def needed(self) -> tuple[int, ...]:
        """The steps that it uses, those of the combination among them."""
        return tuple(dict.fromkeys((*self.uses, *self.weights)))

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """A proof that the kernel accepts."""
        (stated,) = self.relations
        relation, rest = with_definitions(stated, context.given())
        results = []
        for place, goal in enumerate(goals(relation, context.domain, rest)):
            name = context.name(self.number, "reverse" if place else "")
            results.append(settle(goal, name, self._search(context)))
        return StepVerdict.PROVED, "; ".join(results)

    def _search(self, context: Context) -> Search | None:
        """The search that the hints of the step ask for."""
        weighted = self._weighted(context)
        rest = with_known(self.rest, context) if self.rest else None
        positive = [with_known(text, context) for text in self.positive]
        inner = combination(weighted, rest, positive) if weighted or self.rest else None
        if self.monotone is not None:
            function, *texts = self.monotone
            ends = [with_known(text, context) for text in texts]
            inner = of_function(function, ends[0], ends[1], inner)
        return with_ends(self.apart, inner) if self.apart else inner

    def _weighted(self, context: Context) -> list[Weighted]:
        """Each weight with the term >= 0 of its relation, definitions replaced."""
        results = []
        for number, text in self.weights.items():
            for item in context.known[number]:
                if item.sign == "==":
                    raise ValueError(f"Step {number} is an equation; use it without a weight.")
                term, _ = with_definitions(item, context.given())
                results.append((with_known(text, context), term.signed[0], item.strict))
        return results
