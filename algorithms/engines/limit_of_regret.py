"""The lower bound of the regret of consistent policies on a bandit, beside simulations of them."""

from fractions import Fraction
from banditproof.theory import BernoulliBandit, certify
from banditproof.theory.budgets import Budget, PureDP, exact_or_infinite
from .engine import Played


def eps_of_limit(budget: Budget | None) -> Fraction | None:
    """The eps of the lower bound for a budget: a limit with privacy is known for pure DP alone.

    >>> eps_of_limit(PureDP("0.5")), eps_of_limit(PureDP(float("inf")))
    (Fraction(1, 2), None)
    """
    eps = exact_or_infinite("eps", budget.eps) if isinstance(budget, PureDP) else 0
    return eps if isinstance(eps, Fraction) and eps > 0 else None


def regret_limit(bandit: Played, budget: Budget | None = None) -> float | None:
    """The number c of liminf regret / log T >= c, for consistent policies on Bernoulli arms.

    With pure DP it is that of eps-DP policies, else that of Lai and Robbins, which holds for every
    policy. None for other rewards, where none is shown.

    >>> budgets = (None, PureDP("0.5"))
    >>> [round(regret_limit(BernoulliBandit(("0.75", "0.5")), budget), 3) for budget in budgets]
    [1.738, 2.507]
    """
    from banditproof.theory import regret_coefficient
    from banditproof.theory.lower_bounds.bernoulli_coefficients import lai_robbins_coefficient

    if not isinstance(bandit, BernoulliBandit):
        return None
    means, eps = bandit.exact_means, eps_of_limit(budget)
    if eps is None:
        return float(certify(lai_robbins_coefficient, means))
    return float(certify(regret_coefficient, means, eps))
