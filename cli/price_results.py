"""The results of `exact`."""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal


@dataclass(frozen=True, kw_only=True)
class PriceFacts:
    """The least cost over all private policies at one horizon, between two proved ends."""

    arms: int
    horizon: int
    epsilon: str | None
    delta: Fraction
    model: Literal["view", "table"]
    goal: Literal["regret", "simple-regret", "error"]
    average: bool
    instances: tuple[tuple[Fraction, ...], ...]
    variables: int | None
    lower: Fraction
    upper: Fraction
    everywhere: Fraction | None
    verified: bool
    seconds: float
