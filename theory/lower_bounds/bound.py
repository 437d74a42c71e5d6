"""A bound of an instance as a value, and the question that all bounds answer."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import arb

from banditproof.theory.balls import ball, enclose
from banditproof.theory.bound_words import Privacy, Quantity, Side, Status
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.instances import Bandit

COEFFICIENT, REGRET, SAMPLES, BUDGET = Quantity
Hypothesis = tuple[str, bool]
"""What a theorem assumes, in words, and whether the instance and the budgets satisfy it."""


@dataclass(frozen=True)
class Bound:
    """A named bound: what it bounds, the claim it rests on, its enclosure, and whether it applies.

    `at_horizon` is a coefficient times log(horizon), when a horizon was given. A bound that does
    not apply has no number.
    """

    name: str
    claim: str
    side: Side
    quantity: Quantity
    enclosure: Enclosure | None
    applies: bool
    note: str
    at_horizon: Enclosure | None = None
    privacy: Privacy = Privacy.NONE
    status: Status = Status.PRINTED
    regime: str | None = None
    hypotheses: tuple[Hypothesis, ...] = ()

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
            "at_horizon": _numbers(self.at_horizon) if self.at_horizon else None,
            "privacy": self.privacy,
            "status": self.status,
            "regime": self.regime,
            "hypotheses": [
                {"hypothesis": text, "satisfied": satisfied} for text, satisfied in self.hypotheses
            ],
        }


def _numbers(enclosure: Enclosure | None) -> dict[str, Any]:
    if enclosure is None:
        return {"value": None, "lo": None, "hi": None}
    value = float(enclosure)
    return {"value": value if math.isfinite(value) else None, **enclosure.to_json()}


@dataclass(frozen=True)
class Request:
    """What the bounds are asked for: an instance, the budgets, a horizon, a risk, the digits.

    What is None was not given, and the bounds that need it are left out.
    """

    bandit: Bandit
    eps: Fraction | None = None
    rho: Fraction | None = None
    horizon: Fraction | None = None
    delta: Fraction | None = None
    batch_ratio: Fraction = Fraction(2)
    digits: int = 15

    @property
    def deep(self) -> int:
        """Digits of the parts of a sum or a product."""
        return self.digits + 2

    @cached_property
    def arms(self) -> int:
        """The number of arms, K."""
        return self.bandit.arms

    @property
    def time(self) -> Fraction:
        """The horizon, which must be given."""
        if self.horizon is None:
            raise ValueError("The horizon is not given; give a horizon >= 2.")
        return self.horizon

    def stated(
        self,
        name: str,
        claim: str,
        side: Side,
        quantity: Quantity,
        value: Callable[[], Enclosure],
        *,
        hypotheses: tuple[Hypothesis, ...] = (),
        note: str = "",
        privacy: Privacy = Privacy.NONE,
        status: Status = Status.PRINTED,
        regime: Callable[[Enclosure], str | None] | None = None,
    ) -> Bound:
        """The bound, with its number only if all of its hypotheses are satisfied."""
        failed = [text for text, satisfied in hypotheses if not satisfied]
        if failed:
            reason = f"Does not apply; it needs: {'; '.join(failed)}."
            facts = (name, claim, side, quantity, None, False, reason, None)
            return Bound(*facts, privacy, status, None, hypotheses)
        number = value()
        return Bound(
            name,
            claim,
            side,
            quantity,
            number,
            True,
            note,
            self.at_horizon(number) if quantity == COEFFICIENT else None,
            privacy,
            status,
            regime(number) if regime else None,
            hypotheses,
        )

    def at_horizon(self, coefficient: Enclosure) -> Enclosure | None:
        """The coefficient times log(horizon), or None without a horizon."""
        time = self.horizon
        if time is None:
            return None
        return times(coefficient, lambda: ball(time).log(), self.digits)


def times(enclosure: Enclosure, factor: Callable[[], arb], digits: int) -> Enclosure:
    """An enclosure multiplied by a positive ball; a wide one stays wide.

    >>> print(times(Enclosure.of(2, 3), lambda: ball(3), 10))
    [6..9]
    """
    if not enclosure.is_finite or enclosure == ZERO:
        return enclosure
    lo, hi = enclosure.lower, enclosure.upper
    # The ends one by one: together they need not agree in the asked number of digits.
    low = enclose(lambda: ball(lo) * factor(), digits)
    high = low if lo == hi else enclose(lambda: ball(hi) * factor(), digits)
    return Enclosure(low.lo, high.hi)


def side_of(name: str, budget: Fraction, border: Enclosure) -> str:
    """Where a budget is, beside the border below which privacy costs."""
    if budget < border.lo:
        return f"{name} is below: privacy costs"
    return f"{name} is not below: the bound without privacy is as large"
