"""The privacy of integer noise with Pr[Y = y] proportional to e^(-t |y|).

A shift by an integer s has the loss t (|y| - |y - s|) at the outcome y: it is -ts up to 0, ts from
s on, and rises in steps of 2t between them. The rate t is rational, or the log of a rational.

The exact zCDP constant is the limit at order 1, the Kullback-Leibler divergence. With u = alpha -
1/2, z = e^(2tu), r = e^-t and a = r/(1-r), the moment e^K(alpha) is a constant times z^(-s/2) times
((1+a) z^(s+1) - a z^s + a z - (1+a)) / (z - 1). The numerator is f - f*, where f = z^s ((1+a) z -
a) has all its zeros inside the unit circle and f* is its reverse, so its own zeros lie on the
circle (Cohn), where u is imaginary. As a function of v = u^2 the moment is entire of order 1/2
with negative zeros only, hence a product of factors 1 + v/c with c > 0, and K is concave in v.
So K stays below its tangent at v = 1/4, which is KL (v - 1/4) = KL alpha (alpha - 1).
"""

from __future__ import annotations
from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, enclose, is_positive
from banditproof.theory.budgets import exact_or_infinite, exact_order
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact_count
from banditproof.theory.exact_sampling import GeneratorSource, Source
from banditproof.theory.parameter_names import accepts_epsilon


@dataclass(frozen=True)
class RationalRate:
    """A rational t > 0."""

    t: Fraction

    def ball(self) -> arb:
        """t, at the working precision."""
        return ball(self.t)

    def exceeds(self, steps: int, eps: Fraction) -> bool:
        """Whether steps t > eps."""
        return steps * self.t > eps


@dataclass(frozen=True)
class LogRate:
    """t = log(1 / ratio) for a rational ratio in (0, 1)."""

    ratio: Fraction

    def ball(self) -> arb:
        """t, at the working precision."""
        return -ball(self.ratio).log()

    def exceeds(self, steps: int, eps: Fraction) -> bool:
        """Whether steps t > eps >= 0; for steps, eps > 0 equality is impossible, e^eps being
        irrational."""
        if steps <= 0 or eps == 0:
            return steps > 0
        return is_positive(lambda: steps * self.ball() - ball(eps))


Rate = RationalRate | LogRate


def renyi(rate: Rate, alpha: Number, shift: int, digits: int) -> Enclosure:
    """The Renyi divergence of order alpha of the law from its shift.

    >>> print(renyi(RationalRate(Fraction(1)), 1, 1, digits=10))  # tanh(1/2)
    [0.4621171572600095..0.4621171572600101]
    """
    order = exact_order(alpha)
    if shift == 0:
        return ZERO
    if isinstance(order, float):
        return enclose(lambda: shift * rate.ball(), digits)
    a: Fraction = order
    return enclose(lambda: _mean_loss(rate, shift) if a == 1 else _renyi(rate, a, shift), digits)


def _mean_loss(rate: Rate, s: int) -> arb:
    """The Kullback-Leibler divergence: the sum of t (2y - s) r^(s-y), with both ends at +-ts."""
    t = rate.ball()
    r = (-t).exp()
    ends = s * (1 - r**s) / (1 - r)
    sums = r * (1 - r ** (s - 1)) / (1 - r)
    weighted = r * (1 - s * r ** (s - 1) + (s - 1) * r**s) / (1 - r) ** 2
    return (1 - r) / (1 + r) * t * (ends + s * sums - 2 * weighted)


def _renyi(rate: Rate, a: Fraction, s: int) -> arb:
    """Order a > 1: log of the sum of P(y-s)^a P(y)^(1-a), a geometric series in each part."""
    t = rate.ball()
    r, step = (-t).exp(), (-ball(2 * a - 1) * t).exp()
    ends = ((-ball(a * s) * t).exp() + (ball((a - 1) * s) * t).exp()) / (1 - r)
    first = (-ball(a * s - (2 * a - 1) * (s - 1)) * t).exp()
    between = first * (1 - step ** (s - 1)) / (1 - step)
    return ((1 - r) / (1 + r) * (ends + between)).log() / ball(a - 1)


@accepts_epsilon
def delta(rate: Rate, eps: Number, shift: int, digits: int) -> Enclosure:
    """The hockey-stick divergence of the law from its shift at factor e^eps.

    Pr[Y >= k - s] - e^eps Pr[Y >= k], with k the first outcome of a loss above eps.
    """
    loss = exact_or_infinite("eps", eps)
    if isinstance(loss, float) or not rate.exceeds(shift, loss):
        return ZERO
    k = first_outcome_above(rate, loss, shift)
    return enclose(
        lambda: upper_tail(rate.ball(), k - shift) - ball(loss).exp() * upper_tail(rate.ball(), k),
        digits,
    )


def upper_tail(t: arb, y: int) -> arb:
    """Pr[Y >= y], as a ball."""
    if y <= 0:
        return 1 - upper_tail(t, 1 - y)
    return (-t * y).exp() / (1 + (-t).exp())


def first_outcome_above(rate: Rate, eps: Fraction, shift: int) -> int:
    """The smallest outcome y with t (2y - shift) > eps, when there is one up to the shift."""
    low, high = 0, shift  # the loss is at most eps at low, and above it at high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if rate.exceeds(2 * middle - shift, eps) else (middle, high)
    return high


class GeometricNoise(ABC):
    """Integer noise with Pr[Y = y] proportional to e^(-t |y|): its curves, and exact draws."""

    @property
    @abstractmethod
    def rate(self) -> Rate:
        """The rate t."""

    @abstractmethod
    def draw(self, source: Source) -> int:
        """One draw from any source of uniform integers."""

    def renyi(self, alpha: Number, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The Renyi divergence of order alpha in [1, inf] of a release, largest over neighbours."""
        return renyi(self.rate, alpha, exact_count("sensitivity", sensitivity), digits)

    def zcdp(self, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The exact zCDP constant of a release: the Kullback-Leibler divergence.

        The proof that no order has a larger D_alpha / alpha stands at the head of this file.
        """
        return self.renyi(1, sensitivity, digits)

    @accepts_epsilon
    def delta(self, eps: Number, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The smallest delta for which a release is (eps, delta)-DP."""
        return delta(self.rate, eps, exact_count("sensitivity", sensitivity), digits)

    def sample(self, rng: np.random.Generator) -> int:
        """One draw, of exactly this law if the integers of `rng` are uniform."""
        return self.draw(GeneratorSource(rng))
