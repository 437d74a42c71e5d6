"""What a training loop is given, and what a correct one guarantees for one row."""

from dataclasses import dataclass
from fractions import Fraction
from banditproof.algorithms.membership.descents.privacy_of_descents import DescentPrivacy
from .neighbouring_tables import Neighbours

USUAL_MU = 1.75
"""The declared mu at which 200 games tell it best from twice as much."""


@dataclass(frozen=True)
class Training:
    """The noise multiplier and the norm that a training loop gets, and the steps of its claim.

    Each step adds noise of deviation `noise` times `clip` to a sum of gradients of that norm, so
    mu^2 = steps (k/noise)^2, with k = 1 if a row is removed and k = 2 if it is replaced.

    >>> Training(Fraction(2), Fraction(1), 4).guarantee("replace").mu_squared
    Fraction(4, 1)
    """

    noise: Fraction
    clip: Fraction
    steps: int

    @staticmethod
    def usual_noise(steps: int, neighbours: Neighbours) -> Fraction:
        """The multiplier, of three digits, for which mu is about 1.75.

        >>> Training.usual_noise(4, "remove")
        Fraction(1143, 1000)
        """
        times = 1 if neighbours == "remove" else 2
        return Fraction(round(1000 * times * steps**0.5 / USUAL_MU), 1000)

    def guarantee(self, neighbours: Neighbours) -> DescentPrivacy:
        """What a correct loop guarantees for one row."""
        if not self.noise:
            return DescentPrivacy(None, self.steps)
        times = 1 if neighbours == "remove" else 2
        return DescentPrivacy(self.steps * (times / self.noise) ** 2, self.steps)

    def arguments(self, silent: bool = False) -> tuple[float, ...]:
        """What the loop gets between the data and the generator."""
        return (0.0 if silent else float(self.noise), float(self.clip))
