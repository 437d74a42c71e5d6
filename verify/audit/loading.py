"""What is audited: a name, a policy, a finite object, or what a factory makes, loaded alike.

A built-in name, "module:factory", a class and a function are one thing: something that is called
with those of the arms, the horizon and the numbers of the budget that it has parameters for. What
comes out decides how it is audited.
"""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from math import isqrt
from typing import Any, Literal

from banditproof.algorithms.policy import Policy
from banditproof.theory.budgets import ZCDP, Budget, PureDP
from banditproof.theory.exact import Number, exact_positive
from banditproof.verify.definitions.finite_machine import FiniteMachine
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.interfaces.factories import ALIASES

AUDIT_HORIZON = 1000
"""The horizon that is passed to policies which need one, unless another is given."""
Kind = Literal["finite", "policy", "black box"]
Audited = str | Policy[Any] | FinitePolicy | FiniteMachine | Callable[..., Any]


@dataclass(frozen=True)
class Subject:
    """What is audited, under its name: a finite object, a policy of this library, or a factory.

    The factory of a black box is called again for every run.
    """

    kind: Kind
    name: str
    value: Any


def subject_of(
    policy: Audited, budget: Budget, arms: int | None = None, horizon: int | None = None
) -> Subject:
    """What an audit of a policy is about.

    >>> subject_of("dp-imed", PureDP(1)).kind, subject_of(lambda rng: None, PureDP(1)).kind
    ('policy', 'black box')
    """
    name = policy if isinstance(policy, str) else _name(policy)
    made: Any = policy
    if isinstance(policy, str):
        if ":" not in policy:
            return Subject("policy", name, _built_in(policy, budget, arms or 2, horizon))
        made = _attribute(policy)
    if not isinstance(made, _WHOLE) and callable(made):
        made = _called(name, made, budget, arms or 2, horizon)
    if isinstance(made, FinitePolicy | FiniteMachine):
        return Subject("finite", name, made)
    if isinstance(made, Policy):
        if arms is not None and made.arms != arms:
            raise ValueError(
                f"{name} has {made.arms} arms, and {arms} are asked for; give a factory that has "
                "a parameter arms, or leave the number out."
            )
        return Subject("policy", name, made)
    if callable(made):
        return Subject("black box", name, made)
    if any(hasattr(made, start) for start in ("startGame", "reset")):
        return Subject("black box", name, lambda: made)
    raise ValueError(
        f"{name} is one object, and each run needs a fresh one; give its class or a function that "
        "makes it."
    )


_WHOLE = (Policy, FinitePolicy, FiniteMachine)


def load_policy(name: str, eps: Number, arms: int = 2) -> Policy[Any]:
    """The policy of this library that a name stands for, or that its factory makes.

    >>> load_policy("dp-imed", "0.5").budget
    PureDP(eps=0.5)
    >>> load_policy("banditproof.algorithms.dp_imed:DPIMED", "0.5").budget
    PureDP(eps=0.5)
    """
    found = subject_of(name, PureDP(exact_positive("eps", eps)), arms)
    if found.kind != "policy":
        made = type(found.value).__name__
        raise ValueError(
            f"{name} made {made}, not a Policy; derive it from banditproof.algorithms.Policy."
        )
    return found.value  # type: ignore[no-any-return]


def nominal_eps(budget: Budget) -> Fraction:
    """The eps that is passed to a factory: for a claim of rho that of a pure one, sqrt(2 rho).

    It is rounded down, since eps-DP implies (eps^2 / 2)-zCDP.

    >>> nominal_eps(PureDP("0.5")), nominal_eps(ZCDP("1/8"))
    (Fraction(1, 2), Fraction(1, 2))
    """
    if not isinstance(budget, ZCDP):
        return exact_positive("eps", budget.eps)
    square = 2 * exact_positive("rho", budget.rho)
    scale = 10**9
    root = Fraction(isqrt(square.numerator * scale**2 // square.denominator), scale)
    return root if root > 0 else Fraction(1, scale**2)


def _name(policy: object) -> str:
    return str(
        getattr(policy, "name", None)
        or getattr(policy, "__qualname__", None)
        or type(policy).__qualname__
    )


def _built_in(name: str, budget: Budget, arms: int, horizon: int | None) -> Policy[Any]:
    from banditproof.algorithms.catalogue import make_policy

    return make_policy(name, arms, eps=nominal_eps(budget), horizon=horizon or AUDIT_HORIZON)


def _attribute(name: str) -> Any:
    """What "module:attribute" names; modules are also looked for in the working directory."""
    module_name, _, attribute = name.partition(":")
    if not module_name or not attribute:
        raise ValueError(f"{name!r} does not name a factory; give module:factory.")
    if "/" in module_name or module_name.endswith(".py"):
        plain = os.path.splitext(module_name)[0].replace("/", ".").strip(".")
        raise ValueError(
            f"{module_name} is a path, and a module is imported by its name; give "
            f"{plain}:{attribute}."
        )
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
    found = getattr(module, attribute)
    if not callable(found) and not isinstance(found, _WHOLE):
        raise ValueError(f"{name} is {found!r}; give a function or a class that makes a policy.")
    return found


def _called(
    name: str, factory: Callable[..., Any], budget: Budget, arms: int, horizon: int | None
) -> Any:
    """The policy or finite object that a factory makes, or the factory of a black box itself."""
    if _chancy(factory):
        return factory
    unknown = [p for p in _parameters(factory) if _required(p) and p.name not in _KNOWN]
    if unknown:
        raise ValueError(
            f"{name} requires {' and '.join(p.name for p in unknown)}; the factory of a policy "
            "may have arms, horizon, eps, delta, rho, and rng or seed; a mechanism needs "
            "neighbours=[(left, right), ...]."
        )
    given = _given(factory, budget, arms, horizon)
    try:
        made = factory(**given)
    except (Exception, SystemExit) as first:
        try:  # numerical code may not take a Fraction
            made = factory(**{k: float(v) if type(v) is Fraction else v for k, v in given.items()})
        except (Exception, SystemExit):
            kind = type(first).__name__
            shown = ", ".join(f"{key}={value}" for key, value in given.items())
            raise ValueError(f"{name}({shown}) raised {kind}: {first}") from first
    return made if isinstance(made, _WHOLE) else factory


_KNOWN = {name for names in ALIASES.values() for name in names} | {"contexts", "dim"}


def _parameters(factory: Callable[..., Any]) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(factory).parameters.values())
    except (TypeError, ValueError):  # a built-in function has no signature
        return []


def _required(p: inspect.Parameter) -> bool:
    return p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)


def _chancy(factory: Callable[..., Any]) -> bool:
    """Whether a factory wants its random numbers: then it makes a new black box for each run."""
    chance = {*ALIASES["rng"], *ALIASES["seed"]}
    made_here = isinstance(factory, type) and issubclass(factory, _WHOLE)
    return not made_here and any(p.name in chance for p in _parameters(factory))


def _given(
    factory: Callable[..., Any], budget: Budget, arms: int, horizon: int | None
) -> dict[str, Any]:
    offered: dict[str, Any] = {
        "arms": arms,
        "horizon": horizon or AUDIT_HORIZON,
        "eps": nominal_eps(budget),
        **{name: getattr(budget, name) for name in ("delta", "rho") if hasattr(budget, name)},
    }
    parameters = {p.name for p in _parameters(factory)}
    everything = any(p.kind is p.VAR_KEYWORD for p in _parameters(factory))
    given = {}
    for key, value in offered.items():
        for name in ALIASES[key]:
            if name in parameters or (everything and name in ("arms", "eps")):
                given[name] = value
                break
    return given
