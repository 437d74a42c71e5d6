"""What a release costs whose rewards are each kept with a probability only.

The laws of a release in two worlds are (1 - q) R + q A and (1 - q) R + q B, where R leaves the
reward out and A and B keep it, with the other rewards and their coins the same.
"""

from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.mechanisms import Gaussian
from .change_of_one_reward import Change


def sampled_laplace(change: Change, scale: Fraction, rate: Fraction) -> arb:
    """The pure loss with Laplace noise b, at the worst two rewards.

    |log(A/B)| <= size / b and |log(R/B)| <= reach / b, `reach` the farthest contribution from 0:
    log(1 + q (e^(size/b) - 1) / ((1 - q) e^(-reach/b) + q), with reach = 0 if the size is that of
    going from nothing to the farthest contribution, since the worst reward counts like none then.
    """
    q = ball(rate)
    with_it = (ball(change.size / scale)).exp()
    reach = _reach(change)
    if change.size == reach:
        reach = Fraction(0)
    without = (-ball(reach / scale)).exp()
    return (1 + q * (with_it - 1) / ((1 - q) * without + q)).log()


def sampled_gaussian_delta(
    change: Change, noise: Gaussian, rate: Fraction, eps: Fraction, digits: int
) -> Enclosure:
    """An upper bound of the delta at eps with Gaussian noise, amplified by sub-sampling.

    With g' = e^eps, g = 1 + (g' - 1)/q and c = g'/g, the hockey-stick divergence of the two laws is
    q H_g(A || (1 - c) R + c B) (advanced joint convexity: Balle, Barthe and Gaboardi, 2018,
    Theorem 2), which is at most q ((1 - c) H_g(A || R) + c H_g(A || B)), by convexity. These are
    the deltas of Gaussian noise at log g for shifts of at most `reach` and `size`. If contributions
    go from nothing to the size, these are the same, and the bound is attained: by a reward that
    counts for nothing and one that counts for most.

    >>> unit = Change(Fraction(1), Fraction(0), Fraction(1), whole=False)
    >>> noise, tenth = Gaussian(sigma_squared=1), Fraction(1, 10)
    >>> float(sampled_gaussian_delta(unit, noise, tenth, Fraction(1), 10).hi)  # 0.1269 unsampled
    0.00020712148602139226
    """
    if change.size == 0:
        return ZERO

    def larger() -> arb:
        return 1 + (ball(eps).exp() - 1) / ball(rate)

    inner = enclose(lambda: larger().log(), digits + 10) if eps else ZERO
    mixed = enclose(lambda: ball(eps).exp() / larger(), digits + 10) if eps else Enclosure.of(1)
    # delta falls as eps grows, so the lower end of eps gives an upper bound
    least = max(Fraction(inner.lo), Fraction(0))
    kept = noise.delta(least, change.size, digits=digits)
    left_out = noise.delta(least, _reach(change), digits=digits)
    high = Fraction(mixed.hi) * Fraction(kept.hi) + (1 - Fraction(mixed.lo)) * Fraction(left_out.hi)
    return Enclosure.of(Fraction(0), rate * high)


def _reach(change: Change) -> Fraction:
    """The farthest contribution of a reward from 0."""
    return max(-change.low, change.high)
