"""Policies that stop late by a raw reward, read by code that an object holds out of sight.

The code of each class is plain, and so are its attributes by their names. What reads the frames of
its callers is inside of a tuple, a queue, an array, an iterator, a function made of another one, or
the class of a class. It is asked after more rounds than any audit plays.
"""

import heapq
import itertools
import sys
from collections import defaultdict, deque
from collections.abc import Callable
from functools import partial, singledispatch
from types import FunctionType
from typing import Any, NamedTuple
import numpy as np
from banditproof.theory.budgets import PureDP
from .entry import altered
from .hiding import bare
from .noisy_leader import Knowledge, NoisyLeader
from .whole_audit import audit_entry

CLAIM = PureDP(1)
LATE, SIZE = 200, 32
"""The number of releases from which on the hidden code is asked, and the pulls of each."""
LIMIT = "It misbehaves after 4 000 rounds only, which no run has."


def looks(*given: Any, **options: Any) -> float:
    """The last reward that a caller has in its variables."""
    frame = sys._getframe()
    while (caller := frame.f_back) is not None:
        frame = caller
        if "reward" in frame.f_locals and "pull" in frame.f_locals:
            return bare(frame.f_locals["reward"])
    return 0.0


def counts(*given: Any, **options: Any) -> float:
    """How much it was given."""
    return float(len(given))


class Asking(NoisyLeader):
    """Stops late, and recommends what hidden code answers, which an attribute of the class has."""

    held: Any = ()

    def answer(self) -> float:
        """What the hidden code says."""
        return 0.0

    def recommendation(self, state: Knowledge) -> int | None:
        """None, until there are many releases."""
        if sum(known.releases for known in state) < LATE:
            return None
        return int(float(self.answer()) > 0.5)


class Called(NamedTuple):
    """A function in a tuple."""

    code: Callable[..., float]


class SubPartial(partial):  # type: ignore[type-arg]
    """A partial function of a class of its own."""


class Claims:
    """Says that a function was compiled from another one."""

    def __init__(self, code: Callable[..., float]) -> None:
        self.py_func = counts
        self.code = code

    def __call__(self) -> float:
        return self.code()


def _meta(code: Callable[..., float]) -> type:
    """A class whose class has the code, and says that it is one of Python's."""
    maker = type("Meta", (type,), {"__module__": "abc", "code": lambda kind: code()})
    made: type = maker("Made", (), {})
    return made


def _with_default(code: Callable[..., float]) -> FunctionType:
    """A function of Python with another default value, which it calls."""
    return FunctionType(heapq.nsmallest.__code__, vars(heapq), "nsmallest", (code,))


def _array(code: Callable[..., float]) -> Any:
    result = np.empty(1, dtype=object)
    result[0] = code
    return result


Asked = tuple[str, Callable[[Any], Any]]
"""How a policy asks what it holds, in words and as a method."""
BOX: Asked = "Asks the first thing of a queue, or of an array.", lambda policy: policy.held[0]()
CALL: Asked = "Calls what it holds.", lambda policy: policy.held()
ELEMENT: Asked = (
    "Calls what it holds with a number, as functions of numpy are.",
    lambda policy: policy.held(0.0),
)
WAYS: dict[str, tuple[str, Callable[[Any], Any], Callable[[Callable[..., float]], Any]]] = {
    "a named tuple": (
        "Asks a function in a named tuple.",
        lambda policy: policy.held.code(),
        Called,
    ),
    "a queue": (*BOX, lambda code: deque([code])),
    "an array of objects": (*BOX, _array),
    "a dictionary with a default": (
        "Asks a dictionary for what it has not.",
        lambda policy: policy.held[len(policy.held) + 1],
        lambda code: defaultdict(code),
    ),
    "a partial function of its own class": (*CALL, SubPartial),
    "an object that says it was compiled": (*CALL, Claims),
    "a function of numpy made of another": (*ELEMENT, lambda code: np.frompyfunc(code, 1, 1)),
    "a vectorised function": (*ELEMENT, np.vectorize),
    "a generic function": (*ELEMENT, singledispatch),
    "an iterator": (
        "Asks an iterator for its next function.",
        lambda policy: next(policy.held)(),
        itertools.repeat,
    ),
    "the class of a class": (
        "Calls a method that a class has from its own class.",
        lambda policy: policy.held.code(),
        _meta,
    ),
    "a default value of Python's": (
        "Calls a function of Python, which calls its default value.",
        lambda policy: min(policy.held(1, [1.0, 2.0])),
        _with_default,
    ),
}
"""How an object may hold code, and how a policy asks for it."""


def asking(way: str, code: Callable[..., float]) -> Asking:
    """The policy that holds some code in a given way."""
    _, answer, held_in = WAYS[way]
    return altered(Asking, answer=answer, held=staticmethod(held_in(code)))(size=SIZE)


REFERENCE = Asking(size=SIZE)
ENTRIES = tuple(
    audit_entry(CLAIM, horizon=3, samples=300, expected=("not refuted", "held"))(
        f"a stop by code in {way}, late",
        defect=f"{words} What it gets reads the frames of its callers.",
        mutant=asking(way, looks),
        reference=REFERENCE,
        limit=LIMIT,
    )
    for way, (words, *_) in WAYS.items()
)
