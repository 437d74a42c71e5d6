"""The claim about the effective leakage of linear scores of the mean."""

import random
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.membership import best_weights, effective_leakage, mahalanobis


@checks("thesis.fix.linear.effective")
@mutant("sharper: 0.99 of the score in examples", part=Fraction(99, 100))
def effective_leakage_of_a_score(proof: Proof = WRITTEN, part: Fraction = Fraction(1)) -> Verdict:
    """The steps, and random weights and covariances, exact."""
    source, sides, rows = random.Random(64), Sides(), 10
    for size, _ in product((1, 2, 3), range(4)):
        root = [[Fraction(source.randrange(-2, 3)) for _ in range(size)] for _ in range(size)]
        indexes = range(size)
        covariance = [
            [sum((root[i][k] * root[j][k] for k in indexes), Fraction(i == j)) for j in indexes]
            for i in indexes
        ]
        shift = [Fraction(source.randrange(1, 5)) for _ in indexes]
        best = mahalanobis(shift, covariance) / rows
        some = [Fraction(source.randrange(1, 6)) for _ in indexes]
        case: dict[str, Any] = {"shift": shift, "covariance": covariance, "n": rows}
        result = effective_leakage(some, shift, covariance, rows)
        finding = "A score has more than the best one."
        sides.at_most(result, part * best, finding, weights=some, **case)
        top = effective_leakage(best_weights(shift, covariance), shift, covariance, rows)
        require(top == part * best, "The best weights have another score.", **case)
    return proof.verdict(sharpness=sides.sharpness)
