"""Simulated regret of episode policies on random instances, beside their level-by-level bounds.

The bound of an instance is the sum over suboptimal arms of gap * E N_a, with the exact tails of the
indexes (`episodic_pulls`, claim `thesis.thmC.4peel`), so it is close: the regret of the right
policy is often above half of it. A policy that forgets nothing, whose bonus is too small or whose
episodes are too long passes it on many instances.
"""

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, get_args
from banditproof.algorithms.engines.simulation import simulate
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.regret.adac_ucb import AdaCUCB
from banditproof.algorithms.regret.adap_klucb import AdaPKLUCB
from banditproof.algorithms.regret.adap_ucb import AdaPUCB
from banditproof.theory import BernoulliBandit
from banditproof.theory.concentration.episode_levels import Index, episodic_pulls


@dataclass(frozen=True)
class EpisodeCase:
    """An instance of Bernoulli arms, a policy of episodes with its budget and beta, a horizon."""

    index: Index
    means: tuple[str, ...]
    budget: str
    beta: str
    horizon: int

    @property
    def bound(self) -> float:
        """The sum over suboptimal arms of the gap times the bound of the pulls."""
        best = max(map(Fraction, self.means))
        result = 0.0
        for mean in self.means:
            gap = float(best - Fraction(mean))
            if gap:
                args = (self.horizon, self.beta, self.budget)
                result += gap * episodic_pulls(self.index, mean, str(best), *args)
        return result


Make = Callable[[EpisodeCase], Policy[Any]]


def right_policy(case: EpisodeCase) -> Policy[Any]:
    """The policy that a case is about.

    >>> right_policy(EpisodeCase("adac-ucb", ("1/2", "1/4"), "1", "4", 100)).name
    'adac-ucb'
    """
    arms = len(case.means)
    if case.index == "adap-ucb":
        return AdaPUCB(arms, eps=case.budget, beta=case.beta)
    if case.index == "adap-klucb":
        return AdaPKLUCB(arms, eps=case.budget, optimism=case.beta)
    return AdaCUCB(arms, rho=case.budget, beta=case.beta)


@dataclass(frozen=True)
class SweptCase:
    """The mean regret of the runs of a case, its standard error, and the bound."""

    case: EpisodeCase
    mean: float
    error: float
    bound: float

    def refuted(self, errors: float = 4) -> bool:
        """Whether the mean is above the bound by more than some standard errors."""
        return self.mean - errors * self.error > self.bound

    @property
    def share(self) -> float:
        """The mean as a share of the bound."""
        return self.mean / self.bound


def random_cases(count: int, seed: int, largest: int = 100_000) -> Iterator[EpisodeCase]:
    """Random instances, the three policies in turn.

    >>> next(random_cases(1, seed=1)).index
    'adap-ucb'
    """
    source = random.Random(seed)
    for number in range(count):
        arms = source.choice((2, 2, 3))
        means = [Fraction(source.randint(1, 99), 100) for _ in range(arms)]
        if len(set(means)) == 1:
            means[0] = Fraction(1, 2) if means[0] != Fraction(1, 2) else Fraction(3, 4)
        budget = Fraction(round(10 ** source.uniform(-1, 1.5), 3))
        horizon = round(10 ** source.uniform(2.5, math.log10(largest)))
        yield EpisodeCase(
            get_args(Index)[number % 3],
            tuple(map(str, means)),
            str(Fraction(budget).limit_denominator(1000)),
            source.choice(("3.1", "4", "8")),
            horizon,
        )


def swept(
    cases: Iterator[EpisodeCase], runs: int, seed: int, make: Make = right_policy
) -> list[SweptCase]:
    """Simulate each case, and compute its bound.

    If a true mean were equal to its bound, the mean of the runs would be above it by 4 standard
    errors with a probability of 3.2e-5, and by 6.5 with one of 4e-11, as of a normal law.
    """
    results = []
    for number, case in enumerate(cases):
        bandit = BernoulliBandit(case.means)
        regret = simulate(
            make(case), bandit, case.horizon, runs, seed + number, keep_order=True
        ).regret
        error = float(regret.std(ddof=1)) / math.sqrt(runs)
        results.append(SweptCase(case, float(regret.mean()), error, case.bound))
    return results
