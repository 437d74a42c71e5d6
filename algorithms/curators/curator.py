"""The curator: the only part of an algorithm that ever holds a raw reward."""

from collections.abc import Sequence
from typing import Any
from banditproof.algorithms.coarse_numbers import coarse
from banditproof.algorithms.contexts import Context
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.mechanisms import Mechanism

Held = Any
"""What a curator remembers between calls: a hashable value that it chooses."""


class Curator:
    """Sums the rewards of each arm's open batch, and releases the sum once, with fresh noise.

    Each reward enters one sum, each sum leaves once, and nothing of a closed batch is kept. So
    one reward in [0, 1] changes one released number by at most 1, and the whole transcript is
    eps-DP when the mechanism is (Optimal Regret of Bernoulli Bandits, Lemma E.1, Proposition 4.2).
    What else a private curator may do is declared in `DeclaredSums`.
    """

    @property
    def linear(self) -> bool:
        """Whether all that is released are sums of multiples of rewards and noises.

        Only then does a ledger tell what each released number is made of.
        """
        return True

    def start(self, arms: int) -> Held:
        """One empty sum for each arm."""
        return (0,) * arms

    def read(self, held: Held, arm: int, reward: float) -> Held:
        """Add a reward to the open batch of its arm."""
        return (*held[:arm], held[arm] + reward, *held[arm + 1 :])

    def read_in(self, held: Held, arm: int, context: Context, reward: float) -> Held:
        """Add a reward of a round that offered a context; by default the context is not used."""
        return self.read(held, arm, reward)

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, Any]:
        """Close the open batch of an arm: what is still held, and its noisy sum.

        A curator that releases several numbers at once returns them as a tuple.
        """
        value = coarse(held[arm] + randomness.noise(mechanism), (mechanism,))
        return (*held[:arm], 0, *held[arm + 1 :]), value

    def finish(self, held: Held, randomness: Randomness) -> Sequence[tuple[int, float]]:
        """What is released at the horizon, as (arm, statistic): nothing of an open batch."""
        return ()
