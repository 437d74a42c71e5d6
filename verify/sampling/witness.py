"""The witness of a violation: two neighbouring inputs and an event, which can be replayed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from banditproof.theory.budgets import Budget
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.evidence import fields_as_json

from .event_bounds import Counts
from .events import AnyEvent
from .fresh_test import fresh_counts
from .inputs import AuditInput, QueriedInput
from .neighbourhoods import Pair
from .sampler import Sampler


@dataclass(frozen=True)
class StatisticalWitness:
    """An event that is too much likelier on `pair.left` than on `pair.right`, and its counts.

    The counts are those of runs made after the pair and the event were chosen, with `seed`.
    """

    notion: Notion
    budget: Budget
    pair: Pair
    event: AnyEvent
    counts: Counts
    seed: int
    bound: float
    """The eps or rho that these counts force, at the level of their test; rounded down."""
    sampler: Sampler = field(repr=False, compare=False)

    def replay(self, runs: int | None = None, seed: int | None = None) -> Counts:
        """Run the policy again on both inputs; without arguments, exactly the recorded runs."""
        found = Counts()
        total = self.counts.runs if runs is None else runs
        chance = self.seed if seed is None else seed
        for counts in fresh_counts(self.sampler, self.pair, self.event, total, chance):
            found = counts
        return found

    def __str__(self) -> str:
        c = self.counts
        return (
            f"{self.event}: {c.left_hits} of {c.left_runs} runs on\n  {shown(self.pair.left)}\n"
            f"against {c.right_hits} of {c.right_runs} runs on\n  {shown(self.pair.right)}"
        )

    def to_json(self) -> dict[str, Any]:
        """The facts of the witness in plain JSON types."""
        return {
            "event": str(self.event),
            "left": _as_json(self.pair.left),
            "right": _as_json(self.pair.right),
            **fields_as_json(self.counts),
            "seed": self.seed,
            "bound": self.bound,
        }


def _as_json(source: AuditInput) -> dict[str, Any]:
    facts: dict[str, Any] = {"rewards": [list(block) for block in source.blocks]}
    if isinstance(source, QueriedInput):
        facts["queries"] = [list(block) for block in source.queries]
    return facts


def shown(source: AuditInput) -> str:
    """An input in one line: the rewards of each round, in the order of arms.

    >>> from .inputs import TableInput
    >>> shown(TableInput(((0, 1), (1, 1))))
    'rewards 01 11'
    """
    text = "rewards " + " ".join("".join(map(str, block)) for block in source.blocks)
    if isinstance(source, QueriedInput):
        asked = " ".join("".join(str(q + 1) for q in block) for block in source.queries)
        text += f", shown arms {asked}"
    return text
