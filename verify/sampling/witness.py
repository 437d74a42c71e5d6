"""The witness of a violation: two neighbouring inputs and an event, which can be replayed."""

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
        result = Counts()
        total = self.counts.runs if runs is None else runs
        chance = self.seed if seed is None else seed
        for counts in fresh_counts(self.sampler, self.pair, self.event, total, chance):
            result = counts
        return result

    def __str__(self) -> str:
        c, rounds = self.counts, self.event.rounds - 1
        return (
            f"{self.event}: {c.left_hits} of {c.left_runs} runs on\n"
            f"  {shown(self.pair.left, rounds)}\nagainst {c.right_hits} of {c.right_runs} runs on\n"
            f"  {shown(self.pair.right, rounds)}"
        )

    def to_json(self) -> dict[str, Any]:
        """The facts of the witness in plain JSON types."""
        return {
            "event": str(self.event),
            "left": _as_json(self.pair.left),
            "right": _as_json(self.pair.right),
            **self._contexts_as_json(),
            **fields_as_json(self.counts),
            "seed": self.seed,
            "bound": self.bound,
        }

    def _contexts_as_json(self) -> dict[str, Any]:
        """The public contexts of both inputs, if there are any."""
        contexts = getattr(self.sampler, "contexts", None)
        if contexts is None:
            return {}
        shown = contexts.sequences[self.pair.left.public][: len(self.pair.left.blocks)]
        return {"contexts": shown.tolist()}


def _as_json(source: AuditInput) -> dict[str, Any]:
    facts: dict[str, Any] = {"rewards": [list(block) for block in source.blocks]}
    if isinstance(source, QueriedInput):
        facts["queries"] = [list(block) for block in source.queries]
    return facts


def shown(source: AuditInput, rounds: int | None = None) -> str:
    """An input in one line: the rewards of the first rounds, in the order of arms.

    Rewards of one digit stand side by side, others with commas between them.

    >>> from .inputs import TableInput
    >>> shown(TableInput(((0, 1), (1, 1))))
    'rewards 01 11'
    >>> shown(TableInput(((0, 0.5), (1, 1), (0, 0))), rounds=2)
    'rewards 0,0.5 1,1'
    """
    blocks = source.blocks[:rounds]
    words = [[f"{reward:g}" for reward in block] for block in blocks]
    short = all(len(word) == 1 for block in words for word in block)
    text = "rewards " + " ".join(("" if short else ",").join(block) for block in words)
    if isinstance(source, QueriedInput):
        asked = (
            ("" if len(block) < 10 else ",").join(str(q + 1) for q in block)
            for block in source.queries[:rounds]
        )
        text += f", shown arms {' '.join(asked)}"
    if source.public:
        text += f", contexts number {source.public + 1}"
    return text
