"""The power of a score as played games show it."""

from dataclasses import dataclass, field
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.theory.domains import probabilities
from .thresholds import checked_scores


@dataclass(frozen=True, eq=False)
class SampledROC:
    """Shares of games without (out) and with (inside) the target whose score exceeds a threshold.

    >>> roc = SampledROC([0.0, 1.0, 2.0, 3.0], [1.0, 2.0, 4.0, 5.0])
    >>> roc.rates(2.5), roc.advantage(2.5), roc.best_advantage
    ((0.25, 0.5), 0.25, 0.5)
    """

    out: Floats = field()
    inside: Floats = field()

    def __init__(self, out: npt.ArrayLike, inside: npt.ArrayLike) -> None:
        object.__setattr__(self, "out", checked_scores("without the target", out))
        object.__setattr__(self, "inside", checked_scores("with the target", inside))

    def rates(self, threshold: float) -> tuple[float, float]:
        """The shares of the scores above a threshold: the size and the power of the test."""
        return float(_above(self.out, threshold)), float(_above(self.inside, threshold))

    def advantage(self, threshold: float = 0.0) -> float:
        """Power minus size at a threshold; it may be negative."""
        size, power = self.rates(threshold)
        return power - size

    @property
    def points(self) -> tuple[Floats, Floats]:
        """Size and power at all thresholds, from inf to -inf, in increasing order."""
        cuts = np.unique(np.concatenate((self.out, self.inside)))[::-1]
        sizes = np.concatenate(([0.0], _above(self.out, cuts), [1.0]))
        powers = np.concatenate(([0.0], _above(self.inside, cuts), [1.0]))
        return sizes, powers

    @property
    def best_advantage(self) -> float:
        """The largest advantage of a threshold in this sample; in expectation it is too large."""
        sizes, powers = self.points
        return float((powers - sizes).max())

    def power(self, alpha: npt.ArrayLike) -> Floats:
        """The largest power of a threshold whose size in this sample is at most alpha.

        >>> SampledROC([0.0, 1.0], [0.5, 2.0]).power([0, 0.4, 0.5, 1]).tolist()
        [0.5, 0.5, 1.0, 1.0]
        """
        levels = probabilities("alpha", alpha)
        sizes, powers = self.points
        last = np.searchsorted(sizes, levels * (1 + 1e-12), side="right") - 1
        return np.asarray(powers[last])

    def randomised_power(self, alpha: npt.ArrayLike) -> Floats:
        """The power on the straight lines between thresholds: tests that may throw a coin.

        >>> SampledROC([0.0, 1.0], [0.5, 2.0]).randomised_power([0.25]).tolist()
        [0.75]
        """
        levels, sizes = probabilities("alpha", alpha), self.points[0]
        distinct = np.unique(sizes)
        return np.asarray(np.interp(levels, distinct, self.power(distinct)))

    @property
    def area(self) -> float:
        """The area under the curve: P(inside > out) + P(inside = out) / 2.

        >>> SampledROC([0.0, 1.0], [1.0, 2.0]).area
        0.875
        """
        below = np.searchsorted(self.out, self.inside, side="left")
        upto = np.searchsorted(self.out, self.inside, side="right")
        return float((below + upto).mean() / (2 * len(self.out)))


def _above(ordered: Floats, threshold: npt.ArrayLike) -> Floats:
    """The share of scores above a threshold, strictly."""
    count = len(ordered)
    return np.asarray((count - np.searchsorted(ordered, threshold, side="right")) / count)
