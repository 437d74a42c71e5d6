"""Checks of the arguments of float64 forms: one sentence, before any computation."""

from __future__ import annotations
import math
from typing import Any
import numpy as np
import numpy.typing as npt
from .exact import exact

Float = float | npt.ArrayLike
FloatRows = npt.ArrayLike
"""Lists of numbers along the last axis; the axes before it broadcast."""
Array = npt.NDArray[np.float64]


def _floats(name: str, value: Float) -> Array:
    try:
        if np.iscomplexobj(value):
            raise TypeError
        array = _array(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} is {value!r}; give a number or an array of numbers.") from None
    if np.isnan(array).any():
        raise ValueError(f"{name} contains NaN; give numbers only.")
    return array


def _array(value: Float) -> Array:
    """The nearest floats; strings are read as `exact` reads them, such as "1/3" and "0.1"."""
    try:
        return np.asarray(value, dtype=np.float64)
    except ValueError:
        words = np.asarray(value, dtype=object)
        numbers = [float(exact(word)) for word in words.flat]
        return np.array(numbers, dtype=np.float64).reshape(words.shape)


def probabilities(name: str, value: Float) -> Array:
    """Return an array of numbers in [0, 1]; raises ValueError otherwise."""
    if type(value) is float and 0.0 <= value <= 1.0:  # no need of operations on arrays
        return np.asarray(value)
    array = _floats(name, value)
    bad = array[(array < 0) | (array > 1)]
    if bad.size:
        raise ValueError(
            f"{name} contains {bad.flat[0]}, which is outside [0, 1]; give numbers in [0, 1]."
        )
    return array


def nonnegative(name: str, value: Float) -> Array:
    """Return an array of finite numbers >= 0; raises ValueError otherwise."""
    if type(value) is float and 0.0 <= value < math.inf:
        return np.asarray(value)
    array = _floats(name, value)
    bad = array[(array < 0) | np.isinf(array)]
    if bad.size:
        raise ValueError(f"{name} contains {bad.flat[0]}; give finite numbers >= 0.")
    return array


def positive(name: str, value: Float) -> Array:
    """Return an array of finite numbers > 0; raises ValueError otherwise."""
    array = nonnegative(name, value)
    if (array == 0).any():
        raise ValueError(f"{name} contains 0; give finite numbers > 0.")
    return array


def reals(name: str, value: Float) -> Array:
    """Return an array of finite numbers; raises ValueError otherwise."""
    array = _floats(name, value)
    bad = array[np.isinf(array)]
    if bad.size:
        raise ValueError(f"{name} contains {bad.flat[0]}; give finite numbers.")
    return array


def extended(name: str, value: Float) -> Array:
    """Return an array of numbers, which may be infinite; raises ValueError otherwise."""
    return _floats(name, value)


def counts(name: str, value: Float, least: int = 0) -> npt.NDArray[np.int64]:
    """Return an array of integers >= least; raises ValueError otherwise."""
    array = reals(name, value)
    bad = array[(array != np.floor(array)) | (array < least) | (array >= 2.0**53)]
    if bad.size:
        raise ValueError(f"{name} contains {bad.flat[0]}; give integers >= {least} below 2^53.")
    return array.astype(np.int64)


def single(name: str, array: Array) -> float:
    """Return the only number of an array without dimensions; raises ValueError otherwise."""
    if array.ndim:
        raise ValueError(f"{name} is an array of shape {array.shape}; give a single number.")
    return float(array)


def unwrapped(array: Array) -> Any:
    """A Python float for a zero-dimensional result, the array itself otherwise."""
    return float(array) if np.ndim(array) == 0 else array
