"""Does a policy remember anything outside of its state? Its memory before and after a play.

A policy is a function of the released numbers only if all that it learns is in the state that it
returns. Attributes of the policy and of its curator, class attributes, globals of their modules
and variables in closures are other places where a reward could wait for a decision. What cannot
be compared (files, C extensions, the caller's frames) is out of reach.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from copy import deepcopy
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from banditproof.algorithms.contexts import Contexts
from banditproof.algorithms.engines.per_step import play
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Sampled
from banditproof.algorithms.rewards import RewardList


def _functions(kind: type) -> Iterator[FunctionType]:
    for value in vars(kind).values():
        inner = getattr(value, "__func__", getattr(value, "fget", value))
        if isinstance(inner, FunctionType):
            yield inner


def _places(policy: Policy[Any]) -> Iterator[tuple[str, Any]]:
    """Every place of a policy and its curator where a value could be left, by name."""
    for owner, thing in (("policy", policy), ("curator", policy.curator)):
        yield f"an attribute of the {owner}", getattr(thing, "__dict__", {})
        for kind in type(thing).__mro__:
            if kind.__module__.split(".")[0] in ("builtins", "abc", "typing"):
                continue
            for name, value in vars(kind).items():
                if not name.startswith("__"):
                    yield f"{kind.__qualname__}.{name}", value
            for function in _functions(kind):
                names = function.__code__.co_freevars
                for name, cell in zip(names, function.__closure__ or (), strict=True):
                    yield f"{name} in the closure of {function.__qualname__}", cell.cell_contents
                defaults = (function.__defaults__, function.__kwdefaults__)
                yield f"a default value of {function.__qualname__}", defaults
            module = sys.modules.get(kind.__module__)
            for name, value in (vars(module) if module else {}).items():
                if not name.startswith("__"):
                    yield f"{name} of the module {kind.__module__}", value


def remembered(policy: Policy[Any]) -> dict[str, bytes]:
    """The bytes of everything that could hold a memory and can be serialised."""
    found: dict[str, bytes] = {}
    for name, value in _places(policy):
        if isinstance(value, ModuleType | FunctionType | type):
            continue
        try:
            found[name] = pickle.dumps(value)
        except Exception:  # a pickle may fail in any way
            found[name] = repr(value).encode()
    return found


def changed_by_playing(
    policy: Policy[Any], horizon: int = 60, contexts: Contexts | None = None
) -> tuple[str, ...]:
    """The places that some plays of a copy of the policy left different.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> changed_by_playing(DPIMED(arms=2, eps=1))
    ()
    """
    rng = np.random.default_rng(23)
    own = deepcopy(policy)
    changed: dict[str, None] = {}
    for seed in range(2):
        before = remembered(own)
        rewards = RewardList(rng.integers(0, 2, horizon).tolist())
        play(own, rewards, horizon, Sampled(seed), contexts)
        after = remembered(own)
        changed |= dict.fromkeys(k for k in {**before, **after} if before.get(k) != after.get(k))
    return tuple(changed)
