"""How a policy is named: a built-in name, or module:factory for a third-party one."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable
from difflib import get_close_matches
from fractions import Fraction
from math import isqrt
from typing import Any

from banditproof.algorithms.policy import Policy
from banditproof.theory.budgets import ZCDP, Budget
from banditproof.theory.exact import Number, exact_positive

from .definitions.finite_machine import FiniteMachine
from .definitions.finite_policy import FinitePolicy

AUDIT_HORIZON = 1000
"""The horizon that is passed to built-in policies which need one."""


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
        made = _made(name, _factory(name), budget, arms)
        if not isinstance(made, Policy):
            raise ValueError(
                f"{name} made {type(made).__name__}, not a Policy; derive it from "
                "banditproof.algorithms.Policy."
            )
        return made
    from banditproof.algorithms.catalogue import make_policy

    return make_policy(name, arms, eps=budget, horizon=AUDIT_HORIZON)


def load_subject(name: str, budget: Budget, arms: int = 2) -> Any:
    """What an audit of a name is about: a policy, a finite kernel or machine, or a factory.

    A factory is returned as it is if it does not make a policy of this library; it is then called
    again for every run.
    """
    eps = nominal_eps(budget)
    if ":" not in name:
        return load_policy(name, eps, arms)
    factory = _factory(name)
    if _wants_more(factory):  # a generator, a horizon: what a black box is given for each run
        return factory
    try:
        made = _made(name, factory, eps, arms)
    except ValueError as refusal:
        try:  # numerical code may not take a Fraction
            made = _made(name, factory, float(eps), arms)
        except ValueError:
            raise refusal from None
    return made if isinstance(made, Policy | FinitePolicy | FiniteMachine) else factory


def nominal_eps(budget: Budget) -> Fraction:
    """The eps that is passed to a factory: for a claim of rho that of a pure one, sqrt(2 rho).

    It is rounded down, since eps-DP implies (eps^2 / 2)-zCDP.

    >>> from banditproof.theory.budgets import PureDP
    >>> nominal_eps(PureDP("0.5")), nominal_eps(ZCDP("1/8"))
    (Fraction(1, 2), Fraction(1, 2))
    """
    if not isinstance(budget, ZCDP):
        return exact_positive("eps", budget.eps)
    square = 2 * exact_positive("rho", budget.rho)
    scale = 10**9
    root = Fraction(isqrt(square.numerator * scale**2 // square.denominator), scale)
    return root if root > 0 else Fraction(1, scale**2)


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
    except (Exception, SystemExit) as failure:
        kind = type(failure).__name__
        raise ValueError(f"The module {module_name} raised {kind}: {failure}") from failure
    finally:
        if added:
            sys.path.remove(here)
    if not hasattr(module, attribute):
        near = get_close_matches(attribute, [n for n in dir(module) if n[0] != "_"], n=3)
        hint = f"; did you mean {' or '.join(near)}?" if near else "."
        raise ValueError(f"The module {module_name} has no {attribute}{hint}")
    factory = getattr(module, attribute)
    if isinstance(factory, Policy):
        return lambda: factory
    if not callable(factory):
        raise ValueError(f"{name} is {factory!r}; give a function or a class that makes a policy.")
    return factory  # type: ignore[no-any-return]


def _wants_more(factory: Callable[..., Any]) -> bool:
    """Whether a factory cannot be called with arms and eps alone."""
    try:
        parameters = inspect.signature(factory).parameters.values()
    except (TypeError, ValueError):
        return False
    variable = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return any(
        p.default is p.empty and p.kind not in variable and p.name not in ("arms", "eps")
        for p in parameters
    )


def _made(name: str, factory: Callable[..., Any], eps: Number, arms: int) -> Any:
    offered: dict[str, Any] = {"arms": arms, "eps": eps}
    try:
        parameters = inspect.signature(factory).parameters
    except (TypeError, ValueError):
        parameters = inspect.signature(lambda: None).parameters
    takes_all = any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters.values())
    given = {key: v for key, v in offered.items() if takes_all or key in parameters}
    try:
        policy = factory(**given)
    except (Exception, SystemExit) as failure:
        kind = type(failure).__name__
        shown = ", ".join(f"{key}={value}" for key, value in given.items())
        raise ValueError(f"{name}({shown}) raised {kind}: {failure}") from failure
    return policy
