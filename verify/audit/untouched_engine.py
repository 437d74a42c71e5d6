"""Is the engine the one that this library ships? Its modules, compared with their source files.

Code that is imported with a policy can replace a method of the curator, a name that the engine
uses, or a built-in function, for all policies. What is proved about the shipped engine is then
not about that one.
"""

import builtins
import importlib.util
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import count
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any
from banditproof.algorithms import (
    coarse_numbers,
    contexts,
    ledger,
    policy,
    randomness,
    reward_space,
    rewards,
)
from banditproof.algorithms.curators import (
    bounded_rows,
    curator,
    declared_sums,
    declared_vectors,
    open_vectors,
    whitened_sums,
    whitening,
)
from banditproof.algorithms.engines import per_step
from banditproof.theory import budgets, exact_sampling, number_words
from banditproof.theory.mechanisms import (
    added_noise,
    discrete_gaussian,
    discrete_laplace,
    gaussian,
    integer_laplace,
    laplace,
    no_noise,
    two_sided_geometric,
)
from banditproof.verify.interfaces import library_policies
from .installed_code import shipped_code, stands_elsewhere

ENGINE: tuple[ModuleType, ...] = (
    *(bounded_rows, contexts, curator, declared_sums, declared_vectors, ledger, per_step, policy),
    *(open_vectors, randomness, reward_space, whitened_sums, whitening),
    *(added_noise, discrete_gaussian, discrete_laplace, gaussian, integer_laplace, laplace),
    *(coarse_numbers, rewards, budgets, number_words),
    *(no_noise, two_sided_geometric, exact_sampling, library_policies),
    importlib.import_module("banditproof.theory.exact"),
)
"""The modules that hold rewards, or make noise."""


def changed_engine() -> list[str]:
    """The names of the engine that are not what their source file makes of them.

    >>> changed_engine()
    []
    """
    changed = [
        f"{module.__name__}.{name}"
        for module in ENGINE
        for name in _differences(vars(module), vars(_shipped(module)))
    ]
    return [*changed, *_borrowed()]


def _borrowed() -> list[str]:
    """The replaced names of Python, and of other packages, that the engine uses."""
    changed: dict[str, None] = {}
    for module in ENGINE:
        names = {name for code in shipped_code(module.__name__) for name in code.co_names}
        waiting: list[Any] = [builtins, *vars(module).values()]
        seen: set[int] = set()
        while waiting:
            home = waiting.pop()
            name = getattr(home, "__name__", "")
            if type(home) is not ModuleType or id(home) in seen or name.startswith("banditproof"):
                continue
            seen.add(id(home))
            used = {item: vars(home)[item] for item in names & {*vars(home)}}
            waiting += used.values()
            for item, value in used.items():
                if stands_elsewhere(value) or (home is builtins and not _is_python(value)):
                    changed[f"{name}.{item}"] = None
    return [*changed]


def _is_python(thing: Any) -> bool:
    of_python = getattr(thing, "__module__", "builtins") in ("builtins", None)
    kinds = (type, BuiltinFunctionType, type(NotImplemented), str, bool)
    return of_python and (isinstance(thing, kinds) or thing is None)


@lru_cache(maxsize=64)
def _shipped(module: ModuleType) -> ModuleType:
    """The module, executed again from its source file, beside the one that is used."""
    spec = module.__spec__
    if spec is None or spec.loader is None or not _is_loader(spec.loader):
        return ModuleType(module.__name__)  # every name of the module then counts as replaced
    fresh = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fresh)
    return fresh


def _is_loader(loader: Any) -> bool:
    """Whether a loader is Python's for source files, or pytest's, which rewrites assertions."""
    known = ("SourceFileLoader", "AssertionRewritingHook")
    home = type(loader).__module__.split(".")[0]
    return type(loader).__name__ in known and home in ("_frozen_importlib_external", "_pytest")


def _differences(used: Any, shipped: Any) -> Iterator[str]:
    for name in dict.fromkeys((*shipped, *used)):
        plumbing = name.startswith(("__", "@")) and name.endswith(("__", "builtins", "pytest_ar"))
        if (not plumbing or name in _OPERATIONS) and name != "_abc_impl":
            first, second = used.get(name, _MISSING), shipped.get(name, _MISSING)
            if not _same(first, second):
                if isinstance(first, type) and isinstance(second, type):
                    inner = [f"{name}.{part}" for part in _differences(vars(first), vars(second))]
                    yield from inner or [name]
                else:
                    yield name


_MISSING = object()
_OPERATIONS = frozenset(
    {
        *("__init__", "__post_init__", "__add__", "__radd__", "__mul__", "__rmul__", "__sub__"),
        *("__rsub__", "__neg__", "__truediv__", "__getattr__", "__getattribute__", "__setattr__"),
        *("__slots__", "__eq__", "__hash__", "__call__", "__new__", "__init_subclass__"),
    }
)


def _same(used: Any, shipped: Any) -> bool:
    """Whether two values are alike: the same code, class, or plain value."""
    if used is shipped:
        return True
    if type(used) is not type(shipped) and not _same_class(type(used), type(shipped)):
        return False
    if isinstance(used, FunctionType):
        alike = used.__code__ == shipped.__code__
        given = repr(used.__defaults__) == repr(shipped.__defaults__)
        return alike and given and repr(used.__kwdefaults__) == repr(shipped.__kwdefaults__)
    if isinstance(used, staticmethod | classmethod):
        return _same(used.__func__, shipped.__func__)
    if isinstance(used, property):
        return _same(used.fget, shipped.fget)
    if hasattr(used, "__wrapped__"):
        return _same(used.__wrapped__, shipped.__wrapped__)
    if isinstance(used, type):
        return _same_class(used, shipped) and not list(_differences(vars(used), vars(shipped)))
    if type(used).__module__ == "builtins" and type(used).__name__.endswith("_descriptor"):
        return True
    if isinstance(used, int | float | complex | str | Fraction):
        return bool(used == shipped)
    return _shown(used) == _shown(shipped)


def _same_class(used: type, shipped: type) -> bool:
    """Whether two classes have the same names; a module that is executed again has new classes."""
    names = [[base.__qualname__ for base in kind.__mro__] for kind in (used, shipped)]
    return used.__module__ == shipped.__module__ and names[0] == names[1]


def _shown(value: Any) -> str:
    """A value in words, without what tells two equal objects apart: an address, or a count."""
    if isinstance(value, count):
        return "a count"
    text = repr(value)
    return text.split(" at 0x")[0] if text.startswith("<") else text
