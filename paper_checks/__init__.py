"""Executable claims: one program per printed statement, with a verdict and its evidence."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .running.runner import Result, run, run_all
    from .statements.catalogue import DOCUMENTS
    from .statements.claim import Claim
    from .statements.registry import claims, find
    from .verdicts.verdict import Outcome, Verdict

__all__ = ["DOCUMENTS", "Claim", "Outcome", "Result", "Verdict", "claims", "find", "run", "run_all"]

_HOMES = {
    "DOCUMENTS": "statements.catalogue",
    "Claim": "statements.claim",
    "Outcome": "verdicts.verdict",
    "Result": "running.runner",
    "Verdict": "verdicts.verdict",
    "claims": "statements.registry",
    "find": "statements.registry",
    "run": "running.runner",
    "run_all": "running.runner",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is asked for: a list of claims needs no check."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
