"""The lower bound of the regret of consistent policies on a bandit, beside simulations of them."""

from banditproof.theory import BernoulliBandit, certify, regret_coefficient
from banditproof.theory.exact import Number
from banditproof.theory.lower_bounds.bernoulli_coefficients import lai_robbins_coefficient
from .engine import Played


def regret_limit(bandit: Played, eps: Number | None = None) -> float | None:
    """The number c of liminf regret / log T >= c, for consistent policies on Bernoulli arms.

    With a budget it is that of eps-DP policies, without one that of Lai and Robbins, which holds
    for every policy. None for other rewards, where none is shown.

    >>> limits = [regret_limit(BernoulliBandit(("0.75", "0.5")), eps) for eps in (None, "0.5")]
    >>> [round(limit, 3) for limit in limits]
    [1.738, 2.507]
    """
    if not isinstance(bandit, BernoulliBandit):
        return None
    means = bandit.exact_means
    if eps is None:
        return float(certify(lai_robbins_coefficient, means))
    return float(certify(regret_coefficient, means, eps))
