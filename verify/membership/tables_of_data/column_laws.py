"""The law of each column of a table, and what it says of a target: for `banditproof leakage`."""

from __future__ import annotations
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
import numpy as np
from banditproof.theory.membership import Column, ColumnData, Kind
from .data_tables import DataTable
from .exact_entries import exact_moments
from .target_rows import TargetWord

MOST_VALUES = 20
"""A column with more different values is described by its moments, unless an option says more."""
MOST_DEVIATIONS = 10**100
"""Further from the mean the presence of a target is certain to every digit that is printed."""
CERTAIN = "under the law of these rows its presence would be certain"


class ColumnLaw(StrEnum):
    """How the law of a column is taken from the rows."""

    AUTO = "auto"
    BERNOULLI = "bernoulli"
    VALUES = "values"
    NORMAL = "normal"
    MOMENTS = "moments"


def column_data(
    table: DataTable, target: TargetWord, rows: int, law: ColumnLaw = ColumnLaw.AUTO
) -> ColumnData:
    """The columns of a table as `theory.membership` takes them, equal ones together.

    >>> table = DataTable("rows.csv", np.array([[0.0, 0.5], [1.0, 0.25], [1.0, 4.0]]))
    >>> data = column_data(table, TargetWord(np.array([1.0, 2.0])), 10)
    >>> [column.kind.value for column in data.columns]
    ['bernoulli', 'unknown']
    """
    results: dict[Column, int] = {}
    for place, entry in enumerate(target.entries):
        column = _column(table, place, entry, law)
        results[column] = results.get(column, 0) + 1
    return ColumnData.of(rows, [replace(column, count=count) for column, count in results.items()])


def constant_columns(table: DataTable) -> list[int]:
    """The columns in which all rows are equal."""
    values = table.entries
    return np.flatnonzero((values == values[0]).all(axis=0)).tolist()


def silent_columns(table: DataTable, target: TargetWord) -> list[int]:
    """The columns in which all rows, and the target, are equal.

    >>> table = DataTable("rows.csv", np.array([[0.1, 2.0], [0.1, 2.0]]))
    >>> silent_columns(table, TargetWord(np.array([0.1, 1.0])))
    [0]
    """
    first, entries = table.row(0), target.entries
    return [place for place in constant_columns(table) if first[place] == entries[place]]


def refuse_constant_columns(table: DataTable, target: TargetWord) -> None:
    """Raise ValueError if all rows are equal in a column."""
    constant = constant_columns(table)
    if not constant:
        return
    outside = sorted(set(constant) - set(silent_columns(table, target)))
    if outside:
        raise ValueError(
            f"Column {table.called(outside[0])} of {table.name} is {table.values[0, outside[0]]:g} "
            f"in all other rows and {target.row[outside[0]]:g} in the target, so the target is "
            f"outside of the support: {CERTAIN}; leave the column out by --columns."
        )
    first = f"Column {table.called(constant[0])} of {table.name} is constant"
    others = f", as are {len(constant) - 1} others" if len(constant) > 2 else ", as is one other"
    raise ValueError(
        f"{first}{others * (len(constant) > 1)}; it says nothing about the target. Leave constant "
        "columns out by --columns or --drop-constant."
    )


def _column(table: DataTable, place: int, target: Fraction, law: ColumnLaw) -> Column:
    """The law of one column, from its values."""
    numbers = table.column(place)
    counted = dict(sorted(Counter(numbers).items()))
    where = f"Column {table.called(place)} of {table.name}"
    is_binary = set(counted) <= {0, 1}
    if law is ColumnLaw.BERNOULLI and not is_binary:
        other = next(value for value in counted if value not in (0, 1))
        raise ValueError(
            f"{where} has the value {_short(other)}; --law bernoulli needs 0 and 1 alone."
        )
    few = len(counted) <= MOST_VALUES and 2 * len(counted) <= len(numbers)
    finite = is_binary or law is ColumnLaw.VALUES or (law is ColumnLaw.AUTO and few)
    if finite and law not in (ColumnLaw.NORMAL, ColumnLaw.MOMENTS):
        if target not in counted:
            raise ValueError(
                f"{where} has {_listed(list(counted))} in the other rows and {_short(target)} in "
                f"the target, which is outside of the support: {CERTAIN}; give another target, "
                "or --law moments if the law has more values than these rows."
            )
        masses = [Fraction(count, len(numbers)) for count in counted.values()]
        if is_binary:
            return Column.bernoulli(masses[-1], target)
        return Column.finite(list(counted), masses, target)
    mean, second, third, fourth = exact_moments(numbers)
    if (target - mean) ** 2 > MOST_DEVIATIONS**2 * second:
        raise ValueError(
            f"{where} has its mean more than 1e100 standard deviations away from the target: "
            f"{CERTAIN}; give another target, or leave the column out by --columns."
        )
    if law is ColumnLaw.NORMAL:
        return Column.normal(mean, second, target)
    return Column(mean, second, target, 1, Kind.UNKNOWN, third, fourth - 3 * second**2)


def _short(number: Fraction) -> str:
    return f"{float(number):g}"


def _listed(values: Sequence[Fraction]) -> str:
    shown = ", ".join(map(_short, values[:5]))
    return f"the values {shown}{', ...' if len(values) > 5 else ''}"
