"""How often the policy that trusts its leader pulls an arm of two: a chain over its epochs.

Every sum is of fresh rewards, so that an epoch depends on the leader and on the trust in it alone.
"""

from __future__ import annotations
from collections import defaultdict
from fractions import Fraction
from typing import NamedTuple
import numpy as np
from banditproof.algorithms.regret.trusted_leader import TrustedLeader
from banditproof.theory.instances import BernoulliBandit
from .elimination_law import outcomes
from .weights_from_below import Line, binomial_line, from_below, noise_line

UNIT = 1 << 200
"""Masses are whole numbers of 1/UNIT, rounded down."""


class Standing(NamedTuple):
    """Between two epochs: the rounds played, the pulls of the arm, the leader, and the trust."""

    played: int
    pulls: int
    leader: int
    trusted: bool


def trusted_pulls(
    policy: TrustedLeader, bandit: BernoulliBandit, horizon: int, arm: int, tail: float
) -> dict[int, Fraction]:
    """Lower bounds of the probabilities of the numbers of pulls of an arm."""
    ends: dict[int, int] = defaultdict(int)
    noise = noise_line(policy.declared_noise, tail)
    standing, epoch = {Standing(0, 0, policy.start().leader, False): UNIT}, 0
    least = int(tail * 1e-4 * UNIT)  # what is rarer is left out

    def released(pulled: int, size: int) -> Line:
        return binomial_line(size, bandit.exact_means[pulled], tail).convolved(noise, tail)

    while standing:
        size, length = policy.exploration(epoch), policy.length(epoch)
        first, tie, second = (_units(c) for c in outcomes(released(0, size), released(1, size), 0))
        passed = [
            _passes(released(leader, length), length - policy.tolerance(epoch)) for leader in (0, 1)
        ]
        after: dict[Standing, int] = defaultdict(int)
        for (played, pulls, old, trusted), mass in standing.items():
            elected = [(old, UNIT)]
            if not trusted:
                # the arm after the old leader comes first, and wins a tie
                begins = 1 - old
                cut = min(horizon - played, 2 * size)
                one = min(cut, size)
                pulls += one if arm == begins else cut - one
                played += cut
                elected = [(0, first + tie * (begins == 0)), (1, second + tie * (begins == 1))]
            for leader, share in elected:
                now = mass * share // UNIT
                more = min(length, horizon - played)
                count = pulls + more * (leader == arm)
                if played + more == horizon:
                    ends[count] += now
                    continue
                for stays, chance in zip((False, True), passed[leader], strict=True):
                    next_one = Standing(played + more, count, leader, stays)
                    after[next_one] += now * chance // UNIT
        standing = {state: mass for state, mass in after.items() if mass > least}
        epoch += 1
    return {count: Fraction(mass, UNIT) for count, mass in ends.items()}


def _passes(sums: Line, least: Fraction) -> tuple[int, int]:
    """Lower bounds of the chances that a sum is below a number, and that it is not, in units."""
    high = sums.first + np.arange(len(sums.weights)) >= -(-least.numerator // least.denominator)
    steps = sums.steps + len(high)
    fails, stays = (
        _units(from_below(float(sums.weights[where].sum()), steps)) for where in (~high, high)
    )
    return fails, stays


def _units(chance: Fraction) -> int:
    return chance.numerator * UNIT // chance.denominator
