"""Membership inference: how much a released mean says about one record."""

from .leakage import (
    gdp_delta,
    gdp_epsilon,
    leak,
    leak_complement,
    miss,
    optimal_false_alarm,
    optimal_threshold,
    power,
)

__all__ = [
    "gdp_delta",
    "gdp_epsilon",
    "leak",
    "leak_complement",
    "miss",
    "optimal_false_alarm",
    "optimal_threshold",
    "power",
]
