"""A bound of an instance as a value: what it bounds, for whom, on what it rests, its number."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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


class DoesNotApply(Exception):
    """An instance lacks what a theorem assumes, as its computation found; the words say what."""


@dataclass(frozen=True)
class Found:
    """The number of a bound, those of its factors, and the words that its text leaves open."""

    number: Enclosure
    factors: tuple[Enclosure, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Statement:
    """What a row says of a request, before its number is computed.

    `refused` is said in place of the hypotheses that fail, `regime` of a budget below the number
    and of another one, and `below` where a bound with privacy is below that without it.
    """

    name: str
    claim: str
    side: Side
    quantity: Quantity
    value: Callable[[], Enclosure | Found]
    privacy: Privacy = Privacy.NONE
    status: Status = Status.PRINTED
    hypotheses: tuple[Hypothesis, ...] = ()
    note: str = ""
    over: str | None = None
    factors: tuple[str, ...] = ()
    refused: str = ""
    regime: tuple[str, ...] = ()
    below: str = ""


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
