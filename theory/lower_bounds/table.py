"""Every bound that is known for an instance, each with certified digits and its hypotheses."""

from __future__ import annotations
import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any
from banditproof.theory.exact import LARGEST, Number, exact, exact_positive
from banditproof.theory.instances import Bandit, BernoulliBandit
from banditproof.theory.one_horizon.horizon_bounds import reliabilities
from banditproof.theory.parameter_names import with_other_names
from .bound_rows import rows_of
from .bound_table import BoundTable
from .request import Request

SMALLEST = Fraction(math.ulp(0.0))
"""The smallest positive float."""


@with_other_names("epsilon", "ratio")
def bounds(
    bandit: Bandit | Sequence[Number],
    eps: Number | None = None,
    horizon: Number | None = None,
    batch_ratio: Number = 2,
    digits: int = 15,
    *,
    rho: Number | None = None,
    delta: Number | None = None,
    reliability: Iterable[Number] | None = None,
) -> BoundTable:
    """All bounds of an instance: regret and samples, without privacy and for the given budgets.

    A plain sequence of means is a Bernoulli bandit. `eps` is the budget of pure differential
    privacy, `rho` that of zCDP; bounds without privacy are always listed. The result is a tuple of
    `Bound` whose `best` is the answer: the strongest valid bound of the regret and of the samples.

    An asymptotic bound is a coefficient, liminf or limsup of Reg_T / log T, and says nothing about
    one horizon. Bounds of the regret at T need the horizon; those of this instance, if its arms are
    Bernoulli, are `at_horizon`, also for policies of some `reliability`. Bounds of the samples that
    best-arm identification takes need the risk `delta`; without them they are left out. A bound
    whose hypotheses are not satisfied has no number, and its note says what is missing.

    >>> table = bounds(("0.8", "0.1"), eps=1)
    >>> print(table.best.regret.name, table.best.regret.enclosure)
    private lower bound 1.15777979809140046372[4..6]
    """
    instance = _instance(bandit)
    request = Request(
        instance,
        _budget("eps", eps),
        _budget("rho", rho),
        _horizon(horizon),
        _risk(delta),
        _ratio(batch_ratio),
        _digits(digits),
        _reliability(reliability, instance, horizon),
    )
    return BoundTable(rows_of(request), request)


def _instance(given: Bandit | Sequence[Number]) -> Bandit:
    bandit = given if isinstance(given, Bandit) else _bernoulli(given)
    if any(abs(mean) > LARGEST for mean in bandit.exact_means):
        raise ValueError("A mean of the instance is beyond all floats; give a smaller one.")
    return bandit


def _bernoulli(means: Sequence[Number]) -> BernoulliBandit:
    """The Bernoulli bandit of some means."""
    given: Any = means
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise ValueError(
            f"{means!r} is not a bandit instance; give a BernoulliBandit, say, or the list of the "
            "means of Bernoulli arms."
        )
    return BernoulliBandit(means)


def _budget(name: str, budget: Number | None) -> Fraction | None:
    number = None if budget is None else exact_positive(name, budget)
    if number is not None and number > LARGEST:
        raise ValueError(f"{name} is beyond all floats, which is not private; give a smaller one.")
    if number is not None and number < SMALLEST:
        raise ValueError(f"{name} is below all floats, where nothing is learnt; give a larger one.")
    return number


def _horizon(horizon: Number | None) -> Fraction | None:
    time = None if horizon is None else exact_positive("horizon", horizon)
    if time is not None and time < 2:
        raise ValueError(f"The horizon is {horizon}; give a horizon >= 2.")
    return time


def _risk(delta: Number | None) -> Fraction | None:
    risk = None if delta is None else exact_positive("delta", delta)
    if risk is not None and risk >= 1:
        raise ValueError(f"delta is {delta}; give a probability of error in (0, 1).")
    return risk


def _ratio(batch_ratio: Number) -> Fraction:
    ratio = exact(batch_ratio)
    if ratio <= 1:
        raise ValueError(f"batch_ratio is {batch_ratio}; give a ratio > 1.")
    return ratio


def _reliability(
    given: Iterable[Number] | None, bandit: Bandit, horizon: Number | None
) -> tuple[Fraction, ...] | None:
    if given is None:
        return None
    if horizon is None or not isinstance(bandit, BernoulliBandit):
        raise ValueError(
            "A reliability is about Bernoulli arms at one horizon, and there are others, or none "
            "is given; leave it out."
        )
    return reliabilities(given)


def _digits(digits: int) -> int:
    number = exact(digits)
    if number.denominator != 1 or number < 1:
        raise ValueError(f"digits is {digits}; give a whole number of digits >= 1.")
    return int(number)
