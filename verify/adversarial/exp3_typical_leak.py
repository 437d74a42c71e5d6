"""What typical runs of EXP3 tell of one changed loss: the law of the log-ratio of their actions.

Actions are drawn from EXP3 itself in the first world of `theory.adversarial.exp3_leak`, and
log(P_s(I_s) / P'_s(I_s)) is added up. If the first arm is 1, the changed loss is not observed, and
the sum is exactly 0: half of all runs. The others are given the first arm 2, and their quantiles
are the law. For few rounds the law is enumerated; for many it is sampled, and its quantiles have
confidence limits. Claim `adv.secG1`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
import numpy as np
from flint import arb
from banditproof.algorithms.adversarial.loss_sequences import Floats
from banditproof.algorithms.randomness import Seed, generator
from banditproof.theory.adversarial.exp3_paths import (
    Step,
    checked_rates,
    log_ratio_along,
    odds_along,
    odds_law,
)
from banditproof.theory.balls import enclose
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact_count, exact_probability
from banditproof.verify.sampling.clopper_pearson import binomial_tail

MOST_ENUMERATED = 14
"""The longest horizon whose 2^T action sequences are enumerated."""


@dataclass(frozen=True)
class ActionLoss:
    """A sequence of actions, its probability in the first world, and its log-ratio."""

    actions: tuple[int, ...]
    chance: Enclosure
    loss: Enclosure


def enumerated_losses(eta: Number, gamma: Number, rounds: int) -> tuple[ActionLoss, ...]:
    """All sequences of actions with their probabilities and log-ratios, enclosed.

    >>> found = enumerated_losses("0.1", "0.2", 3)
    >>> sum(float(one.chance) for one in found if one.loss.hi == 0), len(found)
    (0.5, 8)
    """
    rates, count = checked_rates(eta, gamma), exact_count("rounds", rounds, least=1)
    if count > MOST_ENUMERATED:
        raise ValueError(
            f"There are {count} rounds; give at most {MOST_ENUMERATED}, or sample longer runs."
        )
    return tuple(_of_actions(*rates, actions) for actions in product((1, 2), repeat=count))


def _paths(actions: tuple[int, ...]) -> tuple[list[Step], list[Step]]:
    """The observed losses in both worlds: only that of arm 2 in round 1 differs."""
    one = Fraction(1)
    first = [(arm, one if t or arm == 1 else Fraction(0)) for t, arm in enumerate(actions)]
    return first, [(arm, one) for arm in actions]


def _of_actions(eta: Fraction, gamma: Fraction, actions: tuple[int, ...]) -> ActionLoss:
    mine, theirs = _paths(actions)

    def probability() -> arb:
        total = arb(1)
        for (arm, _), x in zip(mine, odds_along(eta, gamma, mine), strict=False):
            total *= odds_law(x, gamma)[arm - 1]
        return total

    mass = enclose(probability, 12)
    if mine == theirs:
        return ActionLoss(actions, mass, ZERO)
    return ActionLoss(actions, mass, enclose(lambda: log_ratio_along(eta, gamma, mine, theirs), 12))


def sampled_losses(
    eta: Number, gamma: Number, rounds: int, runs: int, rng: Seed, first_arm: int | None = 2
) -> Floats:
    """The log-ratio of the actions of so many runs, given their first arm (None: it is drawn).

    All runs go on together, an array of log-odds per world.

    >>> losses = sampled_losses("0.01", "0.01", rounds=100, runs=5, rng=1, first_arm=1)
    >>> losses.tolist()
    [0.0, 0.0, 0.0, 0.0, 0.0]
    """
    rate, share = (float(number) for number in checked_rates(eta, gamma))
    count, number = exact_count("rounds", rounds, least=1), exact_count("runs", runs, least=1)
    draws = generator(rng)
    x, y, total = np.zeros((3, number))
    for t in range(count):
        left, right = _chances(x, share), _chances(y, share)
        second = draws.random(number) < left[1]
        if t == 0 and first_arm is not None:
            second[:] = first_arm == 2
        p, q = (np.where(second, law[1], law[0]) for law in (left, right))
        total += np.log(p / q)
        sign = np.where(second, -rate, rate)
        seen = np.where(second & (t == 0), 0.0, 1.0)
        x, y = x + sign * seen / p, y + sign / q
    return total


def _chances(x: Floats, gamma: float) -> tuple[Floats, Floats]:
    """P(1) and P(2), each with its own digits."""
    far = np.exp(-np.abs(x))
    likely, rare = 1.0 / (1.0 + far), far / (1.0 + far)
    second, first = np.where(x >= 0, likely, rare), np.where(x >= 0, rare, likely)
    return (1.0 - gamma) * first + gamma / 2.0, (1.0 - gamma) * second + gamma / 2.0


def quantile_limits(found: Floats, share: Number, level: Number = "1e-6") -> tuple[float, float]:
    """Two order statistics between which the quantile is, except with probability `level`.

    The number of runs below the quantile is binomial, whatever the law is.

    >>> quantile_limits(np.arange(1.0, 1001.0), "0.5", "0.01")
    (459.0, 542.0)
    """
    low, high = _ranks(
        len(found), exact_probability("share", share), exact_probability("level", level)
    )
    if low < 1 or high < 1:
        raise ValueError(
            f"{len(found)} runs are too few for the quantile {share} at the level {level}; give "
            "more runs."
        )
    ordered = np.sort(found)
    return float(ordered[low - 1]), float(ordered[len(found) - high])


@lru_cache(maxsize=64)
def _ranks(n: int, share: Fraction, level: Fraction) -> tuple[int, int]:
    """How far from the least and from the largest of n runs the two order statistics are."""
    return (
        _largest(lambda k: bool(binomial_tail(n, 1 - share, n - k + 1).hi <= level / 2), n),
        _largest(lambda k: bool(binomial_tail(n, share, n - k + 1).hi <= level / 2), n),
    )


def _largest(true_at: Callable[[int], bool], most: int) -> int:
    """The last k >= 1 at which a statement that turns false once is true; 0 if there is none."""
    low, high = 0, most + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if true_at(middle) else (low, middle)
    return low
