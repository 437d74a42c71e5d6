"""The budget that a policy says it keeps, as plain numbers: it is shown, and decides no play."""

from dataclasses import fields
from math import isfinite
from typing import Any
from banditproof.algorithms.policy import Policy
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.exact import exact
from banditproof.theory.named_budgets import BUDGET_NUMBERS, budget_by_names
from .plain_values import number, packed, refusal

KINDS = (PureDP, ApproxDP, ZCDP, RenyiDP)


def packed_claim(policy: Policy[Any]) -> dict[str, Any] | None:
    """The numbers of the budget of a policy; None if it has none, or one without a guarantee.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> packed_claim(DPIMED(arms=2, eps="0.5"))
    {'eps': {'ratio': [1, 2]}}
    """
    try:
        budget = policy.budget
        if type(budget) not in KINDS:
            return None
        named = {one.name: getattr(budget, one.name) for one in fields(budget)}
        if any(isinstance(value, float) and not isfinite(value) for value in named.values()):
            return None
        return {name: packed(value) for name, value in named.items()}
    except Exception:  # a property of the policy may raise anything, and nothing rests on it
        return None


def claim_of_message(message: Any) -> Budget | None:
    """The budget of such numbers, by a strict schema.

    >>> claim_of_message({"eps": {"ratio": [1, 2]}}), claim_of_message(None)
    (PureDP(eps=Fraction(1, 2)), None)
    """
    if message is None:
        return None
    if type(message) is not dict or not {*message} <= {*BUDGET_NUMBERS}:
        raise refusal("the budget", message, "the numbers of a budget, or nothing")
    numbers: dict[str, Any] = {
        name: exact(number(value, f"{name} of it")) for name, value in message.items()
    }
    return budget_by_names(**numbers)
