"""Policies of the list for a bandit and a horizon, or the sentence why they do not fit."""

from __future__ import annotations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from banditproof.algorithms import Policy as AnyPolicy
    from banditproof.algorithms.engines.engine import Played

LINEAR = ("actions", "dimension")
"""Settings of policies that are made for linear bandits."""


def made_for(policy: str, bandit: Played, rounds: int, settings: dict[str, Any]) -> AnyPolicy[Any]:
    """The policy for a bandit; raises ValueError if it is made for another kind of bandit."""
    from banditproof.algorithms import POLICIES, LinearEnvironment, make_policy

    linear = isinstance(bandit, LinearEnvironment)
    needs = next((name for name in LINEAR if name in POLICIES[policy].options), None)
    given: dict[str, Any] = {}
    if needs and not linear:
        wanted = "--actions and --theta" if needs == "actions" else "--contexts, --arms and --theta"
        raise ValueError(f"The policy {policy} is made for linear bandits; give {wanted}.")
    if isinstance(bandit, LinearEnvironment):
        if bandit.contextual and needs != "dimension":
            raise ValueError(f"The policy {policy} sees no contexts; give --actions, or --means.")
        given = {"actions": bandit.actions, "dimension": bandit.dimension}
        given = {name: value for name, value in given.items() if name == needs}
        if not given:
            raise ValueError(
                f"The policy {policy} is made for rewards in [0, 1]; give --means, or a policy for "
                "linear bandits."
            )
    return make_policy(policy, bandit.arms, horizon=rounds, **settings, **given)


def check_first_phase(chosen: AnyPolicy[Any], policy: str, rounds: int) -> None:
    """Raise ValueError if the horizon ends before anything is released, where that is known."""
    from banditproof.algorithms.engines.engine import LONGEST
    from banditproof.algorithms.randomness import Silent

    if chosen.dimension is not None:
        return
    first = chosen.decide(chosen.start(), 1, Silent())
    if not first.then or first.plays <= rounds:
        return
    shown, remedy = str(first.plays), f"give a horizon >= {first.plays}"
    if first.plays > LONGEST:
        shown = f"{float(first.plays):.3g}"
        remedy = "no horizon is so long; give a larger budget, or a larger delta"
    raise ValueError(
        f"The horizon is {rounds}, but the first phase of {policy} has {shown} rounds; {remedy}."
    )
