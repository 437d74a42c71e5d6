"""A bound of an instance as a value: what it bounds, for whom, on what it rests, its number."""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple
from banditproof.theory.bound_words import Privacy, Quantity, Side, Status
from banditproof.theory.enclosure import Enclosure

COEFFICIENT, REGRET, SAMPLES, BUDGET = Quantity
Hypothesis = tuple[str, bool]
"""What a theorem assumes, in words, and whether the instance and the budgets satisfy it."""


class Factor(NamedTuple):
    """A factor of a bound that is a product: its formula and its number."""

    formula: str
    enclosure: Enclosure


@dataclass(frozen=True)
class Bound:
    """A named bound: what it bounds, the claim it rests on, its enclosure, and whether it applies.

    A "coefficient of log T" is a limit, liminf or limsup of Reg_T / log T: it says nothing about
    one horizon. A "regret at T" holds at the given horizon. `over` describes the class of a
    minimax bound, which is about the worst instance of the class; it is None for a bound of the
    instance itself. `factors` are those of a bound that is a product. A bound that does not apply
    has no number.
    """

    name: str
    claim: str
    side: Side
    quantity: Quantity
    enclosure: Enclosure | None
    applies: bool
    note: str
    privacy: Privacy = Privacy.NONE
    status: Status = Status.PRINTED
    regime: str | None = None
    hypotheses: tuple[Hypothesis, ...] = ()
    over: str | None = None
    factors: tuple[Factor, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The facts of the bound; lo and hi are decimal strings, rounded outwards."""
        return {
            "name": self.name,
            "claim": self.claim,
            "side": self.side,
            "quantity": self.quantity,
            **_numbers(self.enclosure),
            "applies": self.applies,
            "note": self.note,
            "over": self.over,
            "privacy": self.privacy,
            "status": self.status,
            "regime": self.regime,
            "factors": [
                {"formula": formula, **_numbers(number)} for formula, number in self.factors
            ],
            "hypotheses": [
                {"hypothesis": text, "satisfied": satisfied} for text, satisfied in self.hypotheses
            ],
        }


def _numbers(enclosure: Enclosure | None) -> dict[str, Any]:
    if enclosure is None:
        return {"value": None, "lo": None, "hi": None}
    value = float(enclosure)
    return {"value": value if math.isfinite(value) else None, **enclosure.to_json()}
