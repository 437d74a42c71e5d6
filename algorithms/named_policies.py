"""Policies by name: one of the catalogue with a budget, or MODULE:FACTORY."""

from typing import Any
from banditproof.theory.budgets import Budget
from banditproof.theory.exact import Number, exact
from banditproof.theory.named_budgets import BUDGET_NUMBERS, EXAMPLES
from banditproof.theory.shown_budgets import claim_of
from .apart.plain_declaration import Declared
from .catalogue import POLICIES, make_policy
from .engines.engine import Played
from .factory_calls import asked_of
from .linear_environment import LinearEnvironment
from .named_factory import named_factory
from .own_policies import policy_made_by
from .policy import Policy


def policy_of_name(
    name: str,
    bandit: Played,
    horizon: int,
    budget: Budget | None = None,
    delta: Number | None = None,
    declared: Declared | str | None = None,
) -> Policy[Any]:
    """The policy of a name for a bandit, with a budget if it takes one, and a risk if it stops.

    >>> from banditproof.theory import BernoulliBandit
    >>> from banditproof.theory.budgets import PureDP
    >>> policy_of_name("dp-imed", BernoulliBandit((0.75, 0.5)), 100, PureDP("0.5")).budget
    PureDP(eps=Fraction(1, 2))
    >>> policy_of_name("ucb", BernoulliBandit((0.75, 0.5)), 100, PureDP("0.5"))
    Traceback (most recent call last):
    ...
    ValueError: The policy ucb takes no budget, and eps = 0.5 is given; leave it out.
    """
    if ":" in name:
        if delta is not None:
            raise ValueError(
                f"The risk delta = {delta} is for a policy of the catalogue; what {name} makes has "
                "its own, so leave it out."
            )
        factory = named_factory(name)
        asked = {} if isinstance(factory, Policy) else asked_of(factory, budget)
        return policy_made_by(
            factory, name, bandit.arms, horizon, asked, budget=budget, declared=declared
        )
    if declared is not None:
        raise ValueError(f"`declared` is about a policy of your own; leave it out for {name}.")
    if name not in POLICIES:
        return make_policy(name, arms=bandit.arms)  # which says the nearest names
    options = POLICIES[name].options
    numbers = {key: getattr(budget, key) for key in BUDGET_NUMBERS if hasattr(budget, key)}
    needed = options & {*EXAMPLES}
    if {*numbers} != needed:
        said = "no budget is given" if budget is None else f"{claim_of(budget)} is given"
        if not needed:
            raise ValueError(f"The policy {name} takes no budget, and {said}; leave it out.")
        kind = next(EXAMPLES[key] for key in ("alpha", "rho", "eps") if key in needed)
        takes = " and ".join(sorted(needed))
        raise ValueError(f"The policy {name} takes {takes}, and {said}; give budget={kind}.")
    known: dict[str, Any] = {}
    if isinstance(bandit, LinearEnvironment):
        known = {"actions": bandit.actions, "dimension": bandit.dimension}
    given: dict[str, Any] = {key: exact(value) for key, value in numbers.items()}
    more = {key: value for key, value in known.items() if key in options}
    if delta is not None:
        more["delta"] = delta
    return make_policy(name, arms=bandit.arms, horizon=horizon, **given, **more)
