"""Wrappers that stand for a function: under its name, at its place, with its signature."""

from collections.abc import Callable
from functools import update_wrapper
from types import FunctionType
from typing import Any, TypeVar

Wrapped = TypeVar("Wrapped", bound=Callable[..., Any])


def in_its_place(function: Wrapped, wrapper: Any) -> Wrapped:
    """The wrapper as the function: tools that look for its module find it, and so do tracebacks.

    >>> def double(x: int) -> int:
    ...     return 2 * x
    >>> def shown(*given: int) -> int:
    ...     print(given)
    ...     return double(*given)
    >>> found = in_its_place(double, shown)
    >>> found(2), found.__name__
    (2,)
    (4, 'double')
    """
    # in the globals of the function, where doctest looks, and with its name in the code, so that a
    # traceback shows no other
    code = wrapper.__code__.replace(co_name=function.__name__)
    there: Any = FunctionType(code, function.__globals__, closure=wrapper.__closure__)
    update_wrapper(there, function)
    result: Wrapped = there
    return result
