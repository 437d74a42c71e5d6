"""Claims about the covariance score (7.2) of a step, and about Algorithm 13."""

from fractions import Fraction
from itertools import combinations
import numpy as np
from banditproof.algorithms.membership.descents.batch_schedules import DrawnRows
from banditproof.algorithms.membership.descents.descent import Descent
from banditproof.algorithms.membership.descents.descent_attack import (
    AS_PRINTED,
    CORRECTED,
    WRONG_RATE,
    WRONG_SIGN,
    DescentAttack,
    FrozenReferences,
    Recovery,
    TargetRow,
)
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows
from banditproof.algorithms.membership.descents.quadratic_loss import QuadraticLoss
from banditproof.algorithms.membership.descents.reference_gradients import GradientGeometry
from banditproof.algorithms.membership.scores.batch_scores import Rule
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require_or_repair
from banditproof.theory.membership import best_weights, mahalanobis
from banditproof.theory.membership.linear_scores import second_moment
from ..section_7_1_federated_setting.exact_gradients import Vector, added, dot, mean, vector


@checks("thesis.gd.score.cov", subjects={"sign": (1, -1), "centred": (False, True)})
@mutant("the second moment of the gradients", centred=False)
@mutant("the sign of the print", sign=1)
@mutant("the correction of a batch with one row less", spare=1)
def covariance_score(
    sign: int = -1, centred: bool = True, proof: Proof = WRITTEN, spare: int = 0
) -> Verdict:
    """The score of exact updates against the log-ratio of the two normal laws."""
    mu, size, rate = vector(2, -1), 4, Fraction(1, 2)
    covariance = (vector(2, 1), vector(1, 3))
    matrix = covariance if centred else second_moment(mu, covariance)
    for target in (vector(4, 0), vector(1, 5)):
        shift = added(target, mu, -1)
        weights = best_weights(shift, matrix)
        for g in (vector(2, -1), vector(3, 1), vector("1/2", 0)):
            moved = tuple(-rate * x for x in g)  # theta_{t+1} - theta_t
            recovered = tuple(sign * x / rate for x in moved)
            score = dot(weights, added(recovered, mu, -1))
            score -= mahalanobis(shift, matrix) / (2 * (size - spare))
            far, near = added(g, mu, -1), added(added(g, mu, -1), shift, Fraction(-1, size))
            ratio = (mahalanobis(far, covariance) - mahalanobis(near, covariance)) * size / 2
            finding = "The score is not the log-likelihood ratio of the mean of the batch."
            require_or_repair(score == ratio, finding, g_star=target, g=g, score=score, log=ratio)
    return proof.verdict()


ROWS = ((0.0, 3.0), (1.0, -1.0), (4.0, 0.5), (-2.0, 2.0))
RATES = (0.5, 0.25, 0.125)
TARGET = vector(3, -2)
MEAN, VARIANCES, SIZE = vector(1, -1), (4.0, 0.25), 2


def own_score(before: Vector, batch: Vector) -> Fraction:
    """(7.2) for the quadratic loss at parameters, by exact numbers."""
    shift = added(added(before, TARGET, -1), MEAN, -1)
    weights = tuple(x / Fraction(v) for x, v in zip(shift, VARIANCES, strict=True))
    return dot(weights, added(batch, MEAN, -1)) - dot(weights, shift) / (2 * SIZE)


@checks("thesis.gd.alg13", subjects={"recovery": (AS_PRINTED, CORRECTED)})
@mutant("the wrong sign", recovery=WRONG_SIGN)
@mutant("the learning rate of the step before", recovery=WRONG_RATE)
@mutant(
    "the first step is left out", recovery=Recovery(sign=-1, rate_of_step_before=False, from_step=2)
)
@mutant("the largest score for the sum", combination="max")
def covariance_attack(recovery: Recovery = CORRECTED, combination: Rule = "sum") -> Verdict:
    """The attack of the library on a descent with small exact numbers, step by step."""
    model = QuadraticLoss(columns=2)
    descent = Descent(model=model, rates=RATES, batches=DrawnRows(SIZE))
    seen = descent.run(LabelledRows(ROWS, [0.0] * len(ROWS)), start=[1.0, 2.0], rng=3)
    geometry = GradientGeometry(np.array([float(x) for x in MEAN]), np.eye(2), np.array(VARIANCES))
    target = TargetRow(model, LabelledRows([[float(x) for x in TARGET]], [0.0]))
    attack = DescentAttack(
        target=target,
        references=FrozenReferences(geometry),
        recovery=recovery,
        combination=combination,
    )
    means, scores = recovery.means(seen), attack.step_scores(seen)
    steps = list(recovery.steps(seen))
    total = Fraction(0)
    for t, step in enumerate(steps):
        before = tuple(Fraction(float(x)) for x in seen.iterates[step - 1])
        every = [added(before, tuple(Fraction(x) for x in row), -1) for row in ROWS]
        batches = [mean(part) for part in combinations(every, SIZE)]
        result = tuple(Fraction(float(x)) for x in means[t])
        finding = "What is scored is not the mean gradient of a batch."
        require_or_repair(result in batches, finding, step=step, g=result)
        wanted = own_score(before, result)
        near = abs(float(scores[t]) - float(wanted)) < 1e-12
        require_or_repair(near, "The score of a step differs.", step=step, score=wanted)
        total += wanted
    missing = "An update of the descent is never scored."
    require_or_repair(steps == [1, 2, 3], missing, scored=tuple(steps), T=len(RATES))
    near = abs(attack(seen) - float(total)) < 1e-12
    require_or_repair(near, "The attack does not return the sum.", sum=total)
    return points()
