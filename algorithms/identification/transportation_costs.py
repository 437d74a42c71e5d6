"""Transportation costs: how clearly one arm looks better than another.

Privacy-Utility Trade-offs in Sequential Decision-Making, (5.9) and (5.12).
"""

from __future__ import annotations
import math
from dataclasses import dataclass
from fractions import Fraction
from banditproof.theory import Number
from banditproof.theory.exact import exact_positive

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class TransportationCost:
    """W(a, b) = g min(cut, g) / (scale (1/w_a + 1/w_b)), with g = max(mean_a - mean_b, 0).

    The scale is 2 sigma^2 for sigma-subgaussian rewards. A gap of 0 costs nothing.

    >>> TransportationCost(scale=2.0)(1.0, 2, 2), TransportationCost(2.0, cut=0.5)(1.0, 2, 2)
    (0.5, 0.25)
    """

    scale: float = 0.5
    cut: float = math.inf

    @staticmethod
    def of(sigma: Number = HALF, truncation: Number | None = None) -> TransportationCost:
        """The cost of sigma-subgaussian rewards; rewards in [0, 1] have sigma = 1/2.

        Without a truncation it is the Gaussian cost of AdaP-TT and TTUCB; AdaP-TT* has 3 eps.

        >>> TransportationCost.of("0.5", truncation=3)
        TransportationCost(scale=0.5, cut=3.0)
        """
        scale = float(2 * exact_positive("sigma", sigma) ** 2)
        if truncation is None:
            return TransportationCost(scale)
        return TransportationCost(scale, float(exact_positive("the truncation", truncation)))

    def __call__(self, gap: float, first: float, second: float) -> float:
        """The cost of a difference of means, with the samples behind both."""
        if gap <= 0.0:
            return 0.0
        return gap * min(self.cut, gap) / (self.scale * (1.0 / first + 1.0 / second))
