"""Claims about what an auditor concludes from the power, and about dependent columns."""

from fractions import Fraction
from itertools import product
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory import certify
from banditproof.theory.membership import gdp_delta, leak, mahalanobis, power
from ....checking import WRITTEN, Proof, Sides, Verdict, checks, mutant


@checks("thesis.ftm.claim.gdp")
@mutant("sharper: 0.99 of delta on the curve", part=Fraction(99, 100))
def inherent_privacy(proof: Proof = WRITTEN, part: Fraction = Fraction(1)) -> Verdict:
    """The steps, and the power curve below its tangents, in balls."""
    sides = Sides()
    for score, level in product((Fraction(1), Fraction(5)), (Fraction(1, 100), Fraction(3, 10))):
        delta = certify(gdp_delta, score, 0, digits=20)
        gain = certify(power, level, score, digits=20) - level
        sides.at_most(gain, part * delta, "The power is above the tangent.", m=score, alpha=level)
        same = abs(delta - certify(leak, score, digits=20)) < Fraction(1, 10**15)
        require(same, "delta(0) is not the leakage.", m=score)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.ftm.claim.gdp.guarantee")
@mutant("the mean of one half of the rows", moved=0)
def no_guarantee(moved: int = 1, proof: Proof = WRITTEN) -> Verdict:
    """The steps: two neighbours have different means, each released with certainty."""
    for rows in (1, 2, 10):
        first, second = [0] * rows, [moved] + [0] * (rows - 1)
        apart = Fraction(sum(first), rows) != Fraction(sum(second), rows)
        require(apart, "Two neighbours have one mean.", n=rows)
    return proof.verdict()


def lengths_agree(diagonal: bool) -> None:
    """The squared length of a whitened target, and its distance with C = L L^T, exact."""
    for a, b, c in product((1, 2), (-1, 3), (1, 4)):
        root = [[Fraction(a), Fraction(0)], [Fraction(b), Fraction(c)]]
        size = range(2)
        covariance = [
            [sum((root[i][k] * root[j][k] for k in size), Fraction(0)) for j in size] for i in size
        ]
        if diagonal:
            covariance = [[covariance[i][j] if i == j else Fraction(0) for j in size] for i in size]
        shift = (Fraction(2), Fraction(-3))
        first = shift[0] / a
        length = first**2 + ((shift[1] - b * first) / c) ** 2
        same = mahalanobis(shift, covariance) == length
        require(same, "The lengths differ.", C=covariance, target=shift)


@checks("thesis.ftm.claim.dependent")
@mutant("the diagonal of the covariance", diagonal=True)
def dependent_columns(proof: Proof = WRITTEN, diagonal: bool = False) -> Verdict:
    """The steps for rows that an invertible matrix makes of independent columns; the lengths."""
    lengths_agree(diagonal)
    return proof.verdict()


@checks("thesis.ftm.claim.dependent.normal")
@mutant("the diagonal of the covariance", diagonal=True)
def normal_rows(proof: Proof = WRITTEN, diagonal: bool = False) -> Verdict:
    """The steps, and the squared lengths for some factors L, exact."""
    lengths_agree(diagonal)
    return proof.verdict()
