"""What a policy of a user's module declares in a process of its own, so that none loads it here."""

from dataclasses import replace
from typing import Any
from banditproof.algorithms.apart.failures import PolicyFailed
from banditproof.algorithms.apart.keeper import SECONDS, Elsewhere
from banditproof.theory.budgets import Budget
from .built_in import AUDIT_HORIZON
from .declaration import Declaration, accepted


def declared_apart(
    name: str,
    budget: Budget,
    arms: int | None,
    horizon: int | None,
    more: dict[str, Any],
    seconds: float,
) -> Declaration:
    """The declaration of "module:factory", loaded behind walls; what fails there is a reason.

    >>> from banditproof.theory.budgets import PureDP
    >>> imed = "banditproof.algorithms.regret.dp_imed:DPIMED"
    >>> declared_apart(imed, PureDP("1/2"), None, None, {}, 60).parts
    NoisySums(noise=Laplace(scale=Fraction(2, 1)))
    """
    limit = max(min(seconds, SECONDS), 1e-3)
    try:
        with Elsewhere(
            name, budget, arms=arms, horizon=horizon or AUDIT_HORIZON, more=more, seconds=limit
        ) as there:
            supposed = "" if there.walls.complete else there.walls.words
            return replace(accepted(there.declared), supposed=supposed)
    except PolicyFailed as failure:
        if failure.died:  # a module that ends its process would end this one as well
            raise
        return Declaration(None, str(failure), late=failure.ran_out)
    except ValueError as failure:
        return Declaration(None, str(failure))
