"""How often a table of laws pulls an arm: the masses of all its histories, as fractions."""

from __future__ import annotations
from collections import defaultdict
from fractions import Fraction
from banditproof.algorithms.regret.table_policy import History, TablePolicy
from banditproof.theory.instances import BernoulliBandit


def table_pulls(
    policy: TablePolicy, bandit: BernoulliBandit, horizon: int, arm: int
) -> dict[int, Fraction]:
    """The probabilities of the numbers of pulls of an arm.

    >>> arms = {0: (Fraction(2, 3), Fraction(1, 3)), 1: (Fraction(1), Fraction(0))}
    >>> table = TablePolicy(2, 2, {(): arms[0], **{((a, r),): arms[r] for a in arms for r in arms}})
    >>> table_pulls(table, BernoulliBandit((1, 0)), 2, 1)
    {0: Fraction(2, 3), 1: Fraction(2, 9), 2: Fraction(1, 9)}
    """
    if horizon > policy.rounds:
        raise ValueError(
            f"The horizon is {horizon}, and the table has {policy.rounds} rounds; give at most as "
            "many."
        )
    chances = [(1 - mean, mean) for mean in bandit.exact_means]
    known: dict[History, Fraction] = {(): Fraction(1)}
    for _ in range(horizon):
        known = {
            (*history, (pulled, reward)): now
            for history, mass in known.items()
            for pulled, share in enumerate(policy.laws[history])
            for reward, chance in enumerate(chances[pulled])
            if (now := mass * share * chance)
        }
    ends: dict[int, Fraction] = defaultdict(Fraction)
    for history, mass in known.items():
        ends[sum(pulled == arm for pulled, _ in history)] += mass
    return dict(sorted(ends.items()))
