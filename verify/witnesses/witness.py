"""A witness that a policy breaks its claim, and the program that recomputes it.

A witness is a plain object: a claim, the declared object, two inputs, and what is looked at. The
checker shares no code with the searches of `verify.audit`: it follows the path that the witness
names, in exact rationals and balls, and refuses what does not follow from claim and object alone.
"""

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.algorithms.policy import Policy
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.budgets import PureDP
from .action_laws import mass_of
from .answer_events import AnswersEvent
from .budget_breaks import Break, require_break
from .declared_policies import DeclaredPolicy
from .mixture_events import MixtureEvent
from .neighbouring_inputs import Actions, Inputs, require_neighbours
from .plain_fields import Refused, Unreadable, field, items, number, require_shape, whole, word
from .released_laws import ReleasedLaw
from .stated_claim import StatedClaim
from .table_objects import TableObject
from .transcripts import TranscriptEvent

FORMAT = "banditproof witness 1"
BITS = 192
BOXES = (300, 3000)
"""Into how many boxes continuous noise is split; more where few are not enough."""
KINDS = ("table", "policy")


@dataclass(frozen=True)
class ActionEvent:
    """The event that the actions begin in one of some ways; all of their law without any.

    `order` is the order at which a whole law breaks zero-concentrated privacy.
    """

    prefixes: tuple[Actions, ...] = ()
    order: Fraction | None = None

    def broken(self, claim: StatedClaim, subject: Any, inputs: Inputs) -> Break:
        """What the event, or the law, shows of the budget; Refused if that is within it."""
        if self.prefixes:
            return self._by_beginnings(claim, subject, inputs)
        if isinstance(subject, TableObject):
            left, right = (subject.law(inputs, world) for world in (0, 1))
            none = Fraction(0)
            cells = [(ball(left.get(a, none)), ball(right.get(a, none))) for a in {**left, **right}]
        else:
            raise Refused("The law of all actions is recomputed for tables; name their beginnings.")
        return require_break(cells, claim.budget, self.order)

    def _by_beginnings(self, claim: StatedClaim, subject: Any, inputs: Inputs) -> Break:
        """What the beginnings show, with more boxes of continuous noise where few are too wide."""
        _require_disjoint(self.prefixes)
        for prefix in self.prefixes:
            played = sum(symbol < claim.arms for symbol in prefix)
            if claim.horizon is not None and played > claim.horizon:
                raise Refused(f"The event has {played} rounds, the claim {claim.horizon}.")
        for boxes in BOXES[:-1]:
            with suppress(Refused):
                cells = self._cells(claim, subject, inputs, boxes)
                return require_break(cells, claim.budget, self.order)
        cells = self._cells(claim, subject, inputs, BOXES[-1])
        return require_break(cells, claim.budget, self.order)

    def _cells(
        self, claim: StatedClaim, subject: Any, inputs: Inputs, boxes: int
    ) -> list[tuple[arb, arb]]:
        """The probabilities of each beginning, and of all other ones."""
        cells = []
        for prefix in self.prefixes:
            masses = (_mass(subject, inputs, world, prefix, boxes) for world in (0, 1))
            cells.append((next(masses), next(masses)))
        if isinstance(claim.budget, PureDP):
            return cells
        p, q = (1 - sum((cell[world] for cell in cells), arb(0)) for world in (0, 1))
        return [*cells, (p, q)] if bool(p > 0) and bool(q > 0) else cells

    def to_json(self) -> dict[str, Any]:
        """The event in plain JSON types."""
        order = None if self.order is None else str(self.order)
        if self.prefixes:
            prefixes = [list(prefix) for prefix in self.prefixes]
            return {"kind": "actions", "prefixes": prefixes, "order": order}
        return {"kind": "law", "order": order}

    @staticmethod
    def read(facts: Any) -> "ActionEvent":
        """The event of a JSON object."""
        order = None if facts.get("order") is None else number(facts["order"], "order")
        if field(facts, "kind", "event") == "law":
            return ActionEvent(order=order)
        prefixes = tuple(
            tuple(whole(arm, "action") for arm in items(prefix, "prefix"))
            for prefix in items(field(facts, "prefixes", "event"), "prefixes")
        )
        if not prefixes or not all(prefixes):
            raise Unreadable("The event has no actions; give at least one prefix of them.")
        return ActionEvent(prefixes, order)


Event = ActionEvent | TranscriptEvent | ReleasedLaw | AnswersEvent | MixtureEvent
EVENTS: dict[str, type[Event]] = {
    "actions": ActionEvent,
    "law": ActionEvent,
    "transcript": TranscriptEvent,
    "released law": ReleasedLaw,
    "answers": AnswersEvent,
    "mixture": MixtureEvent,
}


@dataclass(frozen=True)
class Witness:
    """Two inputs and an event under which an object breaks a claim.

    >>> from banditproof.algorithms.reward_space import RewardSpace
    >>> from banditproof.verify.definitions.notions import Notion
    >>> from banditproof.theory.budgets import PureDP
    >>> bits = (Fraction(0), Fraction(1))
    >>> copy = TableObject(
    ...     *(2, 0, 2, bits, ((0, Fraction(1)),)),
    ...     act={0: ((0, 0, Fraction(1)),), 1: ((1, 1, Fraction(1)),)},
    ...     observe={(0, 0, Fraction(0)): 0, (0, 0, Fraction(1)): 1},
    ... )
    >>> claim = StatedClaim(PureDP(1), Notion.TABLE, "actions", RewardSpace.of([0, 1]), 2, 2)
    >>> witness = Witness(claim, copy, Inputs(bits[:1], bits[1:]), ActionEvent(((0, 0),)))
    >>> print(witness.checked().words, Witness.read(witness.to_json()) == witness)
    what happens in one world cannot happen in the other True
    """

    claim: StatedClaim
    subject: TableObject | DeclaredPolicy
    inputs: Inputs
    event: Event

    def checked(self) -> Break:
        """What the witness shows, computed again; Refused if the claim survives it."""
        require_neighbours(self.inputs, self.claim)
        self.subject.require_claimed(self.claim)
        with working_precision(BITS):
            return self.event.broken(self.claim, self.subject, self.inputs)

    def to_json(self) -> dict[str, Any]:
        """The witness in plain JSON types."""
        return {
            "format": FORMAT,
            "claim": self.claim.to_json(),
            "object": self.subject.to_json(),
            "inputs": self.inputs.to_json(),
            "event": self.event.to_json(),
        }

    @staticmethod
    def read(facts: Any, given: Policy[Any] | None = None) -> "Witness":
        """The witness of a JSON object; Unreadable, with one sentence, if it is none.

        `given` is the policy that it is about, where the file names none.
        """
        if field(facts, "format", "witness") != FORMAT:
            raise Unreadable(f"The witness has another format; give {FORMAT!r}.")
        claim = StatedClaim.read(field(facts, "claim", "witness"))
        stored, event = field(facts, "object", "witness"), field(facts, "event", "witness")
        subject: TableObject | DeclaredPolicy
        if word(field(stored, "kind", "object"), "kind of object", KINDS) == "table":
            subject = TableObject.read(stored)
        else:
            subject = DeclaredPolicy.read(stored, claim.budget, given)
        kind = word(field(event, "kind", "event"), "kind of event", [*EVENTS])
        inputs = Inputs.read(field(facts, "inputs", "witness"))
        witness = Witness(claim, subject, inputs, EVENTS[kind].read(event))
        require_shape(facts, witness.to_json(), "witness")
        return witness


def _mass(subject: Any, inputs: Inputs, world: int, prefix: Actions, boxes: int) -> arb:
    if isinstance(subject, TableObject):
        return ball(subject.mass(inputs, world, prefix))
    return mass_of(subject, inputs, world, prefix, boxes)


def _require_disjoint(prefixes: tuple[Actions, ...]) -> None:
    known = {*prefixes}
    if len(known) < len(prefixes):
        raise Refused("The event has the same actions twice, and so they overlap.")
    for one in prefixes:
        other = next((one[:k] for k in range(1, len(one)) if one[:k] in known), None)
        if other is not None:
            raise Refused(f"The events that the actions begin {other} and {one} overlap.")
