"""Randomised response to one bit: the worst case of all pure eps-DP mechanisms."""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.budgets import PureDP, exact_or_infinite, exact_order
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_nonnegative
from banditproof.theory.exact_sampling import GeneratorSource, Source, logistic
from banditproof.theory.parameter_names import accepts_epsilon


@accepts_epsilon
@dataclass(frozen=True)
class RandomisedResponse:
    """Answers with the true bit with probability e^eps / (1 + e^eps), else with the other one.

    It is eps-DP, and every eps-DP pair of laws is a post-processing of its two laws, so its
    curves below bound those of every eps-DP mechanism. (Kairouz, Oh and Viswanath, 2015.)

    >>> RandomisedResponse("0.5").loss()
    PureDP(eps=Fraction(1, 2))
    """

    eps: Number

    def __post_init__(self) -> None:
        exact_nonnegative("eps", self.eps)

    def truth(self, digits: int = 30) -> Enclosure:
        """The probability of the true answer.

        >>> print(RandomisedResponse(1).truth(digits=10))
        0.73105857863000[4..6]
        """
        eps = exact(self.eps)
        if eps == 0:
            return Enclosure.of(Fraction(1, 2))
        return enclose(lambda: 1 / (1 + (-ball(eps)).exp()), digits)

    def loss(self) -> PureDP:
        """eps, exactly."""
        return PureDP(exact(self.eps))

    def renyi(self, alpha: Number, digits: int = 30) -> Enclosure:
        """The Renyi divergence of order alpha of the two laws.

        log(cosh((alpha - 1/2) eps) / cosh(eps/2)) / (alpha - 1); eps tanh(eps/2) at alpha = 1,
        eps at alpha = inf.

        >>> print(RandomisedResponse(2).renyi(1, digits=10))
        1.5231883119115[2..4]
        """
        order, eps = exact_order(alpha), exact(self.eps)
        if isinstance(order, float) or eps == 0:
            return Enclosure.of(eps)
        a: Fraction = order

        def evaluate() -> arb:
            if a == 1:
                return ball(eps) * ball(eps / 2).tanh()
            # log cosh x = x + log((1 + e^(-2x)) / 2), which does not overflow
            far, near = ball((2 * a - 1) * eps), ball(eps)
            rest = ((1 + (-far).exp()) / (1 + (-near).exp())).log()
            return ball(eps) + rest / ball(a - 1)

        return enclose(evaluate, digits)

    def zcdp(self, digits: int = 30) -> Enclosure:
        """The exact zCDP constant eps tanh(eps/2): `accounting.conversions` has the proof."""
        return self.renyi(1, digits)

    @accepts_epsilon
    def delta(self, eps: Number, digits: int = 30) -> Enclosure:
        """The smallest delta for which the answer is (eps', delta)-DP at another eps'.

        (e^eps - e^eps') / (1 + e^eps) below eps, and 0 from there on.

        >>> print(RandomisedResponse(2).delta(1, digits=10))
        [0.556769941145939..0.556769941145940]
        """
        wanted, eps_own = exact_or_infinite("eps", eps), exact(self.eps)
        if isinstance(wanted, float) or wanted >= eps_own:
            return ZERO
        gap = wanted - eps_own
        return enclose(lambda: -ball(gap).expm1() / (1 + (-ball(eps_own)).exp()), digits)

    def sample(self, bit: int, rng: np.random.Generator) -> int:
        """One answer, of exactly this law if the integers of `rng` are uniform."""
        return self.draw(bit, GeneratorSource(rng))

    def draw(self, bit: int, source: Source) -> int:
        """One answer from any source of uniform integers."""
        if bit not in (0, 1):
            raise ValueError(f"The bit is {bit}; give 0 or 1.")
        return bit if logistic(source, exact(self.eps)) else 1 - bit
