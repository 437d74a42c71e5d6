"""Third-party policies: two methods, and adapters for common styles."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from types import FunctionType
from typing import Any, Protocol, runtime_checkable

import numpy as np

from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Sampled

SELECTING = (
    "select",
    "select_arm",
    "choice",
    "choose",
    "choose_arm",
    "get_action",
    "sample_action",
    "pull",
    "act",
)
"""The names under which a policy may say which arm it plays next, first match first."""
UPDATING = (
    "update",
    "getReward",
    "get_reward",
    "observe",
    "learn",
    "receive_reward",
    "receive",
    "feedback",
)
"""The names under which a policy may be told a reward, first match first."""
STARTING = ("startGame", "reset")
"""The names under which a policy may ask to be told that a run starts."""
_TIME_NAMES = ("t", "time", "round", "step")
_REWARD_NAMES = ("reward", "r", "rewards")
_ARM_NAMES = ("arm", "a", "action", "k", "choice")


@runtime_checkable
class BlackBox(Protocol):
    """A policy in the middle of one run: it names an arm, and is told an arm and a reward."""

    def select(self) -> int:
        """The arm of the next round, counted from 0."""
        ...

    def update(self, arm: int, reward: float) -> None:
        """Learn what a round paid."""
        ...


class LibraryBox:
    """A policy of this library, round by round, with its curator and its own noise.

    >>> from banditproof.algorithms.dp_imed import DPIMED
    >>> box = LibraryBox(DPIMED(arms=2, eps=1, ties="first"), np.random.default_rng(1))
    >>> box.select()
    0
    >>> box.update(0, 1)
    >>> box.select()
    1
    """

    takes_arm = True

    def __init__(self, policy: Policy[Any], rng: np.random.Generator) -> None:
        self._policy, self._chance = policy, Sampled(rng)
        self._state, self._held = policy.start(), policy.curator.start(policy.arms)
        self._pull: Pull | None = None
        self._left = 0
        self._t = 0

    def select(self) -> int:
        """The arm of the next round."""
        if self._pull is None:
            self._pull = self._policy.decide(self._state, self._t + 1, self._chance)
            self._left = self._pull.count
        return self._pull.arm

    def update(self, arm: int, reward: float) -> None:
        """The curator reads the reward; at the end of a pull the policy learns the release."""
        if self._pull is None:
            raise ValueError("A reward came before the first arm; call select() first.")
        policy, pull = self._policy, self._pull
        self._held = policy.curator.read(self._held, arm, min(max(reward, 0), 1))
        self._t += 1
        self._left -= 1
        if self._left:
            return
        released = None
        if pull.releases:
            mechanism = policy.mechanism(self._state, pull)
            self._held, released = policy.curator.release(
                self._held, pull.arm, mechanism, self._chance
            )
        self._state = policy.learn(self._state, pull, released)
        self._pull = None


class AdaptedBox:
    """Two functions found on an object of another style, under the names of the protocol."""

    def __init__(
        self, choose: Callable[[int], Any], tell: Callable[[int, float], Any], takes_arm: bool
    ) -> None:
        self._choose, self._tell, self.takes_arm = choose, tell, takes_arm
        self._t = 0

    def select(self) -> Any:
        """The arm of the next round, as the object names it."""
        self._t += 1
        return self._choose(self._t)

    def update(self, arm: int, reward: float) -> None:
        """Tell the object what a round paid."""
        self._tell(arm, reward)


def adapted(made: object, rng: np.random.Generator) -> LibraryBox | AdaptedBox:
    """A policy under the two names of the protocol, whatever its own names for them are.

    Understood are policies of this library, and objects with one of the methods of SELECTING
    (without arguments, or with the number of the round) and one of those of UPDATING (with arm
    and reward, or with the reward only); startGame() or reset() is called first if there is one.

    >>> class Other:
    ...     def choice(self): return 1
    ...     def getReward(self, arm, reward): self.seen = (arm, reward)
    >>> other = Other()
    >>> box = adapted(other, np.random.default_rng(1))
    >>> box.update(box.select(), 0.5); other.seen
    (1, 0.5)
    """
    if isinstance(made, Policy):
        return LibraryBox(made, rng)
    choosing, telling = _first(made, SELECTING), _first(made, UPDATING)
    if choosing is None or telling is None:
        found = [n for n in dir(made) if n[0] != "_" and callable(getattr(made, n, None))]
        listed = ", ".join(found[:12]) or "none"
        raise ValueError(
            f"{_named(made)} is not understood as a policy: its methods are {listed}; give it "
            "select() and update(arm, reward)."
        )
    start = _first(made, STARTING)
    if start is not None and not _arguments(start).needed:
        start()
    tell, takes_arm = _teller(made, telling)
    return AdaptedBox(_chooser(made, choosing), tell, takes_arm)


def _named(made: object) -> str:
    if isinstance(made, type):
        return f"The class {made.__name__}"
    return f"An object of type {type(made).__name__}"


def _first(made: object, names: tuple[str, ...]) -> Callable[..., Any] | None:
    if isinstance(made, type):  # its methods still need an object
        return None
    for name in names:
        method = getattr(made, name, None)
        if callable(method):
            return method  # type: ignore[no-any-return]
    return None


@dataclass(frozen=True)
class _Arguments:
    """What a method takes by position."""

    names: tuple[str, ...]
    needed: tuple[str, ...]
    any_number: bool


_UNKNOWN = _Arguments((), (), True)


def _arguments(method: Callable[..., Any]) -> _Arguments:
    """The arguments of a method; those of one class are looked up once, not for each run."""
    function = getattr(method, "__func__", None)
    if isinstance(function, FunctionType):
        return _of_function(function)
    return _looked_up(method, bound=False)


@lru_cache(maxsize=256)
def _of_function(function: FunctionType) -> _Arguments:
    return _looked_up(function, bound=True)


def _looked_up(function: Callable[..., Any], bound: bool) -> _Arguments:
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return _UNKNOWN
    any_number = any(p.kind is inspect.Parameter.VAR_POSITIONAL for p in parameters)
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    known = [p for p in parameters if p.kind in kinds][int(bound) :]
    needed = tuple(p.name for p in known if p.default is p.empty)
    return _Arguments(tuple(p.name for p in known), needed, any_number)


def _chooser(made: object, method: Callable[..., Any]) -> Callable[[int], Any]:
    needed = _arguments(method).needed
    if not needed:
        return lambda t: method()
    if len(needed) == 1 and needed[0] in _TIME_NAMES:
        return method
    raise ValueError(
        f"{_named(made)} has {method.__name__}({', '.join(needed)}); give it a method without "
        "arguments, or with the round t, that returns the next arm."
    )


def _teller(made: object, method: Callable[..., Any]) -> tuple[Callable[[int, float], Any], bool]:
    """How to pass a reward, and whether the arm is passed as well."""
    found = _arguments(method)
    names, needed = found.names, found.needed
    if len(names) >= 2 and len(needed) <= 2:
        if names[0] in _REWARD_NAMES and names[1] in _ARM_NAMES:
            return (lambda arm, reward: method(reward, arm)), True
        if len(needed) == 2 or names[1] in _REWARD_NAMES:
            return method, True
    if len(needed) == 1:
        return (lambda arm, reward: method(reward)), False
    if len(needed) < 2 and found.any_number:
        return method, True
    raise ValueError(
        f"{_named(made)} has {method.__name__}({', '.join(needed)}); give it update(arm, reward)."
    )
