"""Claims about the score (6.5) with estimates from references: its covariance, and its loss."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, points, require
from banditproof.theory import certify
from banditproof.theory.membership import leak, mahalanobis
from banditproof.theory.membership.linear_scores import second_moment
from banditproof.theory.membership.reference_sets import plug_in_advantage_at_zero

Rows = Mapping[tuple[int, ...], Fraction]
"""Rows of references with their shares."""


def spread(rows: Rows, centred: bool) -> list[list[Fraction]]:
    """The mean of (Z - c)(Z - c)', c the mean of the rows, or 0 as printed."""
    size = range(len(next(iter(rows))))
    c = [sum((p * z[i] for z, p in rows.items()), Fraction(0)) * centred for i in size]
    return [
        [
            sum((p * (z[i] - c[i]) * (z[j] - c[j]) for z, p in rows.items()), Fraction(0))
            for j in size
        ]
        for i in size
    ]


def singular(count: int, centred: bool) -> bool:
    """Whether the matrix of so many references with two columns is never invertible."""
    for table in combinations_with_replacement(product((0, 1), repeat=2), count):
        (a, b), (c, d) = spread({z: Fraction(table.count(z), count) for z in set(table)}, centred)
        if a * d != b * c:
            return False
    return True


@checks("thesis.ftm.score.empirical")
@mutant("the centred covariance", centred=True)
def plug_in_covariance(centred: bool = False) -> Verdict:
    """The matrix that is estimated, and the quadratic forms with it."""
    mean = Fraction(3, 10)
    variance, columns = mean * (1 - mean), 4
    size = range(columns)
    covariance = [[variance if i == j else Fraction(0) for j in size] for i in size]
    law = {
        z: mean ** sum(z) * (1 - mean) ** (columns - sum(z))
        for z in product((0, 1), repeat=columns)
    }
    matrix = spread(law, centred)
    need(singular(2, True) and not singular(3, True), "A rank differs")
    results = {}
    for ones in (0, columns):
        shift = [(1 if j < ones else 0) - mean for j in size]
        right, used = mahalanobis(shift, covariance), mahalanobis(shift, matrix)
        results[ones] = (right, used)
    if all(right == used for right, used in results.values()):
        return points()
    same = matrix == [list(row) for row in second_moment([mean] * columns, covariance)]
    need(same, "The printed matrix is not C + mu mu'")
    b = -results[0][0]  # for the target 0 the shift is minus the mean
    t = b**2 / (1 - b)
    need(results[0][1] == results[0][0] - t, "The formula of Sherman and Morrison is wrong")
    return misprinted(
        mean_of_each_column=mean,
        d=columns,
        squared_distance_of_ones=results[columns][0],
        with_the_printed_matrix=results[columns][1],
    )


@checks("thesis.ftm.claim.empirical-loss")
@mutant("sharper: below 0.99 of the optimum", part=Fraction(99, 100))
@mutant("fewer references are better", order=-1)
def loss_by_estimation(part: Fraction = Fraction(1), order: int = 1) -> Verdict:
    """The limits of the plug-in attack in balls, for growing reference sets."""
    sides = Sides()
    for score in (Fraction(1), Fraction(5)):
        best, before = certify(leak, score, digits=15), None
        for ratio in (1, 4, 16, 64)[::order]:
            result = plug_in_advantage_at_zero(score, score, ratio, 15)
            case: dict[str, Any] = {"score": score, "ratio": ratio}
            sides.below(result, part * best, "The attack loses nothing.", **case)
            if before is not None:
                require(before < result, "More references do not help.", **case)
            before = result
    return points(sharpness=sides.sharpness)
