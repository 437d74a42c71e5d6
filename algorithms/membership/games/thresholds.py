"""Thresholds for a level: the test is score > threshold, strictly, and may be infinite."""

import math
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.theory.domains import probabilities, single


def checked_scores(name: str, scores: npt.ArrayLike) -> Floats:
    """Scores of games in increasing order; they may be infinite, but not NaN."""
    result = np.sort(np.asarray(scores, dtype=float).ravel())
    if not len(result):
        raise ValueError(f"There are no scores {name}; give at least one.")
    if np.isnan(result[-1]):
        raise ValueError(f"The scores {name} contain NaN; give numbers, inf or -inf.")
    return result


def sample_threshold(out_scores: npt.ArrayLike, alpha: float) -> float:
    """The smallest threshold that at most a share alpha of the scores without the target exceed.

    It is one of the scores, or -inf if no more than that share of the scores is above -inf. Take
    it from other games than those in which it is used: the least of many thresholds, chosen on
    the same games, has more errors than it shows there.

    >>> sample_threshold([1.0, 2.0, 3.0, 4.0], 0.25), sample_threshold([1.0, 2.0], 0.99)
    (3.0, 1.0)
    >>> sample_threshold([-np.inf, 2.0], 0.5), sample_threshold([1.0, 2.0], 1)
    (-inf, -inf)
    """
    scores = checked_scores("without the target", out_scores)
    level = single("alpha", probabilities("alpha", alpha))
    if level >= 1:
        return -math.inf
    allowed = _largest_count(level, len(scores))
    return float(scores[len(scores) - allowed - 1])


def law_threshold(values: npt.ArrayLike, weights: npt.ArrayLike, alpha: float) -> float:
    """The smallest threshold that a score of a finite law exceeds with probability at most alpha.

    The values may include -inf, and the weights add up to 1.

    >>> law_threshold([-np.inf, 0.0, 1.0], [0.25, 0.5, 0.25], 0.25)
    0.0
    >>> law_threshold([-np.inf, 0.0, 1.0], [0.25, 0.5, 0.25], 0.75)
    -inf
    """
    given = np.asarray(values, dtype=float)
    shares, level = (
        probabilities("The weights", weights),
        single("alpha", probabilities("alpha", alpha)),
    )
    if given.shape != shares.shape or given.ndim != 1 or abs(shares.sum() - 1) > 1e-9:
        raise ValueError("Give a weight for each value, with the sum 1.")
    checked_scores("of the law", given)
    if level >= 1:
        return -math.inf
    order = np.argsort(given)[::-1]
    given, shares = given[order], shares[order]
    # P(score > given[i]) without equal values, summed from the largest
    above = np.concatenate(([0.0], np.cumsum(shares)))
    first = np.searchsorted(-given, -given, side="left")
    fits = above[first] <= level * (1 + 1e-12)
    return float(given[fits][-1])


def normal_threshold(mean: float, variance: float, alpha: float) -> float:
    """The threshold that a normal score exceeds with probability alpha: inf at 0, -inf at 1.

    With mean -m/2 and variance m it is tau_alpha of the thesis, Corollary 6.4.

    >>> round(normal_threshold(-0.5, 1, 0.01), 6), normal_threshold(0, 1, 0)
    (1.826348, inf)
    """
    from scipy.special import ndtri

    level = single("alpha", probabilities("alpha", alpha))
    if not (math.isfinite(mean) and 0 <= variance < math.inf):
        raise ValueError(
            f"The mean is {mean} and the variance {variance}; give finite numbers, the variance "
            ">= 0."
        )
    if level in (0.0, 1.0):
        return math.inf if level == 0 else -math.inf
    return float(mean - math.sqrt(variance) * ndtri(level))


def _largest_count(level: float, count: int) -> int:
    """The largest k with k/count <= level, where a rounded level counts as the share it stands for.

    >>> _largest_count(1 / 3, 6), _largest_count(0.1, 10)
    (2, 1)
    """
    return int(level * (1 + 1e-12) * count)
