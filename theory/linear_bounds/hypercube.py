"""Minimax regret of linear bandits on the cube [-1, 1]^d: the regret at T of some parameter.

The parameter is uniform on {-s, s}^d. In a coordinate the regret of step t, averaged over the two
signs, is s (1 - (E_+ A_t - E_- A_t) / 2) >= s (1 - TV_t), where TV_t is the total variation
distance of the two laws of A_t, TV_t <= sqrt(KL_t / 2), and with t - 1 rewards seen

    KL_t <= 2 s^2 (t-1)                              without privacy,
    KL_t <= eps sqrt(2/pi) s (t-1)                   under eps-View DP,
    KL_t <= rho (x^2 + x), x = sqrt(2/pi) s (t-1)    under rho-Interactive zCDP,

because TV(N(-s, 1), N(s, 1)) <= sqrt(2/pi) s. Sums over t are at least integrals over u = t/T:

    free:  s T (1 - (2/3) s sqrt(T))                        at s = 3 / (4 sqrt(T)): 3/8 sqrt(T),
    pure:  s T (1 - (2/3) sqrt(eps s T / sqrt(2 pi)))       at s = sqrt(2 pi) / (eps T):
           sqrt(2 pi) / (3 eps),
    zCDP:  s T (1 - sqrt(5/12)) for sqrt(2/pi) s T sqrt(rho) <= 1 and rho <= 1 (Jensen), at
           s = sqrt(pi/2) / (T sqrt(rho)): sqrt(pi/2) (1 - sqrt(5/12)) / sqrt(rho).

A bounded parameter, |theta_i| <= box, caps s; over all of R^d, as the theorems are printed, the
minimax regret is infinite. All functions return balls at the working precision. The thesis prints
smaller constants (Theorems 4.17 and 4.21), which are true, and proofs that lose a factor 1/2.
"""

from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball

CUBE = Fraction(5, 12)
"""The integral of (u^2 + u) / 2 over [0, 1]."""


def free_printed(dimension: int, horizon: Fraction) -> arb:
    """(e^-2 / 8) d sqrt(T): Theorems 4.17 and 4.21, without DP."""
    return (-arb(2)).exp() / 8 * dimension * ball(horizon).sqrt()


def free_proved(dimension: int, horizon: Fraction, box: Fraction | None = None) -> arb:
    """d min{(3/8) sqrt(T), box T / 2}."""
    return dimension * _capped(ball(Fraction(3, 8)) * ball(horizon).sqrt(), horizon, box, arb(2))


def pure_printed(dimension: int, eps: Fraction) -> arb:
    """(e^-1 / 4) d / eps: Theorem 4.17."""
    return (-arb(1)).exp() / 4 * ball(dimension / eps)


def pure_proved(
    dimension: int, horizon: Fraction, eps: Fraction, box: Fraction | None = None
) -> arb:
    """d min{sqrt(2 pi) / (3 eps), box T / 3}: the constant 0.83554 for eps-View DP."""
    return dimension * _capped(pure_constant() / ball(eps), horizon, box, arb(3))


def pure_constant() -> arb:
    """sqrt(2 pi) / 3.

    >>> round(float(pure_constant()), 9)
    0.835542758
    """
    return (2 * arb.pi()).sqrt() / 3


def zcdp_printed(dimension: int, rho: Fraction) -> arb:
    """(e^-2.25 / 4) d / sqrt(rho): Theorem 4.21."""
    return (-arb(9) / 4).exp() / 4 * dimension / ball(rho).sqrt()


def zcdp_proved(
    dimension: int, horizon: Fraction, rho: Fraction, box: Fraction | None = None
) -> arb:
    """d min{0.44430 / sqrt(rho), 0.35450 box T}: rho-Interactive zCDP with rho <= 1."""
    return dimension * _capped(zcdp_constant() / ball(rho).sqrt(), horizon, box, 1 / _kept())


def zcdp_constant() -> arb:
    """sqrt(pi/2) (1 - sqrt(5/12)).

    >>> round(float(zcdp_constant()), 9)
    0.44430334
    """
    return (arb.pi() / 2).sqrt() * _kept()


def _kept() -> arb:
    return 1 - ball(CUBE).sqrt()


def pure_threshold(horizon: Fraction) -> arb:
    """2 e / sqrt(T): below it the private part of Theorem 4.17 is the larger one."""
    return 2 * arb(1).exp() / ball(horizon).sqrt()


def zcdp_threshold(horizon: Fraction) -> arb:
    """(2 e^(-1/4))^2 / T: below it the private part of Theorem 4.21 is the larger one."""
    return (2 * (-arb(1) / 4).exp()) ** 2 / ball(horizon)


def _capped(bound: arb, horizon: Fraction, box: Fraction | None, divisor: arb) -> arb:
    """The bound, or box T / divisor where the box cuts the best size of the parameter off.

    At s below its best size each bound is at least s T times the factor that it keeps there.
    """
    return bound if box is None else bound.min(ball(box * horizon) / divisor)
