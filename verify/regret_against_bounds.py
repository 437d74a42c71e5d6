"""Simulated regret beside the upper bounds of an instance: does a bound survive the runs?

The pseudo-regret of a run lies in [0, T max gap], so its mean over runs is within
T max gap sqrt(log(1/level) / (2 runs)) of the expected regret, except with probability `level`
(Hoeffding). A bound below that lower limit is refuted for the policy that was run: the bound is
wrong, or the policy is not the one that it is about.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.algorithms.engines.simulation import simulate
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Seed
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, enclose
from banditproof.theory.bound_words import Side
from banditproof.theory.exact import Number, exact, exact_count, exact_positive
from banditproof.theory.lower_bounds import Bound


@dataclass(frozen=True)
class RegretCheck:
    """An upper bound, the mean regret of the runs, and a lower limit of the expected regret."""

    name: str
    claim: str
    bound: Enclosure
    mean: float
    least: Enclosure

    @property
    def refuted(self) -> bool:
        """Whether the expected regret is above the bound, at the level of the check."""
        return bool(self.least.lo > self.bound.hi)

    @property
    def share(self) -> float:
        """The mean regret as a share of the bound."""
        return self.mean / float(self.bound)


def regret_against_bounds(
    policy: Policy[Any],
    played: Any,
    rows: Iterable[Bound],
    horizon: int,
    runs: int,
    rng: Seed = 0,
    level: Number = "1e-6",
) -> tuple[RegretCheck, ...]:
    """Play a bandit or a linear environment, and compare with the upper bounds among the rows.

    The rows are those of `bounds` that are about the policy, at the same horizon.

    >>> from banditproof.algorithms.regret.adac_ucb import AdaCUCB
    >>> from banditproof.theory import BernoulliBandit, bounds
    >>> bandit = BernoulliBandit(("0.9", "0.1"))
    >>> rows = [row for row in bounds(bandit, rho=1, horizon=10**4) if "AdaC-UCB" in row.name]
    >>> found = regret_against_bounds(AdaCUCB(arms=2, rho=1), bandit, rows, 10**4, 100)
    >>> [(check.claim, check.refuted, check.share < 1) for check in found]
    [('zcdp.thm10.sharper', False, True), ('zcdp.thm11.sharper', False, True)]
    """
    number, chance = exact_count("runs", runs, least=1), exact_positive("level", level)
    result = simulate(policy, played, horizon, number, rng, keep_order=True)
    mean = float(result.regret.mean())
    widest = exact(horizon) * max(exact(gap) for gap in played.gaps)

    def least() -> arb:
        spread = (-ball(chance).log() / (2 * number)).sqrt()
        return ball(Fraction(mean)) - ball(widest) * spread

    low = enclose(least, 12)
    return tuple(
        RegretCheck(row.name, row.claim, row.enclosure, mean, low)
        for row in rows
        if row.side is Side.UPPER and row.applies and row.enclosure is not None
    )
