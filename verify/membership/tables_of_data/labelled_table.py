"""A table of data with a label for each row, and the model that fits its labels."""

from __future__ import annotations
import math
from dataclasses import replace
from pathlib import Path
import numpy as np
from banditproof.algorithms.membership.descents.linear_layers import (
    LinearLayer,
    LinearRegression,
    LogisticRegression,
    SoftmaxRegression,
)
from .data_tables import DataTable, read_table

MOST_CLASSES = 100
MOST_PARAMETERS = 5000
"""The covariance of the gradients of so many parameters is computed."""


def labelled_table(
    data: str, array: str | None = None, columns: str | None = None, labels: str | None = None
) -> DataTable:
    """The features and labels of a file.

    The labels are an array beside the rows, or the column with a name or a number; without one of
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


def model_of(name: str, table: DataTable) -> LinearLayer:
    """The model of a name for the labels of a table; "auto" looks at these.

    >>> table = DataTable("rows.csv", np.zeros((3, 2)), (), np.array([0.0, 2.0, 1.0]))
    >>> model_of("auto", table).parameters
    9
    """
    labels = table.labels
    if labels is None:
        raise ValueError(f"{table.name} has no labels; name them by --labels.")
    known = set(np.unique(labels).tolist())
    classes = int(max(known)) + 1 if abs(max(known)) < 1e15 else 0
    whole = all(value == math.floor(value) for value in known) and min(known) >= 0
    if name == "auto":
        few = whole and 2 < classes <= MOST_CLASSES
        name = "logistic" if known <= {0.0, 1.0} else "softmax" if few else "linear"
    if name != "linear" and whole and len(known) < 2:
        raise ValueError(
            f"All labels of {table.name} are {next(iter(known)):g}; a {name} model needs at least "
            "two classes; give other rows, or take --model linear."
        )
    if name != "linear" and not whole:
        odd = next(v for v in sorted(known) if v != math.floor(v) or v < 0)
        raise ValueError(
            f"{table.name} has a label {odd:g}; the classes of a {name} model "
            "are the integers 0, 1, ...; take --model linear for other labels."
        )
    if name == "softmax" and classes > MOST_CLASSES:
        raise ValueError(
            f"{table.name} has a label {max(known):g}; give classes from 0 to {MOST_CLASSES - 1}."
        )
    if name == "logistic" and known != {0.0, 1.0}:
        raise ValueError(
            f"{table.name} has a label {max(known):g}; a logistic model needs 0 and 1: take "
            "--model softmax."
        )
    model: LinearLayer
    if name == "softmax":
        model = SoftmaxRegression(columns=table.columns, classes=classes)
    else:
        kinds = {"linear": LinearRegression, "logistic": LogisticRegression}
        model = kinds[name](columns=table.columns)
    if model.parameters > MOST_PARAMETERS:
        raise ValueError(
            f"The model has {model.parameters} parameters; choose fewer columns by --columns, for "
            f"at most {MOST_PARAMETERS}."
        )
    return model
