"""The target of an attack, as a command is given it: the number of a row, or its entries."""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any
import numpy as np
import numpy.typing as npt
from banditproof.theory.number_files.exact_words import is_finite_word, number, numbers
from banditproof.theory.number_files.numpy_arrays import numpy_arrays
from .data_tables import DataTable, Floats, read_table
from .exact_entries import shortest_decimals

HOW = "give the number of a row, a list such as 0.5,1,0, or a file with one row"
ENDS = (".npz", ".npy", ".csv", ".tsv", ".txt", ".dat", ".json", ".yaml", ".yml")


@dataclass(frozen=True, eq=False)
class TargetWord:
    """A target: its numbers, and its place if it is a row of the table."""

    row: Floats
    index: int | None = None
    exact: tuple[Fraction, ...] = ()
    """The exact numbers, where some are not the shortest decimals of their floats."""

    @property
    def words(self) -> str:
        """How a result names it.

        >>> TargetWord(np.zeros(2), 3).words, TargetWord(np.zeros(2)).words
        ('row 3', 'the given row')
        """
        return "the given row" if self.index is None else f"row {self.index}"

    @property
    def entries(self) -> tuple[Fraction, ...]:
        """The exact numbers.

        >>> TargetWord(np.array([0.1])).entries
        (Fraction(1, 10),)
        """
        return self.exact or tuple(shortest_decimals(self.row))

    def with_columns(self, chosen: list[int]) -> TargetWord:
        """The target in these columns only."""
        exact = tuple(self.exact[place] for place in chosen) if self.exact else ()
        return TargetWord(self.row[chosen], self.index, exact)


def read_target(word: str, rows: Floats, exact: npt.NDArray[Any] | None = None) -> TargetWord:
    """The target that a word names among rows.

    A whole number is the number of a row, which counts from 0; `[1]` is a row with one entry.
    `exact` has the rows as rationals, where their floats are rounded.

    >>> read_target("1", np.array([[0.0, 1.0], [2.0, 3.0]])).row
    array([2., 3.])
    >>> read_target("0.5, 1/4", np.array([[0.0, 1.0], [2.0, 3.0]])).row
    array([0.5 , 0.25])
    """
    given = word.strip()
    if given.lstrip("+-").isascii() and given.lstrip("+-").isdecimal():
        place = _number_of_row(given, rows)
        return TargetWord(rows[place], place, () if exact is None else tuple(exact[place]))
    listed = any(mark in given for mark in ",;[(") or (" " in given and not Path(given).exists())
    if Path(given).suffix.lower() in ENDS or (not listed and Path(given).is_file()):
        target = _row_of_file(given)
    elif listed or (is_finite_word(given) and _is_number(given)):
        exactly = numbers("entries of the target", given, "--target 0.5,1,0")
        target = TargetWord(np.array([_float(item) for item in exactly]), None, tuple(exactly))
    else:
        shown = given if len(given) <= 30 else given[:30] + "..."
        raise ValueError(f"The target is {shown!r}; {HOW}.")
    size = len(target.row)
    if size != rows.shape[1]:
        given_numbers = f"{size} number{'s' * (size != 1)}"
        raise ValueError(
            f"The target has {given_numbers}, and a row of the data has {rows.shape[1]}; give as "
            "many."
        )
    return target


def _number_of_row(given: str, rows: Floats) -> int:
    if len(given) > 18 or not 0 <= int(given) < len(rows):
        shown = given if len(given) <= 18 else given[:18] + "..."
        raise ValueError(
            f"The target is row {shown}, and the rows count from 0 to {len(rows) - 1}; give one of "
            "these."
        )
    return int(given)


def _row_of_file(given: str) -> TargetWord:
    if Path(given).suffix.lower() == ".npy":
        table = _vector(given)
        if table is not None:
            return TargetWord(table)
    table_of_file: DataTable = read_table(given, exactly=True)
    if table_of_file.rows != 1 and table_of_file.columns != 1:
        raise ValueError(
            f"{given} has {table_of_file.rows} rows; give a file with the target alone."
        )
    exact = () if table_of_file.exact is None else tuple(np.ravel(table_of_file.exact))
    return TargetWord(np.ravel(table_of_file.values), None, exact)


def _vector(given: str) -> Floats | None:
    """The entries of an NPY file of one dimension; None for any other file."""
    with numpy_arrays(Path(given)) as array:
        if not isinstance(array, np.ndarray) or array.ndim != 1 or array.dtype.kind not in "biuf":
            return None
        result = np.asarray(array, np.float64)
    if not len(result) or not np.isfinite(result).all():
        raise ValueError(f"{given} is empty, or has an entry that is not finite; give numbers.")
    return result


def _is_number(word: str) -> bool:
    try:
        number("The target", word)
    except ValueError:
        return False
    return True


def _float(value: object) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except OverflowError:
        raise ValueError(
            "An entry of the target is beyond all floats; give one nearer to 0."
        ) from None
