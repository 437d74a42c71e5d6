"""Many runs of a policy that stops: its stopping times, its answers, and the runs without one."""

import math
import reprlib
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any
import numpy as np
from banditproof.algorithms.apart.carried_policies import name_of
from banditproof.algorithms.factory_calls import asked_of, taken
from banditproof.algorithms.named_factory import named_factory
from banditproof.algorithms.named_policies import policy_of_name
from banditproof.algorithms.own_policies import policy_made_by
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Seed, require_seed
from banditproof.theory import BernoulliBandit, GaussianBandit, Number
from banditproof.theory.budgets import Budget
from banditproof.theory.exact import exact, exact_count
from .engine import Integers, require_bandit
from .identification_engine import Identification, identification_engine
from .simulation import MOST_RUNS, in_chunks

LONGEST_RUN = 10**9
"""The most pulls of a run, which take about half a minute."""


@dataclass(frozen=True)
class StoppingTimes:
    """The pulls of independent runs and their answers; a run without an answer was cut off.

    A run that was cut off has no stopping time. It is longer than all others, so quantiles up to
    the share of the others are known; a mean is not, and is infinite.
    """

    policy: Policy[Any]
    bandit: BernoulliBandit | GaussianBandit
    longest: int
    """The number of pulls at which a run is cut off."""
    answers: Integers
    """The arm that each run recommends; -1 for a run that was cut off."""
    counts: Integers
    """The pulls of each arm, for each run."""

    @property
    def runs(self) -> int:
        """The number of runs."""
        return len(self.answers)

    @property
    def samples(self) -> Integers:
        """The number of pulls before the stop, or until the run was cut off."""
        result: Integers = self.counts.sum(axis=1)
        return result

    @property
    def capped(self) -> int:
        """How many runs were cut off."""
        return int((self.answers < 0).sum())

    @cached_property
    def best_arm(self) -> int:
        """The arm of the largest mean; raises ValueError if there are several."""
        means = self.bandit.exact_means
        largest = max(means)
        best = [arm for arm, mean in enumerate(means) if mean == largest]
        if len(best) > 1:
            named = ", ".join(str(arm + 1) for arm in best[:-1]) + f" and {best[-1] + 1}"
            raise ValueError(
                f"The arms {named} have the largest mean together; give means with one best arm."
            )
        return best[0]

    @property
    def errors(self) -> int:
        """How many runs recommend an arm that is not the best."""
        return int(((self.answers >= 0) & (self.answers != self.best_arm)).sum())

    def error_limits(self, confidence: float = 0.99) -> tuple[float, float]:
        """Limits of the probability of a wrong answer, by Clopper and Pearson.

        Each side is missed with probability at most (1 - confidence)/2. A run that was cut off may
        still answer, so it counts as an error for the upper limit, and not for the lower one.

        >>> from banditproof.theory import BernoulliBandit
        >>> bandit, answers = BernoulliBandit((0.5, 0.25)), np.array([0] * 99 + [1])
        >>> found = StoppingTimes(None, bandit, 9, answers, np.ones((100, 2), np.int64))
        >>> [round(limit, 6) for limit in found.error_limits()]
        [5e-05, 0.071958]
        """
        if not 0 < confidence < 1:
            raise ValueError(f"The confidence is {confidence}; give a number in (0, 1).")
        from scipy.special import betaincinv

        runs, low, high = self.runs, self.errors, self.errors + self.capped
        side = (1 - confidence) / 2
        lower = float(betaincinv(low, runs - low + 1, side)) if low else 0.0
        upper = float(betaincinv(high + 1, runs - high, 1 - side)) if high < runs else 1.0
        return lower, upper

    def quantile(self, share: float) -> float:
        """The smallest number of pulls within which that share of the runs stop; maybe infinite.

        >>> from banditproof.theory import BernoulliBandit
        >>> answers, counts = np.array([0, -1, 0]), np.array([[4, 2], [5, 4], [1, 1]])
        >>> found = StoppingTimes(None, BernoulliBandit((0.5, 0.25)), 9, answers, counts)
        >>> found.quantile(0.5), found.quantile(0.9), found.capped
        (6.0, inf, 1)
        """
        if not 0 <= share <= 1:
            raise ValueError(f"The share is {share}; give a number in [0, 1].")
        times = np.sort(np.where(self.answers < 0, math.inf, self.samples.astype(float)))
        return float(times[max(math.ceil(share * self.runs) - 1, 0)])

    @property
    def mean(self) -> float:
        """The mean number of pulls; infinite if a run was cut off."""
        return math.inf if self.capped else float(self.samples.mean())

    @property
    def deviation(self) -> float:
        """The standard deviation of the number of pulls; infinite if a run was cut off."""
        if self.capped:
            return math.inf
        return float(self.samples.std(ddof=1)) if self.runs > 1 else 0.0


def simulate_identification(
    policy: str | Policy[Any] | Callable[..., Any],
    bandit: BernoulliBandit | GaussianBandit,
    runs: Number,
    rng: Seed,
    longest: Number = 10**7,
    workers: int = 1,
    progress: Callable[[int], object] | None = None,
    *,
    budget: Budget | None = None,
    delta: Number | None = None,
) -> StoppingTimes:
    """Play a policy that stops many times, each run until it stops or to `longest` pulls.

    A policy given by its name gets the `budget`, if it takes one, and may be wrong with probability
    `delta`, which is 1/100 unless it is given. A class, a function, or the name "module:factory" of
    one is called as `simulate` calls it, and gets delta if it takes that. The result depends on
    `rng` alone, as that of `simulate`.

    >>> from banditproof.theory import BernoulliBandit
    >>> from banditproof.algorithms.identification.private_top_two import AdaPTT
    >>> policy, bandit = AdaPTT(arms=2, delta="0.1"), BernoulliBandit(("0.9", "0.1"))
    >>> found = simulate_identification(policy, bandit, runs=20, rng=1)
    >>> found.errors, found.capped, found.quantile(0.5) < 1000
    (0, 0, True)
    >>> from banditproof.theory.budgets import PureDP
    >>> simulate_identification("adap-tt", bandit, 20, rng=1, budget=PureDP(1), delta="0.1").errors
    0
    >>> simulate_identification(AdaPTT, bandit, 20, rng=1, budget=PureDP(1)).errors
    0
    """
    count = exact_count("runs", runs, least=1)
    if count > MOST_RUNS:
        raise ValueError(f"The number of runs is beyond {MOST_RUNS:.0e}; give fewer.")
    exact_count("workers", workers, least=1)
    limit = exact_count("longest", longest, least=1)
    if limit > LONGEST_RUN:
        raise ValueError(f"The longest run has {limit} pulls; give at most 1e9.")
    require_seed(rng)
    require_bandit(bandit)
    made = _made(policy, bandit, limit, budget, delta)
    experiment = Identification(made, bandit, limit)
    if isinstance(bandit, BernoulliBandit | GaussianBandit):
        times = StoppingTimes(
            made, bandit, limit, np.zeros(0, np.int64), np.zeros((0, 0), np.int64)
        )
        _ = times.best_arm
    engine = identification_engine(experiment, count)
    result = in_chunks(engine, experiment.empty_chunk(count), rng, workers, progress)
    answers = result.curves[:, 0].astype(np.int64)
    return StoppingTimes(made, bandit, limit, answers, result.counts)


def exact_risk(delta: Number | None) -> Fraction:
    """How often an answer may be wrong, 1/100 if nothing is said.

    >>> exact_risk(None), exact_risk("0.1")
    (Fraction(1, 100), Fraction(1, 10))
    """
    return Fraction(1, 100) if delta is None else exact(delta)


def _made(
    policy: str | Policy[Any] | Callable[..., Any],
    bandit: BernoulliBandit | GaussianBandit,
    longest: int,
    budget: Budget | None,
    delta: Number | None,
) -> Policy[Any]:
    """The policy that is played: the given one, one of a name, or what a factory makes."""
    if isinstance(policy, str) and ":" not in policy:
        return policy_of_name(policy, bandit, longest, budget, delta)
    made, name = policy, name_of(policy)
    if isinstance(policy, str):
        made, name = named_factory(policy), policy
    if callable(made) and not isinstance(made, Policy):
        asked = asked_of(made, budget)
        if taken(made, {"delta": 1}):
            asked["delta"] = exact_risk(delta)
        elif delta is not None:
            raise ValueError(f"{name} takes no delta, and delta = {delta} is given; leave it out.")
        own: dict[str, Any] = {"budget": budget, "stopping": True}
        return policy_made_by(made, name, bandit.arms, longest, asked, **own)
    if budget is not None or delta is not None:
        raise ValueError(
            "A budget or a delta is for the name of a policy, and the policy is "
            f"{reprlib.repr(policy)}; leave it out."
        )
    return made  # type: ignore[return-value]  # what is none is refused by the experiment
