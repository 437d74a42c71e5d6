"""Curators made of declared parts, whose privacy is computed from the declaration.

A curator of arbitrary code can only be tried out. One that is declared is played by the engine as
it is declared, so what each reward enters, and how much noise covers it, is known for every play.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple
from banditproof.algorithms.coarse_numbers import coarse
from banditproof.algorithms.ledger import Traced
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.exact import Number, exact, exact_count
from banditproof.theory.mechanisms import Mechanism
from .curator import Curator, Held

Link = tuple[Any, Any] | None
"""The rewards of a batch, newest first: the newest and the link to the others."""


LEAST_RATE, FINEST = Fraction(1, 10**4), 1 << 62
"""The least rate, and its largest denominator, for which a float's coin is right to 10^-12."""


class Batch(NamedTuple):
    """The open batch of an arm: how many rewards it has read, and their weighted numbers."""

    size: int
    rewards: Link


class OpenArm(NamedTuple):
    """What is held of an arm: its open batch, and the closed batches that are released again."""

    batch: Batch
    closed: tuple[Batch, ...]


EMPTY = OpenArm(Batch(0, None), ())


@dataclass(frozen=True)
class DeclaredSums(Curator):
    """Noisy sums of the batches of each arm, as the fields say.

    Reward number i of a batch becomes w_i (clip(x) - center). A release is the sum of these over
    the last `memory` batches of the arm, each reward kept with probability `rate`, plus a fresh
    draw of each `noise`, on the grid of `coarse`, then clipped to `bounds`; with `mean`, it is
    divided by the number of rewards read, which is public. A batch that closes is released
    `copies` times, each time with fresh noise; the policy then learns a tuple of numbers. If the
    sums are `pooled`, all arms have one open batch, which the release of any arm closes.

    >>> from banditproof.theory.mechanisms import Laplace
    >>> from banditproof.algorithms.randomness import Silent
    >>> curator = DeclaredSums(Laplace(4), weights=(2, 1), center="0.5", copies=2)
    >>> held = curator.start(arms=1)
    >>> for reward in (1, 1, 0):
    ...     held = curator.read(held, 0, reward)
    >>> curator.release(held, 0, Laplace(4), Silent())[1]
    (1.0, 1.0)
    """

    noise: Mechanism | tuple[Mechanism, ...]
    """The law of the noise of each release, or of the noises that are added up."""
    weights: tuple[Number, ...] = (1,)
    """The public weights of the first, second, ... reward of a batch; the last one is repeated."""
    center: Number = 0
    """A public number that is subtracted from each reward."""
    clip: tuple[Number, Number] | None = None
    """The range to which each reward is clipped before anything else."""
    memory: int = 1
    """How many batches of an arm, the newest included, a release sums: buffers overlap if > 1."""
    copies: int = 1
    """How often a batch that closes is released."""
    rate: Number = 1
    """The probability with which a reward is kept, for each release anew."""
    bounds: tuple[Number, Number] | None = None
    """The range to which a released number is clipped, after the noise."""
    mean: bool = False
    """Whether the released number is divided by the public number of rewards."""
    pooled: bool = False
    """Whether all arms share one open batch, in place of one batch for each arm."""

    def __post_init__(self) -> None:
        for name, ends in (("clip", self.clip), ("bounds", self.bounds)):
            if ends is not None and not (len(ends) == 2 and exact(ends[0]) < exact(ends[1])):
                raise ValueError(
                    f"The range {name} is {ends}; give two numbers, the smaller first."
                )
        if not self.noises or not all(isinstance(noise, Mechanism) for noise in self.noises):
            raise ValueError(
                f"The noise is {self.noise!r}; give a mechanism such as Laplace(2), or a tuple."
            )
        if not isinstance(self.weights, tuple) or not self.weights:
            raise ValueError(f"The weights are {self.weights!r}; give a tuple such as (1, 0.5).")
        if not LEAST_RATE <= exact(self.rate) <= 1 or exact(self.rate).denominator > FINEST:
            raise ValueError(
                f"The rate is {self.rate}; give a probability in [1e-4, 1] of at most 62 binary "
                'digits, such as "0.001".'
            )
        for number in (*self.weights, self.center):
            exact(number)
        exact_count("memory", self.memory, least=1)
        exact_count("copies", self.copies, least=1)

    @property
    def noises(self) -> tuple[Mechanism, ...]:
        """The noises that are added up in one release."""
        return self.noise if isinstance(self.noise, tuple) else (self.noise,)

    @property
    def releases_of_a_reward(self) -> int:
        """How many released numbers one reward enters, at most."""
        return self.memory * self.copies

    def start(self, arms: int) -> Held:
        """Nothing has been read."""
        return (EMPTY,) * (1 if self.pooled else arms)

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        """The reward, clipped, centred and weighted, joins the open batch of its arm."""
        arm = 0 if self.pooled else arm
        batch, closed = held[arm]
        if self.clip is not None:
            reward = limited(reward, self.clip)
        weight = plain_number(self.weights[min(batch.size, len(self.weights) - 1)])
        center = plain_number(self.center)
        if center:
            reward = reward - center
        if weight != 1:
            reward = reward * weight
        opened = OpenArm(Batch(batch.size + 1, (reward, batch.rewards)), closed)
        return (*held[:arm], opened, *held[arm + 1 :])

    def close(self, held: Held, arm: int) -> tuple[tuple[Batch, ...], Held]:
        """The batches of an arm that are summed, the open one too, and what is held after them.

        >>> from banditproof.theory.mechanisms import Laplace
        >>> sums = DeclaredSums(Laplace(1), memory=2)
        >>> held = sums.read(sums.start(1), 0, 1)
        >>> [len(sums.close(one, 0)[0]) for one in (held, sums.close(held, 0)[1])]
        [1, 2]
        """
        arm = 0 if self.pooled else arm
        batch, closed = held[arm]
        summed = (*closed, batch)[-self.memory :]
        kept = OpenArm(EMPTY.batch, summed[1:] if len(summed) == self.memory else summed)
        return summed, (*held[:arm], kept, *held[arm + 1 :])

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, Any]:
        """Close the batch of an arm: what is still held, and what leaves, with the declared noise.

        The mechanism that the engine passes is that of the declaration, and is not used.
        """
        summed, held = self.close(held, arm)
        released = tuple(self._released(summed, randomness) for _ in range(self.copies))
        return held, released if self.copies > 1 else released[0]

    def _released(self, batches: Sequence[Batch], randomness: Randomness) -> Any:
        total: Any = 0
        rate = 1 if self.rate == 1 else exact(self.rate)
        for batch in batches:
            for reward in newest_first(batch):
                if rate == 1 or randomness.choice(range(rate.denominator)) < rate.numerator:
                    total = total + reward
        for noise in self.noises:
            total = total + randomness.noise(noise)
        total = coarse(total, self.noises)
        if self.mean:
            total = total / sum(batch.size for batch in batches)
        return total if self.bounds is None else limited(total, self.bounds)


def newest_first(batch: Batch) -> Iterator[Any]:
    """The rewards of a batch, the last one first."""
    link = batch.rewards
    while link is not None:
        reward, link = link
        yield reward


@lru_cache(maxsize=256)  # the same few weights are asked for at each reward
def plain_number(number: Number) -> int | float:
    """An integer where the number is one, so that sums of integers stay exact."""
    value: Fraction = exact(number)
    return value.numerator if value.denominator == 1 else float(value)


def limited(value: Any, ends: tuple[Number, Number]) -> Any:
    """A plain or traced number, clipped to a range.

    >>> limited(7, (0, 5)), limited(Traced.reward(3, 7.0), (0, 5)).rewards
    (5, {3: 1})
    """
    low, high = (plain_number(end) for end in ends)
    number = value.value if isinstance(value, Traced) else value
    if number != number:
        raise ValueError("A sum of rewards is NaN, which no range has; give finite rewards.")
    if isinstance(value, Traced):
        return value.clipped(low, high)
    return min(max(value, low), high)
