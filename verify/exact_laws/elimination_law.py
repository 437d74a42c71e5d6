"""How often DP-SE pulls an arm of two: its epochs read fresh rewards, so they are independent.

Explore then commit is one epoch without noise, after which the larger sum wins.
"""

from __future__ import annotations
from collections import defaultdict
from fractions import Fraction
from functools import partial
import numpy as np
from banditproof.algorithms.regret.dp_se import DPSE
from banditproof.algorithms.regret.explore_then_commit import ExploreThenCommit
from banditproof.algorithms.regret.proved_index import floor_of
from banditproof.theory.instances import BernoulliBandit
from .phased_choices import FIRST_WINS
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
        best, none, second = outcomes(one, two, floor_of(partial(policy.proved_margin, epoch, 2)))
        played += size
        rest = horizon - 2 * played
        ends[played + (rest if arm == 0 else 0)] += alive * best
        ends[played + (rest if arm == 1 else 0)] += alive * second
        alive, epoch = alive * none, epoch + 1


def committed_pulls(
    policy: ExploreThenCommit, bandit: BernoulliBandit, horizon: int, arm: int, tail: float
) -> dict[int, Fraction]:
    """The same for explore then commit."""
    size = min(policy.explore, horizon // 2)
    if horizon <= 2 * policy.explore:
        return {size + (horizon % 2 if arm == 0 else 0): Fraction(1)}
    one, two = (binomial_line(size, p, tail) for p in bandit.exact_means)
    first, tie, second = outcomes(one, two, 0)
    share = Fraction(FIRST_WINS[policy.ties])
    wins = (first + share * tie, second + (1 - share) * tie)
    return {horizon - size: wins[arm], size: wins[1 - arm]}


def outcomes(first: Line, second: Line, most: int) -> tuple[Fraction, Fraction, Fraction]:
    """Chances that one of two sums is larger by more than `most`: the first, none, the second.

    They are lower bounds.

    >>> coin = binomial_line(1, Fraction(1, 2), 1e-15)
    >>> [round(float(chance), 9) for chance in outcomes(coin, coin, 0)]
    [0.25, 0.5, 0.25]
    """
    mirrored = Line(1 - second.first - len(second.weights), second.weights[::-1], second.steps)
    lead = first.convolved(mirrored, 0.0)
    by = lead.first + np.arange(len(lead.weights))
    one, none, two = (
        from_below(float(lead.weights[where].sum()), lead.steps + len(by))
        for where in (by > most, np.abs(by) <= most, by < -most)
    )
    return one, none, two
