"""The exponential mechanism: a private choice among finitely many options."""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_nonnegative, exact_positive
from banditproof.theory.exact_sampling import GeneratorSource, Source, bernoulli_exp
from banditproof.theory.parameter_names import accepts_epsilon


@accepts_epsilon
@dataclass(frozen=True)
class ExponentialMechanism:
    """Chooses option i with probability proportional to e^(eps score_i / (2 sensitivity)).

    When one entry changes each score by at most the sensitivity, the choice is eps-DP, and more:
    the log-ratios of all options lie in an interval of length eps (bounded range), which gives
    (eps^2/8)-zCDP. (McSherry and Talwar, 2007; Cesar and Rogers, 2021.)

    >>> mechanism = ExponentialMechanism(eps=1)
    >>> mechanism.loss(), mechanism.concentrated_loss()
    (PureDP(eps=Fraction(1, 1)), ZCDP(rho=Fraction(1, 8)))
    """

    eps: Number
    sensitivity: Number = 1

    def __post_init__(self) -> None:
        exact_nonnegative("eps", self.eps)
        exact_positive("sensitivity", self.sensitivity)

    def loss(self) -> PureDP:
        """The pure budget eps of a choice."""
        return PureDP(exact(self.eps))

    def bounded_range(self) -> Fraction:
        """The length eps of an interval that holds the log-ratios of all options."""
        return exact(self.eps)

    def concentrated_loss(self) -> ZCDP:
        """The zCDP budget eps^2 / 8 that follows from the bounded range."""
        return ZCDP(exact(self.eps) ** 2 / 8)

    def law(self, scores: Sequence[Number], digits: int = 30) -> tuple[Enclosure, ...]:
        """The probability of each option.

        >>> [str(p) for p in ExponentialMechanism(eps=2).law([0, 1], digits=6)]
        ['0.2689414213[6..8]', '0.7310585786[1..4]']
        """
        powers = self._powers(scores)
        if len(set(powers)) == 1:
            return (Enclosure.of(Fraction(1, len(powers))),) * len(powers)

        def probability(chosen: Fraction) -> Enclosure:
            # one over the sum of the quotients, so that no digit is lost to a common factor
            gaps = [other - chosen for other in powers]
            return enclose(lambda: 1 / sum((ball(gap).exp() for gap in gaps), arb(0)), digits)

        return tuple(probability(chosen) for chosen in powers)

    def _powers(self, scores: Sequence[Number]) -> list[Fraction]:
        if len(scores) == 0:
            raise ValueError("The list of scores is empty; give at least one option.")
        rate = exact(self.eps) / (2 * exact(self.sensitivity))
        return [rate * exact(score) for score in scores]

    def sample(self, scores: Sequence[Number], rng: np.random.Generator) -> int:
        """One choice, of exactly this law if the integers of `rng` are uniform."""
        return self.draw(scores, GeneratorSource(rng))

    def draw(self, scores: Sequence[Number], source: Source) -> int:
        """One choice: a uniform option, kept with probability e^(its power - the largest one)."""
        powers = self._powers(scores)
        best = max(powers)

        def attempt(source: Source) -> int | None:
            option = source.below(len(powers))
            return option if bernoulli_exp(source, best - powers[option]) else None

        return source.repeat(attempt)
