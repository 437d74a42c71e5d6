"""Claims about the covariance score for DP-SGD, with the noise in the covariance."""

from fractions import Fraction
import numpy as np
from banditproof.algorithms.membership.descents.clipping import clip
from banditproof.algorithms.membership.descents.descent import ClippedNoise, Trajectory
from banditproof.algorithms.membership.descents.descent_attack import (
    DescentAttack,
    FrozenReferences,
    TargetGradient,
)
from banditproof.algorithms.membership.descents.reference_gradients import GradientGeometry
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.membership import best_weights, effective_leakage, mahalanobis
from ..section_7_1_federated_setting.exact_gradients import vector

NOISE = ClippedNoise(bound=2.0, multiplier=0.25)
SPREAD = Fraction(1, 4)
"""gamma^2 C^2, the variance of this noise in a coordinate of the mean of a batch."""
VARIANCES, MEAN = (4.0, 0.25), (0.5, -0.25)
"""Of the gradients of single rows; they are not correlated."""
SIZE = 8
"""The rows of a batch."""


def library_score(target: tuple[float, ...], g: tuple[float, ...], noise: ClippedNoise) -> float:
    """The score of one step by the library, for an update with the recovered mean g."""
    geometry = GradientGeometry(np.array(MEAN), np.eye(2), np.array(VARIANCES))
    iterates = np.array([[0.0, 0.0], [-0.5 * x for x in g]])
    seen = Trajectory(iterates, np.array([0.5]), SIZE)
    own = DescentAttack(
        target=TargetGradient(target), references=FrozenReferences(geometry), noise=noise
    )
    return own(seen)


@checks("thesis.fix.dpsgd.score")
@mutant("noise without the batch size", times=1)
@mutant("noise on the sum", noise=ClippedNoise(bound=2.0, multiplier=0.25, on="sum"))
@mutant("no clipping of the target", clipped=False)
@mutant("sharper: by one percent", share=Fraction(101, 100))
def noisy_covariance_score(
    times: int = SIZE,
    noise: ClippedNoise = NOISE,
    clipped: bool = True,
    share: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The proof; the library's score at one step; both covariances, exact."""
    require_score_with_noise(times, noise, clipped)
    sides = Sides()
    covariance = (vector(4, 1), vector(1, 1))
    noisy = (vector(4 + SIZE * SPREAD, 1), vector(1, 1 + SIZE * SPREAD))
    for away in (vector(1, 0), vector(0, 2), vector(3, -1), vector("1/2", "1/3")):
        most = mahalanobis(away, noisy) / SIZE
        alone, best = (
            effective_leakage(best_weights(away, assumed), away, noisy, SIZE)
            for assumed in (covariance, noisy)
        )
        finding = "The covariance without the noise is better."
        sides.at_most(share * alone, most, finding, D=away, alone=alone, with_noise=most)
        require(best == most, "The effective leakage score differs.", D=away, own=best)
        sides.at_most(share * best, most, "The best weights gain more.", D=away, own=best)
    return proof.verdict(sharpness=sides.sharpness)


def require_score_with_noise(times: int, noise: ClippedNoise, clipped: bool) -> None:
    """The score of the library has `times` the variance of the noise in its covariance."""
    variances = [float(Fraction(v) + times * SPREAD) for v in VARIANCES]
    for target, g in (((3.0, 4.0), (1.0, 0.5)), ((-0.5, 1.0), (0.0, -2.0))):
        aim = clip([target], NOISE.bound)[0] if clipped else np.array(target)
        shift, moved = aim - MEAN, np.array(g) - MEAN
        weights = shift / variances
        wanted = float(weights @ moved - weights @ shift / (2 * SIZE))
        result = library_score(target, g, noise)
        require(abs(result - wanted) < 1e-12, "The score differs.", g=g, score=result)
