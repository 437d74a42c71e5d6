"""The interfaces of policies: whatever their style, the auditor plays one session of a run."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .contexts import Contexts
    from .factories import FreshRuns, called_with
    from .styles import BlackBox, adapted

_HOMES = {
    "contexts": "Contexts",
    "factories": "FreshRuns called_with",
    "styles": "BlackBox adapted",
}

__all__ = [
    "BlackBox",
    "Contexts",
    "FreshRuns",
    "adapted",
    "called_with",
]


def __getattr__(name: str) -> Any:
    """Each public name is loaded when it is first used."""
    for home, names in _HOMES.items():
        if name in names.split():
            return getattr(import_module(f".{home}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
