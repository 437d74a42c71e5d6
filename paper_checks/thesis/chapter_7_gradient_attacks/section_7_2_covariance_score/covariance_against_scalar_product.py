"""Claims that the covariance score beats the scalar product, and is optimal."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import needs_repair, points
from banditproof.theory.membership import best_weights, effective_leakage, mahalanobis
from banditproof.theory.membership.linear_scores import least_scalar_share, second_moment
from ..section_7_1_federated_setting.exact_gradients import Vector, added, vector

Matrix = tuple[Vector, ...]
Metric = Callable[[Vector, Matrix], Matrix]
"""The matrix of the score from the mean and the covariance."""


def true_covariance(mu: Vector, covariance: Matrix) -> Matrix:
    """The covariance itself."""
    return covariance


def printed_covariance(mu: Vector, covariance: Matrix) -> Matrix:
    """E u u', which Section 7.2 and Algorithm 14 call the covariance."""
    return second_moment(mu, covariance)


CASES: tuple[tuple[Vector, Vector, Matrix], ...] = (
    (vector(1, 1), vector(0, 0), (vector(1, 0), vector(0, 1))),
    (vector(3, -1), vector(0, 0), (vector(2, 1), vector(1, 3))),
    (vector(2, 1), vector(10, 0), (vector(1, 0), vector(0, 1))),
    (vector(1, 5), vector(1, 2), (vector(100, 0), vector(0, "1/100"))),
)
"""Shift of the target, mean and covariance."""


@checks("thesis.gd.claim.better", subjects={"metric": (printed_covariance, true_covariance)})
@mutant("sharper: by one percent", share=Fraction(101, 100))
@mutant("a covariance of the wrong shape", metric=lambda mu, c: (c[0], vector(c[1][0], 90)))
def better_than_the_scalar_product(
    metric: Metric = true_covariance, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Effective leakage scores, exact; the scalar products of Sections 2.3.5 and 7.4."""
    sides = Sides()
    for shift, mu, covariance in CASES:
        weights = best_weights(shift, metric(mu, covariance))
        own = effective_leakage(weights, shift, covariance, 1)
        for scalar in (shift, added(shift, mu)):
            other = effective_leakage(scalar, shift, covariance, 1)
            finding = "The scalar product is better than the covariance score."
            case: dict[str, Any] = {
                "D": shift,
                "mu": mu,
                "covariance_score": own,
                "scalar_product": other,
            }
            sides.at_most_or_repair(share * other, own, finding, **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.gd.claim.better.least")
@mutant("sharper: 1.01 times the share", part=Fraction(101, 100))
def least_share(proof: Proof = WRITTEN, part: Fraction = Fraction(1)) -> Verdict:
    """The inequality of Kantorovich by the proof, and where it is attained."""
    sides = Sides()
    for low, high in ((1, 1), (1, 3), ("1/100", 100)):
        covariance = (vector(low, 0), vector(0, high))
        for shift in (vector(1, 1), vector(1, 4), vector(0, 2)):
            kept = effective_leakage(shift, shift, covariance, 1) / mahalanobis(shift, covariance)
            least = least_scalar_share(Fraction(low), Fraction(high))
            finding = "The scalar product keeps less."
            sides.at_most(part * least, kept, finding, D=shift, a=low, b=high, kept=kept)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.gd.claim.conclusion")
@mutant("the covariance for the second moment", metric=true_covariance)
def conclusion(metric: Metric = printed_covariance) -> Verdict:
    """Whether the canary of Algorithm 14 is the candidate that is easiest to attack."""
    mu, covariance = vector(10, 0), (vector(1, 0), vector(0, 1))
    shifts = (vector(0, 1), vector(2, 0))
    scores = [mahalanobis(shift, metric(mu, covariance)) for shift in shifts]
    true = [mahalanobis(shift, covariance) for shift in shifts]
    chosen = scores.index(max(scores))
    if true[chosen] == max(true):
        return points()
    return needs_repair(
        mean=mu,
        candidates_minus_the_mean=shifts,
        scores_of_Algorithm_14=tuple(scores),
        true_scores=tuple(true),
    )
