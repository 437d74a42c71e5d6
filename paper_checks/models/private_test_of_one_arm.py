"""phi_n(delta) of one arm with a rational e^eps, exactly: a noisy count and a threshold."""

from __future__ import annotations
from fractions import Fraction
from banditproof.theory.concentration.binomial_laplace import binomial_law


def noisy_below(k: int, m: int, growth: Fraction) -> Fraction:
    """Pr[k + Z < m] for discrete Laplace noise with Pr[Z = z] proportional to growth^-|z|."""
    tail = growth ** -max(m - k, k - m + 1) * growth / (1 + growth)
    return 1 - tail if k < m else tail


def least_excess(
    n: int, p: Fraction, q: Fraction, growth: Fraction, delta: Fraction, reach: int = 40
) -> Fraction:
    """phi_n(delta): the chord of the two thresholds between which the error at q passes delta.

    Beyond `reach` the chord goes on to the trivial tests.
    """
    if delta >= 1:
        return Fraction(0)
    mine, rival = binomial_law(n, p), binomial_law(n, q)
    before = (Fraction(0), Fraction(1))
    for m in range(-reach, n + reach + 1):
        tails = [noisy_below(k, m, growth) for k in range(n + 1)]
        size = sum((x * y for x, y in zip(rival, tails, strict=True)), Fraction(0))
        power = 1 - sum((x * y for x, y in zip(mine, tails, strict=True)), Fraction(0))
        if size >= delta:
            share = (delta - before[0]) / (size - before[0])
            return before[1] + share * (power - before[1])
        before = (size, power)
    return before[1] * (1 - delta) / (1 - before[0])
