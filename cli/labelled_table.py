"""A table of data with a label for each row, for `banditproof attack gradient`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from .data_tables import DataTable, read_table


def labelled_table(
    data: str, array: str | None = None, columns: str | None = None, labels: str | None = None
) -> DataTable:
    """The features and labels of a file.

    The labels are an array of their own, or the column with a name or a number; without one of
    both, the last column.
    """
    own = labels if Path(data).suffix.lower() == ".npz" else None
    try:
        table = read_table(data, array, own)
    except ValueError:
        if own is None or not own.strip().isdecimal():
            raise
        table = read_table(data, array)  # the number of a column
        table = replace(table, labels=None)
    if table.labels is not None and labels is not None and own is None:
        raise ValueError(f"The labels of {data} stand in their own array; leave out --labels.")
    if table.labels is None:
        return _with_column(table, columns, labels)
    return table if columns is None else table.with_columns(table.places_of(columns))


def _with_column(table: DataTable, columns: str | None, labels: str | None) -> DataTable:
    """The table whose labels are one of its columns, which is then no feature."""
    if table.columns < 2:
        raise ValueError(
            f"{table.name} has one column and no labels; give features and a column of labels."
        )
    place = table.columns - 1 if labels is None else table.place_of(labels)
    chosen = [column for column in range(table.columns) if column != place]
    if columns is not None:
        chosen = table.places_of(columns)
    if place in chosen:
        raise ValueError(
            f"Column {table.called(place)} has the labels; leave it out of --columns, or name "
            "another one by --labels."
        )
    return replace(table.with_columns(chosen), labels=table.values[:, place])
