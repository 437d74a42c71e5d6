"""Randomised response to each reward: local privacy, of which counts of answers are released."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from banditproof.algorithms.ledger import depending
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.exact import Number, exact, exact_count
from banditproof.theory.mechanisms import Mechanism
from .curator import Curator, Held
from .named_releases import batch_of, plain

LEAST_LIE, FINEST = Fraction(1, 10**4), 1 << 62
"""The least probability of a lie, and its largest denominator, for which a float's coin is right
to 10^-12."""


@dataclass(frozen=True)
class RandomisedRewards(Curator):
    """How many of the randomised answers to the rewards of each batch are 1.

    Each reward is clipped to `ends` = (l, u) and rounded at random to a bit, 1 with probability
    (x - l)/(u - l). The answer is the bit with probability `truth` = p, else the other one. So an
    answer is 1 with probability 1 - p + (2p - 1)(x - l)/(u - l), and
    (count - n (1 - p)) / (2p - 1) estimates the sum of the rewards of the unit range without bias.
    A reward has `copies` independent answers, whose counts leave as a tuple if there are several.
    Each answer spends log(p/(1 - p)), whatever the reward. (Warner, 1965; Kairouz, Oh and
    Viswanath, 2015.)

    >>> from banditproof.algorithms.randomness import Silent
    >>> curator = RandomisedRewards(truth="3/4")
    >>> held = curator.read(curator.read(curator.start(1), 0, 1.0), 0, 0.0)
    >>> curator.release(held, 0, None, Silent())[1]  # a silent coin never lies
    1
    """

    truth: Number
    """The probability of the true answer, above 1/2."""
    ends: tuple[Number, Number] = (0, 1)
    """The rewards that are the bits 0 and 1."""
    copies: int = 1
    """How many answers there are to each reward."""

    def __post_init__(self) -> None:
        truth = exact(self.truth)
        if not Fraction(1, 2) < truth <= 1 - LEAST_LIE or truth.denominator > FINEST:
            raise ValueError(
                f"The probability of the truth is {self.truth}; give a number above 0.5, at most "
                '0.9999, of at most 62 binary digits, such as "0.731".'
            )
        if len(self.ends) != 2 or not exact(self.ends[0]) < exact(self.ends[1]):
            raise ValueError(f"The range ends is {self.ends}; give two numbers, the smaller first.")
        exact_count("copies", self.copies, least=1)

    @property
    def noises(self) -> tuple[Mechanism, ...]:
        """None: answers are coins."""
        return ()

    @property
    def linear(self) -> bool:
        """No: a count of answers is no sum of multiples of rewards."""
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
        """Close the batch of an arm, and count the answers to its rewards.

        The mechanism that the engine passes is not used.
        """
        rewards = batch_of(held[arm])
        counts = tuple(self._count(rewards, randomness) for _ in range(self.copies))
        held = (*held[:arm], (), *held[arm + 1 :])
        return held, counts if self.copies > 1 else counts[0]

    def chances(self, batch: Any) -> list[Fraction]:
        """The probability that the answer to each reward of a batch is 1, as floats round shares.

        >>> curator = RandomisedRewards(truth="3/4")
        >>> curator.chances(curator.read(curator.start(1), 0, 1.0)[0])
        [Fraction(3, 4)]
        """
        low, high = (float(exact(end)) for end in self.ends)
        truth, shares = exact(self.truth), []
        for reward in batch_of(batch):
            shares.append(Fraction(min(max((plain(reward) - low) / (high - low), 0.0), 1.0)))
        return [1 - truth + (2 * truth - 1) * share for share in shares]

    def _count(self, rewards: list[Any], randomness: Randomness) -> Any:
        low, high = (float(exact(end)) for end in self.ends)
        truth = exact(self.truth)
        ones = 0
        for reward in rewards:
            share = (plain(reward) - low) / (high - low)
            # the rounding is the reward's own, and only the second coin is one of privacy
            bit = randomness.uniform() < share if 0 < share < 1 else share >= 1
            honest = randomness.choice(range(truth.denominator)) < truth.numerator
            ones += bit == honest
        return depending(ones, rewards)
