"""Scores of means that are not what they are called: a centring, a square, a sum, a product.

A right score stays as it is under the maps that leave its game alone, and is the likelihood ratio
where it says so; the judges check these facts and know no score.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any
import numpy as np
from banditproof.algorithms.membership.games.crafters import FixedTarget
from banditproof.algorithms.membership.games.enumerated_games import exact_game
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
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
from banditproof.verify.membership.invariances import affine_gap
from banditproof.verify.membership.roc_bands import dkw_radius
from .entry import Engine, Judgement, described, held, not_refuted, refuted

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
    """Whether e^-score is uniform without the target, in 2000 games.

    A right score is refuted with probability 1e-9, by the inequality of DKW. Its gap is about half
    of the one that refutes in the worst of 60 seeds, and that of the mutant 13 times as large.
    """
    rng = np.random.default_rng(0)
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


SUB_LAW = BernoulliColumns(("1/2", "1/3"))
_entry = partial(described, engine=Engine.MEMBERSHIP)
_ratio = partial(_entry, claim="the score is the log-likelihood ratio")

ENTRIES = (
    _entry(
        "second moments for the covariance of a score",
        covariance_score("printed"),
        covariance_score("full"),
        claim="affine invariance",
        judge=affine_judge,
    ),
    _entry(
        "non-centrality without its square",
        UnsquaredGLiR(6, KnownMoments(LAW)),
        GLiR(6, KnownMoments(LAW)),
        claim="e^-score is a p-value",
        judge=p_value_judge,
        expected=("refuted", "not refuted"),
    ),
    _ratio(
        "sum of the scores of an epoch",
        EpochScore(LikelihoodRatio(BernoulliColumns(("1/3",)), ExactMean(), 1), "sum"),
        EpochScore(LikelihoodRatio(BernoulliColumns(("1/3",)), ExactMean(), 1), "log-mean-exp"),
        judge=epoch_judge,
    ),
    _ratio(
        "ratio of a sub-sampled mean column by column",
        LikelihoodRatio(SUB_LAW, ColumnwiseSubsampledMean(2), 4),
        LikelihoodRatio(SUB_LAW, SubsampledMean(2), 4),
        judge=ratio_judge,
    ),
)
