"""Policies that stop and recommend: their output is the actions, the time, and the answer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

STOPPED = ("stopped", "has_stopped", "should_stop")
"""The names under which a policy may say that it has stopped, as a method or a value."""
RECOMMENDING = ("recommend", "recommendation", "recommended_arm")
"""The names under which a policy may say which arm it recommends, as a method or a value."""


@dataclass(frozen=True)
class Stopping:
    """How to ask a policy whether it has stopped, and what it recommends."""

    stopped: Callable[[], bool]
    recommended: Callable[[], Any]


def stopping_of(made: object) -> Stopping | None:
    """How a policy stops; None if it has neither stopped nor recommend under any of their names.

    A policy that only recommends stops when select() returns None or raises StopIteration.

    >>> class Finder:
    ...     def __init__(self): self.rounds = 3
    ...     def stopped(self): return self.rounds >= 3
    ...     def recommend(self): return 1
    >>> how = stopping_of(Finder())
    >>> how.stopped(), how.recommended()
    (True, 1)
    """
    stopped, answer = _first(made, STOPPED), _first(made, RECOMMENDING)
    if stopped is None and answer is None:
        return None

    def asked(name: str | None) -> Any:
        if name is None:
            return None
        value = getattr(made, name)
        return value() if callable(value) else value

    return Stopping(lambda: bool(asked(stopped)), lambda: asked(answer))


def stopping_names(made: object) -> tuple[str, ...]:
    """The names under which a policy says that it has stopped, and what it recommends."""
    names = (_first(made, STOPPED), _first(made, RECOMMENDING))
    return tuple(name for name in names if name is not None)


def _first(made: object, names: tuple[str, ...]) -> str | None:
    return next((name for name in names if hasattr(made, name)), None)
