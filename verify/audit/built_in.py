"""Built-in policies for an audit, by name: the budget is the claim, and the rest has defaults."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any
from banditproof.algorithms.adversarial.private_learners import LEARNERS, make_learner
from banditproof.algorithms.apart.one_declaration import AUDIT_HORIZON
from banditproof.algorithms.catalogue import POLICIES, make_policy
from banditproof.algorithms.factory_calls import budget_numbers, nominal_eps
from banditproof.algorithms.policy import Policy
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget
from banditproof.theory.exact import Number

DIMENSION = 2
"""The dimension of contexts, unless another is given."""
EXPERTS = 3
"""The experts of a policy that gets advice, unless another number is given."""
DELTA = Fraction(1, 10**6)
"""The delta of a policy that needs one, unless the budget has one."""
MOST_DIMENSION = 50
"""The largest dimension of contexts: plays keep a matrix of this size in each round."""
Vectors = Sequence[Sequence[Number]]
RUNNING: dict[str, dict[str, Any]] = {"adac-oful-printed": {"regulariser": 1000}}
"""Settings with which a printed box runs: with a smaller one it has no radius."""


def unit_vectors(count: int) -> tuple[tuple[Fraction, ...], ...]:
    """Rational unit vectors of the plane, from the first axis to the second; 1 for one vector.

    >>> [[str(x) for x in vector] for vector in unit_vectors(3)]
    [['1', '0'], ['3/5', '4/5'], ['0', '1']]
    """
    if count == 1:
        return ((Fraction(1),),)
    places = [Fraction(i, count - 1) for i in range(count)]
    return tuple(((1 - t**2) / (1 + t**2), 2 * t / (1 + t**2)) for t in places)


def settings_of(
    name: str, arms: int, actions: Vectors | None = None, dim: int | None = None
) -> dict[str, Any]:
    """What a policy on fixed actions, or with contexts, gets beside its budget.

    >>> settings_of("dp-imed", 2), settings_of("adac-oful", 2)
    ({}, {'dimension': 2})
    """
    options = _options(name)
    if actions is not None and "actions" not in options:
        raise ValueError(f"The policy {name} has no fixed actions; leave them out.")
    if "actions" in options:
        return {"actions": unit_vectors(arms) if actions is None else actions}
    if "dimension" not in options:
        return {}
    if dim is not None and dim > MOST_DIMENSION:
        raise ValueError(
            f"The dimension of the contexts is {dim}; give at most {MOST_DIMENSION} for {name}."
        )
    return {"dimension": DIMENSION if dim is None else dim, **RUNNING.get(name, {})}


def _options(name: str) -> frozenset[str]:
    entry = POLICIES.get(name)
    return frozenset() if entry is None else entry.options


def built_in(
    name: str,
    budget: Budget,
    arms: int | None = None,
    horizon: int | None = None,
    actions: Vectors | None = None,
    dim: int | None = None,
) -> Policy[Any]:
    """The built-in policy of a name, with the numbers of the claimed budget.

    A policy on fixed actions gets `unit_vectors` unless others are given, and one with contexts
    those of dimension 2. For one that gets advice `dim` is the number of experts; without a
    delta in the budget it gets the one of `DELTA`, if it needs one.

    >>> from banditproof.theory.budgets import ZCDP
    >>> built_in("adac-gope", ZCDP(1), arms=3).actions[1]
    (Fraction(3, 5), Fraction(4, 5))
    """
    if name not in POLICIES and is_a_learner(name):
        return _learner(name, budget, arms or 2, horizon, actions, dim)
    number = arms or (2 if actions is None else len(actions))
    numbers: dict[str, Any] = {"eps": nominal_eps(budget), **budget_numbers(budget)}
    numbers.pop("delta", None)
    if isinstance(budget, ZCDP):  # Renyi privacy of order alpha is of an equal Gaussian noise
        numbers |= {} if "alpha" not in _options(name) else {"alpha": 2, "eps": 2 * numbers["rho"]}
    settings = settings_of(name, number, actions, dim)
    return make_policy(name, number, horizon=horizon or AUDIT_HORIZON, **numbers, **settings)


def is_a_learner(name: str) -> bool:
    """Whether a name is that of a policy for adversarial losses.

    >>> is_a_learner("batched-exp3"), is_a_learner("dp-imed")
    (True, False)
    """
    return name in LEARNERS


def _learner(
    name: str,
    budget: Budget,
    arms: int,
    horizon: int | None,
    actions: Vectors | None,
    dim: int | None,
) -> Policy[Any]:
    """The policy for adversarial losses of a name."""
    options = LEARNERS[name].options
    if actions is not None:
        raise ValueError(f"The policy {name} has no fixed actions; leave them out.")
    if dim is not None and "experts" not in options:
        raise ValueError(f"The policy {name} gets no advice; leave the dimension out.")
    if dim is not None and dim > MOST_DIMENSION:
        raise ValueError(f"There are {dim} experts; give at most {MOST_DIMENSION} for {name}.")
    experts = (EXPERTS if dim is None else dim) if "experts" in options else None
    delta = budget.delta if isinstance(budget, ApproxDP) else DELTA
    rounds = horizon or AUDIT_HORIZON
    return make_learner(name, arms, nominal_eps(budget), rounds, experts, delta)
