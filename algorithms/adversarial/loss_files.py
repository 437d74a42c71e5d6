"""Losses from a file: one line for each round, one number in [0, 1] for each arm."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from pathlib import Path
import numpy as np
from banditproof.theory.bounded_reading import file_text
from .loss_sequences import ExactRow, Floats, LossSequence

LARGEST = 1 << 28
"""The most bytes of a file of losses."""


@dataclass(frozen=True)
class RecordedLosses(LossSequence):
    """The rows of an array, one for each round; for tables that are too long for exact numbers.

    >>> RecordedLosses(np.array([[0.0, 0.5], [1.0, 0.25]])).row(2)
    (1.0, 0.25)
    """

    array: Floats

    def __post_init__(self) -> None:
        array = np.array(self.array, np.float64)
        if array.ndim != 2 or 0 in array.shape:
            raise ValueError(
                f"The losses have the shape {array.shape}; give rounds x arms, at least one each."
            )
        outside = np.argwhere(~((array >= 0.0) & (array <= 1.0)))
        if len(outside):
            t, arm = map(int, outside[0])
            raise ValueError(
                f"The loss of arm {arm} in round {t + 1} is {array[t, arm]}; give a number in "
                "[0, 1]."
            )
        array.setflags(write=False)
        object.__setattr__(self, "array", array)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RecordedLosses) and np.array_equal(self.array, other.array)

    def __hash__(self) -> int:
        return hash((self.array.shape, self.array.tobytes()))

    @property
    def arms(self) -> int:
        """The number of arms."""
        return int(self.array.shape[1])

    @property
    def horizon(self) -> int:
        """The number of rounds."""
        return int(self.array.shape[0])

    def exact_row(self, t: int) -> ExactRow:
        """The exact binary values of the losses of round t."""
        self.check_rounds(t - 1, t)
        return tuple(map(Fraction, self.array[t - 1].tolist()))

    def block(self, start: int, stop: int) -> Floats:
        """The rows of rounds start + 1 to stop, as an array."""
        self.check_rounds(start, stop)
        return self.array[start:stop]


def read_losses(path: Path | str) -> RecordedLosses:
    """The losses of a CSV file; a first line of names is skipped, and so are empty lines.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "losses.csv"
    ...     _ = file.write_text("first,second\\n0,1\\n0.5,0.25\\n")
    ...     read_losses(file).row(2)
    (0.5, 0.25)
    """
    file = Path(path)
    try:
        rows = _rows(file, csv.reader(StringIO(file_text(file, LARGEST))))
    except csv.Error as problem:
        raise ValueError(
            f"The losses cannot be read from {file} ({problem}); give a CSV file with "
            "one line for each round and one number for each arm."
        ) from None
    if not rows:
        raise ValueError(f"{file} has no line of losses; give one line for each round.")
    return RecordedLosses(np.array(rows))


def _rows(file: Path, lines: Iterable[list[str]]) -> list[list[float]]:
    rows: list[list[float]] = []
    for number, cells in enumerate(lines, 1):
        words = [cell.strip() for cell in cells]
        if not any(words):
            continue
        losses = [_number(word) for word in words]
        if number == 1 and all(loss is None for loss in losses):
            continue
        rows.append(_checked(file, number, words, losses, len(rows[0]) if rows else len(words)))
    return rows


def _number(word: str) -> float | None:
    try:
        return float(word)
    except ValueError:
        return None


def _checked(
    file: Path, number: int, words: list[str], losses: list[float | None], arms: int
) -> list[float]:
    """The losses of a line, if they are numbers of [0, 1] and as many as in the lines before."""
    if len(losses) != arms:
        raise ValueError(
            f"Line {number} of {file} has {len(losses)} numbers and the lines before have {arms}; "
            "give one number for each arm."
        )
    results: list[float] = []
    for word, loss in zip(words, losses, strict=True):
        if loss is None or not 0.0 <= loss <= 1.0:
            raise ValueError(
                f"Line {number} of {file} has the loss {word!r}; give numbers in [0, 1]."
            )
        results.append(loss)
    return results
