"""How often the policy that trusts its leader pulls an arm of two: a chain over its epochs.

Every sum is of fresh rewards, so that an epoch depends on the leader and on the trust in it alone.
"""

from __future__ import annotations
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple
import numpy as np
from numpy.typing import NDArray
from banditproof.algorithms.regret.trusted_leader import TrustedLeader
from banditproof.theory.instances import BernoulliBandit
from .elimination_law import outcomes
from .weights_from_below import Line, binomial_line, from_below, noise_line

BITS = 200
UNIT = 1 << BITS
"""Masses are whole numbers of 1/UNIT, rounded down."""
Places = NDArray[np.int64]
Units = NDArray[Any]
"""Masses as Python's whole numbers, which have any size."""


class Standing(NamedTuple):
    """Between two epochs, for one leader and one trust: places, each once, and their masses.

    The place of some rounds played and some pulls of the arm is played (horizon + 1) + pulls.
    """

    places: Places
    masses: Units

    def above(self, least: int) -> Standing:
        """Without those of at most a mass."""
        kept = np.flatnonzero(self.masses > least)
        return Standing(self.places[kept], self.masses[kept])

    @staticmethod
    def of(parts: Sequence[Standing]) -> Standing:
        """All parts together, with the sums of the masses at equal places."""
        places = np.concatenate([part.places for part in parts])
        order = np.argsort(places, kind="stable")
        places = places[order]
        begins = np.flatnonzero(np.diff(places, prepend=-1))
        masses = np.concatenate([part.masses for part in parts])[order]
        return Standing(places[begins], np.add.reduceat(masses, begins))


def trusted_pulls(
    policy: TrustedLeader, bandit: BernoulliBandit, horizon: int, arm: int, tail: float
) -> dict[int, Fraction]:
    """Lower bounds of the probabilities of the numbers of pulls of an arm."""
    ended: list[Standing] = []
    noise = noise_line(policy.declared_noise, tail)
    begin = Standing(np.zeros(1, np.int64), np.array([UNIT], object))
    standing, epoch = {(policy.start().leader, False): begin}, 0
    least = int(tail * 1e-4 * UNIT)  # what is rarer is left out

    def released(pulled: int, size: int) -> Line:
        return binomial_line(size, bandit.exact_means[pulled], tail).convolved(noise, tail)

    while standing:
        size, length = policy.exploration(epoch), policy.length(epoch)
        first, tie, second = (_units(c) for c in outcomes(released(0, size), released(1, size), 0))
        passed = [
            _passes(released(leader, length), length - policy.tolerance(epoch)) for leader in (0, 1)
        ]
        after: dict[tuple[int, bool], list[Standing]] = defaultdict(list)
        for (old, trusted), (places, masses) in standing.items():
            played, pulls = np.divmod(places, horizon + 1)
            elected = [(old, UNIT)]
            if not trusted:
                # the arm after the old leader comes first, and wins a tie
                begins = 1 - old
                cut = np.minimum(horizon - played, 2 * size)
                one = np.minimum(cut, size)
                pulls += one if arm == begins else cut - one
                played += cut
                elected = [(0, first + tie * (begins == 0)), (1, second + tie * (begins == 1))]
            more = np.minimum(length, horizon - played)
            last = played + more == horizon
            for leader, share in elected:
                now = masses if share == UNIT else masses * share >> BITS
                count = pulls + more if leader == arm else pulls
                ended.append(Standing(count[last], now[last]))
                reached, left = ((played + more) * (horizon + 1) + count)[~last], now[~last]
                for stays, chance in zip((False, True), passed[leader], strict=True):
                    after[leader, stays].append(Standing(reached, left * chance >> BITS))
        alive = {key: Standing.of(parts).above(least) for key, parts in after.items()}
        standing = {key: states for key, states in alive.items() if len(states.places)}
        epoch += 1
    counts, masses = Standing.of(ended)
    return {n: Fraction(mass, UNIT) for n, mass in zip(counts.tolist(), masses, strict=True)}


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
