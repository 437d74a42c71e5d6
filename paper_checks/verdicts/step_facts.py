"""A numbered step of a proof as data; the text beside each field describes it in the schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Any


@dataclass(frozen=True, kw_only=True)
class StepFacts:
    """A numbered step of a proof."""

    number: Annotated[int, "The number of the step, from 1."]
    kind: Annotated[str, "Identity, inequality, textbook, claim, words, ..."]
    says: Annotated[str, "What the step says, in words and LaTeX."]
    formula: Annotated[str, "Its relation in the prover's notation; empty if it has none."]
    where: Annotated[str, "The ranges of its quantities, and conditions on them."]
    uses: Annotated[tuple[int, ...], "The earlier steps that it uses."]
    rests_on: Annotated[tuple[str, ...], "The claims and textbook facts that it rests on."]
    verdict: Annotated[str | None, "What it turned out to be in a run; null without one."] = None
    detail: Annotated[str, "How that was found; empty without a run."] = ""

    def to_json(self) -> dict[str, Any]:
        """The step in JSON types."""
        return asdict(self)

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> StepFacts:
        """The step as it was written."""
        lists = {name: tuple(value) for name, value in facts.items() if isinstance(value, list)}
        return cls(**{**facts, **lists})
