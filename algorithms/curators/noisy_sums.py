"""The sums of a plain curator, with a noise that is declared once for all releases."""

from dataclasses import dataclass
from banditproof.theory.mechanisms import Mechanism
from .curator import Curator


@dataclass(frozen=True)
class NoisySums(Curator):
    """A `Curator` whose releases all have one law of noise, which is thereby declared.

    So is a `Curator` for a policy with a `declared_noise`. It is `DeclaredSums(noise)`, with a
    running sum in place of the rewards of a batch.

    >>> from banditproof.theory.mechanisms import Laplace
    >>> NoisySums(Laplace(2)).noises
    (Laplace(scale=2),)
    """

    noise: Mechanism
    """The law of the noise of each release."""

    @property
    def noises(self) -> tuple[Mechanism, ...]:
        """The noise that is added in one release."""
        return (self.noise,)
