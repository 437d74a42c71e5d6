"""Arguments that are read before a function sees them, each by the reader of its name."""

from __future__ import annotations
from collections.abc import Callable
from functools import partial
from inspect import signature
from typing import Any, TypeVar
from .exact import exact, exact_count
from .wrappers import in_its_place

Read = TypeVar("Read", bound=Callable[..., Any])
Reader = Callable[[str, Any], Any]
"""Takes the name of a parameter and what was given, and raises ValueError for what is wrong."""


def reads(**readers: Reader) -> Callable[[Read], Read]:
    """Let a function see what readers make of its arguments; those that are left out stay so.

    >>> from banditproof.theory.exact import exact_positive
    >>> @reads(x=exact_positive)
    ... def double(x: Any, y: int = 1) -> Any:
    ...     return 2 * x
    >>> double("1/3")
    Fraction(2, 3)
    >>> double(-1)
    Traceback (most recent call last):
    ...
    ValueError: x is -1, which is not positive; give a number > 0.
    """

    def reading(function: Read) -> Read:
        bound = signature(function).bind

        def read(*given: Any, **keywords: Any) -> Any:
            __tracebackhide__ = True
            arguments = bound(*given, **keywords).arguments
            for name, reader in readers.items():
                if name in arguments:
                    arguments[name] = reader(name, arguments[name])
            return function(**arguments)

        return in_its_place(function, read)

    return reading


def read_fields(made: object, **readers: Reader) -> None:
    """Read fields of a frozen dataclass that is being made, each by the reader of its name.

    >>> from dataclasses import dataclass
    >>> from banditproof.theory.exact import exact_positive
    >>> @dataclass(frozen=True)
    ... class Noise:
    ...     scale: Any
    ...     def __post_init__(self) -> None:
    ...         read_fields(self, scale=exact_positive)
    >>> Noise("1/3").scale
    Fraction(1, 3)
    """
    for name, reader in readers.items():
        object.__setattr__(made, name, reader(name, getattr(made, name)))


positive_count = partial(exact_count, least=1)
"""The reader of a number of arms, of rounds, or of whatever there is at least one."""


def unless_none(reader: Reader) -> Reader:
    """The reader that leaves None as it is.

    >>> unless_none(values_of(int))("experts", None) is None
    True
    """
    return lambda name, given: None if given is None else reader(name, given)


def of_kind(kind: type, name: str, given: Any) -> Any:
    """What is given, if it is of a class; raises ValueError otherwise.

    >>> of_kind(int, "arms", 2)
    2
    >>> of_kind(int, "arms", [])
    Traceback (most recent call last):
    ...
    ValueError: arms is of the class list; give a value of the class int.
    """
    if not isinstance(given, kind):
        raise ValueError(
            f"{name} is of the class {type(given).__name__}; give a value of the class "
            f"{kind.__name__}."
        )
    return given


def values_of(kind: type) -> Reader:
    """The reader that takes values of one class."""
    return partial(of_kind, kind)


MOST_STEPS = 10**6
"""Whatever takes so many steps one by one, in exact fractions, takes minutes or more."""


def countable(name: str, given: Any) -> int:
    """A number of steps that are taken one by one; raises ValueError beyond a million.

    >>> countable("n", "1e308")
    Traceback (most recent call last):
    ...
    ValueError: n is 1e308; give an integer from 0 to 1000000: each step is computed.
    """
    number = exact_count(name, given)
    if number > MOST_STEPS:
        raise ValueError(
            f"{name} is {given}; give an integer from 0 to {MOST_STEPS}: each step is computed."
        )
    return number


def growth(name: str, given: Any) -> float:
    """A factor above 1 by which something grows, at most 1e6; raises ValueError otherwise.

    >>> growth("ratio", "1.5")
    1.5
    """
    factor = exact(given)
    if not 1 < factor <= 10**6 or float(factor) == 1:
        raise ValueError(f"{name} is {given}; give a factor above 1 of at most 1e6.")
    return float(factor)
