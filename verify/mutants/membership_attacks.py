"""Scores and attacks that are not what they are called: a sign, an index, a centring, a scale.

A right score keeps its name under the maps that leave its game alone, recovers what the adversary
sees, and is the likelihood ratio where it says so; the judges check these facts and know no score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

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
from banditproof.algorithms.membership.games.crafters import FixedTarget
from banditproof.algorithms.membership.games.enumerated_games import exact_game
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean, mean_of
from banditproof.algorithms.membership.mechanisms.mean_mechanism import (
    EnumerableMechanism,
    Point,
)
from banditproof.algorithms.membership.mechanisms.subsampled_mean import (
    ColumnwiseSubsampledMean,
    SubsampledMean,
)
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.row_laws.gaussian_rows import GaussianRows
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.algorithms.membership.scores.batch_scores import EpochScore
from banditproof.algorithms.membership.scores.covariance_score import CovarianceScore
from banditproof.algorithms.membership.scores.likelihood_ratio import LikelihoodRatio
from banditproof.algorithms.membership.scores.noncentral_chi_square import (
    log_noncentral_chi_square_cdf,
)
from banditproof.algorithms.membership.scores.reference_sets import FrozenReference, KnownMoments
from banditproof.algorithms.membership.scores.score import Score
from banditproof.algorithms.membership.scores.squared_norms import GLiR
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade
from banditproof.verify.membership.invariances import affine_gap, order_of_rows
from banditproof.verify.membership.roc_bands import dkw_radius

from .entry import OWN, Engine, Entry, Judgement, held, not_refuted, refuted

EXACT = 1e-9
"""What may be off by rounding."""
ROWS = np.array([[3.0, 1.0], [-1.0, 2.0], [0.5, -2.0], [2.0, 0.0], [-3.5, 1.0], [1.0, -2.0]])
"""Rows of two features, and references for the scores."""


def affine_judge(subject: Callable[[Floats], Score]) -> Judgement:
    """Whether the score stays as it is when rows, releases and the target move together."""
    gap = affine_gap(subject, ROWS, ROWS[:3] / 3, ROWS[0], [[2.0, 1.0], [0.0, 0.5]], [7.0, -3.0])
    if gap > EXACT:
        why = f"An affine map moves the scores by {gap:.3g} of their size."
        return refuted(Grade.POINTS, Enclosure.of(gap), why)
    return held(Grade.POINTS, Enclosure.of(gap), "An affine map leaves the scores as they are.")


def covariance_score(spread: Any) -> Callable[[Floats], Score]:
    """The covariance score with the moments of the references."""
    return lambda references: CovarianceScore(5, FrozenReference(references, spread))


def canary_judge(subject: Callable[[Floats], GradientGeometry]) -> Judgement:
    """Whether the canary with the largest true score is chosen, for a mean far from 0.

    The references have the mean (10, 0) and the covariance I, so the scores are 4 and 1.
    """
    references = np.array([[11.0, 1.0], [9.0, 1.0], [11.0, -1.0], [9.0, -1.0]])
    found = best_candidate(subject(references), [[12.0, 0.0], [10.0, 1.0]])
    if found.index != 0 or abs(found.score - 4) > EXACT:
        why = f"Candidate {found.index} is chosen, with the score {found.score:.6g}."
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


class UnsquaredGLiR(GLiR):
    """GLiR with the non-centrality n ||mu - z||, the norm without its square, as printed."""

    def values(self, releases: Floats, targets: Floats, rng: np.random.Generator) -> Floats:
        """The score of each game."""
        moments = self.reference.moments(len(releases), rng)
        shift, away = releases - targets, moments.mean - targets
        statistic = self.rows * (shift * moments.solve(shift)).sum(axis=-1)
        far = self.rows * np.sqrt((away * moments.solve(away)).sum(axis=-1))
        return -log_noncentral_chi_square_cdf(statistic, releases.shape[-1], far)


GAMES = 2000
LAW = GaussianRows([1.0, -1.0, 0.0], [1.0, 4.0, 9.0])


def p_value_judge(subject: Score) -> Judgement:
    """Whether e^-score is uniform without the target, in 2000 games (at level 1e-9)."""
    rng = np.random.default_rng(7)
    releases = LAW.draw_sums(6, GAMES, rng) / 6
    values = np.sort(np.exp(-subject.values(releases, np.array([3.0, 3.0, -6.0]), rng)))
    places = np.arange(GAMES + 1) / GAMES
    gap = float(max((places[1:] - values).max(), (values - places[:-1]).max()))
    if gap > dkw_radius(GAMES, 1e-9):
        why = f"The law of the p-values is {gap:.3g} from the uniform one."
        return refuted(Grade.STATISTICAL, Enclosure.of(gap), why)
    return not_refuted(
        Grade.STATISTICAL, f"The p-values of {GAMES} games look uniform ({gap:.3g})."
    )


def epoch_judge(subject: Score) -> Judgement:
    """Whether the score of an epoch is the log-likelihood ratio: two rows, in batches of one."""
    mean = Fraction(1, 3)
    chances = {0: 1 - mean, 1: mean}
    cells = [(x, y) for x in (0, 1) for y in (0, 1)]
    out = np.array([float(chances[x] * chances[y]) for x, y in cells])
    inside = np.array([float((x * chances[y] + y * chances[x]) / 2) for x, y in cells])
    releases = np.array(cells, float)[:, :, None]
    scores = subject.values(releases, np.ones(1), np.random.default_rng(0))
    return _ratio_judgement(float(np.abs(out * np.exp(scores) - inside).max()))


def ratio_judge(subject: Score) -> Judgement:
    """Whether the score is the log-likelihood ratio of a sub-sampled mean, in all outcomes."""
    crafter = FixedTarget(SubsampledMean(2), SUB_LAW, 4, np.array([1.0, 0.0]))
    cells = exact_game(crafter).cells
    releases = np.array([[float(x) for x in release] for _, release in cells])
    out, inside = np.array([[float(p) for p in pair] for pair in cells.values()]).T
    scores = subject.values(releases, np.array([1.0, 0.0]), np.random.default_rng(0))
    return _ratio_judgement(float(np.abs(out * np.exp(scores) - inside).max()))


def _ratio_judgement(gap: float) -> Judgement:
    if gap > EXACT:
        why = f"p_out e^score differs from p_in by {gap:.3g}."
        return refuted(Grade.POINTS, Enclosure.of(gap), why)
    return held(Grade.POINTS, Enclosure.of(gap), "p_out e^score is p_in in each outcome.")


@dataclass(frozen=True)
class FirstRows:
    """Releases the mean of the first k rows, which are always the same."""

    kept: int

    def exact_law(self, rows: Sequence[Point]) -> Mapping[Point, Fraction]:
        """The mean has one value."""
        return {mean_of(rows[: self.kept]): Fraction(1)}


def order_judge(subject: EnumerableMechanism) -> Judgement:
    """Whether the law of the release is the same for all orders of four rows."""
    rows = [(Fraction(k), Fraction(k * k)) for k in (0, 1, 2, 5)]
    found = order_of_rows(subject, rows)
    if found is not None:
        order = ", ".join(str(row[0]) for row in found)
        return refuted(Grade.PROVED, None, f"In the order {order} the release has another law.")
    return held(Grade.PROVED, None, "All orders of four rows have the same law.")


SUB_LAW = BernoulliColumns(("1/2", "1/3"))
_entry = partial(Entry, engine=Engine.MEMBERSHIP)
_ratio = partial(_entry, claim="the score is the log-likelihood ratio")

ENTRIES = (
    _entry(
        "second moments for the covariance of a score",
        "The references are not centred, so the score depends on where the origin is.",
        "thesis, (6.5)",
        covariance_score("printed"),
        covariance_score("full"),
        claim="affine invariance",
        judge=affine_judge,
    ),
    _entry(
        "canary ranked by second moments",
        "A candidate far from the mean, but near to its direction, looks like no outlier.",
        "thesis, Algorithm 14",
        partial(gradient_geometry, centred=False),
        gradient_geometry,
        claim="the candidate with the largest score",
        judge=canary_judge,
    ),
    _entry(
        "wrong sign of the recovered gradient",
        "theta_(t+1) - theta_t is taken for the gradient, which points the other way.",
        "thesis, Algorithm 13",
        WRONG_SIGN,
        CORRECTED,
        claim="a higher score with the target",
        judge=sign_judge,
    ),
    _entry(
        "learning rate of the step before",
        "The step from theta_t to theta_(t+1) is divided by eta_t and not by eta_(t+1).",
        "thesis, Algorithm 13",
        WRONG_RATE,
        CORRECTED,
        claim="the mean gradient of each step",
        judge=recovery_judge,
    ),
    _ratio(
        "noise of a batch mean off by the batch size",
        "S = C + s^2 I is used for a mean of |B| gradients, and not C + |B| s^2 I.",
        "thesis, Section 7.1.1",
        lambda geometry, deviation, size: geometry.with_noise(deviation**2),
        lambda geometry, deviation, size: geometry.with_noise(size * deviation**2),
        judge=calibration_judge,
    ),
    _entry(
        "non-centrality without its square",
        "The chi-square law of GLiR gets the distance of the target and not its square.",
        "thesis, Section 7.1.2",
        UnsquaredGLiR(6, KnownMoments(LAW)),
        GLiR(6, KnownMoments(LAW)),
        claim="e^-score is a p-value",
        judge=p_value_judge,
        expected=("refuted", "not refuted"),
        mend="a proof of the law of the squared distance, which is a textbook fact for normal rows",
    ),
    _ratio(
        "sum of the scores of an epoch",
        "The target is in one batch of the epoch, and the scores of all batches are added up.",
        "thesis, Section 7.2",
        EpochScore(LikelihoodRatio(BernoulliColumns(("1/3",)), ExactMean(), 1), "sum"),
        EpochScore(LikelihoodRatio(BernoulliColumns(("1/3",)), ExactMean(), 1), "log-mean-exp"),
        judge=epoch_judge,
    ),
    _ratio(
        "ratio of a sub-sampled mean column by column",
        "Each column is mixed on its own, while the target is drawn for all columns at once.",
        "thesis, Appendix D.3",
        LikelihoodRatio(SUB_LAW, ColumnwiseSubsampledMean(2), 4),
        LikelihoodRatio(SUB_LAW, SubsampledMean(2), 4),
        judge=ratio_judge,
    ),
    _entry(
        "sub-sample of the first rows",
        "The rows that are kept are the first ones, so a target at the end never shows.",
        OWN,
        FirstRows(2),
        SubsampledMean(2),
        claim="the order of the rows plays no part",
        judge=order_judge,
    ),
)
