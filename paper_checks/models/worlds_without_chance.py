"""Worlds without chance, in which one arm always pays, and the least regret of private policies.

The theorems about them bound the largest regret of all policies of a budget from below; here the
bound is compared with the best of all these policies, exactly.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any
from banditproof.theory.exact_price import exact_price, verified_price
from banditproof.theory.exact_price.price_file import price_facts
from ..verdicts.sharpness import Sides

GROWTHS = (Fraction(11, 10), Fraction(3, 2), Fraction(4))
"""Values of e^eps."""
DELTAS = (Fraction(0), Fraction(1, 20))


@dataclass(frozen=True)
class Worlds:
    """So many worlds of so many arms: in world i arm i always pays 1, and the others never pay.

    >>> Worlds(arms=2, worlds=2).least_regret(1, Fraction(4), Fraction(0))
    Fraction(1, 2)
    """

    arms: int
    worlds: int

    def least_regret(self, horizon: int, growth: Fraction, delta: Fraction) -> Fraction:
        """The largest regret over the worlds of the best policy that is (eps, delta)-DP in tables.

        The policy is found by one program; another one verifies its privacy and its regret.
        """
        return _least_regret(self, horizon, growth, delta)


def regrets_of_two_rounds(first: Any, stay: Any) -> tuple[Any, Any]:
    """The regrets of a policy in two rounds of the two worlds of two arms, in any symbols.

    `first` is the probability of arm 0 in the first round, stay[arm][reward] that of the same arm
    in the second one.

    >>> regrets_of_two_rounds(Fraction(1, 2), [(0, 1), (0, 1)])  # it stays if it was paid
    (Fraction(1, 2), Fraction(1, 2))
    """
    other = 1 - first
    arm_0_pays = first * (1 - stay[0][1]) + other * (1 + stay[1][0])
    arm_1_pays = first * (1 + stay[0][0]) + other * (1 - stay[1][1])
    return arm_0_pays, arm_1_pays


@cache
def _least_regret(worlds: Worlds, horizon: int, growth: Fraction, delta: Fraction) -> Fraction:
    rewards = [[int(arm == best) for arm in range(worlds.arms)] for best in range(worlds.worlds)]
    found = exact_price(
        worlds.arms, horizon, f"log({growth})", delta=delta, model="table", instances=rewards
    )
    return verified_price(price_facts(found)).upper


@dataclass(frozen=True)
class Case:
    """Worlds, a horizon and a budget."""

    worlds: Worlds
    horizon: int
    growth: Fraction
    delta: Fraction = Fraction(0)


def compared(bounds: Iterable[tuple[Case, Fraction]]) -> Sides:
    """The bound of each case, against the least regret of the policies of its budget."""
    sides = Sides()
    for case, bound in bounds:
        least = case.worlds.least_regret(case.horizon, case.growth, case.delta)
        sides.at_most(
            bound, least, "A private policy pays less.",
            K=case.worlds.arms, T=case.horizon, growth=case.growth, delta=case.delta,
        )  # fmt: skip
    return sides
