"""When to stop: the evidence for the best arm against a threshold, as separate values.

A stopping rule reads means and the numbers of samples behind them, and nothing else. Whatever arms
were sampled, the thresholds of (5.10), (5.11) and (5.14) name a wrong arm with probability at most
delta; those of public codes are heuristics, and have no such guarantee.
Privacy-Utility Trade-offs in Sequential Decision-Making, Sections 5.4.1 to 5.4.3.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from banditproof.algorithms.regret.exploration import log_inverse
from banditproof.theory import Number
from banditproof.theory.exact import exact, exact_count, exact_positive, float_above
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.theory.stopping.gaussian_threshold import gaussian_level
from banditproof.theory.stopping.private_thresholds import threshold_adap_tt, threshold_adap_tt_star
from .transportation_costs import HALF, TransportationCost

SMALLEST = Fraction(1, 10**100)
"""The smallest eps and sigma whose squares and quotients are floats."""


def positive_float(name: str, number: Number) -> float:
    """A number > 0 as a float that keeps its digits; raises ValueError otherwise.

    >>> positive_float("eps", "0.5")
    0.5
    """
    given = exact_positive(name, number)
    if not SMALLEST <= given <= 1 / SMALLEST:
        raise ValueError(f"{name} is outside of the floats; give a number from 1e-100 to 1e100.")
    return float(given)


@dataclass(frozen=True)
class Threshold(ABC):
    """c_{a,b}: what the cost of two arms must reach, given the samples behind their means."""

    arms: int
    delta: Number

    def __post_init__(self) -> None:
        if exact_count("arms", self.arms) < 2:
            raise ValueError(f"There is no rival among {self.arms} arm(s); give at least two.")
        if not 0 < exact(self.delta) < 1:
            raise ValueError(
                f"delta is {self.delta}; give a probability of error strictly between 0 and 1."
            )
        if self.risk in (0.0, 1.0):
            raise ValueError(
                f"delta is {self.delta}, and {self.risk:g} as a float; give a probability of error "
                "in [1e-300, 1) whose float is below 1."
            )

    @property
    def risk(self) -> float:
        """delta as a float."""
        return float(exact(self.delta))

    @property
    def changes_at(self) -> float:
        """The gap of the means at which the threshold changes; infinite by default."""
        return math.inf

    @abstractmethod
    def at(self, gap: float, first: int, second: int) -> float:
        """The threshold for a gap of the means, with the samples behind both."""


@dataclass(frozen=True)
class GaussianThreshold(Threshold):
    """c^G of (5.10), the threshold for means without privacy.

    2 C_G(log((K-1)/delta)/2) + 2 log(4 + log w_a) + 2 log(4 + log w_b).

    >>> round(GaussianThreshold(arms=5, delta="0.01").at(0.1, 64, 64), 6)
    17.684102
    """

    def at(self, gap: float, first: int, second: int) -> float:
        """It does not depend on the gap."""
        return gaussian_level(first, second, self.arms, self.risk)


@accepts_epsilon
@dataclass(frozen=True)
class PrivateThreshold(Threshold):
    """c^{G,eps} of (5.11), for means with Laplace noise: the threshold of AdaP-TT.

    >>> round(PrivateThreshold(arms=5, delta="0.01", eps=1).at(0.1, 64, 64), 4)
    73.0452
    """

    eps: Number = 1
    s: Number = 2
    sigma: Number = HALF

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self._numbers

    def at(self, gap: float, first: int, second: int) -> float:
        """It does not depend on the gap."""
        return float(threshold_adap_tt(first, second, self.arms, *self._numbers))

    @property
    def _numbers(self) -> tuple[float, float, float, float]:
        eps, sigma = positive_float("eps", self.eps), positive_float("sigma", self.sigma)
        s = positive_float("s", self.s)
        if not s > 1.0:
            raise ValueError(f"The exponent s is {self.s}; give a number > 1, at least 1.000001.")
        return eps, self.risk, s, sigma


@accepts_epsilon
@dataclass(frozen=True)
class TruncatedThreshold(PrivateThreshold):
    """(5.14), the threshold of AdaP-TT*, with the exponent s in both cases.

    `printed` leaves out the exponent s of k from a gap of 3 eps on, as the print does. Both are
    delta-correct (claim `thesis.lem5.21.repaired`).

    >>> threshold = TruncatedThreshold(arms=5, delta="0.01", eps="0.1")
    >>> [round(threshold.at(gap, 64, 64), 3) for gap in (0.0, 1.0)]
    [1285.301, 172.61]
    """

    printed: bool = False

    @property
    def changes_at(self) -> float:
        """The least float that is not below 3 eps, so that a float gap is compared exactly."""
        return float_above(3 * exact(self.eps))

    def at(self, gap: float, first: int, second: int) -> float:
        """One of two thresholds: below the gap 3 eps, or from it on."""
        numbers = self._numbers
        # Only the side of 3 eps matters. It is decided here, exactly, and passed on as a gap well
        # inside.
        of_case = 4.0 * numbers[0] if gap >= self.changes_at else 0.0
        return float(
            threshold_adap_tt_star(
                of_case, first, second, self.arms, *numbers, printed=self.printed
            )
        )


@accepts_epsilon
@dataclass(frozen=True)
class HeuristicThreshold(Threshold):
    """A threshold of public codes: smaller, and without a proof of delta-correctness.

    log(1/delta) + log(1 + log w_a) + log(1 + log w_b) + (1/w_a + 1/w_b) log(1/delta)^2 / eps^2;
    without eps, the last term is left out.

    >>> round(HeuristicThreshold(arms=5, delta="0.01", eps=1).at(0.1, 64, 64), 6)
    8.549348
    """

    eps: Number | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.eps is not None:
            positive_float("eps", self.eps)

    def at(self, gap: float, first: int, second: int) -> float:
        """It does not depend on the gap."""
        level = log_inverse(exact(self.delta))
        result = level + math.log1p(math.log(first)) + math.log1p(math.log(second))
        if self.eps is not None:
            price = level / float(exact_positive("eps", self.eps))
            result += (1.0 / first + 1.0 / second) * price * price
        return result


@dataclass(frozen=True)
class StoppingRule:
    """Stop when the cost of the best mean against every other one reaches its threshold.

    >>> rule = StoppingRule(TransportationCost(), GaussianThreshold(arms=2, delta="0.1"))
    >>> rule.recommends((0.9, 0.1), (8, 8)), rule.recommends((0.9, 0.1), (32, 32))
    (None, 0)
    """

    cost: TransportationCost
    threshold: Threshold

    def recommends(self, means: Sequence[float], samples: Sequence[int]) -> int | None:
        """The arm of the largest mean, the first of several; None if the evidence is too small."""
        best = max(range(len(means)), key=means.__getitem__)
        for arm in range(len(means)):
            gap, first, second = means[best] - means[arm], samples[best], samples[arm]
            if arm != best and not (
                self.cost(gap, first, second) >= self.threshold.at(gap, first, second)
            ):
                return None
        return best
