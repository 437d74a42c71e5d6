"""A curator of vectors whose coordinates are bounded, each with its own Laplace noise."""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple
from banditproof.algorithms.coarse_numbers import coarse
from banditproof.algorithms.contexts import Context
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.exact import Number, exact, exact_count, exact_positive
from banditproof.theory.mechanisms import Laplace, Mechanism
from .curator import Curator, Held


class OpenRows(NamedTuple):
    """The open batch: how many rewards it has read, and the sum of their weighted rows."""

    size: int
    sums: tuple[Any, ...]


@dataclass(frozen=True)
class BoundedRows(Curator):
    """The noisy vector of each batch, as the fields say; a batch has the rewards of all arms.

    A release is sum w_s r_s over the rewards of the batch, plus independent Laplace noise on each
    coordinate, on the grid of `coarse`; with `mean`, it is divided by the number of rewards, which
    is public. The weights w_s are the public row of the arm that was pulled, of `length`
    coordinates, each clipped to [0, `bound`]. So one reward moves each coordinate of one release by
    at most `bound` times the width of the rewards. Faster Rates for Private Adversarial Bandits,
    Algorithm 2.

    >>> from banditproof.algorithms.randomness import Silent
    >>> curator = BoundedRows(Laplace(1), length=2, bound=2, mean=True)
    >>> held = curator.start(arms=2)
    >>> for arm, loss in ((0, 1), (1, 1)):
    ...     held = curator.read_in(held, arm, ((0.5, 1.0), (3.0, 0.0)), loss)
    >>> curator.release(held, 1, curator.noise, Silent())[1]
    (1.25, 0.5)
    """

    noise: Laplace
    """The law of the noise of each coordinate of the sum."""
    length: int
    """The number of coordinates."""
    bound: Number = 1
    """The largest weight; larger ones are clipped to it."""
    mean: bool = False
    """Whether the released vector is divided by the public number of rewards."""

    def __post_init__(self) -> None:
        if type(self.noise) is not Laplace:
            raise ValueError(
                f"The noise is {self.noise!r}; give a Laplace mechanism, whose cost is known for "
                "bounded coordinates."
            )
        exact_count("length", self.length, least=1)
        exact_positive("bound", self.bound)

    @property
    def noises(self) -> tuple[Mechanism, ...]:
        """The noise that is added to each coordinate."""
        return (self.noise,)

    def start(self, arms: int) -> Held:
        """Nothing has been read."""
        return OpenRows(0, (0.0,) * self.length)

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        """Not without rows."""
        raise ValueError("The rows of the arms are not known; give the rows of the pull.")

    def read_in(self, held: Held, arm: int, context: Context, reward: Any) -> Held:
        """The reward times the row of its arm joins the open batch."""
        row, most = context[arm], float(exact(self.bound))
        if len(row) != self.length:
            raise ValueError(
                f"The row of arm {arm} has {len(row)} coordinates; give {self.length} of them."
            )
        if not all(map(math.isfinite, row)):
            raise ValueError(
                f"The row of arm {arm} has an entry that is not finite; give finite weights."
            )
        joined = tuple(
            total + reward * min(max(weight, 0.0), most)
            for total, weight in zip(held.sums, row, strict=True)
        )
        return OpenRows(held.size + 1, joined)

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, tuple[Any, ...]]:
        """Close the batch: nothing is held any more, and its noisy vector leaves.

        The mechanism that the engine passes is that of the declaration, and is not used.
        """
        if not held.size:
            raise ValueError("A batch without rewards has no vector; pull an arm before a release.")
        noisy = (coarse(x + randomness.noise(self.noise), (self.noise,)) for x in held.sums)
        divided = held.size if self.mean else 1
        return OpenRows(0, (0.0,) * self.length), tuple(x / divided for x in noisy)
