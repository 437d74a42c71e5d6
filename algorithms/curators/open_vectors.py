"""A curator of vectors for which no privacy is claimed: rewards and contexts of any size."""

from dataclasses import dataclass
from typing import Any
from banditproof.algorithms.contexts import Context
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.exact import Number
from banditproof.theory.mechanisms import Gaussian, Mechanism
from .curator import Curator, Held
from .declared_vectors import shortened


@dataclass(frozen=True)
class OpenVectors(Curator):
    """The sum of the batch's rewards times the vectors of their rounds.

    For policies without privacy, and for experiments with rewards or contexts that no theorem
    covers: then `noise` is added to each coordinate.

    >>> from banditproof.algorithms.randomness import Silent
    >>> held = OpenVectors().read_in(None, 1, ((1.0, 0.0), (3.0, 4.0)), 2)
    >>> OpenVectors().release(held, 1, Gaussian.of_sigma(1), Silent())[1]
    (6.0, 8.0)
    """

    noise: Gaussian | None = None
    """The law of the noise of each coordinate."""
    norm: Number | None = None
    """The length to which longer vectors are shortened, if any."""

    @property
    def noises(self) -> tuple[Mechanism, ...]:
        """The noise that is added to each coordinate, if any."""
        return () if self.noise is None else (self.noise,)

    def start(self, arms: int) -> Held:
        """Nothing has been read."""
        return None

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        """Not without contexts."""
        raise ValueError("The vectors of the arms are not known; give contexts.")

    def read_in(self, held: Held, arm: int, context: Context, reward: Any) -> Held:
        """The reward times the vector that its round offered joins the sum."""
        row = context[arm] if self.norm is None else shortened(context[arm], self.norm)
        total = held or (0.0,) * len(row)
        return tuple(item + reward * x for item, x in zip(total, row, strict=True))

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, tuple[Any, ...]]:
        """Close the batch: its vector leaves, with the noise that was declared, if any."""
        if held is None:
            raise ValueError("A batch without rewards has no vector; pull an arm before a release.")
        noise = self.noise
        if noise is None:
            return None, held
        return None, tuple(item + randomness.noise(noise) for item in held)
