"""Which arguments a factory of a policy gets, and what it makes of them."""

import inspect
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import inf, isqrt
from typing import Any
from banditproof.theory.budgets import ZCDP, Budget
from banditproof.theory.exact import exact, exact_positive
from .policy import Policy

ALIASES = {
    "arms": ("arms", "n_arms", "nbArms", "num_arms", "narms", "n_actions", "K"),
    "horizon": ("horizon", "T"),
    "eps": ("eps", "epsilon"),
    "delta": ("delta",),
    "rho": ("rho",),
    "alpha": ("alpha",),
    "rng": ("rng", "generator"),
    "seed": ("seed", "random_state"),
    "dim": ("dim", "d", "dimension", "n_features"),
    "contexts": ("contexts",),
    "batch": ("batch", "batch_size"),
}
"""The arguments that a factory may have, with their names."""


def budget_numbers(budget: Budget | None) -> dict[str, Fraction]:
    """The numbers of a budget under the names that a factory may have for them, exact.

    A claim of rho also has an eps, that of a pure policy with the same rho.

    >>> from banditproof.theory.budgets import ApproxDP
    >>> budget_numbers(ApproxDP(1, "0.01"))
    {'eps': Fraction(1, 1), 'delta': Fraction(1, 100)}
    """
    names = ("alpha", "eps", "delta", "rho")
    given = {name: getattr(budget, name) for name in names if hasattr(budget, name)}
    results = {name: exact(value) for name, value in given.items() if value != inf}
    if isinstance(budget, ZCDP) and exact(budget.rho) > 0:
        results["eps"] = nominal_eps(budget)
    return results


def asked_of(factory: Callable[..., Any], budget: Budget | None) -> dict[str, Fraction]:
    """The numbers of a budget, of which a factory gets each: of rho its eps, if it takes no rho.

    >>> asked_of(lambda arms, epsilon: None, ZCDP("1/8")), asked_of(lambda rho: None, ZCDP("1/8"))
    ({'eps': Fraction(1, 2)}, {'rho': Fraction(1, 8)})
    """
    numbers = budget_numbers(budget)
    if "rho" in numbers:
        eps_alone = taken(factory, {"eps": 1}) and not taken(factory, {"rho": 1})
        numbers.pop("rho" if eps_alone else "eps", None)
    return numbers


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


def taken(factory: Callable[..., Any], offered: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the offered arguments that a factory has parameters for, under its own names.

    >>> taken(lambda n_arms, epsilon=1, size=3: None, {"arms": 2, "eps": 0.5, "horizon": 8})
    {'n_arms': 2, 'epsilon': 0.5}
    """
    try:
        parameters = inspect.signature(factory).parameters
    except (TypeError, ValueError):
        return {}
    everything = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    results: dict[str, Any] = {}
    takes_rho = "rho" in parameters and offered.get("rho") is not None
    for key, value in offered.items():
        if value is None or (key == "eps" and takes_rho):
            continue
        for name in ALIASES[key]:
            if name in parameters and parameters[name].kind is not inspect.Parameter.VAR_KEYWORD:
                results[name] = value
                break
        else:
            if everything and key in ("arms", "eps"):
                results[key] = value
    return results


def required(factory: Callable[..., Any]) -> list[str]:
    """The parameters of a factory that have no default.

    >>> required(lambda arms, eps, model, seed=0: None)
    ['arms', 'eps', 'model']
    """
    try:
        parameters = inspect.signature(factory).parameters.values()
    except (TypeError, ValueError):  # a built-in function has no signature
        return []
    several = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [p.name for p in parameters if p.default is p.empty and p.kind not in several]


def missing(factory: Callable[..., Any]) -> list[str]:
    """The required parameters of a factory that no audit can fill.

    >>> missing(lambda arms, eps, model, seed=0: None)
    ['model']
    """
    known = {name for names in ALIASES.values() for name in names}
    return [name for name in required(factory) if name not in known]


def unfilled(factory: Callable[..., Any], offered: Mapping[str, Any]) -> list[str]:
    """What a factory requires and is not offered, under the names of ALIASES.

    >>> unfilled(lambda n_arms, epsilon, delta=1: None, {"arms": 2})
    ['eps']
    """
    given = {key for key, value in offered.items() if value is not None}
    wanted = set(required(factory))
    return [key for key, names in ALIASES.items() if key not in given and wanted & {*names}]


def is_chancy(factory: Callable[..., Any], whole: tuple[type, ...] = (Policy,)) -> bool:
    """Whether a factory wants its random numbers: then it makes a new object for each run.

    A class of `whole` is one of this library, whatever its parameters are called.

    >>> is_chancy(lambda arms, rng: None), is_chancy(lambda arms, eps: None)
    (True, False)
    """
    made_here = isinstance(factory, type) and issubclass(factory, whole)
    return not made_here and bool(taken(factory, {"rng": 0, "seed": 0}))


def named_error(failure: BaseException) -> str:
    """The kind of an exception and what it says, if it says anything.

    >>> named_error(KeyError("lost")), named_error(MemoryError())
    ("KeyError: 'lost'", 'MemoryError.')
    """
    kind, said = type(failure).__name__, str(failure)
    return f"{kind}: {said}" if said else f"{kind}."


def called_with(
    factory: Callable[..., Any],
    offered: Mapping[str, Any],
    name: str | None = None,
    whole: tuple[type, ...] = (Policy,),
) -> Any:
    """What a factory makes of those of the offered arguments that it has parameters for.

    The names are the keys of ALIASES. Fractions are passed as floats, since numerical code may
    not take them; an object of one of the classes `whole` is then made again with the exact
    numbers, so that 0.1 means one tenth. An error of the factory is a ValueError that names it.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> called_with(DPIMED, {"arms": 2, "eps": Fraction(1, 10)}).eps
    Fraction(1, 10)
    >>> called_with(lambda epsilon: epsilon, {"arms": 2, "eps": Fraction(1, 10)})
    0.1
    """
    return made_of(factory, taken(factory, offered), name, whole)


def made_of(
    factory: Callable[..., Any],
    exactly: Mapping[str, Any],
    name: str | None,
    whole: tuple[type, ...] = (Policy,),
) -> Any:
    """What a factory makes of these arguments, as `called_with` says."""
    plainly = {k: float(v) if isinstance(v, Fraction) else v for k, v in exactly.items()}
    try:
        made = factory(**plainly)
    except (Exception, SystemExit) as failure:
        called = name or getattr(factory, "__qualname__", type(factory).__name__)
        shown = ", ".join(f"{key}={value}" for key, value in plainly.items())
        raise ValueError(f"{called}({shown}) raised {named_error(failure)}") from failure
    if not isinstance(made, whole) or exactly == plainly:
        return made
    try:
        return factory(**exactly)
    except Exception:  # it takes floats only
        return made
