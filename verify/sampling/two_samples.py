"""Exact probabilities that an audit from two counts errs: sums over all pairs of counts."""

from collections.abc import Callable
from typing import Any
import numpy as np
from flint import arb
from numpy.typing import NDArray
from banditproof.theory.balls import ball, enclose
from banditproof.theory.concentration.binomial_laplace import binomial_balls
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact

DIGITS = 12
TOO_CLOSE = 1e-9
Balls = Callable[[], arb]
"""A probability, as a ball at the working precision."""


def response(eps: Number, truth: bool = True) -> Balls:
    """The probability that randomised response with budget eps tells the truth, or lies.

    >>> round(float(enclose(response(1), 5)), 4)
    0.7311
    """
    budget = exact(eps)
    sign = 1 if truth else -1
    return lambda: 1 / (1 + (-sign * ball(budget)).exp())


def constant(p: Number) -> Balls:
    """A rational probability."""
    value = exact(p)
    return lambda: ball(value)


def binomial_masses(n: int, p: arb) -> list[arb]:
    """P(Bin(n, p) = k) for k = 0, ..., n, as balls."""
    return binomial_balls(n, p, 1 - p)


def tails(masses: list[arb]) -> list[arb]:
    """The sums from each place to the end, and 0 after it."""
    results = [arb(0)]
    for mass in reversed(masses):
        results.append(results[-1] + mass)
    return results[::-1]


def certain(values: Any, limit: float) -> NDArray[np.bool_]:
    """Which values are above a limit; an ArithmeticError if one is too close for float64.

    >>> certain([0.1, 0.5], 0.2).tolist()
    [False, True]
    """
    result = np.asarray(values, float)
    if bool((np.abs(result - limit) < TOO_CLOSE).any()):
        raise ArithmeticError("A bound is too close to the limit to be compared in floats.")
    above: NDArray[np.bool_] = result > limit
    return above


def two_sample_error(n_left: int, n_right: int, p: Balls, q: Balls, errs: Any) -> Enclosure:
    """P(errs[k_left, k_right]) for k_left ~ Bin(n_left, p), k_right ~ Bin(n_right, q), enclosed.

    For each k_right the errors must be an upper or a lower range of k_left, or one of each.

    >>> errs = np.array([[False, False], [True, False]])
    >>> two_sample_error(1, 1, constant("0.5"), constant("0.5"), errs).hi
    Fraction(1, 4)
    """
    matrix = np.asarray(errs, bool)

    def total() -> arb:
        above = tails(binomial_masses(n_left, p()))
        masses = binomial_masses(n_right, q())
        result = arb(0)
        for k, mass in enumerate(masses):
            for start, end in true_ranges(matrix[:, k]):
                # A range of k_left is a difference of two tails, so each k_right costs two terms,
                # not n.
                result += mass * (above[start] - above[end])
        return result

    return enclose(total, DIGITS) if matrix.any() else ZERO


def true_ranges(column: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The maximal ranges of true places, as half-open pairs.

    >>> true_ranges(np.array([True, False, True, True]))
    [(0, 1), (2, 4)]
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[0], column.astype(int), [0]])))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]
