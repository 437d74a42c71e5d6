"""A curator of whitened vectors that declares nothing, for boxes whose noise is not proved."""

from dataclasses import dataclass
from typing import Any
from banditproof.algorithms.coarse_numbers import coarse
from banditproof.algorithms.contexts import Row
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.mechanisms import Mechanism, NoNoise
from .curator import Curator, Held
from .declared_vectors import EMPTY, OpenBatch, batch_sums
from .whitening import whitening

NONE = NoNoise()


@dataclass(frozen=True)
class WhitenedSums(Curator):
    """Releases V^(-1/2) sum a_s r_s of each batch, with the noise that the policy asks for.

    V = sum a_s a_s^T. Nothing bounds what one reward moves, so an audit can only try it out.

    >>> from banditproof.algorithms.randomness import Silent
    >>> curator = WhitenedSums(((1.0, 0.0), (0.0, 0.5)))
    >>> held = curator.read(curator.read(curator.start(2), 0, 1), 1, -1)
    >>> curator.release(held, 1, NoNoise(), Silent())[1]
    (1.0, -1.0)
    """

    rows: tuple[Row, ...]
    """The public vector of each arm."""
    noise: Mechanism = NONE
    """The law of the noise of each coordinate, unless the policy asks for another one."""

    @property
    def noises(self) -> tuple[Mechanism, ...]:
        """The noise of each coordinate."""
        return (self.noise,)

    def start(self, arms: int) -> Held:
        """Nothing has been read."""
        return EMPTY

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        """The reward joins the open batch, with the vector of its arm."""
        return OpenBatch(held.size + 1, (self.rows[arm], reward, held.rewards))

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, tuple[Any, ...]]:
        """Close the batch: nothing is held any more, and its vector leaves, with this noise."""
        sums, counts = batch_sums(held)
        root = whitening(counts).root
        total: list[Any] = [0.0] * len(root)
        for row, summed in sums.items():
            for place, weight in enumerate((root @ row).tolist()):
                if weight:
                    total[place] = total[place] + summed * weight
        noisy = [item + randomness.noise(mechanism) for item in total]
        return EMPTY, tuple(coarse(item, (mechanism,)) for item in noisy)
