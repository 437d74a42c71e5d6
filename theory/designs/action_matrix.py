"""A set of actions as it is given: rows of floats, integers, Fractions or decimal strings."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
import numpy as np
import numpy.typing as npt
from banditproof.theory.exact import Number, exact

Floats = npt.NDArray[np.float64]
EXACT_INTEGER = 2.0**53
SHORT = 15
"""Decimals of so many digits have different float images."""
PLAIN = frozenset("+-.0123456789")
CHUNK = 4096


@dataclass(frozen=True, eq=False)
class ActionMatrix:
    """The given numbers, exact, beside their float64 images; `rounded` if the two may differ.

    `given[row]` are the exact numbers of a row. An image is the nearest float, so it differs by a
    relative 2^-53 at most (or is subnormal); beyond all floats it is infinite. If the numbers are
    `short`, they are decimals of at most 15 digits, which are their images up to rounding, and all
    that are not 0 have a magnitude of 1e-290 to 1e290.
    """

    given: Any
    images: Floats
    rounded: bool
    short: bool = False

    def exact_row(self, row: int) -> list[Fraction]:
        """One row of exact numbers.

        >>> read_matrix([["0.1", "1/3"]]).exact_row(0)
        [Fraction(1, 10), Fraction(1, 3)]
        """
        return [exact(entry) for entry in self.given[row]]


Given = Sequence[Sequence[Number]] | npt.NDArray[Any]
Actions = Given | ActionMatrix
"""One row for each action: an array, or a sequence of rows of exact numbers."""


def matrix_of_decimals(given: Any, images: Floats, short: bool) -> ActionMatrix:
    """Numbers given by words beside their nearest floats; `short` if they are.

    Floats that are themselves decimals of 15 digits are then the numbers, without rounding.

    >>> matrix_of_decimals([["0.5"]], np.array([[0.5]]), True).rounded
    False
    """
    return ActionMatrix(given, images, not (short and _are_short(images)), short)


def _are_short(images: Floats) -> bool:
    """Whether all floats are integers below 2^53, or below 1e5 and multiples of 1/1024."""
    for start in range(0, len(images), CHUNK):
        part = images[start : start + CHUNK]
        if not ((np.rint(part) == part) & (np.abs(part) < EXACT_INTEGER)).all():
            units = part * 1024
            if not ((np.rint(units) == units) & (np.abs(part) < 1e5)).all():
                return False
    return True


def read_matrix(actions: Actions) -> ActionMatrix:
    """Read a set of actions; raise ValueError if it is not one.

    >>> read_matrix([[1, 0], [0.5, 0.25]]).rounded, read_matrix([["0.1"]]).rounded
    (False, True)
    """
    if isinstance(actions, ActionMatrix):
        return actions
    given = _as_array(actions)
    if given.ndim != 2 or 0 in given.shape:
        raise ValueError(
            f"The actions have the shape {given.shape}; give a matrix with one row for each "
            "action, at least one row and one column."
        )
    kind = given.dtype.kind
    if kind == "b" or (kind in "iuf" and given.dtype.itemsize <= 8):
        images = np.ascontiguousarray(given, dtype=np.float64)
        # integers are floats up to 2^53; in a list of both, larger ones were rounded by NumPy
        largest = _largest_finite(images)
        if largest <= EXACT_INTEGER or (kind == "f" and given is actions):
            return ActionMatrix(images, images, False)
        given = _objects(actions)
    elif kind != "O":
        given = _objects(actions)
    images = np.empty(given.shape)
    exactly = short = True
    for place, row in enumerate(given):
        words = row.tolist()
        images[place], same = _image_row(place, words)
        exactly = exactly and same
        short = short and are_short_words(words)
    if short:
        return matrix_of_decimals(given, images, True)
    return ActionMatrix(given, images, not exactly)


def are_short_words(words: list[Any]) -> bool:
    """Whether these are words of decimals with at most 15 digits and without exponents.

    >>> are_short_words(["0.25", "-1"]), are_short_words(["1/4"]), are_short_words([0.25])
    (True, False, False)
    """
    return all(
        type(word) is str and len(word) <= SHORT and PLAIN.issuperset(word) for word in words
    )


def _as_array(actions: Given) -> Any:
    """An array, without converting strings to NumPy strings."""
    if not isinstance(actions, np.ndarray):
        try:
            first: Any = actions[0][0]
        except (TypeError, IndexError, KeyError):
            first = None
        if isinstance(first, str | Fraction):
            return _objects(actions)
    try:
        return np.asarray(actions)
    except (ValueError, OverflowError):
        return _objects(actions)


def _image_row(place: int, row: list[Any]) -> tuple[list[float], bool]:
    """The nearest floats of a row of exact numbers, and whether they are these numbers."""
    if all(type(entry) is str for entry in row):
        try:
            images = [float(entry) for entry in row]
        except ValueError:
            images = [math.nan]
        if all(map(math.isfinite, images)):
            return images, False
    images, exactly = [], True
    for column, entry in enumerate(row):
        try:
            images.append(_image(entry))
        except ValueError as refusal:
            raise ValueError(f"Action {place + 1}, entry {column + 1}: {refusal}") from None
        exactly = exactly and isinstance(entry, int | float) and images[-1] == entry
    return images, exactly


def _objects(actions: Given) -> Any:
    """The entries as they are, in an array of objects."""
    try:
        rows = [list(row) for row in actions]
    except TypeError:
        raise ValueError(
            f"The actions are {str(actions)[:40]!r}; give a matrix with one row for each action."
        ) from None
    lengths = sorted({len(row) for row in rows})
    if len(lengths) != 1:
        raise ValueError(
            f"The actions have {lengths[0]} to {lengths[-1]} entries; give rows of one length."
            if lengths
            else "There are no actions; give a matrix with one row for each action."
        )
    given = np.empty((len(rows), lengths[0]), dtype=object)
    for place, row in enumerate(rows):
        given[place] = row
    return given


def _image(entry: Any) -> float:
    """The nearest float of an exact number; infinite if the number is beyond all floats."""
    number = exact(entry)
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _largest_finite(images: Floats) -> float:
    """The largest magnitude of finite numbers, found without a copy."""
    largest = max(float(images.max()), -float(images.min()))
    if not math.isfinite(largest):
        row, column = (int(place[0]) for place in np.nonzero(~np.isfinite(images)))
        raise ValueError(
            f"Action {row + 1} has the entry {images[row, column]} in column {column + 1}; "
            "give finite numbers."
        )
    return largest
