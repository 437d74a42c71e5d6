"""What a method takes by position: how a style of another library is recognised."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from types import FunctionType
from typing import Any


@dataclass(frozen=True)
class Arguments:
    """The names that a method takes by position, and those that it needs."""

    names: tuple[str, ...]
    needed: tuple[str, ...]
    any_number: bool


UNKNOWN = Arguments((), (), True)


def arguments(method: Callable[..., Any]) -> Arguments:
    """The arguments of a method; those of one class are looked up once, not for each run.

    >>> class Player:
    ...     def update(self, arm, reward, weight=1.0): pass
    >>> arguments(Player().update).needed
    ('arm', 'reward')
    """
    function = getattr(method, "__func__", None)
    if isinstance(function, FunctionType):
        return _of_function(function)
    return _looked_up(method, bound=False)


@lru_cache(maxsize=256)
def _of_function(function: FunctionType) -> Arguments:
    return _looked_up(function, bound=True)


def _looked_up(function: Callable[..., Any], bound: bool) -> Arguments:
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return UNKNOWN
    any_number = any(p.kind is inspect.Parameter.VAR_POSITIONAL for p in parameters)
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    known = [p for p in parameters if p.kind in kinds][int(bound) :]
    needed = tuple(p.name for p in known if p.default is p.empty)
    return Arguments(tuple(p.name for p in known), needed, any_number)


def named(made: object) -> str:
    """An object in an error message.

    >>> named(3), named(int)
    ('An object of type int', 'The class int')
    """
    if isinstance(made, type):
        return f"The class {made.__name__}"
    return f"An object of type {type(made).__name__}"


def first_method(made: object, names: tuple[str, ...]) -> Callable[..., Any] | None:
    """The first of some methods that an object has; None for a class, which is no object yet.

    >>> first_method([], ("insert", "append")) == [].insert, first_method(list, ("append",))
    (False, None)
    """
    if isinstance(made, type):
        return None
    for name in names:
        method = getattr(made, name, None)
        if callable(method):
            return method  # type: ignore[no-any-return]
    return None


def as_it_is_called(made: object, names: tuple[str, ...]) -> Callable[..., Any]:
    """The first of some methods, looked up in each call: a run may put another one in its place.

    >>> class Learner:
    ...     def act(self): return 0
    >>> learner = Learner()
    >>> act = as_it_is_called(learner, ("act",))
    >>> learner.act = lambda: 1
    >>> act()
    1
    """
    name = next(name for name in names if callable(getattr(made, name, None)))
    return lambda *given, **named: getattr(made, name)(*given, **named)
