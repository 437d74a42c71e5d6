"""Sums of all rewards of an arm, released again and again with noise that grows."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple
from banditproof.algorithms.coarse_numbers import coarse
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.exact import Number, exact
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism
from .curator import Curator, Held

LEAST_RATIO, LARGEST_RATIO, FINEST = Fraction(101, 100), Fraction(10**6), 1 << 62
"""The ratios, and their largest denominator: their powers are computed exactly."""
LARGEST_NOISE = Fraction(10**100)
"""How many times the first noise the last one is; nothing leaves after it."""


class Running(NamedTuple):
    """The sum of all rewards of an arm, and how often it was released."""

    total: Any
    released: int


@dataclass(frozen=True)
class GrowingNoise(Curator):
    """The sum of all rewards of an arm so far, each time with `ratio` times as much noise.

    Release number k = 0, 1, ... of an arm has ratio^k times a draw of the noise. So a reward
    enters any number of releases, whose budgets are a geometric series: eps is at most
    w/b (1 + 1/q + 1/q^2 + ...) = w/b q/(q - 1) with Laplace noise of scale b and the ratio q, and
    with Gaussian noise the mu^2 = w^2/sigma^2 add up to q^2/(q^2 - 1) times the first one. When the
    noise has grown by 10^100, nothing leaves any more: the tuple is empty.

    >>> from banditproof.algorithms.randomness import Silent
    >>> curator = GrowingNoise(Laplace(2), ratio=2)
    >>> held = curator.start(arms=1)
    >>> for reward in (1, 1):
    ...     held, left = curator.release(
    ...         curator.read(held, 0, reward), 0, Laplace(2), Silent()
    ...     )
    >>> left, curator.law_of(1)
    ((2,), Laplace(scale=Fraction(4, 1)))
    """

    noise: Laplace | Gaussian
    """The law of the noise of the first release of an arm."""
    ratio: Number = 2
    """By what the noise of the next release is larger."""

    def __post_init__(self) -> None:
        if type(self.noise) not in (Laplace, Gaussian):
            raise ValueError(
                f"The noise is {self.noise!r}; give a Laplace or a Gaussian mechanism, which can "
                "be multiplied."
            )
        ratio = exact(self.ratio)
        if not LEAST_RATIO <= ratio <= LARGEST_RATIO or ratio.denominator > FINEST:
            raise ValueError(
                f"The ratio is {self.ratio}; give a number from 1.01 to 1e6 of at most 62 binary "
                "digits, since noise that does not grow hides no unlimited number of releases."
            )

    @property
    def noises(self) -> tuple[Mechanism, ...]:
        """The law of the first noise."""
        return (self.noise,)

    def law_of(self, place: int) -> Mechanism | None:
        """The law of the noise of a release of an arm, counted from 0; None if none leaves."""
        grown = exact(self.ratio) ** place
        if grown > LARGEST_NOISE:
            return None
        if isinstance(self.noise, Laplace):
            return Laplace(exact(self.noise.scale) * grown)
        return Gaussian(sigma_squared=exact(self.noise.sigma_squared) * grown**2)

    def start(self, arms: int) -> Held:
        """No reward was read."""
        return (Running(0, 0),) * arms

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        """The reward joins the sum of its arm."""
        mine: Running = held[arm]
        return (*held[:arm], mine._replace(total=mine.total + reward), *held[arm + 1 :])

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, tuple[Any, ...]]:
        """The noisy sum of all rewards of the arm, as a tuple of one number.

        The mechanism that the engine passes is that of the declaration, and is not used.
        """
        mine: Running = held[arm]
        law = self.law_of(mine.released)
        if law is None:
            return held, ()
        left = coarse(mine.total + randomness.noise(law), (law,))
        again = mine._replace(released=mine.released + 1)
        return (*held[:arm], again, *held[arm + 1 :]), (left,)
