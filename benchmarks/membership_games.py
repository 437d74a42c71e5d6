"""How long many membership games of n = 1000 rows and d = 5000 columns take, on one core."""

from collections.abc import Iterator
from fractions import Fraction
import numpy as np
from banditproof.algorithms.membership.engine.many_games import simulate_scores
from banditproof.algorithms.membership.games.crafters import AverageTarget, FixedTarget
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.scores.likelihood_ratio import LikelihoodRatio
from .measurement import Measurement, best_seconds, time_of

ROWS, COLUMNS, GAMES, FEW = 1000, 5000, 100_000, 100
MECHANISM = ExactMean()


def games() -> Iterator[Measurement]:
    """Games of the exact ratio, by the number of kinds of columns, against sums of each column."""
    shares = np.random.default_rng(1).random(COLUMNS)
    for kinds in (1, 20, COLUMNS):
        means = [Fraction(1 + 2 * (j % kinds), 2 * kinds) for j in range(COLUMNS)]
        law = BernoulliColumns(means)
        target = (shares < law.mean).astype(float)
        fixed = FixedTarget(MECHANISM, law, ROWS, target)
        yield _measured(f"fixed target, {kinds} kinds of columns", fixed)
    yield _measured("random target, 1 kind", AverageTarget(MECHANISM, _halves(), ROWS))


def _measured(what: str, crafter: FixedTarget | AverageTarget) -> Measurement:
    score = LikelihoodRatio(crafter.law, MECHANISM, ROWS)
    plain = best_seconds(lambda: simulate_scores(crafter, score, FEW, 1, "sums"), repeats=2)
    name = f"1e5 membership games, n {ROWS}, d {COLUMNS}, {what}"
    row = time_of(name, lambda: simulate_scores(crafter, score, GAMES, 1, "grouped"), "s", 10, 2)
    return row.beside("sums of every column", plain * GAMES / FEW)


def _halves() -> BernoulliColumns:
    return BernoulliColumns((Fraction(1, 2),) * COLUMNS)
