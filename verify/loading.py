"""How a policy is named: a built-in name, or module:factory for a policy of one's own."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from banditproof.algorithms.policy import Policy
from banditproof.theory.exact import Number, exact_positive

AUDIT_HORIZON = 1000
"""The horizon that is told to built-in policies which need one."""


def load_policy(name: str, eps: Number, arms: int = 2) -> Policy[Any]:
    """The policy of a built-in name, or what the factory of "module:factory" makes.

    A factory is called with those of `arms` and `eps` that it has parameters for; eps is a
    Fraction. Modules are also looked for in the working directory.

    >>> load_policy("dp-imed", "0.5").budget
    PureDP(eps=0.5)
    >>> load_policy("banditproof.algorithms.dp_imed:DPIMED", "0.5").budget
    PureDP(eps=0.5)
    """
    budget = exact_positive("eps", eps)
    if ":" in name:
        return _made(name, _factory(name), budget, arms)
    from banditproof.algorithms.catalogue import make_policy

    return make_policy(name, arms, eps=budget, horizon=AUDIT_HORIZON)


def _factory(name: str) -> Callable[..., Any]:
    module_name, _, attribute = name.partition(":")
    if not module_name or not attribute:
        raise ValueError(f"{name!r} does not name a factory; give module:factory.")
    here = os.getcwd()
    added = here not in sys.path
    if added:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as missing:
        raise ValueError(f"The module {module_name} cannot be imported: {missing}.") from None
    except Exception as failure:
        kind = type(failure).__name__
        raise ValueError(f"The module {module_name} raised {kind}: {failure}") from failure
    finally:
        if added:
            sys.path.remove(here)
    if not hasattr(module, attribute):
        near = get_close_matches(attribute, [n for n in dir(module) if n[0] != "_"], n=3)
        hint = f"; the nearest names are {', '.join(near)}." if near else "."
        raise ValueError(f"The module {module_name} has no {attribute}{hint}")
    factory = getattr(module, attribute)
    if isinstance(factory, Policy):
        return lambda: factory
    if not callable(factory):
        raise ValueError(f"{name} is {factory!r}; give a function or a class that makes a Policy.")
    return factory  # type: ignore[no-any-return]


def _made(name: str, factory: Callable[..., Any], eps: Fraction, arms: int) -> Policy[Any]:
    offered: dict[str, Any] = {"arms": arms, "eps": eps}
    try:
        parameters = inspect.signature(factory).parameters
    except (TypeError, ValueError):
        parameters = inspect.signature(lambda: None).parameters
    takes_all = any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters.values())
    given = {key: v for key, v in offered.items() if takes_all or key in parameters}
    try:
        policy = factory(**given)
    except Exception as failure:
        kind = type(failure).__name__
        shown = ", ".join(f"{key}={value}" for key, value in given.items())
        raise ValueError(f"{name}({shown}) raised {kind}: {failure}") from failure
    if not isinstance(policy, Policy):
        raise ValueError(
            f"{name} made {type(policy).__name__}, not a Policy; derive it from "
            "banditproof.algorithms.Policy."
        )
    return policy
