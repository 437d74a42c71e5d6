"""What every policy with a privacy budget must pay on one Bernoulli instance until one horizon."""

from __future__ import annotations
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any
from banditproof.theory.budgets import ZCDP
from banditproof.theory.exact import Number, exact, exact_count, exact_means, exact_positive, listed
from banditproof.theory.parameter_names import accepts_epsilon
from .blocks import RATIO
from .error_tradeoff import Budget
from .least_regret import best_neighbour, better_mean, least_regret
from .near_arms import gaps_by_mean
from .noisy_counts import UNIT
from .ordered_arms import order_regret
from .pulls import pulls_if_reliable
from .swapped_arms import swap_regret

MANY, RATIO_OF_MANY = 6, 1.04
"""From so many different means on, blocks grow by this ratio."""
RELIABLE_PART = Fraction(1, 10)
"""Where the neighbours of a reliable policy are between the best mean and 1."""


@dataclass(frozen=True)
class ReliableBound:
    """A bound for policies that rarely miss an arm which became the best one.

    If, for each suboptimal arm a, the arm at the mean `neighbour` is pulled in at most half of the
    T rounds with probability at most `missed`, then the regret on the instance is at least
    `regret`.
    """

    missed: Fraction
    neighbour: Fraction
    regret: float


@accepts_epsilon
@dataclass(frozen=True)
class HorizonBounds:
    """Certified lower bounds of the regret of one Bernoulli instance after T rounds.

    Each is a float that is at most the bound of the theorem. `regret` holds for the largest regret
    on the instance and on its neighbours, where one suboptimal arm has the mean `neighbour`; it is
    None where no mean is above the best one. `swapped` is a bound of the regret averaged over all
    orders of the arms; None if all means are equal. eps is inf for policies without pure
    privacy; those of a concentrated budget have a `rho`.
    """

    means: tuple[Fraction, ...]
    eps: Fraction | float
    horizon: int
    neighbour: Fraction | None
    regret: float | None
    reliable: tuple[ReliableBound, ...]
    swapped: float | None
    rho: Fraction | None = None

    @property
    def suboptimal(self) -> tuple[int, ...]:
        """The numbers of the suboptimal arms, from 1 on."""
        best = max(self.means)
        return tuple(arm for arm, mean in enumerate(self.means, 1) if mean < best)

    def to_json(self) -> dict[str, Any]:
        """The bounds, with exact numbers as strings; `eps` is None without privacy."""
        return {
            "horizon": self.horizon,
            "eps": None if self.eps == math.inf else str(self.eps),
            "rho": None if self.rho is None else str(self.rho),
            "arms_of_neighbours": list(self.suboptimal),
            "neighbour": None if self.neighbour is None else str(self.neighbour),
            "regret_here_or_on_a_neighbour": self.regret,
            "reliable": [
                {
                    "missed_with_probability": str(bound.missed),
                    "neighbour": str(bound.neighbour),
                    "regret": bound.regret,
                }
                for bound in self.reliable
            ],
            "mean_regret_of_all_orders": self.swapped,
        }


@accepts_epsilon
def bounds_at_horizon(
    means: Sequence[Number],
    horizon: Number,
    eps: Number | None = None,
    reliability: Iterable[Number] | None = None,
    neighbour: Number | None = None,
    rho: Number | None = None,
) -> HorizonBounds:
    """Certified lower bounds of the regret after `horizon` rounds on one Bernoulli instance.

    They hold for every eps-DP policy of interaction, or for every one that is rho-zCDP in
    interaction, and without `eps` and `rho` for every policy.
    `reliability` lists probabilities with which a policy finds an arm that became the best one, at
    first 0.99 and 1 - 1/T. `neighbour` is the mean of that arm; without it, one that makes the
    bound nearly largest for `regret`, and a tenth of the way from the best mean to 1 for
    `reliable`.

    >>> bounds = bounds_at_horizon(("0.9", "0.1"), 1000, eps=1)
    >>> round(bounds.regret, 2), [round(bound.regret, 2) for bound in bounds.reliable]
    (3.25, [5.07, 7.44])
    >>> round(bounds_at_horizon(("0.9", "0.1"), 1000, rho="0.01").regret, 2)
    7.39
    """
    exactly = exact_means(means)
    rounds = exact_count("horizon", horizon, 1)
    if eps is not None and rho is not None:
        raise ValueError(f"eps is {eps} and rho is {rho}; give one of the two budgets.")
    budget: Budget = math.inf if eps is None or eps == math.inf else exact_positive("eps", eps)
    if rho is not None:
        budget = ZCDP(exact_positive("rho", rho))
    best, missed = max(exactly), _missed(reliability, rounds)
    q = None if neighbour is None else better_mean(neighbour, best)
    return _computed(exactly, rounds, budget, missed, q)


@lru_cache(maxsize=64)
def _computed(
    means: tuple[Fraction, ...],
    rounds: int,
    eps: Budget,
    missed: tuple[Fraction, ...],
    neighbour: Fraction | None,
) -> HorizonBounds:
    """The bounds of exact numbers; those of the last questions are kept."""
    best, different = max(means), len(set(means))
    rho = exact(eps.rho) if isinstance(eps, ZCDP) else None
    pure = math.inf if isinstance(eps, ZCDP) else eps
    ratio = RATIO if different <= MANY else RATIO_OF_MANY
    swapped = None
    if len(means) == different == 2:
        swapped = swap_regret(best, min(means), pure, rounds, ratio)
    elif different > 1:
        swapped = order_regret(means, pure, rounds)
    if best == 1 or different == 1:
        return HorizonBounds(means, pure, rounds, None, None, (), swapped, rho)
    searched = neighbour or best_neighbour(means, eps, rounds)
    fixed = neighbour or best + Fraction(f"{float((1 - best) * RELIABLE_PART):.1e}")
    return HorizonBounds(
        means,
        pure,
        rounds,
        searched,
        least_regret(means, searched, eps, rounds, ratio),
        tuple(
            ReliableBound(delta, fixed, _if_reliable(means, fixed, eps, rounds, delta, ratio))
            for delta in missed
        ),
        swapped,
        rho,
    )


def _missed(reliability: Iterable[Number] | None, rounds: int) -> tuple[Fraction, ...]:
    """The probabilities of missing a better arm, from the largest on."""
    if reliability is None:
        return (Fraction(1, 100), *[Fraction(1, rounds)] * (rounds > 100))
    return tuple(sorted({1 - number for number in reliabilities(reliability)}, reverse=True))


def reliabilities(given: Iterable[Number]) -> tuple[Fraction, ...]:
    """Probabilities with which a policy finds a better arm.

    >>> reliabilities(["0.99", 1])
    Traceback (most recent call last):
    ...
    ValueError: A reliability is 1; give numbers in (0, 1), as 0.99.
    """
    found = tuple(exact(number) for number in listed("The reliability", given))
    for number in found:
        if not 0 < number < 1:
            raise ValueError(f"A reliability is {number}; give numbers in (0, 1), as 0.99.")
    return found


def _if_reliable(
    means: Sequence[Fraction],
    q: Fraction,
    eps: Budget,
    horizon: int,
    missed: Fraction,
    ratio: float,
) -> float:
    """The regret of the pulls of all suboptimal arms, from below."""
    terms = [
        float(gaps) * pulls_if_reliable(mean, q, eps, horizon, missed, ratio)
        for mean, gaps in gaps_by_mean(means, q).items()
    ]
    return sum(terms) * (1 - 4 * (len(terms) + 2) * UNIT)
