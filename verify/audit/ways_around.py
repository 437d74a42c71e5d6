"""Names by which Python code gets around an engine: frames, the garbage collector, closures.

Nothing hands a raw reward to a decision, but code in the same process can take one: from the
frames of its callers, from all live objects, or by changing what it was given. Code that names
such things is not judged by its construction.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
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
        named = set(_names(function.__code__))
        names = sorted(named & AROUND | {n for n in named if _is_such(function.__globals__.get(n))})
        if names and not _is_dataclass_code(function):
            found.append(f"{function.__qualname__} names {names[0]}, a way around the engine")
    return found


def _is_such(value: Any) -> bool:
    home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
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


def _functions(policy: Policy[Any]) -> Iterator[FunctionType]:
    """The functions of the classes of a policy, and those that they name, outside the library."""
    waiting: list[Any] = [
        kind for kind in type(policy).__mro__ if not _is_own(getattr(kind, "__module__", ""))
    ]
    waiting += [value for value in vars(policy).values() if callable(value)]
    seen: set[int] = set()
    while waiting:
        thing = waiting.pop()
        thing = getattr(thing, "__func__", getattr(thing, "fget", thing))
        if id(thing) in seen or _is_own(getattr(thing, "__module__", None) or ""):
            continue
        seen.add(id(thing))
        if isinstance(thing, FunctionType):
            yield thing
            named = {name: thing.__globals__.get(name) for name in _names(thing.__code__)}
            waiting += [v for v in named.values() if _is_followed(v)]
            waiting += [c.cell_contents for c in thing.__closure__ or () if _is_filled(c)]
        elif isinstance(thing, type):
            waiting += [value for value in vars(thing).values() if _is_code(value)]
        elif isinstance(thing, ModuleType):
            waiting += [value for value in vars(thing).values() if isinstance(value, FunctionType)]


def _is_filled(cell: Any) -> bool:
    try:
        return _is_followed(cell.cell_contents)
    except ValueError:
        return False


def _is_code(value: Any) -> bool:
    return isinstance(getattr(value, "__func__", getattr(value, "fget", value)), FunctionType)


def _is_followed(value: Any) -> bool:
    if isinstance(value, ModuleType):
        return not _is_installed(value)
    module = sys.modules.get(getattr(value, "__module__", None) or "")
    return isinstance(value, FunctionType | type) and (module is None or not _is_installed(module))


def _is_installed(module: ModuleType) -> bool:
    """Whether a module belongs to Python or to an installed package, and not to the user."""
    name = module.__name__.split(".")[0]
    place = getattr(module, "__file__", None) or ""
    return name in sys.stdlib_module_names or "site-packages" in place or _is_own(module.__name__)


def _is_own(module: str) -> bool:
    """Whether code is of this library; its wrong policies are treated like those of others."""
    return module.split(".")[0] in (OWN, "abc", "typing", "builtins") and ".mutants" not in module
