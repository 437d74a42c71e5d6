"""Sums of independent Bernoulli variables: exact laws in rationals, and their Chernoff bounds.

Optimal Regret of Bernoulli Bandits, Lemma H.6 (unequal means) and Lemma C.5 (equal means).
"""

from __future__ import annotations
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.bernoulli import kl, kl_ball, kl_is_infinite
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.enclosure import ONE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_means, exact_probability
from .binomial_laplace import binomial_law

Side = Literal["upper", "lower"]
_STEEP = 20.0
"""An exponent beyond which the exponential of a rounded one has lost digits."""
_UNDERFLOW = 750.0


def poisson_binomial_law(means: Sequence[Number]) -> tuple[Fraction, ...]:
    """Pr[X_1 + ... + X_n = k] for k = 0, ..., n and independent X_i ~ Ber(means[i]), exact.

    >>> [str(p) for p in poisson_binomial_law(["0.5", "0.25"])]
    ['3/8', '1/2', '1/8']
    """
    law = [Fraction(1)]
    for mean in exact_means(means):
        stay, rise = 1 - mean, mean
        law = [
            (law[k] * stay if k < len(law) else Fraction(0)) + (law[k - 1] * rise if k else 0)
            for k in range(len(law) + 1)
        ]
    return tuple(law)


def poisson_binomial_tail(
    means: Sequence[Number], threshold: Number, side: Side = "upper"
) -> Fraction:
    """Pr[S >= threshold], or Pr[S <= threshold] on the lower side, exact.

    >>> poisson_binomial_tail(["0.5", "0.25"], 1)
    Fraction(5, 8)
    """
    return _mass(poisson_binomial_law(means), exact(threshold), side)


def binomial_tail(n: int, mu: Number, threshold: Number, side: Side = "upper") -> Fraction:
    """Pr[Bin(n, mu) >= threshold], or Pr[Bin(n, mu) <= threshold] on the lower side, exact.

    >>> binomial_tail(2, "0.25", 1)
    Fraction(7, 16)
    """
    return _mass(binomial_law(n, mu), exact(threshold), side)


def _mass(law: tuple[Fraction, ...], threshold: Fraction, side: Side) -> Fraction:
    if side not in ("upper", "lower"):
        raise ValueError(f"The side is {side!r}; give 'upper' or 'lower'.")
    kept = (p for k, p in enumerate(law) if (k >= threshold if side == "upper" else k <= threshold))
    return sum(kept, Fraction(0))


def _chernoff_arguments(
    threshold: Number, n: Number, mu: Number, side: Side
) -> tuple[Fraction, Fraction, int]:
    """The empirical mean, the true mean and n, mirrored to the upper side."""
    count = exact_count("n", n, least=1)
    x, mean = exact(threshold) / count, exact_probability("mu", mu)
    if side not in ("upper", "lower"):
        raise ValueError(f"The side is {side!r}; give 'upper' or 'lower'.")
    if side == "lower":
        x, mean = 1 - x, 1 - mean
    # On this side of the mean the rate kl(x, mean) bounds the tail; on the other one it bounds
    # nothing.
    if x < mean:
        relation = ">=" if side == "upper" else "<="
        raise ValueError(
            f"The threshold {threshold} is on the wrong side of n mu; give {relation} n mu."
        )
    return x, mean, count


def _certified_chernoff(
    threshold: Number, n: Number, mu: Number, side: Side = "upper", *, digits: int
) -> Enclosure:
    x, mean, count = _chernoff_arguments(threshold, n, mu, side)
    if x > 1 or kl_is_infinite(x, mean):
        return ZERO
    if x == mean:
        return ONE

    def bound() -> arb:
        return (-ball(count) * kl_ball(x, mean)).exp()

    return enclose(bound, digits)


@certified_by(_certified_chernoff)
def bernoulli_chernoff(threshold: float, n: int, mu: float, side: Side = "upper") -> float:
    """The bound e^{-n kl(threshold/n, mu)} for a sum of n independent Bernoulli of average mean mu.

    It bounds Pr[S >= threshold] for threshold >= n mu, and Pr[S <= threshold] on the lower side;
    it is 0 beyond [0, n]. Lemma H.6, and Lemma C.5 when all means are equal.

    >>> round(bernoulli_chernoff(8, 10, 0.5), 9)
    0.145519152
    """
    x, mean, count = _chernoff_arguments(threshold, n, mu, side)
    if x > 1 or kl_is_infinite(x, mean):
        return 0.0
    share = float(exact(threshold) / count)
    exponent = count * float(kl(share, mu))
    # The relative error of e^-x is the absolute one of x, hence x times the relative one of x.
    if _STEEP < exponent < _UNDERFLOW:
        return float(_certified_chernoff(threshold, n, mu, side, digits=17))
    return math.exp(-exponent)
