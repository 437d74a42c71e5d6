"""How much an index policy explores: the logarithm in its confidence bounds.

UCB1 and KL-UCB use log(t). A fixed confidence uses log(1/delta), and the asymptotically optimal
versions log f(t) with f(t) = 1 + t log(t)^2, whose sum of 1/f(t) is finite: so the rounds in which
the best arm's bound is wrong cost a constant. Privacy-Utility Trade-offs in Sequential
Decision-Making, (2.9), (2.12) and (2.14).
"""

import math
from fractions import Fraction
from flint import arb


def log_with_margin(t: int) -> float:
    """log f(t), with f(t) = 1 + t log(t)^2.

    >>> log_with_margin(1), round(log_with_margin(2), 12)
    (0.0, 0.673406625534)
    """
    log_t = math.log(t)
    return math.log1p(t * (log_t * log_t))


def proved_log_with_margin(t: int) -> arb:
    """log f(t) as a ball.

    >>> round(float(proved_log_with_margin(2)), 12)
    0.673406625534
    """
    return (1 + t * arb(t).log() ** 2).log()


def log_inverse(delta: Fraction) -> float:
    """log(1/delta) of an exact probability, however small.

    >>> round(log_inverse(Fraction(1, 10**400)) / math.log(10), 12)
    400.0
    """
    return math.log(delta.denominator) - math.log(delta.numerator)
