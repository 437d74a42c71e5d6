"""Float forms of several arguments: one sentence where the shapes of the arrays do not fit."""

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, TypeVar
import numpy as np
from .wrappers import in_its_place

Broadcasting = TypeVar("Broadcasting", bound=Callable[..., Any])


def broadcasts(function: Broadcasting) -> Broadcasting:
    """Let a function raise ValueError with one sentence for arrays that do not broadcast.

    These are the arguments of type `Float`, and those of type `FloatRows` without their last axis.
    A call that succeeds has no check. Types are read by their names, so that the module of the
    function defers its annotations.

    >>> @broadcasts
    ... def total(x: "Float", y: "Float") -> object:
    ...     return np.add(x, y)
    >>> total([1, 2], [3, 4, 5])
    Traceback (most recent call last):
    ...
    ValueError: total has x of shape (2,) and y of shape (3,); give arrays that broadcast, such as \
arrays of one shape and single numbers.
    """
    parameters = signature(function).parameters
    types = {
        name: str(parameter.annotation).split(" | ")[-1] for name, parameter in parameters.items()
    }
    if not {"Float", "FloatRows"} & set(types.values()):
        raise TypeError(f"{function.__name__} names no Float; defer the annotations of its module.")
    called, misfit = function.__name__, _misfit

    def broadcasting(*given: Any, **keywords: Any) -> Any:
        __tracebackhide__ = True
        try:
            return function(*given, **keywords)
        except ValueError:
            named = {**dict(zip(parameters, given, strict=False)), **keywords}
            floats = {name: item for name, item in named.items() if types[name] == "Float"}
            rows = {name: item for name, item in named.items() if types[name] == "FloatRows"}
            problem = misfit(floats, rows)
            if problem is None:
                raise
        raise ValueError(f"{called} has {problem}.")

    return in_its_place(function, broadcasting)


def _misfit(floats: Mapping[str, Any], rows: Mapping[str, Any]) -> str | None:
    """The names and shapes of arrays that do not broadcast, and what would; None if they do."""
    try:
        shapes = {name: np.shape(value) for name, value in {**floats, **rows}.items()}
    except ValueError:  # lists of several lengths, of which the function itself speaks
        return None
    try:
        np.broadcast_shapes(*(s[:-1] if name in rows else s for name, s in shapes.items()))
    except ValueError:
        *first, last = (f"{name} of shape {shape}" for name, shape in shapes.items() if shape)
        within = f", the last axis of {' and '.join(rows)} left aside" * bool(rows)
        return (
            f"{', '.join(first)} and {last}; give arrays that broadcast{within}, such as arrays "
            "of one shape and single numbers"
        )
    return None
