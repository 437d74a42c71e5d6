"""Whether objects that should be fresh share a memory that a run changes."""

import random
from collections.abc import Iterator
from inspect import getclosurevars
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any
import numpy as np
from banditproof.algorithms.policy import Policy

RUNS = 3
"""How many runs are compared; what does not change in them is not looked at again."""
MOST = 2000
DEEPEST = 6
_CHANCE = (np.random.Generator, np.random.RandomState, np.random.BitGenerator, random.Random)
_CODE = (ModuleType, FunctionType, MethodType, BuiltinFunctionType, type)
_PLAIN = (int, float, complex, str, bytes, bool, type(None), np.generic)


class CarriedState:
    """Compares what can be reached from the policies of the first few runs.

    Something is carried if it can be reached from two policies, a run changed it, and nothing put
    it back when the next run started. Generators may be shared. For an array or a list, except one
    that only grew, it is `certain`; for other values it is a suspicion, which becomes an error
    only where the same seeds do not give the same run again: a cache changes nothing.

    >>> class Shared:
    ...     sums = [0, 0]
    >>> watch = CarriedState()
    >>> for made in (Shared(), Shared()):
    ...     watch.before_start(made); watch.after_start(made)
    ...     made.sums[1] += 1
    >>> watch.found
    'Shared.sums'
    """

    def __init__(self) -> None:
        self.found: str | None = None
        self.certain = False
        self._runs = 0
        self._started: dict[int, tuple[Any, str, Any]] = {}
        self._ended: dict[int, Any] = {}

    def before_start(self, policy: Any) -> None:
        """Look at a policy as it was made, before its run starts: what runs before it left."""
        if self._runs >= RUNS or isinstance(policy, Policy):
            return
        self._ended = {id(part): _content(part) for part, _ in _parts(policy)}

    def after_start(self, policy: Any) -> None:
        """Look at it again when it knows that its run starts."""
        if self._runs >= RUNS or isinstance(policy, Policy):
            return
        self._runs += 1
        now = {id(part): (part, path, _content(part)) for part, path in _parts(policy)}
        for key, (_, path, content) in now.items():
            if key in self._started and key in self._ended and self.found is None:
                change = _changed(self._started[key][2], self._ended[key], content)
                self.found = None if change is None else path + change
                self.certain = change == ""
        self._started = now  # it keeps the parts alive, so that no identity is used again


def _changed(first: Any, ended: Any, again: Any) -> str | None:
    """Where a run changed a value that the next start left as it was; new keys may be a cache."""
    if not isinstance(first, dict):
        grown = isinstance(again, list) and again[: len(first)] == first
        return "" if first != again and ended == again and not grown else None
    for key, value in first.items():
        if again.get(key, value) != value and ended.get(key) == again.get(key):
            return "." + str(key).strip("'")
    return None


def _parts(policy: Any) -> Iterator[tuple[Any, str]]:
    """The mutable objects that a policy reaches, with the names on the way to them."""
    name = type(policy).__name__
    waiting: list[tuple[Any, str, int]] = [(policy, name, 0)]
    for kind in type(policy).__mro__[:-1]:
        waiting += [
            (value, f"{name}.{key}", 1)
            for key, value in vars(kind).items()
            if isinstance(value, list | dict | set | np.ndarray) and not key.startswith("__")
        ]
        for method in vars(kind).values():
            if isinstance(method, FunctionType):
                waiting += _globals_of(method)
    seen: set[int] = set()
    while waiting and len(seen) < MOST:
        part, path, depth = waiting.pop()
        if id(part) in seen or isinstance(part, (*_PLAIN, *_CHANCE, *_CODE)):
            continue
        seen.add(id(part))
        if isinstance(part, np.ndarray | list | dict | set | bytearray):
            yield part, path
        if depth < DEEPEST:
            waiting += [(v, f"{path}{k}", depth + 1) for k, v in _inside(part)]
        if hasattr(part, "__dict__") and not isinstance(part, dict):
            yield vars(part), path


def _globals_of(method: FunctionType) -> list[tuple[Any, str, int]]:
    """The containers of its module, and of enclosing functions, that a method names."""
    try:
        found = getclosurevars(method)
    except ValueError:  # a variable is not assigned yet
        return []
    named = {**found.globals, **found.nonlocals}
    return [(v, n, 1) for n, v in named.items() if isinstance(v, list | dict | set | np.ndarray)]


def _inside(part: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(part, dict):
        yield from ((f"[{key!r}]", value) for key, value in list(part.items())[:MOST])
    elif isinstance(part, list | tuple | set | frozenset):
        yield from ((f"[{i}]", value) for i, value in zip(range(MOST), part, strict=False))
    elif hasattr(part, "__dict__"):
        yield from ((f".{key}", value) for key, value in list(vars(part).items()))


def _content(part: Any) -> Any:
    """What a container holds directly: values that can be compared later."""
    if isinstance(part, np.ndarray):
        return part.tobytes() if part.dtype != object else part.tolist()
    if isinstance(part, dict):
        return {repr(key): _shallow(value) for key, value in part.items()}
    if isinstance(part, set):
        return {_shallow(value) for value in part}
    return [_shallow(value) for value in part]


def _shallow(value: Any) -> Any:
    """A plain value itself; of anything else only its identity, since its content is elsewhere."""
    return repr(value) if isinstance(value, _PLAIN) else ("object", id(value))
