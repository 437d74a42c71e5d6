"""`banditproof bounds --beside`: the simulated regret of a policy beside the bounds at T."""

from __future__ import annotations
import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from .bound_results import BesideFacts
from .output import print_text
from .policy_options import known_policy

if TYPE_CHECKING:
    from banditproof.algorithms import Policy
    from banditproof.theory import BernoulliBandit
    from banditproof.theory.lower_bounds import BoundTable

RUNS = 200


def beside(policy: str, table: BoundTable) -> BesideFacts:
    """The regret of a policy with the budget of the bounds, in runs with the seed 0."""
    from banditproof.algorithms import simulate
    from banditproof.theory import BernoulliBandit

    bounds = table.at_horizon
    if bounds is None:
        raise ValueError("--beside needs Bernoulli arms and a horizon; give --means and --horizon.")
    bandit = BernoulliBandit(bounds.means)
    eps = bounds.eps if isinstance(bounds.eps, Fraction) else None
    chosen = policy_beside(policy, bandit, eps, bounds.horizon)
    found = simulate(chosen, bandit, bounds.horizon, RUNS, rng=0)
    mean, error = float(found.regret.mean()), float(found.regret.std(ddof=1)) / math.sqrt(RUNS)
    times = mean / bounds.regret if bounds.regret else None
    return BesideFacts(policy, RUNS, mean, error, times, found.shuffled)


def policy_beside(
    name: str, bandit: BernoulliBandit, eps: Fraction | None, horizon: int
) -> Policy[Any]:
    """A policy that plays until the horizon, with this budget if it takes one.

    MODULE:FACTORY is imported here; what it declares must cost no more than the budget it gets.
    """
    from banditproof.algorithms import POLICIES
    from .fitting_policies import check_first_phase, made_for

    if ":" in name:
        return _own_policy(name, bandit, eps, horizon)
    private = "eps" in POLICIES[name].options
    if private and eps is None:
        raise ValueError(f"The policy {name} needs a budget; give --eps.")
    chosen = made_for(name, bandit, horizon, {"eps": eps} if private else {})
    check_first_phase(chosen, name, horizon)
    return chosen


def known_beside(name: str) -> str:
    """The name of a policy of the list that minimises regret, or MODULE:FACTORY.

    >>> known_beside("dp-imed"), known_beside("mine:make")
    ('dp-imed', 'mine:make')
    """
    return name if ":" in name else known_policy(name, "regret")


def _own_policy(
    name: str, bandit: BernoulliBandit, eps: Fraction | None, horizon: int
) -> Policy[Any]:
    from banditproof.algorithms.factory_calls import taken
    from banditproof.algorithms.named_factory import named_factory
    from banditproof.algorithms.named_policies import policy_of_name
    from banditproof.theory.budgets import PureDP

    takes = taken(named_factory(name), {"eps": 1})
    if takes and eps is None:
        raise ValueError(f"The policy {name} needs a budget; give --eps.")
    return policy_of_name(name, bandit, horizon, PureDP(eps) if takes and eps else None)


def show(facts: BesideFacts) -> None:
    """A sentence about the policy."""
    text = (
        f"{facts.policy} has regret {facts.mean:.4g} +- {facts.standard_error:.2g} here in "
        f"{facts.runs} simulated runs"
    )
    if facts.times_the_bound is not None:
        text += f", {facts.times_the_bound:.3g} times the bound here or on a neighbour"
    if facts.shuffled:
        text += "; each run has the arms in an order of its own"
    print_text(f"{text}.")
    print()
