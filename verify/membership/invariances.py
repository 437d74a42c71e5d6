"""Metamorphic tests: what must not change in mechanisms, scores and games, or in one direction.

- the order of the rows plays no part in the law of a mean;
- a centred score does not change under an affine map of rows, target and release together;
- a likelihood ratio of independent columns is the sum of those of its parts;
- no map of what the adversary sees makes a game easier to win;
- the average-target game is the mixture of the fixed-target games.

Each function returns what breaks its relation: a gap in floats, or exact witnesses.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import Any
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.games.crafters import AverageTarget, FixedTarget
from banditproof.algorithms.membership.games.enumerated_games import ExactGame, exact_game
from banditproof.algorithms.membership.mechanisms.mean_mechanism import EnumerableMechanism, Point
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.algorithms.membership.scores.score import Score
from banditproof.theory.domains import reals

MOST_ORDERS = 5040
Channel = Callable[[Point, Point], Hashable]
"""What is left of a target and a release."""


def order_of_rows(
    mechanism: EnumerableMechanism, rows: Sequence[Point]
) -> tuple[Point, ...] | None:
    """An order of the rows in which the release has another law; None if there is none.

    >>> from banditproof.algorithms.membership.mechanisms.subsampled_mean import SubsampledMean
    >>> rows = [(Fraction(k),) for k in (0, 1, 5)]
    >>> order_of_rows(SubsampledMean(2), rows) is None
    True
    """
    if factorial(len(rows)) > MOST_ORDERS:
        raise ValueError(f"There are {len(rows)} rows; give at most 7, since all orders are tried.")
    law = _nonzero(mechanism.exact_law(tuple(rows)))
    for order in permutations(rows):
        if _nonzero(mechanism.exact_law(order)) != law:
            return order
    return None


def affine_gap(
    score_of: Callable[[Floats], Score],
    references: npt.ArrayLike,
    releases: npt.ArrayLike,
    target: npt.ArrayLike,
    matrix: npt.ArrayLike,
    shift: npt.ArrayLike,
) -> float:
    """How far the scores move if rows, releases and the target all become A x + b.

    The score is made from the reference rows. The gap is relative to the largest score; one of a
    centred score with a full covariance is a rounding error. A covariance that is not centred
    changes under shifts, and one of columns alone under maps that mix columns.

    >>> from banditproof.algorithms.membership.scores.covariance_score import CovarianceScore
    >>> from banditproof.algorithms.membership.scores.reference_sets import FrozenReference
    >>> rows = np.random.default_rng(0).standard_normal((30, 2))
    >>> def score(references, spread="full"):
    ...     return CovarianceScore(10, FrozenReference(references, spread))
    >>> here = (rows, rows[:3] / 2, rows[0], [[2.0, 1.0], [0.0, 1.0]], [5.0, -1.0])
    >>> affine_gap(score, *here) < 1e-9
    True
    >>> affine_gap(lambda references: score(references, "printed"), *here) > 0.01
    True
    """
    change, move = reals("The matrix", matrix), reals("The shift", shift)
    rows, seen, aim = (
        reals(name, value)
        for name, value in (
            ("The references", references),
            ("The releases", releases),
            ("The target", target),
        )
    )
    before = score_of(rows).values(seen, aim, np.random.default_rng(0))
    after = score_of(rows @ change.T + move).values(
        seen @ change.T + move, aim @ change.T + move, np.random.default_rng(0)
    )
    return float(np.abs(after - before).max() / max(np.abs(before).max(), 1e-300))


def column_gap(
    score_of: Callable[[Sequence[int]], Score],
    releases: npt.ArrayLike,
    target: npt.ArrayLike,
    parts: Iterable[Sequence[int]],
) -> float:
    """How far the score of all columns is from the sum of the scores of their parts.

    `score_of` makes the score that sees the given columns only. Scores -inf must be so in both. The
    ratio of the sub-sampled mean is no such sum: its columns share the event that the target is
    drawn.

    >>> from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
    >>> from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
    >>> from banditproof.algorithms.membership.scores.likelihood_ratio import LikelihoodRatio
    >>> means = ("1/2", "1/3", "1/5")
    >>> def ratio(columns):
    ...     law = BernoulliColumns(tuple(means[j] for j in columns))
    ...     return LikelihoodRatio(law, ExactMean(), 4)
    >>> column_gap(ratio, [[0.5, 0.25, 0.75]], [1, 0, 1], [[0, 2], [1]]) < 1e-12
    True
    """
    seen, aim = reals("The releases", releases), reals("The target", target)
    groups = [list(part) for part in parts]
    if sorted(j for group in groups for j in group) != list(range(seen.shape[1])):
        raise ValueError(f"The parts are {groups}; give each of the columns exactly once.")
    rng = np.random.default_rng(0)
    whole = score_of(range(seen.shape[1])).values(seen, aim, rng)
    total = np.zeros(len(whole))
    for group in groups:
        total = total + score_of(group).values(seen[:, group], aim[group], rng)
    finite = np.isfinite(whole)
    # at -inf both must be -inf: an infinite score of the wrong sign is a gap, too
    if (finite != np.isfinite(total)).any() or (whole[~finite] != total[~finite]).any():
        return float("inf")
    return float(np.abs(whole[finite] - total[finite]).max(initial=0.0))


def processed(game: ExactGame, channel: Channel) -> ExactGame:
    """The game of an adversary who sees only what the channel leaves of target and release.

    >>> from banditproof.algorithms.membership.games.crafters import FixedTarget
    >>> from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
    >>> from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
    >>> crafter = FixedTarget(ExactMean(), BernoulliColumns(("1/2", "1/2")), 2, [1, 1])
    >>> game = exact_game(crafter)
    >>> first = processed(game, lambda target, release: release[0])
    >>> first.total_variation < game.total_variation
    True
    """
    cells: dict[tuple[Any, Any], tuple[Fraction, Fraction]] = {}
    for (target, release), (out, inside) in game.cells.items():
        key = ((), channel(target, release))
        old = cells.get(key, (Fraction(0), Fraction(0)))
        cells[key] = (old[0] + out, old[1] + inside)
    return ExactGame(cells, game.prior)


def gain_over(
    game: ExactGame, other: ExactGame, factors: Iterable[Fraction | int] = (1,)
) -> Fraction | None:
    """The first factor at which the other game is easier than this one, in either direction.

    If the other release is made from this one, there is none: the largest P(E) - factor Q(E), which
    decide every (eps, delta), can only fall. Exact.

    >>> from banditproof.algorithms.membership.games.crafters import FixedTarget
    >>> from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
    >>> from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
    >>> law = BernoulliColumns(("1/2",))
    >>> two, four = (exact_game(FixedTarget(ExactMean(), law, n, [1])) for n in (2, 4))
    >>> gain_over(two, four), gain_over(four, two)
    (None, Fraction(1, 1))
    """
    for factor in map(Fraction, factors):
        for own, against in ((0, 1), (1, 0)):
            if _excess(other, own, against, factor) > _excess(game, own, against, factor):
                return factor
    return None


def average_gap(crafter: AverageTarget) -> Fraction:
    """How far the TV of an average-target game is from the mean of the fixed-target ones, exact.

    >>> from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
    >>> from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
    >>> average_gap(AverageTarget(ExactMean(), BernoulliColumns(("1/3",)), 3))
    Fraction(0, 1)
    """
    law: Any = crafter.law
    mean = Fraction(0)
    for target, weight in law.support_rows().exact_points():
        one = FixedTarget(crafter.mechanism, law, crafter.rows, np.array(target, float))
        mean += weight * exact_game(one).total_variation
    return abs(exact_game(crafter).total_variation - mean)


def _excess(game: ExactGame, own: int, other: int, factor: Fraction) -> Fraction:
    gains = (pair[own] - factor * pair[other] for pair in game.cells.values())
    return sum((gain for gain in gains if gain > 0), Fraction(0))


def _nonzero(law: Any) -> dict[Any, Fraction]:
    return {outcome: mass for outcome, mass in law.items() if mass}
