"""Bands around the power of a score from played games, which hold at all levels at once.

By Dvoretzky, Kiefer, Wolfowitz and Massart the shares of N scores above every threshold are within
sqrt(log(2/g) / (2N)) of their probabilities, all together, except with probability g; for laws with
atoms, too. With g = gamma/2 for the games without the target and with it, the power

    Pow(a) = max {P_in(s > t) : P_out(s > t) <= a}

is between the sampled power at a - e_0 minus e_1 and that at a + e_0 plus e_1, for all a.
"""

from __future__ import annotations
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.theory.domains import probabilities
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact_probability
from banditproof.theory.membership.finite_laws.roc import TestingProblem


def dkw_radius(scores: int, level: float) -> float:
    """sqrt(log(2/level) / (2 N)): how far all shares of N scores are off, but with the level.

    >>> round(dkw_radius(1000, 0.05), 6)
    0.042947
    """
    if scores < 1 or not 0 < level < 1:
        raise ValueError(
            f"There are {scores} scores and the level is {level}; give at least one score, and a "
            "level strictly between 0 and 1."
        )
    return math.sqrt(math.log(2 / level) / (2 * scores))


@dataclass(frozen=True, eq=False)
class RocBand:
    """A band that contains the power of the score at all levels, but with the given probability.

    >>> band = RocBand(SampledROC(np.arange(1000), np.arange(500, 1500)), 0.01)
    >>> low, high = band.bounds([0.0, 0.5, 1.0])
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.0, 0.89, 0.945], [0.609, 1.0, 1.0])
    """

    sample: SampledROC
    level: float = 0.05

    def __post_init__(self) -> None:
        _ = self.radii  # raises ValueError for a wrong level, or without scores

    @property
    def radii(self) -> tuple[float, float]:
        """How far the shares of the games without and with the target are off."""
        return (
            dkw_radius(len(self.sample.out), self.level / 2),
            dkw_radius(len(self.sample.inside), self.level / 2),
        )

    def bounds(self, alpha: npt.ArrayLike) -> tuple[Floats, Floats]:
        """The lower and upper ends of the band at levels alpha."""
        levels = probabilities("alpha", alpha)
        first, second = self.radii
        # a threshold whose share is too large is never allowed, so its power is 0
        allowed = levels >= first
        low = self.sample.power(np.maximum(levels - first, 0.0)) - second
        high = self.sample.power(np.minimum(levels + first, 1.0)) + second
        return np.where(allowed, np.maximum(low, 0.0), 0.0), np.minimum(high, 1.0)

    def leaves(
        self,
        power: Callable[[Fraction], Enclosure],
        alphas: Iterable[Number],
        *,
        best: bool = False,
    ) -> OutsideBand | None:
        """The first of some levels at which an exact power is surely outside of the band.

        `power` is that of the thresholds on the score. With `best` it may be the power of any
        better test, so that only a power below the band counts: no score has more than the best.
        """
        for level in alphas:
            alpha = exact_probability("alpha", level)
            (low,), (high,) = self.bounds([float(alpha)])
            exact = power(alpha)
            if exact.hi < low or (not best and exact.lo > high):
                return OutsideBand(alpha, exact, float(low), float(high))
        return None


@dataclass(frozen=True)
class OutsideBand:
    """A level, the exact power there, and the ends of the band that does not contain it."""

    alpha: Fraction
    power: Enclosure
    low: float
    high: float

    @property
    def words(self) -> str:
        """The finding in a sentence."""
        return (
            f"At size {float(self.alpha):g} the power is {float(self.power):.6g}, and the games "
            f"say {self.low:.6g} to {self.high:.6g}."
        )


def power_of_thresholds(problem: TestingProblem) -> Callable[[Fraction], Enclosure]:
    """The exact power of the thresholds on the likelihood ratio itself, without coins.

    >>> from banditproof.theory.membership.finite_laws import NormalLaw
    >>> power = power_of_thresholds(NormalLaw(rows=10, columns=5, score=1))
    >>> 0.1 < float(power(Fraction(1, 10))) < 0.5
    True
    """
    return lambda alpha: problem.power(alpha, randomised=False)


def power_of_tests(problem: TestingProblem) -> Callable[[Fraction], Enclosure]:
    """The exact power of the best randomised tests, which no score exceeds."""
    return problem.power


def contains_roc(
    sample: SampledROC, sizes: npt.ArrayLike, powers: npt.ArrayLike, level: float = 0.05
) -> bool:
    """Whether all points of a curve of thresholds are in the band.

    >>> scores = np.random.default_rng(0).random(500)
    >>> contains_roc(SampledROC(scores, scores), [0, 0.5, 1], [0, 0.5, 1])
    True
    >>> contains_roc(SampledROC(scores, scores), [0, 0.5, 1], [0, 0.75, 1])
    False
    """
    expected = probabilities("powers", powers)
    low, high = RocBand(sample, level).bounds(sizes)
    return bool(((low <= expected) & (expected <= high)).all())
