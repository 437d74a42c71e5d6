"""Claims about the moments of the linear score: Remark D.1."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.theory.membership import Column, ColumnData
from ...verdicts.vocabulary import require, require_or_repair

Values = tuple[Fraction, ...]
COLUMNS = (
    Column.finite([0, 1], ["2/3", "1/3"], target=1),
    Column.finite([-1, 0, 3], ["1/4", "1/2", "1/4"], target=3),
)
NAMES = "P(0) = 2/3, P(1) = 1/3; and P(-1) = P(3) = 1/4, P(0) = 1/2"
DATA = {n: ColumnData.of(n, COLUMNS) for n in (2, 3)}


def moments_of_the_mean(rows: int, column: int, present: bool) -> tuple[Fraction, Fraction]:
    """Mean and variance of one column's mean, by all tables of rows."""
    law, first, second = COLUMNS[column].law, Fraction(0), Fraction(0)
    for drawn in product(law, repeat=rows - present):
        mass = prod((p for _, p in drawn), start=Fraction(1))
        value = sum((x for x, _ in drawn), COLUMNS[column].target * present) / rows
        first, second = first + mass * value, second + mass * value**2
    return first, second - first**2


def moments_of_the_score(rows: int, target: Values, present: bool) -> tuple[Fraction, Fraction]:
    """Mean and variance of (z - mu)^T C^-1 (mean - mu) - |z - mu|^2/(2n); columns add."""
    mean = spread = Fraction(0)
    for place, (column, z) in enumerate(zip(COLUMNS, target, strict=True)):
        first, second = moments_of_the_mean(rows, place, present)
        weight = (z - column.mean) / column.variance
        mean += weight * (first - column.mean) - weight * (z - column.mean) / (2 * rows)
        spread += weight**2 * second
    return mean, spread


def product_of(first: Values, second: Values) -> Fraction:
    """(z - mu)^T C^-1 (z' - mu)."""
    terms = (
        (a - c.mean) * (b - c.mean) / c.variance
        for a, b, c in zip(first, second, COLUMNS, strict=True)
    )
    return sum(terms, Fraction(0))


TARGET: Values = tuple(column.target for column in COLUMNS)
Spread = Callable[[int, Fraction, bool], Fraction]
"""The variance of one column's mean from n, the variance of a row, and whether the target is in."""


def of_a_row(rows: int, variance: Fraction, present: bool) -> Fraction:
    """C_sigma, as printed."""
    return variance


def of_the_mean(rows: int, variance: Fraction, present: bool) -> Fraction:
    """C/n without the target, (n-1) C/n^2 with it."""
    return variance * (rows - present) / rows**2


@checks("thesis.remD.1.means")
@mutant("both under H0", sign=-1)
@mutant("sharper: half of it", sign=Fraction(1, 2))
def means(sign: Fraction | int = 1, proof: Proof = WRITTEN) -> Verdict:
    """The proof, and two columns by all tables of rows."""
    for rows, present in product(DATA, (False, True)):
        result, _ = moments_of_the_score(rows, TARGET, present)
        wanted = product_of(TARGET, TARGET) / (2 * rows) * (sign if present else -1)
        require(result == wanted, "The mean differs.", n=rows, H=int(present), mean=result)
    return proof.verdict()


def require_variances(spread: Spread) -> None:
    """Two columns by all tables of rows."""
    for rows, place, present in product(DATA, range(len(COLUMNS)), (False, True)):
        _, result = moments_of_the_mean(rows, place, present)
        wanted = spread(rows, COLUMNS[place].variance, present)
        row = COLUMNS[place].variance
        case: dict[str, Any] = {"n": rows, "H": int(present), "sigma^2": row, "variance": result}
        require_or_repair(result == wanted, "The variance differs.", **case)


@checks("thesis.remD.1.covariance", subjects={"spread": (of_a_row, of_the_mean)})
@mutant("the variance of the mean", "print", spread=of_the_mean)
@mutant("C/n with the target too", spread=lambda n, v, b: v / n)
def covariance(spread: Spread, proof: Proof = WRITTEN) -> Verdict:
    """The proof, and two columns by all tables of rows."""
    require_variances(spread)
    return proof.verdict()


def all_rows(rows: int) -> Fraction:
    """The same variance with the target, as printed."""
    return Fraction(1)


def all_but_one(rows: int) -> Fraction:
    """The target's row does not vary."""
    return Fraction(rows - 1, rows)


@checks("thesis.remD.1.variances", subjects={"kept": (all_rows, all_but_one)})
@mutant("n-2 rows", kept=lambda n: Fraction(n - 2, n))
def variances(kept: Callable[[int], Fraction] = all_but_one, proof: Proof = WRITTEN) -> Verdict:
    """The proof, and two columns by all tables of rows."""
    for rows, present in product(DATA, (False, True)):
        _, result = moments_of_the_score(rows, TARGET, present)
        wanted = DATA[rows].score * (kept(rows) if present else 1)
        case: dict[str, Any] = {"n": rows, "H": int(present), "columns": NAMES, "target": TARGET}
        case |= {"variance": result, "printed": wanted}
        require_or_repair(result == wanted, "The variance differs.", **case)
    return proof.verdict()
