"""Names by which Python code gets around an engine: frames, the garbage collector, closures.

Nothing hands a raw reward to a decision, but code in the same process can take one: from the
frames of its callers, from all live objects, or by changing what it was given. Code that names
such things is not judged by its construction.
"""

from __future__ import annotations

import dis
import inspect
import sys
from collections.abc import Iterator
from functools import partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from banditproof.algorithms.policy import Policy

AROUND = frozenset(
    {
        *("_getframe", "_current_frames", "currentframe", "f_back", "f_locals", "f_globals"),
        *("tb_frame", "settrace", "setprofile", "getinnerframes", "getouterframes"),
        *("gc", "get_objects", "get_referrers", "ctypes", "inspect", "sys", "__closure__"),
        *("cell_contents", "__globals__", "__code__", "setattr", "__setattr__", "__dict__"),
        *("exec", "eval", "__import__", "importlib", "globals", "builtins", "traceback"),
        *("bit_generator", "__builtins__", "__subclasses__", "monitoring", "faulthandler"),
    }
)
"""The names that are looked for in the code of a policy and of what it calls."""
MODULES = frozenset({"gc", "inspect", "ctypes", "importlib", "traceback", "faulthandler", "sys"})
"""The modules that are such ways, under whatever name code imports them or a part of them."""
OWN = "banditproof"
"""The package whose code is not searched; what replaced a part of it is noticed elsewhere."""


def ways_around(policy: Policy[Any]) -> list[str]:
    """The first such name in each function that belongs to a policy, as a reason.

    >>> from banditproof.algorithms.dp_imed import DPIMED
    >>> ways_around(DPIMED(arms=2, eps=1))
    []
    """
    found = []
    for function in _functions(policy):
        found_here = set(_names(function.__code__)) & AROUND
        read = set(_globals(function.__code__))
        names = sorted(found_here | {n for n in read if _is_such(function.__globals__.get(n))})
        if names and not _is_dataclass_code(function):
            found.append(f"{function.__qualname__} names {names[0]}, a way around the engine")
    return found


def _is_such(value: Any) -> bool:
    home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")
    return isinstance(home, str) and home.split(".")[0] in MODULES


def _is_dataclass_code(function: FunctionType) -> bool:
    """The methods that `dataclass` writes itself set attributes of frozen objects."""
    return function.__code__.co_filename.startswith("<") and function.__name__.startswith("__")


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
        elif isinstance(constant, str) and constant in AROUND:
            yield constant  # getattr(x, "f_back")


def _globals(code: CodeType) -> Iterator[str]:
    """The names that code looks up in its module."""
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield str(step.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals(constant)


def _functions(policy: Policy[Any]) -> Iterator[FunctionType]:
    """The functions of the classes of a policy, and those that they name, outside the library."""
    waiting: list[Any] = [*type(policy).__mro__, *vars(policy).values()]
    seen: set[int] = set()
    while waiting:
        thing = _plain(waiting.pop())
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, FunctionType):
            if _is_installed(thing.__globals__):
                continue
            yield thing
            waiting += [thing.__globals__.get(name) for name in _globals(thing.__code__)]
            waiting += [cell.cell_contents for cell in thing.__closure__ or () if _is_filled(cell)]
            waiting += [*(thing.__defaults__ or ()), *(thing.__kwdefaults__ or {}).values()]
        elif isinstance(thing, ModuleType):
            if not _is_installed(vars(thing)):
                waiting += vars(thing).values()
        elif isinstance(thing, type):
            if not _is_builtin(thing):
                waiting += [*thing.__mro__, *vars(thing).values()]
        elif not _is_builtin(type(thing)):
            waiting += [type(thing), *getattr(thing, "__dict__", {}).values()]


def _plain(thing: Any) -> Any:
    """The function behind a method, a property, a partial or a wrapper."""
    for name in ("__func__", "fget", "func", "__wrapped__"):
        inner = inspect.getattr_static(thing, name, None)
        if isinstance(inner, FunctionType):
            return inner
    if isinstance(thing, MethodType | classmethod | staticmethod | property | partial):
        for name in ("__func__", "fget", "func"):
            inner = getattr(thing, name, None)
            if inner is not None:
                return _plain(inner)
    return thing


def _is_filled(cell: Any) -> bool:
    try:
        _ = cell.cell_contents
    except ValueError:
        return False
    return True


def _is_builtin(kind: type) -> bool:
    """Whether a class is made in C or belongs to Python or an installed package."""
    home = sys.modules.get(kind.__module__)
    known = home is not None and getattr(home, kind.__name__, None) is kind
    return known and _is_installed(vars(home))


def _is_installed(names: dict[str, Any]) -> bool:
    """Whether the names are those of a module of Python, an installed package or this library.

    The wrong policies of this library are treated like those of others.
    """
    name = str(names.get("__name__", ""))
    module = sys.modules.get(name)
    if module is None or vars(module) is not names or ".mutants" in name:
        return False
    top = name.split(".")[0]
    place = str(names.get("__file__") or "")
    return top in sys.stdlib_module_names or top == OWN or "site-packages" in place
