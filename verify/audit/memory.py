"""Does a policy remember anything outside of its state? Its memory before and after a play.

A policy is a function of the released numbers only if all that it learns is in the state that it
returns, and the states that it was given stay as they are. Attributes of the policy and of its
curator, class attributes, globals of their modules and variables in closures are other places where
a reward could wait for a decision. What cannot be compared (files, C extensions, the caller's
frames) is out of reach.
"""

import pickle
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from types import FunctionType, ModuleType
from typing import Any
import numpy as np
from banditproof.algorithms.contexts import Context, Contexts
from banditproof.algorithms.engines.per_step import play
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness, Sampled
from banditproof.algorithms.rewards import RewardList
from banditproof.theory.budgets import Budget
from banditproof.theory.mechanisms import Mechanism
from banditproof.verify.object_graph import shape_of


def _functions(kind: type) -> Iterator[FunctionType]:
    for value in vars(kind).values():
        inner = getattr(value, "__func__", getattr(value, "fget", value))
        if isinstance(inner, FunctionType):
            yield inner


def _closure(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The variables of a function that an outer one set, as far as they have a value."""
    cells = function.__closure__ or ()
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:
            continue


def _places(policy: Policy[Any]) -> Iterator[tuple[str, Any]]:
    """Every place of a policy and its curator where a value could be left, by name."""
    seen: set[str] = set()
    for owner, thing in (("policy", policy), ("curator", policy.curator)):
        yield f"an attribute of the {owner}", getattr(thing, "__dict__", {})
        for kind in type(thing).__mro__:
            if kind.__module__.split(".")[0] in ("builtins", "abc", "typing"):
                continue
            for name, value in vars(kind).items():
                if not name.startswith("__"):
                    yield f"{kind.__qualname__}.{name}", value
            for function in _functions(kind):
                for name, value in _closure(function):
                    yield f"{name} in the closure of {function.__qualname__}", value
                defaults = (function.__defaults__, function.__kwdefaults__)
                yield f"a default value of {function.__qualname__}", defaults
            module = None if kind.__module__ in seen else sys.modules.get(kind.__module__)
            seen.add(kind.__module__)
            for name, value in (vars(module) if module else {}).items():
                if not name.startswith("__"):
                    yield f"{name} of the module {kind.__module__}", value


def remembered(policy: Policy[Any]) -> dict[str, bytes]:
    """The bytes of everything that could hold a memory and can be serialised."""
    results: dict[str, bytes] = {}
    for name, value in _places(policy):
        if isinstance(value, ModuleType | FunctionType | type):
            continue
        try:
            results[name] = pickle.dumps(value)
        except Exception:  # a pickle may fail in any way
            results[name] = repr(value).encode()
    return results


class _StatesWatched(Policy[Any]):
    """A policy whose states are compared before and after each use."""

    def __init__(self, policy: Policy[Any]) -> None:
        self.policy, self.arms = policy, policy.arms
        self.curator, self.rewards = policy.curator, policy.rewards
        self.clips_rewards, self.dimension = policy.clips_rewards, policy.dimension
        self.name = getattr(policy, "name", type(policy).__name__)
        self.changed: dict[str, None] = {}
        self._last: tuple[Any, Any] = (self, None)
        """The last state that was used, and its shape after that."""

    @property
    def budget(self) -> Budget:
        return self.policy.budget

    def _same(self, state: Any, use: Callable[[], Any]) -> Any:
        used, before = self._last
        if used is not state:
            before = shape_of(state)
        result = use()
        self._last = state, shape_of(state)
        if before is None or before != self._last[1]:
            self.changed["a state that was used already"] = None
        return result

    def start(self) -> Any:
        return self.policy.start()

    def mechanism(self, state: Any, pull: Pull) -> Mechanism:
        result: Mechanism = self._same(state, lambda: self.policy.mechanism(state, pull))
        return result

    def decide(self, state: Any, t: int, randomness: Randomness) -> Pull:
        result: Pull = self._same(state, lambda: self.policy.decide(state, t, randomness))
        return result

    def decide_in(self, state: Any, t: int, context: Context, randomness: Randomness) -> Pull:
        def use() -> Pull:
            return self.policy.decide_in(state, t, context, randomness)

        result: Pull = self._same(state, use)
        return result

    def learn(self, state: Any, pull: Pull, released: Any) -> Any:
        return self._same(state, lambda: self.policy.learn(state, pull, released))

    def learn_in(self, state: Any, pull: Pull, context: Context, released: Any) -> Any:
        return self._same(state, lambda: self.policy.learn_in(state, pull, context, released))

    def recommendation(self, state: Any) -> int | None:
        result: int | None = self._same(state, lambda: self.policy.recommendation(state))
        return result


def changed_by_playing(
    policy: Policy[Any], horizon: int = 60, contexts: Contexts | None = None
) -> tuple[str, ...]:
    """The places that some plays of a copy of the policy left different, states among them.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> changed_by_playing(DPIMED(arms=2, eps=1))
    ()
    """
    rng = np.random.default_rng(23)
    own = deepcopy(policy)
    changed: dict[str, None] = {}
    before = remembered(own)
    for seed in range(2):
        rewards = RewardList(rng.integers(0, 2, horizon).tolist())
        watched = _StatesWatched(own)
        play(watched, rewards, horizon, Sampled(seed), contexts)
        changed |= dict.fromkeys(watched.changed)
        after = remembered(own)
        changed |= dict.fromkeys(k for k in {**before, **after} if before.get(k) != after.get(k))
        before = after
    return tuple(changed)
