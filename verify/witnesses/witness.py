"""A witness that a policy breaks its claim, and the program that recomputes it.

A witness is a plain object: a claim, the declared object, two inputs, and what is looked at. The
checker shares no code with the searches of `verify.audit`: it follows the path that the witness
names, in exact rationals and balls, and refuses what does not follow from claim and object alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol
from flint import arb
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.budgets import PureDP
from .budget_breaks import Break, require_break
from .neighbouring_inputs import Actions, Inputs, require_neighbours
from .plain_fields import Refused, Unreadable, field, items, number, whole, word
from .stated_claim import StatedClaim
from .table_objects import TableObject

FORMAT = "banditproof witness 1"
BITS = 192
KINDS = ("table", "policy")


class Judged(Protocol):
    """A declared object whose laws can be recomputed."""

    def law(self, inputs: Inputs, world: int) -> Mapping[Actions, Any]:
        """The law of the actions in a world."""
        ...

    def mass(self, inputs: Inputs, world: int, actions: Actions) -> Any:
        """The probability in a world that the actions begin so."""
        ...

    def require_claimed(self, claim: StatedClaim) -> None:
        """Refused unless the object is one of the claim's."""
        ...

    def to_json(self) -> dict[str, Any]:
        """The object in plain JSON types."""
        ...


@dataclass(frozen=True)
class ActionEvent:
    """The event that the actions begin in one of some ways; all of their law without any.

    `order` is the order at which a whole law breaks zero-concentrated privacy.
    """

    prefixes: tuple[Actions, ...] = ()
    order: Fraction | None = None

    def to_json(self) -> dict[str, Any]:
        """The event in plain JSON types."""
        if self.prefixes:
            return {"kind": "actions", "prefixes": [list(prefix) for prefix in self.prefixes]}
        return {"kind": "law", "order": None if self.order is None else str(self.order)}

    @staticmethod
    def read(facts: Any) -> "ActionEvent":
        """The event of a JSON object."""
        if word(field(facts, "kind", "event"), "kind of event", ("actions", "law")) == "law":
            order = field(facts, "order", "event")
            return ActionEvent(order=None if order is None else number(order, "order"))
        prefixes = tuple(
            tuple(whole(arm, "action") for arm in items(prefix, "prefix"))
            for prefix in items(field(facts, "prefixes", "event"), "prefixes")
        )
        if not prefixes or not all(prefixes):
            raise Unreadable("The event has no actions; give at least one prefix of them.")
        return ActionEvent(prefixes)


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
    subject: Judged
    inputs: Inputs
    event: ActionEvent

    def checked(self) -> Break:
        """What the witness shows, computed again; Refused if the claim survives it."""
        require_neighbours(self.inputs, self.claim)
        self.subject.require_claimed(self.claim)
        with working_precision(BITS):
            return require_break(self._cells(), self.claim.budget, self.event.order)

    def _cells(self) -> list[tuple[arb, arb]]:
        prefixes = self.event.prefixes
        if not prefixes:
            left, right = (self.subject.law(self.inputs, world) for world in (0, 1))
            return [
                (_ball(left.get(a, Fraction(0))), _ball(right.get(a, Fraction(0))))
                for a in {**left, **right}
            ]
        _require_disjoint(prefixes)
        p, q = (
            sum((_ball(self.subject.mass(self.inputs, world, a)) for a in prefixes), arb(0))
            for world in (0, 1)
        )
        event = [(p, q)]
        return event if isinstance(self.claim.budget, PureDP) else [*event, (1 - p, 1 - q)]

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
    def read(facts: Any) -> "Witness":
        """The witness of a JSON object; Unreadable, with one sentence, if it is none."""
        if field(facts, "format", "witness") != FORMAT:
            raise Unreadable(f"The format of the witness is another one; give {FORMAT!r}.")
        subject = field(facts, "object", "witness")
        word(field(subject, "kind", "object"), "kind of object", KINDS)
        return Witness(
            StatedClaim.read(field(facts, "claim", "witness")),
            TableObject.read(subject),
            Inputs.read(field(facts, "inputs", "witness")),
            ActionEvent.read(field(facts, "event", "witness")),
        )


def _ball(mass: Any) -> arb:
    return ball(mass) if isinstance(mass, Fraction) else mass


def _require_disjoint(prefixes: tuple[Actions, ...]) -> None:
    for k, one in enumerate(prefixes):
        for other in prefixes[k + 1 :]:
            if one[: len(other)] == other[: len(one)]:
                raise Refused(f"The events that the actions begin {one} and {other} overlap.")
