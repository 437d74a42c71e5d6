"""The exact law of what a mean leaks, where the laws of the columns are known and work is small."""

from __future__ import annotations
from fractions import Fraction
from banditproof.theory.membership import Column, ColumnData, Kind
from banditproof.theory.membership.finite_laws import (
    BernoulliColumn,
    DensityLaw,
    EnumeratedLaw,
    ExactColumn,
    NoisyBernoulliColumn,
    NormalLaw,
    ProductLaw,
    SubSampledLaw,
    TestingProblem,
    mean_column,
)

QUICK_ATOMS = 30_000
MOST_ATOMS = 3_000_000
"""The most outcomes of all groups of columns, without and with patience."""
FEW_OUTCOMES = 20_000
"""Products of so few outcomes are enumerated, in rational numbers."""
MOST_CELLS = 3_000
"""The most rows times groups of columns with noise, which are for the patient."""
CELLS = 300
TOLERANCE = "1e-9"


def exact_problem(
    data: ColumnData, gamma: Fraction, rows: int, *, patient: bool
) -> TestingProblem | str:
    """The exact laws of the mean of the data, a part of so many rows; or why they are not computed.

    >>> from banditproof.theory.membership import Column, ColumnData
    >>> data = ColumnData.of(4, [Column.bernoulli("1/2", target=1)])
    >>> exact_problem(data, Fraction(0), 4, patient=False).total_variation().exact
    Fraction(3, 16)
    >>> exact_problem(data, Fraction(0), 8, patient=False).total_variation().exact
    Fraction(3, 32)
    """
    result = _problem(data, gamma, patient)
    if isinstance(result, str) or rows == data.rows:
        return result
    return SubSampledLaw(result, data.rows, rows)


def _problem(data: ColumnData, gamma: Fraction, patient: bool) -> TestingProblem | str:
    rows = data.rows
    kinds = {column.kind for column in data.columns}
    if gamma:
        return _with_noise(data, gamma, rows, kinds == {Kind.BERNOULLI}, patient)
    if kinds == {Kind.NORMAL}:
        return NormalLaw(rows, data.width, data.score)
    if all(column.law for column in data.columns):
        return _finite(data, rows, patient)
    unknown = sum(column.count for column in data.columns if not column.law)
    if unknown == data.width:
        return "of the columns only the moments are known, and not the laws"
    return f"the laws of {unknown} of the {data.width} columns are not known"


def _finite(data: ColumnData, rows: int, patient: bool) -> TestingProblem | str:
    """The law for columns with finitely many values: enumerated, or by inversion."""
    sizes = [(_outcomes(column, rows), column.count) for column in data.columns]
    work = sum(size for size, _ in sizes)
    if work > (MOST_ATOMS if patient else QUICK_ATOMS):
        more = "" if patient else "; --exact computes them all the same"
        return f"the exact law of {len(sizes)} different columns takes long{more}"
    groups: list[tuple[ExactColumn, int]] = []
    try:
        for column in data.columns:
            if column.kind is Kind.BERNOULLI:
                own: ExactColumn = BernoulliColumn(rows, column.mean, column.target)
            else:
                values, masses = zip(*column.law, strict=True)
                own = mean_column(values, masses, rows, column.target)
            groups.append((own, column.count))
        outcomes = 1
        for size, count in sizes:
            outcomes *= min(size, FEW_OUTCOMES + 1) ** min(count, 20)
        if outcomes <= FEW_OUTCOMES:
            return EnumeratedLaw.of_columns(groups)
        return ProductLaw(groups, TOLERANCE)
    except ValueError as refused:
        return str(refused).rstrip(".")


def _outcomes(column: Column, rows: int) -> int:
    """About how many values the sum of the rows of a column has."""
    return int((column.law[-1][0] - column.law[0][0]) / column.span) * rows + 1


def _with_noise(
    data: ColumnData, gamma: Fraction, rows: int, bernoulli: bool, patient: bool
) -> TestingProblem | str:
    if not bernoulli:
        return "with noise it is known for columns of 0 and 1 only"
    count = len(data.columns)
    if rows * count > MOST_CELLS:
        return f"{rows} rows with noise of {count} different columns are too many for it"
    if not patient:
        return "the exact law with noise takes long; --exact computes it all the same"
    try:
        return DensityLaw(
            [
                (NoisyBernoulliColumn(rows, column.mean, column.target, gamma, CELLS), column.count)
                for column in data.columns
            ]
        )
    except ValueError as refused:
        return str(refused).rstrip(".")
