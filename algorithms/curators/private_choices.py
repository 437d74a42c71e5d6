"""Curators that release which of some noisy scores is the largest, and nothing else of them."""

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, NamedTuple
from banditproof.algorithms.coarse_numbers import coarse
from banditproof.algorithms.ledger import depending
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.exact import Number, exact, exact_positive
from banditproof.theory.mechanisms import Laplace, Mechanism
from .curator import Curator, Held
from .named_releases import batch_of, plain, summed
from .public_functions import PublicFunction, checked_function


class Scored(NamedTuple):
    """The scores of a release, as plain numbers, and the rewards behind them."""

    scores: tuple[float, ...]
    rewards: tuple[Any, ...]


class PrivateChoice(Curator):
    """Chooses one of some scores of the rewards since the last release, at random.

    The scores are the sums of the rewards of each arm, or, where `candidates` are given, the sum
    of each of these public functions over the rewards of all arms. Any release closes the batches
    of all arms, and releases the place of its choice.
    """

    candidates: tuple[PublicFunction, ...]

    def _check_candidates(self) -> None:
        if len(self.candidates) == 1:
            raise ValueError("There is one candidate; give at least two, or none for the arms.")
        for of in self.candidates:
            checked_function(of)

    @property
    def linear(self) -> bool:
        """No: a place is no sum of rewards and noises."""
        return False

    def start(self, arms: int) -> Held:
        """No reward was read."""
        return ((),) * arms

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        """The reward joins the open batch of its arm."""
        return (*held[:arm], (reward, held[arm]), *held[arm + 1 :])

    def release(
        self, held: Held, arm: int, mechanism: Mechanism | None, randomness: Randomness
    ) -> tuple[Held, Any]:
        """Close all batches, and choose.

        The mechanism that the engine passes is that of the declaration, and is not used.
        """
        return ((),) * len(held), self._chosen(self.scored(held), randomness)

    def scored(self, held: Held) -> Scored:
        """The scores of the open batches.

        >>> curator = ExponentialChoice(rate=1)
        >>> curator.scored(curator.read(curator.start(2), 1, 0.5)).scores
        (0, 0.5)
        """
        batches = [batch_of(link) for link in held]
        every = tuple(reward for batch in batches for reward in batch)
        sums = [summed("x", batch) for batch in batches]
        if self.candidates:
            sums = [summed(of, every) for of in self.candidates]
        return Scored(tuple(plain(one) for one in sums), every)

    @abstractmethod
    def _chosen(self, scored: Scored, randomness: Randomness) -> Any:
        """The place of a score, and what else leaves."""


@dataclass(frozen=True)
class NoisyMax(PrivateChoice):
    """Report noisy max: the place of the largest score, each with Laplace noise of its own.

    With `tells_value` the pair of the place and of its noisy score leaves. A change of one reward
    that moves the scores by d_1, ..., d_K costs (max d - min d)/b for the place alone, and
    sum |d_k| / b with its value: for the arms these are the same, w/b, since a reward moves one
    score. (Dwork and Roth, 2014, Section 3.3; the proof is at `spread_of_choices`.)

    >>> from banditproof.algorithms.randomness import Silent
    >>> curator = NoisyMax(Laplace(1))
    >>> held = curator.read(curator.read(curator.start(2), 0, 0.5), 1, 1.0)
    >>> curator.release(held, 1, None, Silent())[1]
    1
    """

    noise: Laplace
    candidates: tuple[PublicFunction, ...] = ()
    """The public functions whose sums are compared; none for the sums of the arms."""
    tells_value: bool = False
    """Whether the noisy score that is the largest leaves as well, with the noise that it has."""

    def __post_init__(self) -> None:
        if type(self.noise) is not Laplace:
            raise ValueError(f"The noise is {self.noise!r}; give a Laplace mechanism.")
        self._check_candidates()

    @property
    def noises(self) -> tuple[Mechanism, ...]:
        """The noise of each score."""
        return (self.noise,)

    def _chosen(self, scored: Scored, randomness: Randomness) -> Any:
        drawn = [randomness.noise(self.noise) for _ in scored.scores]
        noisy = [score + plain(noise) for score, noise in zip(scored.scores, drawn, strict=True)]
        best = max(range(len(noisy)), key=noisy.__getitem__)
        origin = (*scored.rewards, *drawn)
        place = depending(best, origin)
        if not self.tells_value:
            return place
        return place, depending(coarse(float(noisy[best]), (self.noise,)), origin)


@dataclass(frozen=True)
class ExponentialChoice(PrivateChoice):
    """The exponential mechanism: place k with a probability proportional to exp(rate score_k).

    A change of one reward that moves the scores by d_1, ..., d_K costs rate (max d - min d).
    (McSherry and Talwar, 2007; bounded range: Dong, Durfee and Rogers, 2020.)

    >>> from banditproof.algorithms.randomness import Silent
    >>> curator = ExponentialChoice(rate=100)
    >>> held = curator.read(curator.read(curator.start(2), 0, 0.5), 1, 1.0)
    >>> curator.release(held, 1, None, Silent())[1]
    1
    """

    rate: Number
    """The factor of the scores; eps = rate w for the sums of the arms."""
    candidates: tuple[PublicFunction, ...] = ()
    """The public functions whose sums are compared; none for the sums of the arms."""

    def __post_init__(self) -> None:
        exact_positive("rate", self.rate)
        self._check_candidates()

    @property
    def noises(self) -> tuple[Mechanism, ...]:
        """None: the choice is drawn from its law."""
        return ()

    def _chosen(self, scored: Scored, randomness: Randomness) -> Any:
        rate, best = float(exact(self.rate)), max(scored.scores)
        weights = [math.exp(rate * (score - best)) for score in scored.scores]
        left, place = randomness.uniform() * math.fsum(weights), 0
        while place < len(weights) - 1 and left >= weights[place]:
            left -= weights[place]
            place += 1
        return depending(place, scored.rewards)
