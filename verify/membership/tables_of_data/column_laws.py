"""The law of each column of a table, and what it says of a target: for `banditproof leakage`.

A number of the table is read as the shortest decimal that names its float, so that 0.1 is a tenth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from .data_tables import DataTable, Floats

if TYPE_CHECKING:
    from banditproof.theory.membership import Column, ColumnData

MOST_VALUES = 20
"""A column with more different values is described by its moments, unless an option says more."""
EXACT_WORDS = "under the law of these rows its presence would be certain"


class ColumnLaw(StrEnum):
    """How the law of a column is taken from the rows."""

    AUTO = "auto"
    BERNOULLI = "bernoulli"
    VALUES = "values"
    NORMAL = "normal"
    MOMENTS = "moments"


def column_data(
    table: DataTable, target: Floats, rows: int, law: ColumnLaw = ColumnLaw.AUTO
) -> ColumnData:
    """The columns of a table as `theory.membership` takes them, equal ones together.

    >>> table = DataTable("rows.csv", np.array([[0.0, 0.5], [1.0, 0.25], [1.0, 4.0]]))
    >>> data = column_data(table, np.array([1.0, 2.0]), 10)
    >>> [column.kind.value for column in data.columns]
    ['bernoulli', 'unknown']
    """
    from banditproof.theory.membership import ColumnData

    results: dict[Column, int] = {}
    for place in range(table.columns):
        column = _column(table, place, float(target[place]), law)
        results[column] = results.get(column, 0) + 1
    return ColumnData.of(rows, [replace(column, count=many) for column, many in results.items()])


def constant_columns(table: DataTable) -> list[int]:
    """The columns in which all rows are equal."""
    values = table.values
    return np.flatnonzero((values == values[0]).all(axis=0)).tolist()


def refuse_constant_columns(table: DataTable, target: Floats) -> None:
    """Raise ValueError if all rows are equal in a column."""
    constant = constant_columns(table)
    if not constant:
        return
    outside = [place for place in constant if target[place] != table.values[0, place]]
    if outside:
        raise ValueError(
            f"Column {table.called(outside[0])} of {table.name} is {table.values[0, outside[0]]:g} "
            f"in all other rows and {target[outside[0]]:g} in the target, so the target is outside "
            f"of the support: {EXACT_WORDS}; leave the column out by --columns."
        )
    first = f"Column {table.called(constant[0])} of {table.name} is constant"
    others = f", as are {len(constant) - 1} others" if len(constant) > 2 else ", as is one other"
    raise ValueError(
        f"{first}{others * (len(constant) > 1)}; it says nothing about the target. Leave constant "
        "columns out by --columns or --drop-constant."
    )


def _column(table: DataTable, place: int, target: float, law: ColumnLaw) -> Column:
    """The law of one column, from its values."""
    from banditproof.theory.membership import Column

    x = table.values[:, place]
    values, counts = np.unique(x, return_counts=True)
    where = f"Column {table.called(place)} of {table.name}"
    is_binary = set(values.tolist()) <= {0.0, 1.0}
    if law is ColumnLaw.BERNOULLI and not is_binary:
        other = next(value for value in values.tolist() if value not in (0.0, 1.0))
        raise ValueError(f"{where} has the value {other:g}; --law bernoulli needs 0 and 1 alone.")
    few = len(values) <= MOST_VALUES and 2 * len(values) <= len(x)
    finite = is_binary or law is ColumnLaw.VALUES or (law is ColumnLaw.AUTO and few)
    if finite and law not in (ColumnLaw.NORMAL, ColumnLaw.MOMENTS):
        if target not in values:
            raise ValueError(
                f"{where} has {_listed(values.tolist())} in the other rows and {target:g} in the "
                f"target, which is outside of the support: {EXACT_WORDS}; give another target, or "
                "--law moments if the law has more values than these rows."
            )
        if is_binary:
            return Column.bernoulli(Fraction(int(counts[1]), len(x)), int(target))
        masses = [Fraction(int(count), len(x)) for count in counts]
        return Column.finite([repr(v) for v in values.tolist()], masses, repr(target))
    return _described(x, target, where, normal=law is ColumnLaw.NORMAL)


def _described(x: Floats, target: float, where: str, *, normal: bool) -> Column:
    """A column by the moments of its values, which are rounded to floats."""
    from banditproof.theory.membership import Column, Kind

    with np.errstate(over="ignore", invalid="ignore"):
        mean = float(x.mean())
        apart = x - mean
        second, third, fourth = (float((apart**k).mean()) for k in (2, 3, 4))
        excess = fourth - 3 * second**2
    if not np.isfinite([mean, second, third, excess]).all() or not second:
        raise ValueError(f"{where} has moments beyond the floats; give numbers nearer to 1.")
    if normal:
        return Column.normal(mean, second, target)
    first, variance, z = Fraction(mean), Fraction(second), Fraction(target)
    return Column(first, variance, z, 1, Kind.UNKNOWN, Fraction(third), Fraction(excess))


def _listed(values: Sequence[float]) -> str:
    shown = ", ".join(f"{value:g}" for value in values[:5])
    return f"the values {shown}{', ...' if len(values) > 5 else ''}"
