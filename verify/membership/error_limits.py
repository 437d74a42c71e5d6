"""Lower bounds of eps from the rounds of a membership game, by upper limits of both error rates.

With upper limits a of alpha and b of beta that hold together,

    eps_low(delta) = max{0, log((1 - delta - b) / a), log((1 - delta - a) / b)},

where the logarithm of a number that is not positive is -inf. Both logarithms use upper limits only,
so each limit may be missed with probability gamma/2. Thesis, Section 2.3.7.
"""

import math
from dataclasses import dataclass, field
from typing import Any, Protocol
import numpy as np
from banditproof.algorithms.membership.games.membership_game import GameRecord
from banditproof.theory.domains import probabilities, single
from banditproof.verify.sampling.clopper_pearson import upper_limits

ROUNDED = 1e-9
"""A reported bound is this much smaller than its float, so that rounding never makes it larger."""


class UpperLimits(Protocol):
    """Upper limits of an error rate, from the errors among the rounds of one bit."""

    def upper(self, errors: Any, trials: Any, rounds: int) -> Any:
        """The limits for arrays of counts: errors, rounds of this bit, and rounds of the game."""


@dataclass(frozen=True)
class ExactLimits:
    """Clopper and Pearson's limits, given the number of rounds of this bit; 1 if there are none.

    >>> ExactLimits().upper([0, 10], [10, 10], 20).round(6).tolist()
    [0.308497, 1.0]
    """

    level: float = 0.05

    def __post_init__(self) -> None:
        _check_level(self.level)

    def upper(self, errors: Any, trials: Any, rounds: int) -> Any:
        """The limits, each missed with probability at most level/2."""
        return upper_limits(errors, trials, self.level / 2)


@dataclass(frozen=True)
class RadiusOfOwnRounds:
    """The share of errors plus sqrt(log(2/level) / (2 T_b)): Hoeffding, given the rounds T_b.

    >>> round(float(RadiusOfOwnRounds().upper(5, 50, 100)), 6)
    0.292065
    """

    level: float = 0.05

    def __post_init__(self) -> None:
        _check_level(self.level)

    def upper(self, errors: Any, trials: Any, rounds: int) -> Any:
        """The limits, each missed with probability at most level/2."""
        return _share_plus(errors, trials, math.sqrt(math.log(2 / self.level) / 2), trials)


@dataclass(frozen=True)
class RadiusOfAllRounds:
    """The share of errors among the rounds of this bit, plus C / sqrt(T) with all rounds T.

    T_b is random, and C must pay for that: C^2 = log(2/level) / (1 - log cosh 1) does for every T.
    For T <= C^2 the limit is at least 1; otherwise, with u = C^2/T < 1, the limit is missed with
    probability at most E[e^(-2 u T_b)] = ((1 + e^(-2u))/2)^T <= e^(-C^2 (1 - log cosh 1)), since
    log((1 + e^(-2u))/2) / u increases in u. Hoeffding's constant log(2/level)/2 for T_b does not.

    >>> round(RadiusOfAllRounds().constant, 4)
    2.5524
    """

    level: float = 0.05

    def __post_init__(self) -> None:
        _check_level(self.level)

    @property
    def constant(self) -> float:
        """C, which does not depend on the number of rounds."""
        return math.sqrt(math.log(2 / self.level) / (1 - math.log(math.cosh(1))))

    def upper(self, errors: Any, trials: Any, rounds: int) -> Any:
        """The limits, each missed with probability at most level/2, over the coins too."""
        return _share_plus(errors, trials, self.constant, rounds)


def _share_plus(errors: Any, trials: Any, constant: float, rounds: Any) -> Any:
    """errors/trials + constant/sqrt(rounds), at most 1, and 1 without rounds of this bit."""
    k, n, t = (np.asarray(counts, float) for counts in (errors, trials, rounds))
    limit = k / np.maximum(n, 1) + constant / np.sqrt(np.maximum(t, 1))
    return np.where(n > 0, np.minimum(limit, 1.0), 1.0)


@dataclass(frozen=True)
class GameAudit:
    """The audit of a game: a lower bound of the eps of a mechanism, for each delta.

    The rounds must be independent, and the adversary must be chosen without them: a threshold that
    is chosen on the rounds that test it errs more often (`audit_scores` divides the rounds).

    >>> audit = GameAudit()
    >>> record = GameRecord(np.arange(200) % 2 == 0, np.arange(200) % 2 == 0)
    >>> round(audit.bound(record), 6), round(audit.bound(record, delta=0.5), 6)
    (3.281346, 2.549897)
    """

    limits: UpperLimits = field(default_factory=ExactLimits)

    def bound(self, record: GameRecord, delta: float = 0.0) -> float:
        """The lower bound of eps(delta) that the rounds show."""
        result = self.bounds(
            record.false_positives,
            record.negatives,
            record.false_negatives,
            record.positives,
            delta,
        )
        return max(0.0, float(result) * (1 - ROUNDED) - ROUNDED)

    def bounds(
        self,
        false_positives: Any,
        negatives: Any,
        false_negatives: Any,
        positives: Any,
        delta: float = 0.0,
    ) -> Any:
        """The bound for arrays of counts, in float64; all games have the same number of rounds."""
        slack = single("delta", probabilities("delta", delta))
        totals = np.unique(np.asarray(negatives) + np.asarray(positives))
        if len(totals) != 1:
            raise ValueError("The counts are of games of different lengths; give those of one.")
        rounds = int(totals[0])
        first = self.limits.upper(false_positives, negatives, rounds)
        second = self.limits.upper(false_negatives, positives, rounds)
        return bound_from_limits(first, second, slack)


def bound_from_limits(first: Any, second: Any, delta: float = 0.0) -> Any:
    """eps_low from limits of both errors, in float64.

    >>> round(float(bound_from_limits(0.1, 0.2)), 6), float(bound_from_limits(0.0, 0.5))
    (2.079442, inf)
    >>> float(bound_from_limits(1.0, 1.0)), float(bound_from_limits(0.0, 1.0))
    (0.0, 0.0)
    """
    a, b = np.broadcast_arrays(np.asarray(first, float), np.asarray(second, float))
    return np.maximum(np.maximum(_log_ratio(1 - delta - b, a), _log_ratio(1 - delta - a, b)), 0.0)


def _log_ratio(top: Any, bottom: Any) -> Any:
    """log(top/bottom); -inf where the top is not positive, and inf where only the bottom is 0."""
    with np.errstate(divide="ignore"):
        # The floor only keeps the logarithm defined; where it acts the answer is -inf below.
        logs = np.log(np.maximum(top, 1e-300)) - np.log(np.maximum(bottom, 0.0))
    return np.where(top > 0, logs, -np.inf)


def _check_level(level: float) -> None:
    if not 0 < level < 1:
        raise ValueError(f"The level is {level}; give a number strictly between 0 and 1.")
