"""What a played ledger spends on each reward: the sum of the costs of the releases it entered.

A release in which a reward has the coefficient c costs what a shift by c w costs, with w the width
of the rewards; concentrated, Renyi and pure losses add up over releases whose noises are their own.
A vector with Gaussian noise on each coordinate costs w^2 |c|^2 / (2 sigma^2), so the sum over its
coordinates is exact. Whatever was decided from releases in between, the largest sum bounds the loss
of all plays with these releases.
"""

from fractions import Fraction
from banditproof.algorithms.ledger import Release
from banditproof.algorithms.prices.price import cost_of_a_shift
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory import Enclosure
from banditproof.theory.budgets import ApproxDP, Budget
from banditproof.theory.enclosure import INFINITE
from banditproof.theory.mechanisms import Gaussian, Mechanism
from .audit.recording import Record

ZERO = Enclosure.of(Fraction(0))
Scaled = list[tuple[Mechanism, Fraction]]
"""The noises of a release with the absolute values of their coefficients."""


def ledger_costs(found: Record, rewards: RewardSpace, budget: Budget) -> dict[int, Enclosure]:
    """What each reward that was released costs, by its round, in the unit of a budget.

    A noise that is used twice, or of which no price is known, costs infinitely much.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from banditproof.algorithms.rewards import RewardList
    >>> from banditproof.theory.budgets import PureDP
    >>> from .audit.recording import record
    >>> played = record(DPIMED(arms=2, eps="0.5"), RewardList([1, 0, 1, 1]), 4, seed=1)
    >>> {t: str(cost.hi) for t, cost in ledger_costs(played, RewardSpace(), PureDP(1)).items()}
    {1: '1/2', 2: '1/2', 3: '1/2', 4: '1/2'}
    """
    if isinstance(budget, ApproxDP):
        raise ValueError("Approximate losses do not add up; give a pure, zCDP or Renyi budget.")
    releases = found.play.ledger.releases
    uses: dict[int, int] = {}
    for release in releases:
        for serial, c in release.noises.items():
            uses[serial] = uses.get(serial, 0) + bool(c)
    total: dict[int, Enclosure] = {}
    known: dict[tuple[int, Fraction], Enclosure] = {}
    for place, release in enumerate(releases):
        own: Scaled = [
            (found.drawn[serial], abs(Fraction(c)))
            for serial, c in release.noises.items()
            if c and uses[serial] == 1
        ]
        for time, c in release.rewards.items():
            size = abs(Fraction(c)) * rewards.width
            if (place, size) not in known:
                known[place, size] = _cost(own, size, release, rewards, budget)
            total[time] = total.get(time, ZERO) + known[place, size]
    return total


def ledger_cost(found: Record, rewards: RewardSpace, budget: Budget) -> Enclosure:
    """The largest of `ledger_costs`: what the play spends on the reward that it costs most.

    >>> from banditproof.algorithms.regret.adac_ucb import AdaCUCB
    >>> from banditproof.algorithms.rewards import RewardList
    >>> from banditproof.theory.budgets import ZCDP
    >>> from .audit.recording import record
    >>> played = record(AdaCUCB(arms=2, rho="0.1"), RewardList([1, 0] * 20), 40, seed=1)
    >>> ledger_cost(played, RewardSpace(), ZCDP("0.1")).hi
    Fraction(1, 10)
    """
    costs = ledger_costs(found, rewards, budget).values()
    return max(costs, key=lambda cost: cost.hi, default=ZERO)


def _cost(
    noises: Scaled, size: Fraction, release: Release, rewards: RewardSpace, budget: Budget
) -> Enclosure:
    """The cost with the best of the noises; the variances of Gaussian ones add up."""
    if size == 0:
        return ZERO
    coefficients = map(Fraction, release.rewards.values())
    whole = bool(rewards.values) and all(
        x.denominator == 1 for x in (*rewards.values, *coefficients)
    )
    variances = [law.variance * c**2 for law, c in noises if type(law) is Gaussian]
    scaled: Scaled = [(law, c) for law, c in noises if type(law) is not Gaussian]
    if variances:
        scaled.append((Gaussian(sigma_squared=sum(variances)), Fraction(1)))
    costs = [cost_of_a_shift(law, size / c, budget, whole and c == 1) for law, c in scaled]
    return min((cost for cost in costs if cost is not None), key=lambda x: x.hi, default=INFINITE)
