"""Which code and which classes are installed: Python's, those of packages, and this library's.

A name is not believed. Code is installed if it stands in the file of its module, and a class if its
module has it under its name; what somebody has put into a module is neither.
"""

import sys
from functools import lru_cache
from importlib.machinery import SourceFileLoader
from types import BuiltinFunctionType, CodeType, FunctionType
from typing import Any
import numpy as np
from .plain_names import OWN


def of_others(value: Any) -> list[Any]:
    """The value itself if its class, or the class that it is, is not an installed one."""
    if isinstance(value, property):
        makers = (value.fget, value.fset, value.fdel)
        return [
            maker
            for maker in makers
            if isinstance(maker, FunctionType) and not is_installed(maker.__globals__)
        ]
    kind = value if isinstance(value, type) else type(value)
    if isinstance(value, BuiltinFunctionType) or kind is type(np.random.default_rng):
        return []
    home = sys.modules.get(str(kind.__module__))
    return [] if home is not None and is_installed(vars(home)) else [value]


def stands_elsewhere(value: Any) -> bool:
    """Whether a value that was found in an installed module was put there by somebody else.

    >>> stands_elsewhere(np.vdot), stands_elsewhere(lambda: 0)
    (False, True)
    """
    value = getattr(value, "__func__", value)
    if isinstance(value, FunctionType):
        return not (is_installed(value.__globals__) and is_shipped(value))
    return bool(of_others(value))


def is_shipped(function: FunctionType) -> bool:
    """Whether the code of a function is that of the file of its module."""
    homes = (str(function.__globals__["__name__"]), f"{OWN}.theory.parameter_names")
    return any(_work(function.__code__) in _works(home) for home in homes)


@lru_cache(maxsize=256)
def _works(home: str) -> frozenset[tuple[Any, ...]]:
    return frozenset(map(_work, shipped_code(home)))


def _work(code: CodeType) -> tuple[Any, ...]:
    """What code does, whatever its name is."""
    return code.co_code, code.co_names, code.co_consts, code.co_varnames, code.co_freevars


@lru_cache(maxsize=256)
def shipped_code(name: str) -> frozenset[CodeType]:
    """All code that stands in the file of a module."""
    spec = getattr(sys.modules.get(name), "__spec__", None)
    loader: Any = getattr(spec, "loader", None)
    if type(loader).__module__.startswith("_pytest."):  # it rewrites assertions, and has no code
        loader = SourceFileLoader(name, str(getattr(spec, "origin", "")))
    try:
        waiting = [loader.get_code(name)]
    except (AttributeError, ImportError, OSError, SyntaxError):
        return frozenset()
    result: set[CodeType] = set()
    while waiting:
        code = waiting.pop()
        if code is not None and code not in result:
            result.add(code)
            waiting += [part for part in code.co_consts if isinstance(part, CodeType)]
    return frozenset(result)


def is_trusted_class(kind: type) -> bool:
    """Whether a class stands where its module, which is not the user's, says that it stands."""
    if type(kind) is not type and not is_trusted_class(type(kind)):
        return False
    home = sys.modules.get(kind.__module__)
    value: Any = home
    for part in kind.__qualname__.split("."):
        value = getattr(value, part, None)
    if value is kind:
        return home is not None and is_installed(vars(home))
    # a class of Python itself may have no name there, such as NoneType
    return kind.__module__ == "builtins" and not kind.__flags__ & _HEAP_TYPE


_HEAP_TYPE = 1 << 9
"""The flag of classes that were not made in C."""


def is_installed(names: dict[str, Any]) -> bool:
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
