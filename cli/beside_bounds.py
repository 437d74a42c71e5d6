"""`banditproof bounds --beside`: the simulated regret of a policy beside the bounds at T."""

from __future__ import annotations
import math
from typing import TYPE_CHECKING
from .bound_results import BesideFacts
from .output import print_text

if TYPE_CHECKING:
    from banditproof.theory.lower_bounds import BoundTable

RUNS = 200


def beside(policy: str, table: BoundTable) -> BesideFacts:
    """The regret of a policy with the budget of the bounds, in runs with the seed 0."""
    from banditproof.algorithms import POLICIES, simulate
    from banditproof.theory import BernoulliBandit
    from .arguments import one_of
    from .simulate import check_first_phase, made_for

    bounds = table.at_horizon
    if bounds is None:
        raise ValueError("--beside needs Bernoulli arms and a horizon; give --means and --horizon.")
    one_of("policy", policy, [name for name, entry in POLICIES.items() if not entry.stops])
    private = "eps" in POLICIES[policy].options
    if private and bounds.eps == math.inf:
        raise ValueError(f"The policy {policy} needs a budget; give --eps.")
    bandit = BernoulliBandit(bounds.means)
    settings = {"eps": bounds.eps} if private else {}
    chosen = made_for(policy, bandit, bounds.horizon, settings)
    check_first_phase(chosen, policy, bounds.horizon)
    found = simulate(chosen, bandit, bounds.horizon, RUNS, rng=0)
    mean, error = float(found.regret.mean()), float(found.regret.std(ddof=1)) / math.sqrt(RUNS)
    times = mean / bounds.regret if bounds.regret else None
    return BesideFacts(policy, RUNS, mean, error, times)


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
