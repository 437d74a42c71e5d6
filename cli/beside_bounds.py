"""`banditproof bounds --beside`: the simulated regret of a policy beside the bounds at T."""

from __future__ import annotations
import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from .bound_results import BesideFacts
from .output import print_text

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
    found = simulate(chosen, bandit, bounds.horizon, RUNS, rng=0, keep_order=True)
    mean, error = float(found.regret.mean()), float(found.regret.std(ddof=1)) / math.sqrt(RUNS)
    times = mean / bounds.regret if bounds.regret else None
    return BesideFacts(policy, RUNS, mean, error, times)


def policy_beside(
    name: str, bandit: BernoulliBandit, eps: Fraction | None, horizon: int
) -> Policy[Any]:
    """A policy that plays until the horizon, with this budget if it takes one."""
    from banditproof.algorithms import POLICIES
    from .fitting_policies import check_first_phase, made_for

    private = "eps" in POLICIES[name].options
    if private and eps is None:
        raise ValueError(f"The policy {name} needs a budget; give --eps.")
    chosen = made_for(name, bandit, horizon, {"eps": eps} if private else {})
    check_first_phase(chosen, name, horizon)
    return chosen


def show(facts: BesideFacts) -> None:
    """A sentence about the policy."""
    text = (
        f"{facts.policy} has regret {facts.mean:.4g} +- {facts.standard_error:.2g} here in "
        f"{facts.runs} simulated runs"
    )
    if facts.times_the_bound is not None:
        text += f", {facts.times_the_bound:.3g} times the bound here or on a neighbour"
    print_text(f"{text}.")
    print()
