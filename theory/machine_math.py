"""The functions of `math` as machine code has them: infinite or not a number where Python raises.

    machine_math.log(0.0)   -inf
    machine_math.sqrt(-1)   nan
    machine_math.exp(1e9)   inf

Elsewhere they are those of `math`, to the last bit. The numbers are NumPy's, so that a division by
zero does not raise, either.
"""

import math
from collections.abc import Callable
from math import copysign, erf, floor, inf, ldexp, nan, pi
from typing import SupportsFloat
import numpy as np

__all__ = [
    "copysign", "erf", "exp", "expm1", "floor", "inf", "ldexp", "lgamma", "log", "log1p", "log2",
    "nan", "pi", "sqrt",
]  # fmt: skip


def _with_pole(function: Callable[[float], float], pole: float) -> Callable[[float], np.float64]:
    """A logarithm: -inf at its pole and nan below it."""

    def logarithm(x: float) -> np.float64:
        if x > pole:
            return np.float64(function(x))
        return np.float64(-inf if x == pole else nan)

    return logarithm


def _growing(function: Callable[[SupportsFloat], float]) -> Callable[[float], np.float64]:
    """A function that is infinite where it is too large for a float, and at its poles."""

    def value(x: float) -> np.float64:
        try:
            return np.float64(function(x))
        except (OverflowError, ValueError):
            return np.float64(inf)

    return value


log, log1p, log2 = (
    _with_pole(function, pole)
    for function, pole in ((math.log, 0.0), (math.log1p, -1.0), (math.log2, 0.0))
)
exp, expm1, lgamma = map(_growing, (math.exp, math.expm1, math.lgamma))


def sqrt(x: float) -> np.float64:
    """The root, and nan of a negative number."""
    return np.float64(math.sqrt(x) if x >= 0.0 else nan)
