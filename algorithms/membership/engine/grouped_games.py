"""Games on columns with finitely many sums, grouped by equal laws and equal scores."""

from collections.abc import Callable
from dataclasses import dataclass
import numpy as np
from banditproof.algorithms.membership.games.crafters import AverageTarget, Crafter
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.mechanisms.mean_mechanism import Bits
from banditproof.algorithms.membership.mechanisms.noisy_mean import NoisyMean
from banditproof.algorithms.membership.mechanisms.subsampled_mean import (
    ColumnwiseSubsampledMean,
    SubsampledMean,
)
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.row_laws.lattice_columns import LatticeColumns
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.algorithms.membership.scores.likelihood_ratio import (
    LikelihoodRatio,
    Mixture,
    mixed,
)
from banditproof.algorithms.membership.scores.score import Score
from .column_groups import ColumnGroup
from .equal_columns import column_groups

MOST_TERMS = 500_000_000
"""The most terms of a score that are computed before the first game."""


@dataclass(frozen=True, eq=False)
class GroupedGame:
    """The groups of a game, the noise of its score, and what is done to the sum at the end."""

    groups: tuple[ColumnGroup, ...]
    kept: int
    rows: int
    """The target is in the released mean in k of n cases if it is a row."""
    noise: float
    """The standard deviation of the normal noise of the score."""
    finish: Callable[[Floats], Floats]

    def scores(self, bits: Bits, rng: np.random.Generator) -> Floats:
        """The score of a game for each bit."""
        inside = bits
        if self.kept < self.rows:
            inside = bits & (rng.integers(self.rows, size=len(bits)) < self.kept)
        result = np.zeros(len(bits))
        without, having = np.flatnonzero(~inside), np.flatnonzero(inside)
        for group in self.groups:
            group.add(rng, without, having, result)
        if self.noise:
            result += self.noise * rng.standard_normal(len(bits))
        return self.finish(result)


def grouped_game(crafter: Crafter, score: Score) -> GroupedGame | str:
    """The groups of a game, or a sentence that says why it has none.

    >>> from banditproof.algorithms.membership.games.crafters import FixedTarget
    >>> law, mechanism = BernoulliColumns(("1/2",) * 6), ExactMean()
    >>> target = np.array([1.0, 1, 1, 1, 0, 0])
    >>> crafter = FixedTarget(mechanism, law, 10, target)
    >>> game = grouped_game(crafter, LikelihoodRatio(law, mechanism, 10))
    >>> [group.columns for group in game.groups]
    [4, 2]
    """
    law, mechanism = crafter.law, crafter.mechanism
    if not isinstance(law, BernoulliColumns | LatticeColumns):
        return f"{type(law).__name__} has no finite law of sums; take the engine 'sums'."
    known = (ExactMean, NoisyMean, SubsampledMean, ColumnwiseSubsampledMean)
    if not isinstance(mechanism, known):
        return f"{mechanism!r} has no grouped columns; take the engine 'sums'."
    finish: Callable[[Floats], Floats] = lambda total: total  # noqa: E731
    if isinstance(score, Mixture):
        share, score = score.share, score.score
        finish = lambda total: mixed(total, share)  # noqa: E731
    elif isinstance(score, LikelihoodRatio) and isinstance(score.mechanism, SubsampledMean):
        # the ratio of the kept rows, mixed at the end
        ratio, kept_rows = float(score.mechanism.ratio(score.rows)), score.mechanism.kept
        score = LikelihoodRatio(score.law, ExactMean(), kept_rows)
        finish = lambda total: mixed(total, ratio)  # noqa: E731
    terms = getattr(score, "column_terms", None)
    if terms is None:
        return f"{type(score).__name__} is no sum over columns; take the engine 'sums'."
    noise = 0.0
    if isinstance(mechanism, NoisyMean) and mechanism.deviations(law.dimension).any():
        weights = getattr(score, "linear_weights", None)
        if weights is None or isinstance(crafter, AverageTarget):
            return "With noise only a linear score of a fixed target is grouped; take 'sums'."
        slopes = weights(crafter.target)
        if slopes is None:
            return "The score changes from game to game; take the engine 'sums'."
        spread = slopes * mechanism.deviations(law.dimension)
        noise = float(np.sqrt((spread**2).sum() / crafter.rows))
    drawn = _drawn_rows(crafter)
    if (drawn + 1) * law.dimension > MOST_TERMS:
        return "The columns have too many sums to group them; take the engine 'sums'."
    groups = column_groups(crafter, law, drawn, terms)
    if groups is None:
        return "The score changes from game to game; take the engine 'sums'."
    kept = mechanism.kept if isinstance(mechanism, SubsampledMean) else crafter.rows
    return GroupedGame(groups, kept, crafter.rows, noise, finish)


def _drawn_rows(crafter: Crafter) -> int:
    """The number of rows in the mean of a column."""
    mechanism = crafter.mechanism
    if isinstance(mechanism, SubsampledMean | ColumnwiseSubsampledMean):
        mechanism.ratio(crafter.rows)
        return mechanism.kept
    return crafter.rows
