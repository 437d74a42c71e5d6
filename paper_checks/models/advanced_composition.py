"""Advanced composition: its printed bound, and the exact delta of the worst mechanisms."""

from collections.abc import Callable
from fractions import Fraction
from math import comb
from flint import arb
from banditproof.theory.balls import ball

Advanced = Callable[[int, arb, arb], arb]
"""eps' as a function of k, eps and log(1/delta')."""


def advanced(k: int, eps: arb, log_delta: arb) -> arb:
    """sqrt(2 k log(1/delta')) eps + k eps (e^eps - 1)."""
    return (2 * k * log_delta).sqrt() * eps + k * eps * (eps.exp() - 1)


def composed_delta(k: int, ratio: Fraction, leak: Fraction, limit: arb) -> arb:
    """The exact delta at eps' = limit of k least private (eps, leak)-DP mechanisms.

    One minus (1 - leak)^k is the probability that some release tells the dataset; the others are
    randomised response, whose number of truths is binomial.
    """
    total = arb(0)
    for heads in range(k + 1):
        gain = ball(ratio ** (k - heads)) - limit.exp() * ball(ratio**heads)
        total += comb(k, heads) * arb.max(gain, arb(0))
    closed = ball(1 - leak) ** k
    return 1 - closed + closed * total / ball((1 + ratio) ** k)
