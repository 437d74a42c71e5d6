"""Claims about Theorem 2, the theorem of Kiefer and Wolfowitz."""

from fractions import Fraction
from itertools import combinations
from math import prod
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.designs import g_value
from banditproof.theory.exact import Number, exact
from banditproof.theory.rational_matrices import fraction_of, rational_matrix

Vectors = list[list[Fraction]]


def exactly(*rows: tuple[Number, ...]) -> Vectors:
    """Vectors of exact numbers."""
    return [[exact(x) for x in row] for row in rows]


DESIGNS: tuple[tuple[int, Vectors, Vectors], ...] = (
    # the axes; three lines in general position; quadratic regression on [-1, 1]
    (2, exactly((1, 0), (0, 1), ("1/3", "1/3")), exactly(("1/2", "1/2", 0))),
    (2, exactly((1, 0), (0, 1), (1, 1)), exactly(("1/3", "1/3", "1/3"))),
    (
        3,
        exactly((1, -1, 1), (1, 0, 0), (1, 1, 1), (1, "1/3", "1/9")),
        exactly(("1/3", "1/3", "1/3", 0)),
    ),
)
"""Optimal designs: the dimension, the actions, and the weights."""


def determinant(rows: Vectors, weights: list[Fraction]) -> Fraction:
    """det V(pi), by the formula of Cauchy and Binet for two or three rows at a time."""
    total = Fraction(0)
    for chosen in combinations(range(len(rows)), len(rows[0])):
        minor = rational_matrix([rows[i] for i in chosen])
        total += (
            prod((weights[i] for i in chosen), start=Fraction(1)) * fraction_of(minor.det()) ** 2
        )
    return total


@checks("zcdp.thm2.least")
@mutant("sharper: d + 1/100", least=Fraction(1, 100))
def least_value(least: Fraction = Fraction(0), proof: Proof = WRITTEN) -> Verdict:
    """Optimal designs and others, exactly."""
    sides = Sides()
    for d, rows, (weights,) in DESIGNS:
        for step in (Fraction(0), Fraction(1, 7)):
            moved = [(1 - step) * w + step / len(rows) for w in weights]
            sides.at_most(d + least, g_value(rows, moved), "g is below d.", d=d, weights=moved)
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.thm2.equivalent")
@mutant("the least determinant", sign=-1)
def three_descriptions(sign: int = 1, proof: Proof = WRITTEN) -> Verdict:
    """At designs with g = d, exactly: moving weight to any action makes det V smaller."""
    for d, rows, (weights,) in DESIGNS:
        require(g_value(rows, weights) == d, "g is not d.", actions=rows)
        best, step = determinant(rows, weights), Fraction(1, 9)
        for place in range(len(rows)):
            moved = [(1 - step) * w + step * (i == place) for i, w in enumerate(weights)]
            lost = best - determinant(rows, moved)
            require(sign * lost >= 0, "f is not largest where g = d.", actions=rows, place=place)
    return proof.verdict()


@checks("zcdp.thm2.support")
@mutant("sharper: one action less", most=-1)
def small_support(most: int = 0, proof: Proof = WRITTEN) -> Verdict:
    """Three lines of the plane need all three: no design on two of them has g = 2."""
    lines = exactly((1, 0), (0, 1), (1, 1))
    if most:
        for left in range(3):
            for share in range(1, 12):
                weights = [Fraction(share, 12), Fraction(12 - share, 12)]
                weights.insert(left, Fraction(0))
                result = g_value(lines, weights)
                require(result <= 2, "Two actions have a larger g.", weights=weights, g=result)
    return proof.verdict()
