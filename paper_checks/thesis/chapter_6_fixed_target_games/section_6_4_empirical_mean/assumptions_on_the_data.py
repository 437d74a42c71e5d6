"""The assumptions of Section 6.4 on the law of the data, and the distance of a target."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.verdicts.vocabulary import need, points

Column = dict[Fraction, Fraction]
"""The masses of the values of one entry of a row."""
Rows = dict[tuple[Fraction, ...], Fraction]
"""The masses of rows."""
Distance = Callable[[Sequence[Fraction], Sequence[Fraction], Sequence[Fraction]], Fraction]
"""The squared distance of a target, from the target, the means and the variances."""
HALF = Fraction(1, 2)
COLUMNS: tuple[Column, ...] = (
    {Fraction(0): Fraction(2, 3), Fraction(1): Fraction(1, 3)},
    {Fraction(-1): HALF, Fraction(2): HALF},
    {Fraction(0): Fraction(1, 4), HALF: HALF, Fraction(3): Fraction(1, 4)},
)
CONSTANT: Column = {Fraction(1): Fraction(1)}
TARGET = (Fraction(1), Fraction(0), Fraction(-2))


def independent(columns: Sequence[Column]) -> Rows:
    """The product law."""
    return {
        row: prod((column[x] for column, x in zip(columns, row, strict=True)), start=Fraction(1))
        for row in product(*columns)
    }


def first_entry_again(columns: Sequence[Column]) -> Rows:
    """Wrong: the second entry repeats the first one."""
    rows: Rows = {}
    for row, mass in independent(columns).items():
        same = (row[0], row[0], *row[2:])
        rows[same] = rows.get(same, Fraction(0)) + mass
    return rows


def mahalanobis(
    target: Sequence[Fraction], means: Sequence[Fraction], variances: Sequence[Fraction]
) -> Fraction:
    """The sum of (z_j - mu_j)^2 / sigma_j^2."""
    parts = zip(target, means, variances, strict=True)
    return sum(((z - m) ** 2 / v for z, m, v in parts), Fraction(0))


def without_the_squares(
    target: Sequence[Fraction], means: Sequence[Fraction], variances: Sequence[Fraction]
) -> Fraction:
    """Wrong: distances over variances."""
    parts = zip(target, means, variances, strict=True)
    return sum((abs(z - m) / v for z, m, v in parts), Fraction(0))


@checks("thesis.ftm.asm.regime")
@mutant("dependent columns", law=first_entry_again)
@mutant("a column that is constant", columns=(*COLUMNS[:2], CONSTANT))
@mutant("distances over variances", distance=without_the_squares)
@mutant("more columns, and as many rows", rows=lambda d, share: 8)
def regime(
    columns: Sequence[Column] = COLUMNS,
    law: Callable[[Sequence[Column]], Rows] = independent,
    distance: Distance = mahalanobis,
    rows: Callable[[int, Fraction], Fraction | int] = lambda d, share: d / share,
) -> Verdict:
    """The covariance of a product law, entry by entry, and the distance by the inverse of it."""
    data = law(columns)
    need(sum(data.values()) == 1, "The masses do not add up to 1.")

    places = range(len(columns))
    means = [Fraction(sum(mass * row[i] for row, mass in data.items())) for i in places]
    covariance = {
        (i, j): sum(m * (row[i] - means[i]) * (row[j] - means[j]) for row, m in data.items())
        for i, j in product(places, places)
    }
    for (i, j), entry in covariance.items():
        require(i == j or entry == 0, "The covariance is not diagonal.", columns=(i, j))
    variances = [Fraction(covariance[i, i]) for i in places]
    require(min(variances) > 0, "C_sigma has no inverse.", variances=tuple(variances))
    shift = [z - m for z, m in zip(TARGET, means, strict=True)]
    solved = [x / v for x, v in zip(shift, variances, strict=True)]  # C_sigma^-1 (z - mu)
    form = sum((x * y for x, y in zip(shift, solved, strict=True)), Fraction(0))
    found = distance(TARGET, means, variances)
    require(found == form, "The distance is not that of C_sigma.", form=form, found=found)
    for d in (5, 10, 50):
        share = Fraction(5, 2)
        require(d == share * rows(d, share), "d/n is another number.", d=d)
    return points()
