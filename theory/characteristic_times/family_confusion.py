"""What it costs to make two arms of a family equally good, in balls."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import cast
from flint import arb
from banditproof.theory.balls import ball
from .confusion import Confusion, Trade


@dataclass(frozen=True)
class FamilyConfusion(Confusion):
    """D_1 and D_a are KL divergences of an exponential family.

    The best place is known: l is the mean of mu_1 and mu_a, weighted by the allocation.

    >>> from banditproof.theory import Bernoulli
    >>> from banditproof.theory.balls import working_precision
    >>> with working_precision(60):
    ...     pair = Bernoulli(1).confusion(Fraction(1), Fraction(0), "kl", None)
    ...     print(pair.cost(Fraction(1)).str(8, radius=False))
    1.3862944
    """

    kl: Callable[[Fraction, Fraction], arb]
    variance: Callable[[Fraction], Fraction]

    @property
    def limit(self) -> arb:
        """KL from the best law to the other, which is infinite for a Bernoulli law of mean 0."""
        return self.kl(self.best, self.other) if self.variance(self.other) > 0 else arb("inf")

    def divergences(self, z: Fraction) -> tuple[arb, arb]:
        """KL from both laws to the law of the mean mu_1 - z D."""

        def computed() -> tuple[arb, arb]:
            mean = self.best - z * self.gap
            return self.kl(self.best, mean), self.kl(self.other, mean)

        return cast(tuple[arb, arb], self.once("divergences", z, computed))

    def place_for(self, x: Fraction, z: Fraction) -> Fraction:
        """The best place itself."""
        return x / (1 + x)

    def trade(self, z: Fraction) -> Trade:
        """The place z is best at x = z / (1 - z)."""
        to_best, to_other = self.divergences(z)
        mean = self.best - z * self.gap
        bend = self.gap**2 * (1 - z) / self.variance(mean)
        return Trade(to_best, to_other, ball(z / (1 - z)), ball(1 / (1 - z) ** 2), ball(bend))

    def cost(self, x: Fraction, near: Fraction | None = None) -> arb:
        """The exact cost, as a ball."""
        if x == 0:
            return arb(0)
        to_best, to_other = self.divergences(x / (1 + x))
        return to_best + ball(x) * to_other


@dataclass(frozen=True)
class QuadraticConfusion(Confusion):
    """C = scale / (1/w_1 + 1/w_a): normal laws with scale = D^2 / (2 sigma^2), and cut costs."""

    scale: Fraction

    def divergences(self, z: Fraction) -> tuple[arb, arb]:
        """scale z^2 and scale (1 - z)^2."""
        return ball(self.scale * z * z), ball(self.scale * (1 - z) ** 2)

    def place_for(self, x: Fraction, z: Fraction) -> Fraction:
        """The best place itself."""
        return x / (1 + x)

    def trade(self, z: Fraction) -> Trade:
        """The place z is best at x = z / (1 - z)."""
        bend = 2 * self.scale * (1 - z)
        return Trade(*self.divergences(z), ball(z / (1 - z)), ball(1 / (1 - z) ** 2), ball(bend))

    def cost(self, x: Fraction, near: Fraction | None = None) -> arb:
        """The exact cost scale x / (1 + x)."""
        return ball(self.scale * x / (1 + x))
