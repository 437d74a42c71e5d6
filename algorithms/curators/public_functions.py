"""Public functions of one reward, as data: 1, x, x^2, and steps.

What a reward contributes to a release is a public function of it. The function is declared, and
not programmed, so how far one reward moves the release is computed from the function and the range
of the rewards, and never believed.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeGuard
from banditproof.theory.exact import Number, exact

PublicFunction = str | tuple[tuple[Number, Number], ...]
"""One of the texts "1", "x" and "x**2", or steps: pairs of a threshold and a value."""
POWERS = {"1": 0, "x": 1, "x**2": 2}
"""The functions that are texts, with their exponents."""


def checked_function(function: PublicFunction) -> PublicFunction:
    """The function, if it is one; else a ValueError.

    Steps are pairs (threshold, value) with growing thresholds: the value is that of the last
    threshold that x has reached, and that of the first pair below it.

    >>> checked_function("x**3")
    Traceback (most recent call last):
    ...
    ValueError: The function of a reward is 'x**3'; give "1", "x", "x**2", or steps such as \
((0, 0), ("0.5", 1)).
    """
    if isinstance(function, str) and function in POWERS:
        return function
    if _is_a_list_of_pairs(function):
        thresholds = [exact(threshold) for threshold, _ in function]
        for _, value in function:
            exact(value)
        if all(low < high for low, high in pairwise(thresholds)):
            return function
        raise ValueError(
            "The thresholds of a function of a reward do not grow; give each once, the smallest "
            "first."
        )
    raise ValueError(
        f'The function of a reward is {function!r}; give "1", "x", "x**2", or steps such as '
        '((0, 0), ("0.5", 1)).'
    )


def _is_a_list_of_pairs(function: object) -> TypeGuard[tuple[tuple[Number, Number], ...]]:
    return (
        isinstance(function, tuple)
        and len(function) > 0
        and all(isinstance(step, tuple) and len(step) == 2 for step in function)
    )


def value_at(function: PublicFunction, reward: Any) -> Any:
    """The function at a reward: exact for a fraction, in floats for a float.

    >>> value_at("x**2", Fraction(1, 2)), value_at(((0, 0), ("0.5", 3)), 0.75)
    (Fraction(1, 4), 3)
    """
    if isinstance(function, str):
        return 1 if function == "1" else reward if function == "x" else reward * reward
    reached = function[0][1]
    for threshold, value in function:
        if reward >= exact(threshold):
            reached = value
    number = exact(reached)
    whole = number.denominator == 1
    if whole:
        return number.numerator
    return number if isinstance(reward, Fraction) else float(number)


def is_linear(function: PublicFunction) -> bool:
    """Whether the function is affine, so that sums of it are sums of multiples of rewards."""
    return function in ("1", "x")


def rewards_that_differ(
    functions: Sequence[PublicFunction],
    low: Fraction,
    high: Fraction,
    values: Sequence[Fraction] = (),
) -> tuple[Fraction, ...] | None:
    """Rewards at which the functions take all tuples of values that they take; None if infinite.

    The listed values, or else, for steps alone, one reward of each stair.

    >>> rewards_that_differ([((0, 0), ("0.5", 1)), "1"], Fraction(0), Fraction(1))
    (Fraction(0, 1), Fraction(1, 2))
    """
    if values:
        return tuple(values)
    if any(function in ("x", "x**2") for function in functions):
        return None
    thresholds = {
        exact(t) for function in functions if not isinstance(function, str) for t, _ in function
    }
    return (low, *sorted(t for t in thresholds if low < t <= high))


def range_on(
    function: PublicFunction, low: Fraction, high: Fraction, values: Sequence[Fraction] = ()
) -> tuple[Fraction, Fraction]:
    """The least and the largest value of the function for rewards from `low` to `high`, exactly.

    Only at the listed `values`, if there are some.

    >>> range_on("x**2", Fraction(-1), Fraction(2)), range_on("1", Fraction(0), Fraction(1))
    ((Fraction(0, 1), Fraction(4, 1)), (Fraction(1, 1), Fraction(1, 1)))
    """
    places = rewards_that_differ([function], low, high, values)
    if places is None:
        # x and x^2 are monotone on either side of 0
        places = (low, *((Fraction(0),) if low < 0 < high else ()), high)
    taken = [Fraction(value_at(function, place)) for place in places]
    return min(taken), max(taken)


def shown_function(function: PublicFunction) -> str:
    """The function in a few words.

    >>> shown_function("x**2"), shown_function(((0, 0), ("0.5", 1)))
    ('x**2', '0 from 0, 1 from 1/2')
    """
    if isinstance(function, str):
        return function
    return ", ".join(f"{exact(value)} from {exact(threshold)}" for threshold, value in function)
