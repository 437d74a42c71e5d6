"""The law of a private sum: S = Bin(n, mu) + the sum of m independent Lap(1/eps) variables.

It is the law of a released sum of n Bernoulli rewards after m noisy batches. Optimal Regret of
Bernoulli Bandits, Lemma D.3.
"""

from __future__ import annotations
from fractions import Fraction
from math import comb
from typing import Any
import numpy as np
from flint import arb, fmpz
from banditproof.theory.argument_readers import countable
from banditproof.theory.balls import ball, enclose
from banditproof.theory.broadcasting import broadcasts
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import Float, counts, positive, probabilities, reals, unwrapped
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_positive, exact_probability
from banditproof.theory.parameter_names import accepts_epsilon
from . import tail_kernels as kernels
from .laplace_sums import laplace_tail_ball


def binomial_law(n: int, mu: Number) -> tuple[Fraction, ...]:
    """Pr[Bin(n, mu) = k] for k = 0, ..., n, as exact rationals.

    >>> [str(p) for p in binomial_law(2, "0.25")]
    ['9/16', '3/8', '1/16']
    """
    n, p = countable("n", n), exact_probability("mu", mu)
    ones, zeros, scale = p.numerator, p.denominator - p.numerator, p.denominator**n
    return tuple(Fraction(comb(n, k) * ones**k * zeros ** (n - k), scale) for k in range(n + 1))


def binomial_balls(n: int, ones: arb, zeros: arb) -> list[arb]:
    """Pr[Bin(n, p) = k] for k = 0, ..., n as balls, from the balls of p and 1 - p.

    >>> from banditproof.theory.balls import working_precision
    >>> with working_precision(80):
    ...     [float(m.mid()) for m in binomial_balls(2, ball(1) / 4, ball(3) / 4)]
    [0.5625, 0.375, 0.0625]
    """
    # The powers are products of the two balls, which are given: 1 - ones would lose digits near 1.
    rises, falls = [arb(1)], [arb(1)]
    for _ in range(n):
        rises.append(rises[-1] * ones)
        falls.append(falls[-1] * zeros)
    ways, law = 1, []
    for k in range(n + 1):
        law.append(arb(fmpz(ways)) * rises[k] * falls[n - k])
        # exact: C(n, k) (n - k) = C(n, k + 1) (k + 1)
        ways = ways * (n - k) // (k + 1)
    return law


def upper_tail_ball(x: Fraction, n: int, mu: Fraction, m: int, eps: Fraction) -> arb:
    """Pr[S >= x] as a ball: the tail of Z_m at x - k, averaged over the Binomial k."""
    total = arb(0)
    for k, mass in enumerate(binomial_balls(n, ball(mu), ball(1 - mu))):
        if mass != 0:
            total += mass * laplace_tail_ball(m, eps * (x - k))
    return total


def _certified_upper(
    x: Number, n: Number, mu: Number, m: Number, eps: Number = 1, *, digits: int
) -> Enclosure:
    x, n, m = exact(x), countable("n", n), exact_count("m", m)
    mu, eps = exact_probability("mu", mu), exact_positive("eps", eps)
    if m == 0:
        total = sum((p for k, p in enumerate(binomial_law(n, mu)) if k >= x), Fraction(0))
        return Enclosure.of(total)
    return enclose(lambda: upper_tail_ball(x, n, mu, m, eps), digits)


def _certified_lower(
    x: Number, n: Number, mu: Number, m: Number, eps: Number = 1, *, digits: int
) -> Enclosure:
    n, mu = countable("n", n), exact_probability("mu", mu)
    # n - Bin(n, mu) is Bin(n, 1 - mu), and the noise is symmetric.
    return _certified_upper(n - exact(x), n, 1 - mu, m, eps, digits=digits)


@certified_by(_certified_upper)
@accepts_epsilon
@broadcasts
def private_sum_upper_tail(x: Float, n: Float, mu: Float, m: Float, eps: Float = 1.0) -> Any:
    """The exact Pr[S >= x] of S = Bin(n, mu) + m independent Lap(1/eps), for any real x.

    Sum over k of Pr[Bin(n, mu) = k] Pr[Z_m >= x - k]; m = 0 is the Binomial alone. The
    certified form is exact up to its enclosure; the float form sums logarithms, and its relative
    error grows like n log n rounding errors. Optimal Regret of Bernoulli Bandits, Lemma D.3.

    >>> round(private_sum_upper_tail(510, 1000, 0.5, 1, 1.0), 4)
    0.2644
    >>> private_sum_upper_tail([0.0, 1.0, 2.0], 1, 0.25, 0).round(12)
    array([1.  , 0.25, 0.  ])
    """
    logs = kernels.upper_log_tail_array(
        reals("x", x), counts("n", n), probabilities("mu", mu), counts("m", m), positive("eps", eps)
    )
    return unwrapped(np.exp(logs))


@certified_by(_certified_lower)
@accepts_epsilon
@broadcasts
def private_sum_lower_tail(x: Float, n: Float, mu: Float, m: Float, eps: Float = 1.0) -> Any:
    """The exact Pr[S <= x] of S = Bin(n, mu) + m independent Lap(1/eps), for any real x.

    The mirror of `private_sum_upper_tail`: Pr[S(mu) <= x] = Pr[S(1 - mu) >= n - x].

    >>> round(private_sum_lower_tail(490, 1000, 0.5, 1, 1.0), 4)
    0.2644
    """
    logs = kernels.lower_log_tail_array(
        reals("x", x), counts("n", n), probabilities("mu", mu), counts("m", m), positive("eps", eps)
    )
    return unwrapped(np.exp(logs))
