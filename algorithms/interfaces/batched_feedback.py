"""Policies that see their rewards in batches: arms and rewards of several rounds at once."""

from collections.abc import Callable
from typing import Any
import numpy as np
from banditproof.theory.exact import exact_count
from .signatures import arguments, as_it_is_called, first_method, named

BATCHED = ("update_batch", "partial_fit", "learn_batch", "observe_batch")
"""The names under which a policy may receive the rewards of several rounds, first match first."""
_CONTEXTS = ("contexts", "context", "X", "x", "features")
_REWARDS = ("rewards", "reward", "r")


def in_batches(made: object, batch: int | None) -> Callable[[Any, Any, Any], None] | None:
    """A function that receives single rounds and passes them on after every `batch` of them.

    The size is the argument, or the object's `batch_size`, or 1. The arms and rewards of an
    unfinished batch are never passed on.

    >>> class Slow:
    ...     def update_batch(self, arms, rewards): self.received = arms.tolist(), rewards.tolist()
    >>> slow = Slow()
    >>> tell = in_batches(slow, 2)
    >>> tell(0, 1, None); tell(1, 0, None); slow.received
    ([0, 1], [1, 0])
    """
    method = first_method(made, BATCHED)
    if method is None:
        return None
    size = exact_count("batch", getattr(made, "batch_size", 1) if batch is None else batch, 1)
    roles, call = _roles(made, method), as_it_is_called(made, BATCHED)
    held: list[tuple[Any, Any, Any]] = []

    def tell(arm: Any, reward: Any, context: Any) -> None:
        held.append((arm, reward, context))
        if len(held) < size:
            return
        columns = zip(("arms", "rewards", "contexts"), zip(*held, strict=True), strict=True)
        arrays = {role: np.array(column) for role, column in columns}
        held.clear()
        if context is None:
            arrays.pop("contexts")
        call(**{name: arrays[role] for name, role in roles.items() if role in arrays})

    return tell


def _roles(made: object, method: Callable[..., Any]) -> dict[str, str]:
    """What each parameter of a method receives: arms, rewards or contexts, by its name."""
    result = arguments(method)
    roles: dict[str, str] = {}
    for name in result.names:
        role = "contexts" if name in _CONTEXTS else "rewards" if name in _REWARDS else "arms"
        if role not in roles.values() or name in result.needed:
            roles[name] = role
    if sorted(roles.values()) not in (["arms", "rewards"], ["arms", "contexts", "rewards"]):
        raise ValueError(
            f"{named(made)} has {method.__name__}({', '.join(result.needed)}); give it "
            "update_batch(arms, rewards)."
        )
    return roles
