"""Attacks on descents that are not what they are called: a sign, an index, a centring, a scale.

A right attack recovers what the adversary sees, and scores a row that was averaged above one that
was not; the judges check such facts on descents of a quadratic loss.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
import numpy as np
from banditproof.algorithms.membership.descents.canaries import best_candidate
from banditproof.algorithms.membership.descents.descent import Descent
from banditproof.algorithms.membership.descents.descent_attack import (
    CORRECTED,
    WRONG_RATE,
    WRONG_SIGN,
    DescentAttack,
    FrozenReferences,
    Recovery,
    TargetRow,
    covariance_scores,
)
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows
from banditproof.algorithms.membership.descents.quadratic_loss import QuadraticLoss
from banditproof.algorithms.membership.descents.reference_gradients import (
    GradientGeometry,
    gradient_geometry,
)
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade
from .entry import Engine, Judgement, described, held, refuted

EXACT = 1e-9
"""What may be off by rounding."""
ROWS = np.array([[3.0, 1.0], [-1.0, 2.0], [0.5, -2.0], [2.0, 0.0], [-3.5, 1.0], [1.0, -2.0]])
"""Rows of two features, and references for the scores."""


def canary_judge(subject: Callable[[Floats], GradientGeometry]) -> Judgement:
    """Whether the canary with the largest true score is chosen, for a mean far from 0.

    The references have the mean (10, 0) and the covariance I, so the scores are 4 and 1.
    """
    references = np.array([[11.0, 1.0], [9.0, 1.0], [11.0, -1.0], [9.0, -1.0]])
    result = best_candidate(subject(references), [[12.0, 0.0], [10.0, 1.0]])
    if result.index != 0 or abs(result.score - 4) > EXACT:
        why = f"Candidate {result.index} is chosen, with the score {result.score:.6g}."
        return refuted(Grade.POINTS, None, why)
    return held(Grade.POINTS, None, "The candidate with the score 4 is chosen.")


def _descent(*rates: float) -> tuple[Descent, LabelledRows]:
    """A descent on all rows with these learning rates, and its rows."""
    descent = Descent(model=QuadraticLoss(columns=2), rates=rates)
    return descent, LabelledRows(ROWS, np.zeros(len(ROWS)))


def recovery_judge(subject: Recovery) -> Judgement:
    """Whether the recovered vectors are the mean gradients at the iterates."""
    descent, rows = _descent(0.5, 0.25, 0.125)
    seen = descent.run(rows, rng=0, start=[4.0, -4.0])
    true = seen.iterates[subject.from_step - 1 : -1] - ROWS.mean(axis=0)
    gap = float(np.abs(subject.means(seen) - true).max())
    if gap > EXACT:
        why = f"A mean gradient is recovered with an error of {gap:.3g}."
        return refuted(Grade.POINTS, Enclosure.of(gap), why)
    return held(Grade.POINTS, Enclosure.of(gap), "Each mean gradient is recovered.")


def sign_judge(subject: Recovery) -> Judgement:
    """Whether the attack scores a step with the target above the same step without it."""
    descent, rows = _descent(0.5)
    target = LabelledRows([[6.0, 5.0]], [0.0])
    geometry = gradient_geometry(descent.model.gradients(descent.model.start, rows))
    attack = DescentAttack(
        target=TargetRow(descent.model, target),
        references=FrozenReferences(geometry),
        recovery=subject,
    )
    out, inside = (attack(descent.run(data, rng=0)) for data in (rows, rows.with_first(target)))
    why = f"The score is {out:.4g} without the target and {inside:.4g} with it."
    if inside <= out:
        return refuted(Grade.POINTS, None, why)
    return held(Grade.POINTS, None, why)


Metric = Callable[[GradientGeometry, float, int], GradientGeometry]
"""The geometry of a step from that of the gradients, the deviation of the noise, and |B|."""


def calibration_judge(subject: Metric) -> Judgement:
    """Whether the linear score of a noisy step has minus twice its mean for its variance.

    A normal log-likelihood ratio has; so the score is no ratio otherwise. The mean of a batch
    without the target has the covariance C/|B| + s^2 I.
    """
    size, deviation = 8, 0.3
    geometry = GradientGeometry(np.array([1.0, -2.0]), np.eye(2), np.array([4.0, 0.25]))
    own = np.array([[3.0, -1.0]])
    metric = subject(geometry, deviation, size)
    places = geometry.mean + np.vstack([np.zeros(2), np.eye(2)])
    scores = covariance_scores(metric, np.repeat(own, 3, axis=0), places, size)
    mean, weights = scores[0], scores[1:] - scores[0]
    variance = float(weights**2 @ (geometry.variances / size + deviation**2))
    gap = abs(variance + 2 * mean) / variance
    if gap > EXACT:
        why = f"The variance is {variance:.6g} and the mean {mean:.6g}."
        return refuted(Grade.POINTS, Enclosure.of(gap), why)
    return held(Grade.POINTS, Enclosure.of(gap), "The variance is minus twice the mean.")


_entry = partial(described, engine=Engine.MEMBERSHIP)

ENTRIES = (
    _entry(
        "canary ranked by second moments",
        partial(gradient_geometry, centred=False),
        gradient_geometry,
        claim="the candidate with the largest score",
        judge=canary_judge,
    ),
    _entry(
        "wrong sign of the recovered gradient",
        WRONG_SIGN,
        CORRECTED,
        claim="a higher score with the target",
        judge=sign_judge,
    ),
    _entry(
        "learning rate of the step before",
        WRONG_RATE,
        replace(CORRECTED, from_step=WRONG_RATE.from_step),
        claim="the mean gradient of each step",
        judge=recovery_judge,
    ),
    _entry(
        "noise of a batch mean off by the batch size",
        lambda geometry, deviation, size: geometry.with_noise(deviation**2),
        lambda geometry, deviation, size: geometry.with_noise(size * deviation**2),
        claim="the score is the log-likelihood ratio",
        judge=calibration_judge,
    ),
)
