"""The radius of the ellipsoid around a private ridge estimate, in which theta lies.

theta_tilde = V^-1 (sum a_s r_s + N), V = lambda I + sum a_s a_s^T, N the sum of the noises so far.
Then |theta_tilde - theta|_V is at most the width of the least-squares estimate, plus |N| divided by
the root of the smallest eigenvalue of V.
"""

import math


def ridge_width(log_growth: float, delta: float, regulariser: float) -> float:
    """The width without noise: sqrt( 2 log(1/delta) + log(det V / lambda^d) ) + sqrt(lambda).

    `log_growth` is that logarithm of determinants; theta has at most the length 1. Concentrated
    Differential Privacy for Bandits, proof of Theorem 14, beta_t.

    >>> ridge_width(0.0, math.exp(-8), 4.0)
    6.0
    """
    return math.sqrt(2 * math.log(1 / delta) + log_growth) + math.sqrt(regulariser)


def chi_square_reach(dimension: int, delta: float) -> float:
    """f(d, delta) = d + 2 sqrt(d log(1/delta)) + 2 log(1/delta), which |N(0, I_d)|^2 passes rarely.

    Concentrated Differential Privacy for Bandits, proof of Theorem 14.

    >>> chi_square_reach(1, math.exp(-4))
    13.0
    """
    level = math.log(1 / delta)
    return dimension + 2 * math.sqrt(dimension * level) + 2 * level


def noise_width(variance: float, dimension: int, delta: float, smallest: float) -> float:
    """What the noise adds: sqrt( variance f(d, delta) / smallest ).

    `variance` is that of each coordinate of N, and `smallest` the smallest eigenvalue of V, which
    is public: no assumption on the contexts is made. Claim `zcdp.fix.oful.radius`.

    >>> noise_width(4.0, 1, math.exp(-4), 13.0)
    2.0
    """
    return math.sqrt(variance * chi_square_reach(dimension, delta) / smallest)


def eigenvalue_margin(
    t: int, least: float, dimension: int, delta: float, regulariser: float
) -> float:
    """What the paper puts for the smallest eigenvalue of V_t: negative for small t.

    lambda + least t / 4 - 8 log((t + 3) d / delta) - 2 sqrt(t log((t + 3) d / delta)), where
    `least` is the smallest eigenvalue of E[A A^T]. Concentrated Differential Privacy for Bandits,
    proof of Theorem 14, Step 4. Claim `zcdp.thm14`.

    >>> [eigenvalue_margin(t, 0.1, 3, 1e-3, 0.1) > 0 for t in (139460, 139461)]
    [False, True]
    """
    level = math.log((t + 3) * dimension / delta)
    return regulariser + least * t / 4 - 8 * level - 2 * math.sqrt(t * level)
