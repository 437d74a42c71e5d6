"""Is the engine the one that this library ships? Its code, compared with its source files.

Code that is imported with a policy can replace a method of the curator or a function of the
engine, for all policies. What is proved about the shipped engine is then not about that one.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FunctionType, ModuleType

from banditproof.algorithms import (
    curator,
    declared_sums,
    ledger,
    per_step,
    policy,
    randomness,
    reward_space,
)
from banditproof.theory.mechanisms import gaussian, laplace, no_noise

ENGINE: tuple[ModuleType, ...] = (
    *(curator, declared_sums, ledger, per_step, policy, randomness, reward_space),
    *(gaussian, laplace, no_noise),
)
"""The modules that hold rewards, or make noise."""


def changed_functions() -> list[str]:
    """The functions of the engine whose code is not that of their source file."""
    return [
        f"{module.__name__}.{name}"
        for module in ENGINE
        for name, function in _functions(module)
        if function.__code__.co_code != _shipped(module).get(name)
    ]


def _functions(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    """The functions that the source of a module defines, as they are now, by qualified name."""
    for name in _shipped(module):
        thing: object = module
        for part in name.split("."):
            thing = inspect.getattr_static(thing, part, None)
        thing = getattr(thing, "__func__", getattr(thing, "fget", thing))
        thing = inspect.unwrap(thing) if callable(thing) else thing
        yield name, thing if isinstance(thing, FunctionType) else _REPLACED


def _nothing() -> None:
    """Stands for something that is not a plain function any more."""


_REPLACED: FunctionType = _nothing  # type: ignore[assignment]


@lru_cache(maxsize=64)
def _shipped(module: ModuleType) -> dict[str, bytes]:
    """The byte code of each function in the source file of a module, by qualified name."""
    code = compile(inspect.getsource(module), module.__file__ or "", "exec")
    return {name: found.co_code for name, found in _nested(code) if "<" not in name}


def _nested(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_flags & inspect.CO_NEWLOCALS and "<locals>" not in constant.co_qualname:
                yield constant.co_qualname, constant
            yield from _nested(constant)
