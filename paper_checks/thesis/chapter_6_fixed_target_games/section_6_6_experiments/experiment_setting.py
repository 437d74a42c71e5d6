"""The setting of Section 6.6: n = 1000 rows, d = 5000 Bernoulli columns, and its three targets.

The thesis does not give p, the deviations of the noise, the ratios and the number of games; ours
are p on twenty values from 0.12 to 0.88, 250 columns each.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
import numpy as np
from banditproof.algorithms.membership.engine.many_games import simulate_scores
from banditproof.algorithms.membership.engine.score_sample import ScoreSample
from banditproof.algorithms.membership.games.crafters import FixedTarget
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.mechanisms.noisy_mean import NoisyMean
from banditproof.algorithms.membership.mechanisms.subsampled_mean import SubsampledMean
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.scores.covariance_score import CovarianceScore
from banditproof.algorithms.membership.scores.reference_sets import KnownMoments
from banditproof.theory.membership import Column, ColumnData, noisy_mean
from banditproof.theory.membership.finite_laws import BernoulliColumn, ProductLaw

KINDS = ("easy", "medium", "hard")
SEED = 66


@dataclass(frozen=True)
class Setting:
    """The rows, the columns of each p, and the games of one curve.

    >>> FULL.columns, float(round(FULL.score("hard"), 3)), float(round(FULL.score("easy"), 3))
    (5000, 2.345, 15.04)
    """

    rows: int
    each: int
    games: int

    @property
    def means(self) -> tuple[Fraction, ...]:
        """The twenty values of p."""
        return tuple(Fraction(12 + 4 * i, 100) for i in range(20))

    @property
    def columns(self) -> int:
        """d."""
        return self.each * len(self.means)

    def target(self, kind: str, place: int) -> list[int]:
        """The target in the columns of one p; a medium one has its value 1 in a share p of them."""
        p = self.means[place]
        if kind == "medium":
            ones = round(self.each * p)
            return [1] * ones + [0] * (self.each - ones)
        return [int((2 * p <= 1) == (kind == "easy"))] * self.each

    def groups(self, kind: str) -> list[tuple[Fraction, int, int]]:
        """The mean, the target and the number of equal columns."""
        results: list[tuple[Fraction, int, int]] = []
        for place, p in enumerate(self.means):
            values = self.target(kind, place)
            results += [(p, z, values.count(z)) for z in (0, 1) if z in values]
        return results

    def data(self, kind: str) -> ColumnData:
        """The columns for the formulas of the limits."""
        columns = [Column.bernoulli(p, target=z, count=c) for p, z, c in self.groups(kind)]
        return ColumnData.of(self.rows, columns)

    def score(self, kind: str, gamma: Fraction | int = 0) -> Fraction:
        """m* of the exact mean, or of the noisy one."""
        return noisy_mean(self.data(kind), gamma).value

    def exact_law(self, kind: str, kept: int | None = None) -> ProductLaw:
        """The exact law of the log-likelihood ratio of the mean of n rows, or of k."""
        rows = self.rows if kept is None else kept
        return ProductLaw([(BernoulliColumn(rows, p, z), c) for p, z, c in self.groups(kind)])

    def played(self, kind: str, gamma: Fraction | int = 0, kept: int | None = None) -> ScoreSample:
        """Games of the mechanism with the score (6.4) for it, as the thesis attacks."""
        law, target = (
            _law(self),
            np.array(
                [z for place in range(len(self.means)) for z in self.target(kind, place)], float
            ),
        )
        mechanism: ExactMean | NoisyMean | SubsampledMean = ExactMean()
        if gamma:
            mechanism = NoisyMean(gamma)
        elif kept is not None:
            mechanism = SubsampledMean(kept)
        rows = self.rows if kept is None else kept
        score = CovarianceScore(rows, KnownMoments(law), noise=float(gamma) ** 2)
        seed = np.random.SeedSequence([SEED, KINDS.index(kind), int(1000 * gamma), kept or 0])
        return simulate_scores(
            FixedTarget(mechanism, law, self.rows, target), score, self.games, seed
        )


FULL = Setting(1000, 250, 60_000)
"""n = 1000 and d = 5000, as printed; half of the games have the target."""
QUICK = Setting(200, 50, 2_000)


@cache
def _law(setting: Setting) -> BernoulliColumns:
    return BernoulliColumns(tuple(p for p in setting.means for _ in range(setting.each)))
