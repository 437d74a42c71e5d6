"""Claims about the scores of Section 7.1.2: the scalar product of an update, and GLiR."""

from fractions import Fraction
from itertools import product
from typing import Any
import numpy as np
from banditproof.algorithms.membership.scores.noncentral_chi_square import (
    log_noncentral_chi_square_cdf,
)
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require, require_or_repair
from .exact_gradients import Vector, added, dot, mean, vector

LAW: tuple[Vector, ...] = (vector(0, 1), vector(1, -1), vector(2, 3))
"""Gradients that a row has with probability 1/3 each; their mean is (1, 1)."""
RATE = Fraction(1, 2)


def mean_score(target: Vector, member: bool, sign: int, rows: int = 3) -> Fraction:
    """The mean of <sign (theta_{t+1} - theta_t), g*> over all draws of the other rows."""
    results = []
    for drawn in product(LAW, repeat=rows):
        batch = mean([target, *drawn[1:]] if member else drawn)
        results.append(dot(tuple(-sign * RATE * x for x in batch), target))
    return sum(results, Fraction(0)) / len(results)


@checks("thesis.gd.score.scalar", subjects={"sign": (1, -1)})
@mutant("a canary that is shorter than the mean", targets=(vector("1/4", "1/4"),))
@mutant("the gain of a sum", rows_of_gain=1)
def scalar_product(
    sign: int = -1,
    proof: Proof = WRITTEN,
    targets: tuple[Vector, ...] = (vector(3, 1), vector(-2, 1), vector(0, 5)),
    rows_of_gain: int = 3,
) -> Verdict:
    """The mean of the score with and without the target, by all draws, then the proof."""
    centre = mean(LAW)
    for target in targets:
        out, inside = (mean_score(target, member, sign) for member in (False, True))
        finding = "The score is not higher with the canary, by the sign of the update."
        require_or_repair(inside > out, finding, g=target, out=out, inside=inside)
        gain = RATE / rows_of_gain * dot(target, added(target, centre, -1))
        require(inside - out == gain, "The gain differs.", g=target, gain=inside - out)
    return proof.verdict()


def law_moments(
    factor: Fraction, rows: int, shifts: Vector, member: bool
) -> tuple[Fraction, Fraction]:
    """Mean and variance of S = factor ||g - g*||^2 for normal gradients in units of C^(1/2).

    `shifts` is mu - g*. Without the target g - g* is N(shifts, I/n), with it
    N((n-1)/n shifts, (n-1)/n^2 I).
    """
    n = Fraction(rows)
    scale, spread = ((n - 1) / n, (n - 1) / n**2) if member else (Fraction(1), 1 / n)
    squares = [(scale * x) ** 2 for x in shifts]
    first = sum((q + spread for q in squares), Fraction(0))
    second = sum((4 * q * spread + 2 * spread**2 for q in squares), Fraction(0))
    return factor * first, factor**2 * second


@checks(
    "thesis.gd.score.glir", subjects={"power": (1, 2), "spare": (1, 0), "inverse": (True, False)}
)
@mutant("K without its square", power=1)
@mutant("the factor |B| - 1", spare=1)
@mutant("the inverse of F", inverse=True)
@mutant("with the target", member=True)
def gradient_likelihood_ratio(
    power: int = 2, spare: int = 0, inverse: bool = False, member: bool = False
) -> Verdict:
    """Mean and variance of S against those of the law, and whether the score has a value."""
    for rows, shifts in ((4, vector(3, 4)), (9, vector(0, 3, 4)), (64, vector(5, 12, 0, 0))):
        square = dot(shifts, shifts)
        root = {25: 5, 169: 13}[int(square)]
        noncentral = rows * Fraction(root) ** power
        result = law_moments(Fraction(rows - spare), rows, shifts, member)
        wanted = len(shifts) + noncentral, 2 * (len(shifts) + 2 * noncentral)
        case: dict[str, Any] = {
            "B": rows,
            "d": len(shifts),
            "K": root,
            "mean": result[0],
            "of_the_law": wanted[0],
        }
        finding = "S has not the law whose distribution function the score takes."
        require_or_repair(result == wanted, finding, **case)
        require_or_repair(
            not inverse or result[0] <= 1, "The inverse has no value above 1.", **case
        )
        typical = np.array([float(result[0])])
        far = np.array([float(noncentral)])
        value = float(log_noncentral_chi_square_cdf(typical, len(shifts), far)[0])
        require(-1 < value < 0, "The log p-value of a typical S is not moderate.", value=value)
    return points()
