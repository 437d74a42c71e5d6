"""The claims about the exact mean of Bernoulli rows and its likelihood ratio: (2.26)."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from math import log, prod
from typing import Any
import numpy as np
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.row_laws.finite_rows import Point
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import Data, Law
from banditproof.paper_checks.models.membership_game import best_advantage, joint_laws
from banditproof.paper_checks.verdicts.vocabulary import need, points, require
from banditproof.theory.membership.finite_laws import BernoulliColumn, EnumeratedLaw
from banditproof.verify.evidence import Grade

exactly = partial(require, grade=Grade.PROVED)
Means = tuple[Fraction, ...]
MEANS: tuple[Means, ...] = (
    (Fraction(1, 2),),
    (Fraction(1, 3),),
    (Fraction(4, 5),),
    (Fraction(1, 2), Fraction(1, 5)),
)
"""The means of the columns of the games that are gone through."""
MeanOf = Callable[[Sequence[Point]], Point]


def row_law(means: Means) -> tuple[list[Data], Law]:
    """The rows of independent Bernoulli columns, and their probabilities."""
    rows = list(product((0, 1), repeat=len(means)))
    law = tuple(
        prod((m if bit else 1 - m for m, bit in zip(means, row, strict=True)), start=Fraction(1))
        for row in rows
    )
    return rows, law


def empirical_mean(rows: Sequence[Point]) -> Point:
    """(1/n) sum_i Z_i."""
    return tuple(sum(column, Fraction(0)) / len(rows) for column in zip(*rows, strict=True))


def _of_different_rows(rows: Sequence[Point]) -> Point:
    return empirical_mean(list(dict.fromkeys(rows)))


@checks("thesis.mia.def.empirical-mean")
@mutant("the sum", mean=lambda rows: tuple(len(rows) * x for x in empirical_mean(rows)))
@mutant("equal rows count once", mean=_of_different_rows)
@mutant("the first row", mean=lambda rows: tuple(rows[0]))
def mean_of_rows(mean: MeanOf = empirical_mean) -> Verdict:
    """Against the library's mechanism, and by what determines a mean."""
    source = random.Random(234)
    for size, width in ((1, 1), (3, 2), (4, 1)):
        rows = [tuple(Fraction(source.randrange(9), 4) for _ in range(width)) for _ in range(size)]
        result = mean(rows)
        exactly(dict(ExactMean().exact_law(rows)) == {result: 1}, "Another release.", rows=rows)
        floats = np.array([[float(x) for x in row] for row in rows])
        library = ExactMean().release(floats, np.random.default_rng(1))
        near = np.allclose(library, [float(x) for x in result], rtol=1e-14)
        exactly(near, "The library releases something else.", rows=rows)
        alike = all(mean(order) == result for order in permutations(rows))
        exactly(alike, "The order of the rows matters.", rows=rows)
        moved = [tuple(x + 1 for x in rows[0]), *rows[1:]]
        shift = tuple(x + Fraction(1, size) for x in result)
        exactly(mean(moved) == shift, "A row moves it by another share.", rows=rows)
    for means in MEANS:
        points_of_law = dict(BernoulliColumns(means).support_rows().exact_points())
        own = {tuple(map(Fraction, row)): p for row, p in zip(*row_law(means), strict=True)}
        exactly(points_of_law == own, "The columns are not independent.", means=means)
    return points()


Ratio = Callable[[Fraction, Fraction, int], Fraction]
"""e to the term of a column, from the released mean, the true mean and the target."""


def of_column(x: Fraction, mu: Fraction, z: int) -> Fraction:
    """x/mu if the target is 1, (1 - x)/(1 - mu) if it is 0."""
    return x / mu if z else (1 - x) / (1 - mu)


def _without_a_row(x: Fraction, mu: Fraction, z: int) -> Fraction:
    """Wrong: the mean of the other rows, n = 3."""
    return of_column((3 * x - z) / 2, mu, z) if 3 * x >= z else Fraction(0)


def game_of_means(means: Means, size: int) -> tuple[list[Data], list[Data], Law, Law]:
    """Rows, sums of rows, and the laws of (target, sum) for b = 0 and b = 1."""
    rows, law = row_law(means)
    sums = list(product(range(size + 1), repeat=len(means)))

    def mechanism(data: Data) -> Law:
        total = tuple(sum(rows[i][j] for i in data) for j in range(len(means)))
        return tuple(Fraction(total == s) for s in sums)

    return rows, sums, *joint_laws(mechanism, law, size)


@checks("thesis.mia.lr.bernoulli-exact")
@mutant("the target exchanged", ratio=lambda x, mu, z: of_column(x, mu, 1 - z))
@mutant("the mean without the target", ratio=_without_a_row)
@mutant(
    "sharper: a ratio 1.01 times as large", ratio=lambda x, mu, z: of_column(x, mu, z) * 101 / 100
)
def exact_ratio(ratio: Ratio = of_column, proof: Proof = WRITTEN) -> Verdict:
    """All pairs of target and mean of small games, exact, and the library's two forms."""
    distances: dict[str, Fraction] = {}
    for means, size in product(MEANS, (1, 2, 3, 5)):
        if len(means) > 1 and size > 3:
            continue
        rows, sums, out, inside = game_of_means(means, size)
        for (row, total), p, q in zip(product(rows, sums), out, inside, strict=True):
            terms = zip(total, means, row, strict=True)
            result = prod(
                (ratio(Fraction(k, size), mu, z) for k, mu, z in terms), start=Fraction(1)
            )
            case: dict[str, Any] = {"n": size, "mu": means, "z": row, "sums": total}
            exactly(q == result * p, "Another likelihood ratio.", **case, found=result)
        if len(means) == 1:
            _require_library(means[0], size, out, inside)
            distances[f"TV, mu = {means[0]}, n = {size}"] = best_advantage(out, inside)
    return proof.verdict(numbers=distances)


def _require_library(mu: Fraction, size: int, out: Law, inside: Law) -> None:
    """The library's masses and its score for one column."""
    law, width = BernoulliColumns((mu,)), size + 1
    for z in (0, 1):
        share = mu if z else 1 - mu
        column = BernoulliColumn(size, mu, z)
        own = [out[z * width : (z + 1) * width], inside[z * width : (z + 1) * width]]
        pairs = sorted((p / share, q / share) for p, q in zip(*own, strict=True))
        need(pairs == sorted(column.masses()), "The library has another column", n=size, mu=mu, z=z)
        total = EnumeratedLaw.of_columns([(column, 1)])
        sure = sum((level.present for level in total.levels), Fraction(0))
        need(sure == 1 and column.in_alone == 0, "E exp(l) is not 1 for b = 0", n=size, mu=mu)
        for k in range(width):
            released, target = np.array([[k / size]]), np.array([float(z)])
            score = float(law.log_ratio_terms(released, target, size)[0, 0])
            exact = of_column(Fraction(k, size), mu, z)
            value = log(exact) if exact else -np.inf
            near = score == value or abs(score - value) < 1e-13
            need(near, "The library has another score", n=size, mu=mu, z=z, k=k)
