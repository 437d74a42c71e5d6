"""The event that a declared curator gives some answers: its probability in either world, exactly.

Decisions know answers alone. On equal answers, and equal draws of their own, they are the same in
both worlds, so the same rewards stand behind each answer; what is left are the probabilities of
the answers (`answering_curators`). Several sequences of answers are disjoint events.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.theory.budgets import PureDP
from banditproof.theory.exact import exact
from .answering_curators import Answer, Answering, answering
from .budget_breaks import Break, exceeds, require_break
from .declared_policies import DeclaredPolicy
from .neighbouring_inputs import Inputs
from .plain_fields import Refused, field, items, number
from .scripted_draws import Noises
from .scripted_plays import World, in_both_worlds, require_whole, world_of
from .stated_claim import StatedClaim

Sequence = tuple[Answer, ...]
LARGEST = 10**300
MOST_ROUNDS = 100_000
"""How many rounds all ways have together at most: each is played often, in about a minute."""


@dataclass(frozen=True)
class AnswersEvent:
    """The answers of all releases in the rounds of the inputs, in one of some ways."""

    ways: tuple[Sequence, ...]
    order: Fraction | None = None
    """The order at which zero-concentrated privacy is broken."""

    def broken(self, claim: StatedClaim, subject: Any, inputs: Inputs) -> Break:
        """What the answers show of the budget; Refused if that is within it."""
        if claim.output != "transcript":
            raise Refused("Answers are no part of the claimed output, the actions.")
        if not isinstance(subject, DeclaredPolicy):
            raise Refused("A table gives no answers.")
        _require_disjoint(self.ways)
        if len(self.ways) * inputs.rounds > MOST_ROUNDS:
            raise Refused(
                f"The event has {len(self.ways)} ways of {inputs.rounds} rounds; at most "
                f"{MOST_ROUNDS} rounds are played."
            )
        cells = []
        for way in self.ways:
            p, q, drawn, dense = answered(claim, subject, inputs, way)
            if not isinstance(claim.budget, PureDP) and (drawn or dense):
                raise Refused(
                    "Decisions draw, or a value is told: such answers show pure privacy alone."
                )
            cells.append((p, q))
            if dense and len(self.ways) == 1 and isinstance(claim.budget, PureDP):
                words = "as the logarithm of the ratio of the densities of what is answered"
                return exceeds((p / q).log(), exact(claim.budget.eps), words)
        return require_break(cells, claim.budget, self.order)

    def to_json(self) -> dict[str, Any]:
        """The event in plain JSON types."""
        ways = [[[str(x) for x in answer] for answer in way] for way in self.ways]
        return {
            "kind": "answers",
            "ways": ways,
            "order": None if self.order is None else str(self.order),
        }

    @staticmethod
    def read(facts: Any) -> "AnswersEvent":
        """The event of a JSON object."""
        order = field(facts, "order", "event")
        ways = tuple(
            tuple(
                tuple(number(x, "answer") for x in items(answer, "answer"))
                for answer in items(way, "way")
            )
            for way in items(field(facts, "ways", "event"), "ways")
        )
        if any(abs(x) > LARGEST for way in ways for answer in way for x in answer):
            raise Refused("An answer is larger than 1e300, which is no float.")
        return AnswersEvent(ways, None if order is None else number(order, "order"))


def answered(
    claim: StatedClaim, subject: DeclaredPolicy, inputs: Inputs, way: Sequence
) -> tuple[arb, arb, bool, bool]:
    """The probabilities of some answers in both worlds; do decisions draw, and are they densities?

    Both are those given what decisions draw, which is the same in both worlds.
    """
    last: dict[int, Answering] = {}

    def played(world: int) -> World:
        own = answering(subject.fresh().curator, way)
        result = world_of(subject, inputs, world, Noises(()), (), curator=own)
        if own.waiting:
            raise Refused(f"The policy asks for {own.released} releases of {len(way)}.")
        last[world] = own
        return result

    left, right = in_both_worlds(played)
    require_whole(left, claim)
    if (left.play.pulls, left.play.recommended) != (right.play.pulls, right.play.recommended):
        raise Refused("The two worlds decide differently on the same answers.")
    if left.draws != right.draws:
        raise Refused("The two worlds draw their decisions from different laws.")
    return last[0].probability, last[1].probability, bool(left.draws), last[0].dense


def _require_disjoint(ways: tuple[Sequence, ...]) -> None:
    if not ways or not all(ways):
        raise Refused("The event has no answers; give at least one sequence of them.")
    known = {*ways}
    longer = any(way[:k] in known for way in ways for k in range(1, len(way)))
    if len(known) < len(ways) or longer:
        raise Refused("The event has the same answers twice, and so its parts overlap.")
