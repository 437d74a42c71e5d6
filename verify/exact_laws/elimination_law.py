"""How often DP-SE pulls an arm of two: its epochs read fresh rewards, so they are independent."""

from __future__ import annotations
from collections import defaultdict
from fractions import Fraction
import numpy as np
from banditproof.algorithms.regret.dp_se import DPSE
from banditproof.theory.instances import BernoulliBandit
from .phased_choices import MARGIN
from .weights_from_below import Line, binomial_line, from_below, noise_line


def elimination_pulls(
    policy: DPSE, bandit: BernoulliBandit, horizon: int, arm: int, tail: float
) -> dict[int, Fraction]:
    """Lower bounds of the probabilities of the numbers of pulls of an arm."""
    ends: dict[int, Fraction] = defaultdict(Fraction)
    noise = noise_line(policy.declared_noise, tail)
    alive, played, epoch = Fraction(1), 0, 1
    while True:
        size, left = policy.pulls_per_arm(epoch, 2), horizon - 2 * played
        if left <= 2 * size:
            first = min(size, left)
            ends[played + (first if arm == 0 else left - first)] += alive
            return ends
        one, two = (binomial_line(size, p, tail).convolved(noise, tail) for p in bandit.exact_means)
        best, none, second = outcomes(one, two, policy.margin(epoch, 2) * size, size * MARGIN)
        played += size
        rest = horizon - 2 * played
        ends[played + (rest if arm == 0 else 0)] += alive * best
        ends[played + (rest if arm == 1 else 0)] += alive * second
        alive, epoch = alive * none, epoch + 1


def outcomes(
    first: Line, second: Line, margin: float, near: float
) -> tuple[Fraction, Fraction, Fraction]:
    """Chances that one of two sums is beyond the other by a margin: the first, none, the second.

    They are lower bounds, and differences that are `near` the margin are left out.

    >>> coin = binomial_line(1, Fraction(1, 2), 1e-15)
    >>> [round(float(chance), 9) for chance in outcomes(coin, coin, 0.5, 1e-9)]
    [0.25, 0.5, 0.25]
    """
    mirrored = Line(1 - second.first - len(second.weights), second.weights[::-1], second.steps)
    lead = first.convolved(mirrored, 0.0)
    by = lead.first + np.arange(len(lead.weights))
    cases = by > margin + near, np.abs(by) < margin - near, by < -margin - near
    one, none, two = (
        from_below(float(lead.weights[case].sum()), lead.steps + len(by)) for case in cases
    )
    return one, none, two
