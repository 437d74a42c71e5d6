"""Statistical audits of algorithms that are too large to enumerate."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .black_box import BlackBox, adapted
    from .black_box_audit import audit_black_box, audit_sampler
    from .clopper_pearson import lower_limit, upper_limit
    from .e_process import EProcess
    from .event_bounds import Counts, event_bound
    from .statistical_audit import StatisticalAudit, detectable_eps, rounded_down
    from .witness import StatisticalWitness

_HOMES = {
    "BlackBox": "black_box",
    "Counts": "event_bounds",
    "EProcess": "e_process",
    "StatisticalAudit": "statistical_audit",
    "StatisticalWitness": "witness",
    "adapted": "black_box",
    "audit_black_box": "black_box_audit",
    "audit_sampler": "black_box_audit",
    "detectable_eps": "statistical_audit",
    "event_bound": "event_bounds",
    "lower_limit": "clopper_pearson",
    "rounded_down": "statistical_audit",
    "upper_limit": "clopper_pearson",
}

__all__ = [
    "BlackBox",
    "Counts",
    "EProcess",
    "StatisticalAudit",
    "StatisticalWitness",
    "adapted",
    "audit_black_box",
    "audit_sampler",
    "detectable_eps",
    "event_bound",
    "lower_limit",
    "rounded_down",
    "upper_limit",
]


def __getattr__(name: str) -> Any:
    """Each public name is loaded when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
