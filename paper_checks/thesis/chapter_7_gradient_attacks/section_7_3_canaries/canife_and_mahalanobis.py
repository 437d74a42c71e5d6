"""Claims about the CANIFE loss as another form of the Mahalanobis score, Section 7.3."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from ..section_7_1_federated_setting.exact_gradients import Vector, vector

EIGENVALUES = (Fraction(1, 10), Fraction(1), Fraction(10))
LEAST = vector(1, 0, 0)
"""The squares of the coordinates of an eigenvector of the least eigenvalue."""
Weights = tuple[Fraction, ...]


def spread(weights: Weights, eigenvalues: Weights) -> Fraction:
    """g'Cg from the squares of the coordinates of g along the eigenvectors."""
    return sum((w * x for w, x in zip(weights, eigenvalues, strict=True)), Fraction(0))


def score(weights: Weights, eigenvalues: Weights) -> Fraction:
    """g'C^-1g."""
    return spread(weights, tuple(1 / x for x in eigenvalues))


@checks("thesis.gd.claim.canife-equiv.sphere")
@mutant("a canary along another eigenvector", best=vector(0, 1, 0))
def on_the_sphere(proof: Proof = WRITTEN, best: Vector = LEAST) -> Verdict:
    """The proof, and all gradients of a grid on the sphere."""
    for i in range(11):
        for j in range(11 - i):
            other = (Fraction(i, 10), Fraction(j, 10), Fraction(10 - i - j, 10))
            first = spread(other, EIGENVALUES) >= spread(best, EIGENVALUES)
            second = score(other, EIGENVALUES) <= score(best, EIGENVALUES)
            require(first and second, "Another gradient is better for one of them.", squares=other)
            tied = spread(other, EIGENVALUES) == spread(best, EIGENVALUES)
            require(other == best or not tied, "Another gradient is as good.", squares=other)
    return proof.verdict()


@checks("thesis.gd.claim.canife-equiv.ranking")
@mutant("two eigenvalues", eigenvalues=(Fraction(1, 10), Fraction(10), Fraction(10)))
def as_a_ranking(eigenvalues: Weights = EIGENVALUES) -> Verdict:
    """Whether both put two gradients of norm 1 in the same order."""
    first, second = vector(0, 1, 0), vector("1/2", 0, "1/2")
    losses = spread(first, eigenvalues), spread(second, eigenvalues)
    scores = score(first, eigenvalues), score(second, eigenvalues)
    require(
        (losses[0] < losses[1]) == (scores[0] > scores[1]),
        "CANIFE prefers the first gradient and the Mahalanobis score the second: a mean of "
        "inverses "
        "is not the inverse of a mean.",
        eigenvalues=eigenvalues,
        squares_of_g1=first,
        squares_of_g2=second,
        losses=losses,
        scores=scores,
    )
    return points()
