"""The zCDP constant of one noisy release: what a mechanism of pure privacy spends in rho."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from banditproof.theory.balls import ball
from banditproof.theory.budgets import ZCDP
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_positive
from banditproof.theory.mechanisms import Laplace, Mechanism

from .conversions import pure_to_zcdp
from .order_supremum import supremum_over_orders


@dataclass(frozen=True)
class _LaplaceCumulants:
    """K(alpha) = (alpha - 1) D_alpha of Laplace noise at shift/scale = eps.

    E_Q[(dP/dQ)^alpha] = alpha/(2 alpha - 1) e^((alpha-1) eps) + (alpha-1)/(2 alpha - 1) e^(-alpha
    eps).
    """

    eps: Fraction

    def at(self, alpha: Fraction) -> arb:
        """K(alpha)."""
        rising = ball(alpha / (2 * alpha - 1)) * ball((alpha - 1) * self.eps).exp()
        falling = ball((alpha - 1) / (2 * alpha - 1)) * ball(-alpha * self.eps).exp()
        return (rising + falling).log()

    def slope_at_one(self) -> arb:
        """K'(1) = e^-eps - 1 + eps."""
        return ball(-self.eps).exp() - 1 + ball(self.eps)

    def largest_log_ratio(self) -> arb:
        """The limit of K(alpha) / alpha."""
        return ball(self.eps)


def laplace_zcdp(eps: Number, digits: int = 6) -> Enclosure:
    """The smallest rho for which Laplace noise that gives eps-DP is rho-zCDP.

    sup over alpha > 1 of D_alpha / alpha; it is smaller than the eps tanh(eps/2) that eps-DP alone
    implies.

    >>> print(laplace_zcdp(1, digits=4))  # the limit at alpha -> 1 is e^-1
    [0.36787..0.36790]
    """
    return supremum_over_orders(_LaplaceCumulants(exact_positive("eps", eps)), digits).value


def zcdp_of_release(mechanism: Mechanism, sensitivity: Number = 1, digits: int = 6) -> Enclosure:
    """An enclosure of the zCDP constant of a release.

    It is exact for Gaussian noise and tight for Laplace noise and, at sensitivity 1, for two-sided
    geometric noise (a randomised response, post-processed); otherwise the upper end is what eps-DP
    implies, and the lower end is the best of a few orders.

    >>> from banditproof.theory.mechanisms import Gaussian
    >>> zcdp_of_release(Gaussian(sigma_squared=1)).lo
    Fraction(1, 2)
    """
    spent = mechanism.loss(sensitivity)
    if isinstance(spent, ZCDP):
        return Enclosure(exact(spent.rho), exact(spent.rho))
    if spent.eps == math.inf:
        return Enclosure(math.inf, math.inf)
    if exact(spent.eps) == 0:
        return Enclosure(Fraction(0), Fraction(0))
    if isinstance(mechanism, Laplace):
        return laplace_zcdp(exact(sensitivity) / exact(mechanism.scale), digits)
    above = pure_to_zcdp(spent.eps, digits=digits).hi
    orders = (Fraction(1025, 1024), Fraction(3, 2), Fraction(2), Fraction(4))
    below = max(
        Fraction(mechanism.renyi(alpha, sensitivity, digits=digits).lo) / alpha for alpha in orders
    )
    return Enclosure(min(below, Fraction(above)), above)
