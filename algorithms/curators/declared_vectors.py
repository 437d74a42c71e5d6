"""Curators that release vectors: public vectors times the rewards of a batch, plus noise."""

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple
from banditproof.algorithms.coarse_numbers import coarse
from banditproof.algorithms.contexts import Context, Row
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.exact import Number, exact, exact_positive
from banditproof.theory.mechanisms import Gaussian, Mechanism
from .curator import Curator, Held
from .whitening import whitening


class OpenBatch(NamedTuple):
    """The rewards of the open batch of all arms, newest first, each with its public vector."""

    size: int
    rewards: tuple[Row, Any, Any] | None
    rows: Context = ()
    """The vectors of the arms, where they are fixed."""


EMPTY = OpenBatch(0, None)
LEAST = Fraction(1, 10**100)
"""The smallest length to which vectors are shortened: without a loss of digits, whatever theirs."""
SMALLEST = Fraction(1, 10**300)
"""Floats below this lose digits."""


@dataclass(frozen=True)
class DeclaredVectors(Curator):
    """The noisy vector of each batch, as the fields say; a batch has the rewards of all arms.

    A release is sum w_s r_s over the rewards of the batch, plus independent noise on each
    coordinate, on the grid of `coarse`. The weights w_s are the public vector a_s of the pull; if
    `whitened`, V^(-1/2) a_s / g with V = sum a_s a_s^T and g the largest of the norms
    |V^(-1/2) a_s|, so that privacy does not rest on the quality of a design. A vector that is
    longer than `norm` is shortened to it. So one reward moves the release by at most
    `norm` (1 if whitened) times the width of the rewards, and enters one release. Concentrated
    Differential Privacy for Bandits, Algorithms 2 and 3.

    >>> from banditproof.algorithms.randomness import Silent
    >>> curator = DeclaredVectors(Gaussian(sigma_squared=2), actions=((1, 0), (0, "0.5")))
    >>> held = curator.start(arms=2)
    >>> for arm, reward in ((0, 1), (1, -1), (1, -1)):
    ...     held = curator.read(held, arm, reward)
    >>> curator.release(held, 1, curator.noise, Silent())[1]
    (1.0, -1.0)
    """

    noise: Gaussian
    """The law of the noise of each coordinate."""
    actions: tuple[tuple[Number, ...], ...] = ()
    """The public vector of each arm; none if each round tells them in its context."""
    whitened: bool = False
    """Whether the vectors are whitened by those of their batch."""
    norm: Number = 1
    """The length to which longer vectors are shortened."""

    def __post_init__(self) -> None:
        if type(self.noise) is not Gaussian:
            raise ValueError(
                f"The noise is {self.noise!r}; give a Gaussian, which hides vectors of any "
                "direction alike."
            )
        if len({len(vector) for vector in self.actions}) > 1 or () in self.actions:
            raise ValueError("The actions have several lengths; give vectors of one length >= 1.")
        if not LEAST <= exact_positive("norm", self.norm) <= 1 / LEAST:
            raise ValueError(f"norm is {self.norm}; give a number from 1e-100 to 1e100.")
        if any(0 < abs(exact(x)) < SMALLEST for vector in self.actions for x in vector):
            raise ValueError("An action has a number that floats round badly; give 0 in its place.")
        _ = self.rows

    @property
    def rows(self) -> Context:
        """The vectors of the arms as they are used; each play makes them anew.

        Numbers of other classes could fill a cache with other vectors.
        """
        plain = (tuple(float(exact(x)) for x in vector) for vector in self.actions)
        return tuple(shortened(vector, self.norm) for vector in plain)

    @property
    def noises(self) -> tuple[Mechanism, ...]:
        """The noise that is added to each coordinate."""
        return (self.noise,)

    def start(self, arms: int) -> Held:
        """Nothing has been read."""
        if self.actions and len(self.actions) != arms:
            raise ValueError(
                f"There are {arms} arms and {len(self.actions)} vectors; give each arm a vector."
            )
        return OpenBatch(0, None, self.rows)

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        """The reward joins the open batch, with the vector of its arm."""
        if not self.actions:
            raise ValueError("The vectors of the arms are not known; give actions or contexts.")
        return self._joined(held, held.rows[arm], reward)

    def read_in(self, held: Held, arm: int, context: Context, reward: Any) -> Held:
        """The reward joins the open batch, with the vector that its round offered."""
        if self.actions:
            return self.read(held, arm, reward)
        return self._joined(held, shortened(context[arm], self.norm), reward)

    @staticmethod
    def _joined(held: Held, row: Row, reward: Any) -> OpenBatch:
        return OpenBatch(held.size + 1, (row, reward, held.rewards), held.rows)

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, tuple[Any, ...]]:
        """Close the batch: nothing is held any more, and its noisy vector leaves.

        The mechanism that the engine passes is that of the declaration, and is not used.
        """
        if held.rewards is None:
            raise ValueError("A batch without rewards has no vector; pull an arm before a release.")
        sums, counts = batch_sums(held)
        result = whitening(counts) if self.whitened else None
        total: list[Any] = [0.0] * len(next(iter(sums)))
        for row, summed in sums.items():
            weights = row if result is None else result.weights(row)
            for place, weight in enumerate(weights):
                if weight:
                    total[place] = total[place] + summed * weight
        noisy = [item + randomness.noise(self.noise) for item in total]
        return OpenBatch(0, None, held.rows), tuple(coarse(item, self.noises) for item in noisy)


def batch_sums(held: OpenBatch) -> tuple[dict[Row, Any], dict[Row, int]]:
    """The sum of the rewards, and their number, of each vector, in the order of the first pull."""
    link, pairs = held.rewards, []
    while link is not None:
        row, reward, link = link
        pairs.append((row, reward))
    sums: dict[Row, Any] = {}
    for row, reward in reversed(pairs):
        sums[row] = sums[row] + reward if row in sums else reward
    return sums, dict(Counter(row for row, _ in reversed(pairs)))


def shortened(row: Row, norm: Number = 1) -> Row:
    """A vector, or the one of length `norm` in its direction if it is longer.

    >>> shortened((4.0, 0.0)), shortened((0.5, 0.5))
    ((1.0, 0.0), (0.5, 0.5))
    """
    # every round shortens vectors, and nearly always to the whole number 1
    squares, longest = 0.0, float(norm if type(norm) is int else exact(norm))
    for x in row:  # rounded as in the kernels, which `sum` is not in every version of Python
        squares += x * x
    length = math.sqrt(squares)
    if not math.isfinite(length):
        raise ValueError(
            "A vector has an entry that is not finite, or a square beyond the floats; give finite "
            "numbers, at most 1e150 in size."
        )
    if length <= longest * (1 + 1e-13):
        return row
    return tuple(x * (longest / length) for x in row)
