"""Every asymptotic regret bound that is known for an instance, each with certified digits."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from .balls import ball, enclose
from .bernoulli import privacy_threshold
from .enclosure import Enclosure, certify
from .exact import Number, exact, exact_positive
from .instances import BernoulliBandit
from .regret_bounds import (
    lai_robbins_coefficient,
    older_regret_coefficient,
    regret_coefficient,
)

AT_ONE = (
    "The best mean is 1, where no instance is better: constant regret is possible, and the "
    "bound is 0 (the printed statement misses the hypothesis mu_star < 1)."
)


@dataclass(frozen=True)
class Bound:
    """A named bound: what it bounds, the claim it rests on, its enclosure, and whether it applies.

    `quantity` is "coefficient of log T" or "budget"; `at_horizon` is the coefficient times
    log(horizon), when a horizon was given. A bound that does not apply has no number.
    """

    name: str
    claim: str
    side: str
    quantity: str
    enclosure: Enclosure | None
    applies: bool
    note: str
    at_horizon: Enclosure | None = None

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
        }


def _numbers(enclosure: Enclosure | None) -> dict[str, Any]:
    if enclosure is None:
        return {"value": None, "lo": None, "hi": None}
    value = float(enclosure)
    return {"value": value if math.isfinite(value) else None, **enclosure.to_json()}


def _times(enclosure: Enclosure, factor: Callable[[], arb], digits: int) -> Enclosure:
    """An enclosure multiplied by a positive ball."""
    if not enclosure.is_finite or enclosure.lo == enclosure.hi == 0:
        return enclosure
    lo, hi = Fraction(enclosure.lo), Fraction(enclosure.hi)
    return enclose(lambda: (ball(lo) * factor(), ball(hi) * factor()), digits)


def bounds(
    bandit: BernoulliBandit,
    eps: Number,
    horizon: Number | None = None,
    batch_ratio: Number = 2,
    digits: int = 15,
) -> tuple[Bound, ...]:
    """All regret bounds of pure differential privacy for an instance, and its privacy threshold.

    The bounds are coefficients: liminf or limsup of Reg_T / log T. With a horizon each is also
    multiplied by log(horizon); an asymptotic bound says nothing rigorous about one horizon.

    >>> table = bounds(BernoulliBandit(("0.8", "0.1")), eps=1)
    >>> print(table[0].name, table[0].enclosure)
    private lower bound 1.15777979809140046372[4..6]
    """
    budget = exact_positive("eps", eps)
    time = None if horizon is None else exact_positive("horizon", horizon)
    if time is not None and time < 2:
        raise ValueError(f"The horizon is {horizon}; give a horizon >= 2.")
    means = bandit.exact_means
    best = bandit.best_mean
    degenerate = best == 1 and bool(bandit.suboptimal_arms)
    note = AT_ONE if degenerate else ""
    deep = digits + 2

    def coefficient(name: str, claim: str, side: str, value: Enclosure, note: str) -> Bound:
        scaled = None
        if time is not None:
            scaled = _times(value, lambda: ball(time).log(), digits)
        return Bound(name, claim, side, "coefficient of log T", value, True, note, scaled)

    private = certify(regret_coefficient, means, budget, digits=deep)
    older = certify(older_regret_coefficient, means, budget, digits=deep)
    oldest = certify(older_regret_coefficient, means, budget, 1, digits=deep)
    free = certify(lai_robbins_coefficient, means, digits=deep)
    ratio = exact(batch_ratio)
    table = [
        coefficient("private lower bound", "bern.thm3.1.repaired", "lower", private, note),
        coefficient("older private lower bound, factor 6", "bern.rem3.a", "lower", older, note),
        coefficient("older private lower bound, factor 1", "bern.rem3.a", "lower", oldest, note),
        coefficient("lower bound without privacy", "bern.eq3", "lower", free, note),
    ]
    upper_name = f"DP-KLUCB and DP-IMED upper bound, batch ratio {batch_ratio}"
    if degenerate:
        reason = "The theorem assumes a best mean below 1."
        table.append(
            Bound(upper_name, "bern.thm4.3", "upper", "coefficient of log T", None, False, reason)
        )
    else:
        upper = _times(private, lambda: ball(ratio), digits)
        table.append(coefficient(upper_name, "bern.thm4.3", "upper", upper, "plus o(log T)"))
    thresholds = [
        certify(privacy_threshold, means[a], best, digits=deep) for a in bandit.suboptimal_arms
    ]
    if thresholds:
        last = max(thresholds, key=lambda threshold: threshold.lo)
        below = budget < last.lo
        note = "eps is below it: regret grows" if below else "eps is not below it: no cost"
        table.append(
            Bound(
                "budget from which privacy is free",
                "bern.rem3.b",
                "threshold",
                "budget",
                last,
                True,
                note,
            )
        )
    return tuple(table)
