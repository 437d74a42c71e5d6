"""Tables of data: NPZ, NPY and text files of numbers, and the digits that scikit-learn ships.

Which array of an NPZ file holds the rows, and where labels stand, has defaults that fit the usual
names; a sentence says what there is where they do not fit. A float stands for the shortest decimal
that names it, so that 0.1 is a tenth.
"""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.descents.recorded_rows import digits
from banditproof.theory.number_files.bounded_files import readable
from banditproof.theory.number_files.exact_rows import header_of
from banditproof.theory.number_files.number_table import number_table
from banditproof.theory.number_files.numpy_arrays import numpy_arrays
from .exact_entries import exact_entries, shortest_decimals

Floats = npt.NDArray[np.float64]
DIGITS = "digits"
"""The name that stands for the digits of scikit-learn in place of a file."""
ROWS_ARRAYS = ("features", "data", "x", "X", "rows")
LABELS_ARRAYS = ("labels", "target", "targets", "y", "Y")
TEXTS = (".csv", ".tsv", ".txt", ".dat", ".json", ".yaml", ".yml")
KNOWN_FILES = "an .npz, an .npy or a .csv file, or the name digits"
MOST_NUMBERS = 100_000_000
"""The most numbers of a table: 800 MB as floats."""


@dataclass(frozen=True, eq=False)
class DataTable:
    """The rows of a file; perhaps names of its columns, and labels that stand in their own array.

    >>> table = DataTable("rows.csv", np.array([[1.0, 2.0], [3.0, 4.0]]), ("a", "b"))
    >>> chosen = table.with_columns([1])
    >>> chosen.values.tolist(), chosen.called(0)
    ([[2.0], [4.0]], "1 ('b')")
    """

    name: str
    values: Floats
    names: tuple[str, ...] = ()
    labels: Floats | None = None
    places: tuple[int, ...] = ()
    """The numbers of the columns in the file, where some are left out."""
    exact: npt.NDArray[np.object_] | None = None
    """The exact entries, where some are not the shortest decimals of their floats."""

    @property
    def rows(self) -> int:
        """The number of rows."""
        return int(self.values.shape[0])

    @property
    def columns(self) -> int:
        """The number of columns."""
        return int(self.values.shape[1])

    @property
    def entries(self) -> npt.NDArray[Any]:
        """The exact entries if they are kept, else their floats: which are equal, and which not."""
        return self.values if self.exact is None else self.exact

    def column(self, place: int) -> list[Fraction]:
        """The exact entries of a column.

        >>> DataTable("rows.csv", np.array([[0.1], [2.0]])).column(0)
        [Fraction(1, 10), Fraction(2, 1)]
        """
        exact = self.exact
        return shortest_decimals(self.values[:, place]) if exact is None else list(exact[:, place])

    def row(self, place: int) -> list[Fraction]:
        """The exact entries of a row."""
        exact = self.exact
        return shortest_decimals(self.values[place]) if exact is None else list(exact[place])

    def without_row(self, row: int) -> DataTable:
        """The table without a row, and without labels."""
        exact = None if self.exact is None else np.delete(self.exact, row, axis=0)
        return replace(self, values=np.delete(self.values, row, axis=0), labels=None, exact=exact)

    def called(self, column: int) -> str:
        """How a message names a column: its number, which counts from 0, and its name."""
        place = self.places[column] if self.places else column
        return f"{place} ({self.names[column]!r})" if self.names else str(place)

    def with_columns(self, chosen: list[int]) -> DataTable:
        """The table with these columns only, in this order."""
        names = tuple(self.names[c] for c in chosen) if self.names else ()
        places = tuple(self.places[c] if self.places else c for c in chosen)
        exact = None if self.exact is None else self.exact[:, chosen]
        return DataTable(self.name, self.values[:, chosen], names, self.labels, places, exact)

    def place_of(self, word: str) -> int:
        """The column with a name or a number, which counts from 0.

        >>> DataTable("rows.csv", np.eye(2), ("a", "b")).place_of("c")
        Traceback (most recent call last):
        ...
        ValueError: rows.csv has no column 'c'; give one of a, b, or a number from 0 to 1.
        """
        given = word.strip()
        if given in self.names:
            return self.names.index(given)
        if given.isascii() and given.isdecimal() and int(given) < self.columns:
            return int(given)
        names = f"one of {', '.join(self.names[:8])}, or " if self.names else ""
        raise ValueError(
            f"{self.name} has no column {_short(given)}; give {names}a number from 0 to "
            f"{self.columns - 1}."
        )

    def places_of(self, words: str) -> list[int]:
        """The columns of a list of names, numbers and ranges such as 0,3,5:9 (9 is left out).

        >>> DataTable("rows.csv", np.zeros((1, 9))).places_of("0,5:8")
        [0, 5, 6, 7]
        """
        results: list[int] = []
        for word in filter(None, (part.strip() for part in words.split(","))):
            ends = word.split(":")
            if len(ends) != 2 or word in self.names:
                results.append(self.place_of(word))
                continue
            low = self.place_of(ends[0]) if ends[0] else 0
            high = (
                self.place_of(ends[1]) if ends[1] not in ("", str(self.columns)) else self.columns
            )
            if low >= high:
                raise ValueError(f"The columns {word} are none; give a range low:high, low < high.")
            results += range(low, high)
        if not results:
            raise ValueError("The list of columns is empty; give --columns 0,3,5:9 for example.")
        if len(set(results)) < len(results):
            raise ValueError(f"The columns {_short(words)} name a column twice; give each once.")
        return results


def read_table(
    word: str, array: str | None = None, labels: str | None = None, *, exactly: bool = False
) -> DataTable:
    """The table of a file, or of the digits; raises ValueError with one sentence.

    `array` and `labels` name the arrays of an NPZ file. Without names these are tried:
    `features`, `data`, `x`, `X`, `rows`, and `labels`, `target`, `targets`, `y`, `Y`. With
    `exactly`, the numbers of a text are kept as rationals where floats round them.
    """
    path = Path(word)
    if not word.strip():
        raise ValueError(f"The name of the data is empty; give {KNOWN_FILES}.")
    if word == DIGITS and not path.exists():
        return _digits()
    end = path.suffix.lower()
    if array is not None and end != ".npz":
        raise ValueError(f"{word} has no arrays with names; --array is for .npz files.")
    if end in (".npz", ".npy"):
        with readable(word):
            return _numpy_table(path, array, labels)
    if end not in TEXTS and not path.is_dir() and path.exists() and path.is_file():
        raise ValueError(f"The name {word} ends in {end or 'nothing known'}; give {KNOWN_FILES}.")
    return _text_table(word, exactly)


def _digits() -> DataTable:
    rows = digits()
    return DataTable(DIGITS, rows.x, (), rows.y)


def _text_table(word: str, exactly: bool) -> DataTable:
    with number_table(word) as result:
        values = np.array(result.images)
        exact = exact_entries(result) if exactly and not result.short else None
    names = header_of(word) if Path(word).is_file() else ()
    table = DataTable(word, values, names, exact=exact)
    if table.names and len(table.names) != table.columns:
        raise ValueError(
            f"{word} has {len(table.names)} names of columns and {table.columns} columns; give one "
            "name for each."
        )
    return _checked(table)


def _numpy_table(path: Path, array: str | None, labels: str | None) -> DataTable:
    with numpy_arrays(path) as result:
        if isinstance(result, np.ndarray):
            return _checked(DataTable(str(path), _rows(f"{path}", result)))
        return _checked(_table_of_arrays(path, result, array, labels))


def _table_of_arrays(
    path: Path, arrays: Mapping[str, np.ndarray], array: str | None, labels: str | None
) -> DataTable:
    names = list(arrays)
    if not names:
        raise ValueError(f"{path} holds no array; give {KNOWN_FILES}.")
    of_labels = None if labels is None else _known_name(path, names, labels)
    if of_labels is None:
        of_labels = next((name for name in LABELS_ARRAYS if name in names and name != array), None)
    of_rows = None if array is None else _known_name(path, names, array)
    if of_rows is None:
        rest = [name for name in names if name != of_labels]
        of_rows = next((name for name in ROWS_ARRAYS if name in rest), None)
        if of_rows is None and len(rest) == 1:
            of_rows = rest[0]
    if of_rows is None:
        raise ValueError(
            f"{path} holds the arrays {', '.join(names)}; say by --array which one has the rows."
        )
    values = _rows(f"The array {of_rows} of {path}", arrays[of_rows])
    if of_labels is None:
        return DataTable(str(path), values)
    label_values = _labels(f"The array {of_labels} of {path}", arrays[of_labels])
    return DataTable(str(path), values, labels=label_values)


def _known_name(path: Path, names: list[str], given: str) -> str:
    if given not in names:
        raise ValueError(f"{path} has no array {given!r}; it has {', '.join(names)}.")
    return given


def _rows(what: str, array: np.ndarray) -> Floats:
    """An array as rows x columns; pictures become one row each."""
    result = _numbers(what, array)
    if result.ndim > 2 and 0 not in result.shape:
        result = result.reshape(len(result), -1)
    if result.ndim != 2 or 0 in result.shape:
        raise ValueError(
            f"{what} has the shape {array.shape}; give rows x columns, at least one each."
        )
    return result


def _labels(what: str, array: np.ndarray) -> Floats:
    result = _numbers(what, array)
    if result.ndim == 2 and result.shape[1] == 1:
        result = result[:, 0]
    if result.ndim != 1:
        raise ValueError(f"{what} has the shape {array.shape}; give one label for each row.")
    if not np.isfinite(result).all():
        raise ValueError(f"{what} has an entry that is not finite; give finite numbers.")
    return result


def _numbers(what: str, array: np.ndarray) -> Floats:
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{what} has entries of the type {array.dtype}; give real numbers.")
    if array.size > MOST_NUMBERS:
        raise ValueError(f"{what} has more than {MOST_NUMBERS} numbers; give fewer.")
    result = np.asarray(array, dtype=np.float64)
    if array.dtype.kind in "iu" and (np.abs(result) > 2.0**53).any():
        raise ValueError(f"{what} has an integer beyond 2^53; give smaller ones, or floats.")
    return result


def _checked(table: DataTable) -> DataTable:
    """The table itself; raises ValueError for an entry that is not finite, with its place."""
    bad = np.argwhere(~np.isfinite(table.values))
    if len(bad):
        row, column = map(int, bad[0])
        raise ValueError(
            f"{table.name} has {table.values[row, column]} in row {row}, column "
            f"{table.called(column)}, counted from 0; give finite numbers."
        )
    if table.labels is not None and len(table.labels) != table.rows:
        raise ValueError(
            f"{table.name} has {table.rows} rows and {len(table.labels)} labels; give one label "
            "for each row."
        )
    return table


def _short(word: str) -> str:
    return repr(word if len(word) <= 30 else word[:30] + "...")
