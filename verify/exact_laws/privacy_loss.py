"""The privacy loss of a policy: the largest log-ratio of its laws on neighbouring rewards."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from banditproof.algorithms.policy import Policy
from banditproof.theory import Enclosure, exact
from banditproof.theory.balls import ball, enclose, lower, upper, working_precision
from banditproof.theory.enclosure import INFINITE, ZERO
from banditproof.theory.exact import Number
from banditproof.theory.mechanisms import Mechanism
from .finite_noise import IntegerNoise, NotEnumerable, integer_noise
from .law_divergences import Ratio
from .merged_law import MergedLaw
from .merged_nodes import History
from .stopped_runs import shown_run


def log_enclosure(ratio: Ratio, digits: int = 20) -> Enclosure:
    """log of a ratio >= 1, or of infinity.

    >>> round(float(log_enclosure(Fraction(2))), 12), log_enclosure(Fraction(1)).hi
    (0.69314718056, Fraction(0, 1))
    """
    if isinstance(ratio, float):
        return INFINITE
    if ratio == 1:
        return ZERO
    return enclose(lambda: ball(ratio).log(), digits)


def is_at_most_exponential(ratio: Ratio, eps: Number) -> bool:
    """Whether ratio <= e^eps, decided in balls.

    >>> is_at_most_exponential(Fraction(27, 10), 1), is_at_most_exponential(Fraction(28, 10), 1)
    (True, False)
    """
    if isinstance(ratio, float):
        return ratio < math.inf
    bits = 64
    while bits < 1 << 14:
        with working_precision(bits):
            bound = ball(exact(eps)).exp()
            if ratio <= lower(bound):
                return True
            if ratio > upper(bound):
                return False
        bits *= 2
    raise ArithmeticError(f"{float(ratio)} and exp({eps}) are too close to be distinguished.")


@dataclass(frozen=True)
class PrivacyLoss:
    """The largest ratio Pr_r(actions) / Pr_r'(actions) over all neighbours r, r', and its witness.

    `ratio` is exact for releases clamped to a window; `unclamped` encloses the log-ratio for
    noise without a window, and `epsilon` the log of `ratio`.
    """

    ratio: Ratio
    unclamped: Enclosure
    actions: tuple[int, ...]
    rewards: History
    neighbour: History
    sequences: int
    releases: int
    """The largest number of releases along a sequence; 0 if the horizon is within first batches."""
    arms: int
    """The number of arms; larger symbols among the actions are the ends of runs."""

    @property
    def epsilon(self) -> Enclosure:
        """The largest log-ratio with clamped releases."""
        return log_enclosure(self.ratio)

    def holds(self, eps: Number) -> bool:
        """Whether the law is eps-DP, by exact comparison."""
        return is_at_most_exponential(self.ratio, eps)

    @property
    def witness(self) -> str:
        """The event and the two reward lists that attain the loss."""
        return (
            f"arms {shown_run(self.actions, self.arms)} on rewards "
            f"{''.join(map(str, self.rewards))} against {''.join(map(str, self.neighbour))}"
        )


def privacy_loss(
    policy: Policy[Any],
    horizon: int,
    cut: int = 40,
    on_integers: Callable[[Mechanism], IntegerNoise] = integer_noise,
    limit: int = 3_000_000,
) -> PrivacyLoss:
    """The exact privacy loss over all lists of rewards in {0, 1} and all their neighbours.

    Each action sequence meets the same pairs of reward lists under View DP, Table DP and adaptive
    continual release (a table or a tree shows a list along a fixed sequence, and neighbours show
    neighbours), so this one number is the pure loss in all three models. Optimal Regret of
    Bernoulli Bandits, Propositions 2.4, 4.2 and B.5. Of a policy that stops it is the loss of the
    actions with the stopping time and the recommendation, and the last reward counts.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from banditproof.theory.mechanisms import DiscreteLaplace
    >>> policy = DPIMED(arms=2, eps=1, ties="first", noise=DiscreteLaplace("1/2"))
    >>> privacy_loss(policy, horizon=4).ratio
    Fraction(2, 1)
    """
    if horizon < 1:
        raise ValueError(f"The horizon is {horizon}; give at least one round.")
    merged = MergedLaw(policy, ((0, 1),) * horizon, cut, on_integers, limit)
    best: Ratio = Fraction(1)
    low: Ratio = Fraction(1)
    high: Ratio = Fraction(1)
    where: tuple[tuple[int, ...], History, History] = ((), (), ())
    sequences = releases = 0
    for path in merged.paths():
        if path.slack:
            raise NotEnumerable(
                f"The masses of {path.noises[0]} are not rational; enclose the loss with "
                "exact_privacy."
            )
        sequences += 1
        releases = max(releases, path.releases)
        for (c, d), (left, right) in path.pairs.items():
            for i, j, lists in ((c, d, (left, right)), (d, c, (right, left))):
                p, q = path.weights[i], path.weights[j]
                if p == 0:
                    continue
                ratio: Ratio = Fraction(p, q) if q else math.inf
                if ratio > best or not where[0]:
                    best, where = max(ratio, Fraction(1)), (path.actions, *lists)
                sure, most = max(p - path.moved[i], 0), q + path.moved[j]
                low = max(low, Fraction(sure, most) if most else math.inf)
                if q > path.moved[j]:
                    high = max(high, Fraction(p + path.moved[i], q - path.moved[j]))
                else:
                    high = math.inf
    unclamped = Enclosure.of(log_enclosure(low), log_enclosure(high))
    return PrivacyLoss(best, unclamped, *where, sequences, releases, policy.arms)
