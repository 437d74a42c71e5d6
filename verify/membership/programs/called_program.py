"""A function of a user that is played against: how it is found and called, and what it returns."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
import numpy as np
from banditproof.algorithms.factory_calls import named_error
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.algorithms.named_factory import named_factory
from banditproof.theory.prover.deadline import TimeIsUp, deadline


class Unfinished(Exception):
    """A program took longer than it was given; nothing was decided."""


@dataclass
class Program:
    """A function that gets arguments by position, and these options if it has them by name.

    What it returns is an array of finite numbers, of one shape in all calls.

    >>> Program("sums", lambda rows, step=1: rows.sum(axis=0) * step, {"step": 2, "rate": 3})(
    ...     np.ones((2, 3))
    ... )
    array([4., 4., 4.])
    """

    name: str
    function: Callable[..., Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    shape: tuple[int, ...] | None = None

    @staticmethod
    def named(word: str) -> "Program":
        """What MODULE:FUNCTION names; the module is imported."""
        return Program(word, named_factory(word, (), "a function of the data and a generator"))

    def default(self, name: str) -> Any:
        """The default of a parameter; None if there is no such parameter."""
        parameter = self.parameters.get(name)
        return (
            None if parameter is None or parameter.default is parameter.empty else parameter.default
        )

    def __call__(self, *arguments: Any) -> Floats:
        """What the function returns, as an array."""
        known = self.parameters
        named = {name: value for name, value in self.options.items() if name in known}
        result = self._numbers(self._returned(arguments, named))
        if self.shape is None:
            self.shape = result.shape
        if result.shape != self.shape:
            raise ValueError(
                f"{self.name} returned numbers of the shape {result.shape}, and {self.shape} "
                "before; return as many in each play."
            )
        return result

    def _returned(self, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> Any:
        try:
            with np.errstate(all="ignore"):
                return self.function(*arguments, **named)
        except (Exception, SystemExit) as failure:
            raise ValueError(f"{self.name} raised {named_error(failure)}") from failure

    @property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """The parameters of the function by name; none where that is not known."""
        try:
            return inspect.signature(self.function).parameters
        except (TypeError, ValueError):
            return {}

    def _numbers(self, returned: Any) -> Floats:
        """Numbers, an array, or parts in a list or a mapping, as one array."""
        parts = [*returned.values()] if isinstance(returned, Mapping) else returned
        try:
            try:
                result = np.array(parts, np.float64)
            except ValueError:  # parts of different shapes
                result = np.concatenate([np.ravel(np.array(part, np.float64)) for part in parts])
        except (Exception, SystemExit):
            raise ValueError(
                f"{self.name} returned {type(returned).__name__}; return numbers, an array, or a "
                "list of arrays."
            ) from None
        if not result.size or not np.isfinite(result).all():
            raise ValueError(f"{self.name} returned {_odd(result)}; return finite numbers.")
        return result


def _odd(result: Floats) -> str:
    return str(result[~np.isfinite(result)][0]) if result.size else "nothing"


@contextmanager
def limited(name: str, seconds: float) -> Iterator[None]:
    """Raise `Unfinished` after so many seconds.

    >>> try:
    ...     with limited("loop", 0.01):
    ...         while True:
    ...             pass
    ... except Unfinished as late:
    ...     print(late)
    loop was not done in 0.01 s; give it more by --time-limit.
    """
    try:
        with deadline(seconds):
            yield
    except TimeIsUp:
        raise Unfinished(
            f"{name} was not done in {seconds:g} s; give it more by --time-limit."
        ) from None
