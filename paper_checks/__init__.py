"""Executable claims: one program per printed statement, with a verdict and its evidence."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .catalogue import DOCUMENTS
    from .claim import Claim
    from .registry import claims, find
    from .runner import Result, run, run_all
    from .verdict import Outcome, Verdict

__all__ = ["DOCUMENTS", "Claim", "Outcome", "Result", "Verdict", "claims", "find", "run", "run_all"]

_HOMES = {
    "DOCUMENTS": "catalogue",
    "Claim": "claim",
    "Outcome": "verdict",
    "Result": "runner",
    "Verdict": "verdict",
    "claims": "registry",
    "find": "registry",
    "run": "runner",
    "run_all": "runner",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is asked for: a list of claims needs no check."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
