"""How many samples DP-SE needs until one arm is left, with all constants.

In epoch e each of S arms is pulled R = ceil(max{32 L_8 / D^2, 8 L_4 / (eps D)} + 1) times, where
D = 2^-e and L_c = log(c S e^2 / delta), so that private means are within D/4 of the means, up to a
probability of error pi^2/12 delta over all epochs. Then an arm with a gap of at least D is dropped.
"""

from __future__ import annotations
from collections.abc import Sequence
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import MoreBits, at_growing_precision, ball, upper
from banditproof.theory.balls import lower as lower_end
from banditproof.theory.exact import Number, exact_count, exact_means, exact_positive
from banditproof.theory.parameter_names import accepts_epsilon

LARGEST_EPOCH = 5000
"""Epochs beyond it belong to gaps that no float has."""


def last_epoch(gap: Fraction) -> int:
    """The first epoch e >= 1 with 2^-e <= gap, at whose end an arm with this gap is dropped.

    >>> last_epoch(Fraction(1)), last_epoch(Fraction(1, 4)), last_epoch(Fraction(1, 5))
    (1, 2, 3)
    """
    epoch = max(1, gap.denominator.bit_length() - gap.numerator.bit_length() - 1)
    while gap * 2**epoch < 1:
        epoch += 1
    return epoch


@accepts_epsilon
def elimination_pulls(epoch: int, arms: int, eps: Number, delta: Number) -> int:
    """R: how often DP-SE pulls each of the surviving arms in an epoch, exactly.

    >>> [elimination_pulls(e, 5, 1, "0.01") for e in (1, 2, 3)]
    [1063, 4958, 21488]
    """
    number = exact_count("epoch", epoch, least=1)
    alive = exact_count("arms", arms, least=1)
    if number > LARGEST_EPOCH:
        raise ValueError(f"The epoch is {number}; give one from 1 to {LARGEST_EPOCH}.")
    budget, risk = exact_positive("eps", eps), exact_positive("delta", delta)
    share = alive * number**2 / risk

    def pulls(_: int) -> int:
        statistical = 32 * 4**number * ball(8 * share).log()
        private = ball(8 * 2**number / budget) * ball(4 * share).log()
        most = arb.max(statistical, private) + 1
        low, high = lower_end(most), upper(most)
        if -(-low // 1) != -(-high // 1):
            raise MoreBits
        return int(-(-high // 1))

    return at_growing_precision(pulls, digits=1)


@accepts_epsilon
def elimination_samples(means: Sequence[Number], eps: Number, delta: Number) -> int:
    """The samples after which DP-SE, with beta = delta, has one arm left, the best one.

    The sum of R over the epochs of each other arm until the first with 2^-e <= its gap, and that of
    the last of them once more, for the best arm. It holds with probability >= 1 - pi^2/12 delta.

    >>> elimination_samples(("0.95", "0.9", "0.9", "0.9", "0.5"), eps=1, delta="0.01")
    1987721
    """
    given, best = exact_means(means), max(exact_means(means))
    gaps = [best - mean for mean in given if mean != best]
    if len(gaps) != len(given) - 1:
        raise ValueError(f"There are several best arms among {means}; give one largest mean.")
    if not gaps:
        return 0
    last = [last_epoch(gap) for gap in gaps]
    totals = [0]
    for epoch in range(1, max(last) + 1):
        totals.append(totals[-1] + elimination_pulls(epoch, len(given), eps, delta))
    return sum(totals[epoch] for epoch in last) + totals[max(last)]
