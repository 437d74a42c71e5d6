"""The privacy of a released mean: what is proved of it, beside what an attack suggests."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from banditproof.theory.accounting import (
    Composition,
    GaussianLoss,
    composed_delta,
    composed_epsilon,
)
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_nonnegative, exact_probability
from banditproof.theory.parameter_names import accepts_epsilon


@dataclass(frozen=True, kw_only=True)
class MeanPrivacy:
    """The exact curve delta(eps) of a release, for neighbours that differ in one row.

    Neighbours have equally many rows, and one is replaced by any other in a box. A release either
    shows the row, with probability `shown` of the worst pair, and hides it completely otherwise:
    then delta(eps) = shown for every eps. Or it hides the row by Gaussian noise, the worst pair at
    a distance of mu = sqrt(mu_squared) standard deviations: then delta(eps) is that of Gaussian
    noise. Both are exact.

    >>> MeanPrivacy(shown="1/2").delta(3) == Enclosure.of("1/2")
    True
    >>> print(MeanPrivacy(mu_squared=1).delta(1, digits=10))
    0.12693673750664[3..5]
    """

    shown: Number = 0
    mu_squared: Number = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "shown", exact_probability("shown", self.shown))
        object.__setattr__(self, "mu_squared", exact_nonnegative("mu_squared", self.mu_squared))
        if exact(self.shown) and exact(self.mu_squared):
            raise ValueError("A release shows a row or hides it by noise; give one of the two.")

    @property
    def rho(self) -> Enclosure:
        """The exact zCDP constant; infinite if a row may be shown."""
        return INFINITE if exact(self.shown) else Enclosure.of(exact(self.mu_squared) / 2)

    @accepts_epsilon
    def delta(self, eps: Number, digits: int = 12) -> Enclosure:
        """The smallest delta for which the release is (eps, delta)-DP, proved."""
        order = exact_nonnegative("eps", eps)
        if exact(self.shown):
            return Enclosure.of(exact(self.shown))
        return composed_delta(_gaussian(exact(self.mu_squared)), order, digits)

    def epsilon(self, delta: Number, width: Number | None = None) -> Enclosure:
        """The smallest eps for which the release is (eps, delta)-DP, proved; maybe infinite.

        >>> MeanPrivacy(shown="1/10").epsilon("1/20") == INFINITE
        True
        """
        allowed = exact_probability("delta", delta)
        if exact(self.shown):
            return ZERO if allowed >= exact(self.shown) else INFINITE
        return composed_epsilon(_gaussian(exact(self.mu_squared)), allowed, width)

    @property
    def words(self) -> str:
        """The guarantee in one sentence.

        >>> MeanPrivacy(shown=1).words
        'Not differentially private for any eps and any delta < 1: the exact mean shows a row.'
        """
        if exact(self.shown) == 1:
            return (
                "Not differentially private for any eps and any delta < 1: the exact mean shows a "
                "row."
            )
        if exact(self.shown):
            return (
                f"(0, {exact(self.shown)})-DP, and (eps, delta)-DP for no eps with a smaller delta."
            )
        return (
            f"{exact(self.mu_squared) / 2}-zCDP, and mu-GDP with mu^2 = {exact(self.mu_squared)}."
        )


def _gaussian(mu_squared: Fraction) -> Composition:
    return Composition(((1, GaussianLoss(mu_squared)),))


def moving_sides(sides: Sequence[Number]) -> list[Fraction]:
    """The lengths of the sides of the box of the data; raises ValueError for a negative one.

    >>> moving_sides([1, 0, "1/2"])
    [Fraction(1, 1), Fraction(0, 1), Fraction(1, 2)]
    """
    results = [exact_nonnegative("A side of the box", side) for side in sides]
    if not results:
        raise ValueError("The box has no sides; give the length of one for each column.")
    return results
