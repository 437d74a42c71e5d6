"""Private policies on the interval [-1, 1] that look at the first rewards and then commit.

Each has one parameter, the size s of theta = -s or s, and an exact law: the number of positive
rewards among the first m (all pulls at +1) is binomial with the share Phi(theta).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from flint import arb
from banditproof.theory.balls import ball

Rule = Callable[[int, int, Fraction], arb]
"""The probability to commit to +1 after k positive rewards out of m, under a budget."""


def logistic(positive: int, seen: int, eps: Fraction) -> arb:
    """1 / (1 + exp(-eps (k - m/2))): one reward changes k by 1, a log probability by <= eps."""
    return 1 / (1 + (-ball(eps * (positive - Fraction(seen, 2)))).exp())


def normal_share(theta: arb) -> arb:
    """Phi(theta)."""
    return (1 + (theta / arb(2).sqrt()).erf()) / 2


def probit(positive: int, seen: int, rho: Fraction) -> arb:
    """P(k + Z > m/2) for Z normal with variance 1/(2 rho): one Gaussian release, rho-zCDP."""
    return normal_share(ball(positive - Fraction(seen, 2)) * (2 * ball(rho)).sqrt())


def largest_log_ratio(rule: Rule, seen: int, budget: Fraction) -> arb:
    """The largest |log| of ratios of probabilities of either action at k and k + 1."""
    largest = arb(0)
    for k in range(seen):
        first, second = rule(k, seen, budget), rule(k + 1, seen, budget)
        largest = largest.max(abs((second / first).log())).max(
            abs(((1 - second) / (1 - first)).log())
        )
    return largest


@dataclass(frozen=True)
class Committed:
    """Pull +1 in the first `seen` rounds; then `rule` draws the action of all later rounds."""

    rule: Rule
    seen: int
    budget: Fraction

    def share(self, theta: arb) -> arb:
        """The probability to commit to +1."""
        p, total = normal_share(theta), arb(0)
        for k in range(self.seen + 1):
            law = comb(self.seen, k) * p**k * (1 - p) ** (self.seen - k)
            total += law * self.rule(k, self.seen, self.budget)
        return total

    def information(self, size: arb) -> arb:
        """KL of the laws of all actions, for theta = size against theta = -size."""
        first, second = self.share(size), self.share(-size)
        return first * (first / second).log() + (1 - first) * ((1 - first) / (1 - second)).log()

    def average_regret(self, size: arb, horizon: int) -> arb:
        """The regret at the horizon, averaged over theta = -size and theta = size."""
        learnt = self.share(size) - self.share(-size)
        return size * (self.seen + (horizon - self.seen) * (1 - learnt))


def repeated_answers(size: arb, horizon: int, eps: Fraction) -> tuple[arb, list[arb]]:
    """The policy that pulls +1 once and then answers the sign of r_1 at random in every round.

    Each later action is the sign with odds e^(eps/(T-1)) to 1, so all of them together spend eps.
    The average regret, and for t = 2..T the KL of the laws of the actions up to round t.
    """
    odds = (ball(eps / (horizon - 1))).exp()
    truth = odds / (1 + odds)
    share = normal_share(size)
    learnt = (2 * share - 1) * (2 * truth - 1)
    informations = []
    for answers in range(1, horizon):
        total = arb(0)
        for plus in range(answers + 1):
            minus = answers - plus
            yes, no = (truth**a * (1 - truth) ** b for a, b in ((plus, minus), (minus, plus)))
            first, second = share * yes + (1 - share) * no, (1 - share) * yes + share * no
            total += comb(answers, plus) * first * (first / second).log()
        informations.append(total)
    return size * (1 + (horizon - 1) * (1 - learnt)), informations
