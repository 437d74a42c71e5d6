"""The results of a sweep as one tidy table: a row for each run and checkpoint."""

from __future__ import annotations
import csv
import io
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO
import numpy as np
from banditproof.algorithms.engines.engine import Floats, Integers
from banditproof.theory.atomic_files import write_atomically
from banditproof.theory.optional_libraries import library
from .bands import Band, bands_of
from .cell_store import CellStore
from .points import Point, SweepCell, free_policies, shuffled_policies
from .sweep_figure import sweep_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMNS = (
    *("policy", "instance", "eps", "rho", "alpha", "horizon"),
    *("seed", "run", "round", "regret", "answer", "correct"),
)
"""The columns of the table.

`round` is a checkpoint, or the round in which a policy that stops did so; `answer` is the arm that
it named, counted from 1, and is empty where it was cut off.
"""


class PointTable(NamedTuple):
    """The rows of one point: what they share, and the columns in which they differ."""

    point: Point
    seed: Integers
    run: Integers
    round: Integers
    regret: Floats
    answer: Integers | None
    """The arm, counted from 1; 0 where a run was cut off. None for a policy that never stops."""
    best: int = 0
    """The best arm, counted from 1."""


@dataclass(frozen=True, repr=False)
class SweepResults:
    """The finished cells of a sweep; a context manager, which closes its files."""

    points: tuple[Point, ...]
    seeds: tuple[int, ...]
    store: CellStore

    def __enter__(self) -> SweepResults:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the files; the cells stay."""
        self.store.close()

    def numbers(self, point: Point) -> Floats:
        """The numbers of all seeds and runs of a point, [seeds x runs x columns]."""
        return np.stack([self._numbers_of(cell) for cell in point.cells(self.seeds)])

    def _numbers_of(self, cell: SweepCell) -> Floats:
        """The numbers of a cell; what is kept of it may have changed since it was found."""
        content = self.store.content(cell.key)
        try:
            if content is not None:
                return cell.read(content)
        except ValueError as problem:
            said = str(problem).rstrip(".")
            warnings.warn(f"{said}; the cell is run again.", stacklevel=2)
            self.store.forget(cell.key)
        content = cell.content()
        self.store.keep([(cell.key, content)])
        return cell.read(content)

    def tables(self) -> Iterator[PointTable]:
        """The rows, point by point in the order of the sweep."""
        for point in self.points:
            numbers = self.numbers(point)
            columns = 1 if point.stops else numbers.shape[2]
            seeds, runs = len(self.seeds), point.runs
            seed = np.repeat(np.array(self.seeds, np.int64), runs * columns)
            run = np.tile(np.repeat(np.arange(1, runs + 1), columns), seeds)
            if not point.stops:
                rounds = np.tile(np.array(point.checkpoints, np.int64), seeds * runs)
                yield PointTable(point, seed, run, rounds, numbers.ravel(), None)
                continue
            flat = numbers.reshape(-1, numbers.shape[2])
            _, bandit = point.made()
            means = bandit.exact_means  # type: ignore[union-attr]
            rounds, answers = flat[:, 0].astype(np.int64), flat[:, 2].astype(np.int64) + 1
            best = means.index(max(means)) + 1
            yield PointTable(point, seed, run, rounds, flat[:, 1], answers, best)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The rows of the table, in the order of `COLUMNS`; None where a value does not apply."""
        for table in self.tables():
            shared = table.point.shared_values
            parts = (table.seed, table.run, table.round, table.regret)
            columns = [part.tolist() for part in parts]
            if table.answer is None:
                for row in zip(*columns, strict=True):
                    yield (*shared, *row, None, None)
                continue
            for row, answer in zip(zip(*columns, strict=True), table.answer.tolist(), strict=True):
                yield (*shared, *row, *((answer, answer == table.best) if answer else (None, None)))

    def write_csv(self, path: Path) -> Path:
        """Write the table as comma-separated values, complete or not at all."""

        def write(part: Path) -> None:
            with part.open("w", encoding="utf-8", newline="") as file:
                self._write_csv(file)

        return write_atomically(path, write)

    def _write_csv(self, file: TextIO) -> None:
        file.write(_csv_line(COLUMNS))
        for table in self.tables():
            shared = _csv_line(table.point.shared_values).rstrip("\n")
            seed, run, rounds = (part.tolist() for part in (table.seed, table.run, table.round))
            regret = table.regret.tolist()
            ends = _ends(table)
            lines = zip(seed, run, rounds, regret, ends, strict=True)
            file.writelines(f"{shared},{s},{r},{t},{x!r},{end}\n" for s, r, t, x, end in lines)

    def write_parquet(self, path: Path) -> Path:
        """Write the table as Parquet, point by point; needs pyarrow."""
        parquet = library("pyarrow.parquet", "A Parquet file", "tables")
        arrow = library("pyarrow", "A Parquet file", "tables")
        kinds = [arrow.string()] * 2 + [arrow.float64()] * 3 + [arrow.int64()] * 4
        kinds += [arrow.float64(), arrow.int64(), arrow.bool_()]
        schema = arrow.schema(list(zip(COLUMNS, kinds, strict=True)))

        def write(part: Path) -> None:
            with parquet.ParquetWriter(part, schema) as writer:
                for table in self.tables():
                    writer.write_table(arrow.table(_columns(table), schema=schema))

        return write_atomically(path, write)

    def to_frame(self) -> Any:
        """The table as a pandas DataFrame, with `pandas.NA` where a value does not apply."""
        pandas = library("pandas", "A data frame of a sweep", "tables")
        parts: dict[str, list[Any]] = {name: [] for name in COLUMNS}
        for table in self.tables():
            for name, values in _columns(table).items():
                parts[name].append(values)
        joined = {name: [v for part in lists for v in part] for name, lists in parts.items()}
        frame = pandas.DataFrame(joined, columns=list(COLUMNS))
        kinds = dict.fromkeys(("eps", "rho", "alpha"), "Float64")
        return frame.astype(kinds | {"answer": "Int64", "correct": "boolean"})

    def bands(self) -> list[Band]:
        """The quantiles over all seeds and runs, for each point and checkpoint."""
        return [band for point in self.points for band in bands_of(point, self.numbers(point))]

    def plot(self) -> Figure:
        """The medians with bands from 5 % to 95 %, a panel for each instance and budget.

        A Matplotlib figure; Bernoulli instances show the lower bound of the regret as well.
        """
        bandits = {point.instance: point.made()[1] for point in self.points}
        shuffled, free = shuffled_policies(self.points), free_policies(self.points)
        return sweep_figure(self.bands(), bandits, shuffled, free)

    def __repr__(self) -> str:
        points, seeds = len(self.points), len(self.seeds)
        return (
            f"SweepResults of {points} points and {seeds} seeds, {points * seeds} cells\n"
            "more: .to_frame(), .bands(), .plot(), .write_csv(path), .write_parquet(path)"
        )


def _columns(table: PointTable) -> dict[str, Any]:
    """The columns of the rows of a point."""
    count = len(table.seed)
    shared = zip(COLUMNS[:6], table.point.shared_values, strict=True)
    results: dict[str, Any] = {name: [value] * count for name, value in shared}
    results |= {"seed": table.seed, "run": table.run, "round": table.round, "regret": table.regret}
    if table.answer is None:
        return results | {"answer": [None] * count, "correct": [None] * count}
    answers = table.answer.tolist()
    return results | {
        "answer": [answer or None for answer in answers],
        "correct": [answer == table.best if answer else None for answer in answers],
    }


def _ends(table: PointTable) -> list[str]:
    """The last two values of each line."""
    if table.answer is None:
        return [","] * len(table.seed)
    return [
        f"{answer},{str(answer == table.best).lower()}" if answer else ","
        for answer in table.answer.tolist()
    ]


def _csv_line(values: Sequence[Any]) -> str:
    """A line of comma-separated values; numbers as Python writes them."""
    text = io.StringIO()
    words = [repr(value) if isinstance(value, float) else value for value in values]
    csv.writer(text, lineterminator="\n").writerow(words)  # which leaves None empty
    return text.getvalue()
