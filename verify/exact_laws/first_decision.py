"""Exact Laplace noise: the law of the first adaptive decision of two arms, by integrals in balls.

After one batch of each arm, DP-IMED pulls the arm with the larger clipped noisy sum, and DP-KLUCB
does so where its index is below 1: from the sum n - log(t)/eps on, indices are exactly 1 and tie.
So both compare two independent variables "sum + Laplace, clamped to [0, top]". The probability
that one is strictly larger is an integral of exponentials over [0, top] and an atom at each end.
Optimal Regret of Bernoulli Bandits, (12), (13), Proposition 4.2.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import Literal
from flint import acb, arb
from banditproof.algorithms.policy import Ties
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, trimmed, working_precision
from banditproof.theory.exact import Number, exact_count, exact_positive

BITS = 160


@dataclass(frozen=True)
class ClampedSum:
    """The law of s + Y clamped to [0, top], Y ~ Lap(1/eps): a density inside and two atoms."""

    sum: Fraction
    eps: Fraction
    top: arb

    def survival(self, x: arb) -> arb:
        """Pr[s + Y >= x]."""
        gap = ball(self.eps) * (x - ball(self.sum))
        if gap > 0:
            return (-gap).exp() / 2
        if gap < 0:
            return 1 - gap.exp() / 2
        return ((-gap).exp() / 2).union(1 - gap.exp() / 2)

    @property
    def at_zero(self) -> arb:
        """The atom at 0."""
        return 1 - self.survival(arb(0))

    @property
    def at_top(self) -> arb:
        """The atom at the top."""
        return self.survival(self.top)


def _density(law: ClampedSum, x: acb, side: int) -> acb:
    """eps/2 exp(-eps |x - s|), analytic on the side of s where x - s has the given sign."""
    eps = ball(law.eps)
    return (-side * eps * (x - ball(law.sum))).exp() * eps / 2


def _upper_tail(law: ClampedSum, x: acb, side: int) -> acb:
    """Pr[s + Y > x], analytic on either side of s."""
    tail = (-side * ball(law.eps) * (x - ball(law.sum))).exp() / 2
    return tail if side > 0 else 1 - tail


def wins(left: ClampedSum, right: ClampedSum) -> arb:
    """Pr[left > right] for two independent clamped sums with the same top."""
    total = right.at_zero * (1 - left.at_zero)
    corners = sorted({Fraction(0), left.sum, right.sum})
    ends = [ball(corner) for corner in corners if ball(corner) < left.top] + [left.top]
    for low, high in pairwise(ends):
        middle = (low + high) / 2
        sides = [1 if middle > ball(law.sum) else -1 for law in (left, right)]

        def integrand(x: acb, _: bool, sides: list[int] = sides) -> acb:
            return _density(right, x, sides[1]) * _upper_tail(left, x, sides[0])

        total += acb.integral(integrand, acb(low), acb(high)).real
    return total


def ties(left: ClampedSum, right: ClampedSum) -> arb:
    """Pr[left = right]: both at 0 or both at the top."""
    return left.at_zero * right.at_zero + left.at_top * right.at_top


@dataclass(frozen=True)
class FirstDecision:
    """The first adaptive decision of DP-KLUCB or DP-IMED with two arms and Laplace(1/eps) noise.

    `first` is the size of both first batches.

    >>> decision = FirstDecision("dp-imed", eps=1, tie_rule="first")
    >>> round(float(decision.probability(0, 1)), 12), round(float(decision.loss()), 6)
    (0.367879441171, 0.666157)
    """

    index: Literal["dp-klucb", "dp-imed"]
    eps: Number
    tie_rule: Ties = "random"
    first: int = 1

    def __post_init__(self) -> None:
        exact_positive("eps", self.eps)
        exact_count("the first batch", self.first, least=1)

    def _top(self) -> arb:
        """From where on sums do not matter; if it is negative, all indices tie at 1."""
        if self.index == "dp-imed":
            return ball(self.first)
        level = ball(2 * self.first + 1).log() / ball(exact_positive("eps", self.eps))
        return ball(self.first) - level

    def _ball(self, sums: tuple[int, int]) -> arb:
        """The probability of pulling arm 1."""
        top = self._top()
        share = {"first": Fraction(1), "last": Fraction(0), "random": Fraction(1, 2)}
        if top <= 0:
            return ball(share[self.tie_rule])
        eps = exact_positive("eps", self.eps)
        left, right = (ClampedSum(Fraction(s), eps, top) for s in sums)
        return wins(left, right) + ball(share[self.tie_rule]) * ties(left, right)

    def probability(self, sum_1: int, sum_2: int, digits: int = 20) -> Enclosure:
        """The probability that arm 1 is pulled, given the sums of the first two batches."""
        with working_precision(BITS):
            return _enclosed(self._ball((sum_1, sum_2)), digits)

    def loss(self, digits: int = 20) -> Enclosure:
        """The largest log-ratio of the decision over all rewards in {0, 1} and all neighbours."""
        with working_precision(BITS):
            sums = range(self.first + 1)
            one = {s: self._ball(s) for s in product(sums, sums)}
            best = arb(0)
            for (s, r), p in one.items():
                for other in ((s + 1, r), (s, r + 1)):
                    if other in one:
                        q = one[other]
                        for left, right in ((p, q), (q, p), (1 - p, 1 - q), (1 - q, 1 - p)):
                            # 0/0 where the tie rule alone decides; a ball around 0 is not 0
                            if not (left.is_zero() and right.is_zero()):
                                best = best.max((left / right).log())
            return _enclosed(best, digits)


def _enclosed(value: arb, digits: int) -> Enclosure:
    return trimmed(Enclosure.of(value), digits)
