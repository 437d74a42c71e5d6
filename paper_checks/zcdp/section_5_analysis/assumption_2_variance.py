"""Claims about stochastic contexts: Assumption 2, which no contexts of two dimensions satisfy."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.models.stochastic_contexts import (
    Allowed,
    allowed_variance,
    largest_variance,
    least_variance,
)
from banditproof.paper_checks.verdicts.vocabulary import at_most, need, points, require
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade
from ...checking import WRITTEN, Instance, Proof, Sides, Verdict, checks, mutant

Points = list[tuple[Fraction, ...]]


def rows(*points: str) -> Points:
    """Vectors from texts such as "3/5 4/5"."""
    return [tuple(map(Fraction, point.split())) for point in points]


LAWS = (
    rows("1 0", "0 1"),
    rows("1 0", "0 1") * 5 + rows("3/5 4/5", "3/5 -4/5", "4/5 3/5", "4/5 -3/5") * 3,
    rows("1 0 0", "0 1 0", "0 0 1"),
    rows("3/5 4/5 0", "-4/5 3/5 0", "0 0 1", "0 3/5 4/5", "0 -4/5 3/5", "1 0 0"),
    rows("3/5 4/5 0 0", "-4/5 3/5 0 0", "0 0 0 1", "0 0 1 0"),
)
"""Uniform laws on unit vectors with E[A A^T] = I/d; the second one is nearly even on the circle."""


def four_slanted_vectors() -> Iterator[Instance]:
    """(3/5, 4/5), (3/5, -4/5) and their mirror images, evenly: the steps for pairs are tight."""
    spread, tilt = Fraction(144, 625), Fraction(49, 2500)
    square, half = Fraction(1, 4), Fraction(1, 2)
    case: dict[str, Any] = {
        "u": half,
        "p": square + spread,
        "m": square + spread,
        "U": square,
        "W": spread,
    }
    case |= {"h": half, "v": spread, "f": spread, "g": spread, "e": tilt, "b": square + tilt}
    case |= {"s": half, "X": 2 * (square + tilt), "Y": 2 * spread, "l": half, "d": 2, "k": 4}
    yield from ({**case, "w": w, "y": 0} for w in (Fraction(12, 25), Fraction(-12, 25)))


@checks("zcdp.asm2.impossible")
@mutant("sharper: 1.1 of the variance", factor=Fraction(11, 10))
def variance_of_squares(factor: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """Exact variances of five laws; nearly even points on the circle have almost 1/8."""
    sides = Sides()
    for law in LAWS:
        d = len(law[0])
        mean = [[sum(p[i] * p[j] for p in law) * d / len(law) for i in range(d)] for j in range(d)]
        unit = [[int(i == j) for i in range(d)] for j in range(d)]
        need(mean == unit, "The second moments are not I/d", d=d)
        left = factor * least_variance(d, Fraction(1, d))
        result = largest_variance(law)
        sides.at_most(left, result, "No direction has as much.", d=d, points=len(law))
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.asm2")
@mutant("one dimension", dimensions=(1,))
@mutant(
    "8 lambda_0 in place of lambda_0^2 / 8",
    allowed=lambda least, k: 8 * ball(least) / ball(4 * k).log(),
)
def satisfiable(
    dimensions: tuple[int, ...] = (2, 3, 10), allowed: Allowed = allowed_variance
) -> Verdict:
    """What some direction has at least, beside what is allowed at the largest lambda_0 = 1/d."""
    with working_precision(96):
        for d in dimensions:
            least = Fraction(1, d)
            require(
                at_most(ball(least_variance(d, least)), allowed(least, 1)),
                "No contexts of two or more dimensions satisfy the assumption: some direction has "
                "a larger variance, for every law on the sphere.",
                grade=Grade.OUTLINED,
                d=d,
                k=1,
                lambda_0=least,
                variance_of_some_direction=least_variance(d, least),
                allowed=allowed(least, 1),
            )
    return points()
