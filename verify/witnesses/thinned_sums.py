"""A declared curator that keeps each reward by a coin, with one coin for each released number.

What is kept of n rewards falls in 2^n ways, but the sums of the kept ones are often few: n + 1 if
all contribute the same, 2 if one contributes anything. So the coin is that of the sum.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any
from banditproof.algorithms.coarse_numbers import coarse
from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.curators.declared_sums import Batch, DeclaredSums, newest_first
from banditproof.algorithms.ledger import Traced
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Mechanism
from .curator_coins import MOST_WAYS, Coins
from .plain_fields import Refused


class ThinnedSums(Curator):
    """The sums of a `DeclaredSums`, of which some numbers, by their places, are thinned.

    The others keep all rewards, and no number is clipped.
    """

    def __init__(self, curator: DeclaredSums, coins: Coins, places: Collection[int]) -> None:
        # made anew, so that nothing which a policy put into the object is asked
        self.own = DeclaredSums(*(getattr(curator, one.name) for one in fields(curator)))
        self.coins, self.places = coins, places
        self.entered: list[list[int]] = []
        """The rounds of the rewards behind each number, kept or not."""

    def start(self, arms: int) -> Held:
        """No reward was read."""
        return self.own.start(arms)

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        """A reward, as the curator reads it."""
        return self.own.read(held, arm, reward)

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, Any]:
        """The batch of an arm is closed; each number is a sum of kept rewards, with its noises."""
        summed, held = self.own.close(held, arm)
        left = tuple(self._number(summed, randomness) for _ in range(self.own.copies))
        return held, left if self.own.copies > 1 else left[0]

    def _number(self, batches: Sequence[Batch], randomness: Randomness) -> Any:
        rewards = [reward for batch in batches for reward in newest_first(batch)]
        values = [Fraction(getattr(reward, "value", reward)) for reward in rewards]
        rounds = [t for reward in rewards if isinstance(reward, Traced) for t in reward.rewards]
        thinned = len(self.entered) in self.places
        self.entered.append(sorted(rounds))
        law = sums_of_kept(values, exact(self.own.rate) if thinned else Fraction(1))
        sums = sorted(law)
        total = sums[self.coins.branch([law[one] for one in sums])]
        number: Any = total.numerator if total.denominator == 1 else float(total)
        for noise in self.own.noises:
            number = number + randomness.noise(noise)
        number = coarse(number, self.own.noises)
        return number / sum(batch.size for batch in batches) if self.own.mean else number


def sums_of_kept(values: Sequence[Fraction], rate: Fraction) -> dict[Fraction, Fraction]:
    """The law of the sum of the values that are kept, each with a probability.

    >>> law = sums_of_kept([Fraction(1), Fraction(0), Fraction(1)], Fraction(1, 4))
    >>> {str(total): str(p) for total, p in sorted(law.items())}
    {'0': '9/16', '1': '3/8', '2': '1/16'}
    """
    law = {Fraction(0): Fraction(1)}
    for value in values:
        if not value:
            continue
        longer: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for total, chance in law.items():
            if rate != 1:
                longer[total] += chance * (1 - rate)
            longer[total + value] += chance * rate
        law = dict(longer)
        if len(law) > MOST_WAYS:
            raise Refused(f"What is kept of the rewards has more than {MOST_WAYS} sums.")
    return law
