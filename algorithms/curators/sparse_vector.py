"""The sparse vector technique: which sums are above a noisy threshold, at the price of a few."""

from dataclasses import dataclass
from typing import Any, NamedTuple
from banditproof.algorithms.coarse_numbers import coarse
from banditproof.algorithms.ledger import depending
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.exact import Number, exact, exact_count
from banditproof.theory.mechanisms import Laplace, Mechanism
from .curator import Curator, Held
from .named_releases import batch_of, plain, summed
from .public_functions import PublicFunction, checked_function


class Watch(NamedTuple):
    """What is held of an arm: its sum and the rewards behind it, and the run of comparisons."""

    open: Any
    sum: Any
    rewards: tuple[Any, ...]
    noise: Any
    """The noise of the threshold; None if it must be drawn."""
    above: int
    """How often the sum was above the threshold."""


NEW = Watch((), 0, (), None, 0)


@dataclass(frozen=True)
class SparseVector(Curator):
    """For each arm, after each batch: is the noisy sum of its rewards above a noisy threshold?

    The sum is sum (f(x) - `allowance`) over all rewards of the arm so far, or, if it `restarts`,
    since the last answer 1. The answer is 1 if sum + noise >= `threshold` + its noise, else 0. The
    noise of the threshold is drawn once, or anew after each answer 1 if it `renews`. After `most`
    answers 1 an arm answers 0 without a look; None for no limit. With a `value_noise` a pair
    leaves: after an answer 1 the sum with fresh noise, else 0. With `tells_value` and no such noise
    it is the noisy sum that was compared.

    One reward moves all later sums of its arm by the same number, of at most w. So b_1, b_2 and b_3
    being the scales, the price is

        w/b_1 + c (w/b_2 + w/b_3)      for c = `most`, whether it restarts or not;
        c (w/b_1 + w/b_2 + w/b_3)      if it renews and does not restart;
        w/b_1 + w/b_2 + w/b_3          if it restarts and renews, without any limit,

    where w/b_3 counts only with a `value_noise`, and once if it restarts. No price is known without
    a limit otherwise, or where the compared number itself is told. (Dwork and Roth, 2014, Section
    3.6; Lyu, Su and Li, 2017; the proof is at `spent_by_comparisons`.)

    >>> from banditproof.algorithms.randomness import Silent
    >>> curator = SparseVector(Laplace(2), Laplace(4), threshold="1.5", most=1)
    >>> held, answers = curator.start(arms=1), []
    >>> for _ in range(3):
    ...     held, left = curator.release(curator.read(held, 0, 1.0), 0, None, Silent())
    ...     answers.append(left)
    >>> answers
    [0, 1, 0]
    """

    noise_of_threshold: Laplace
    noise: Laplace
    """The noise of each sum that is compared."""
    threshold: Number
    most: int | None = 1
    """After how many answers 1 an arm is not looked at any more."""
    of: PublicFunction = "x"
    allowance: Number = 0
    """What is subtracted for each reward, so that the sum drifts only after a change."""
    restarts: bool = False
    """Whether the sum of an arm starts from nothing after an answer 1."""
    renews: bool = False
    """Whether the noise of the threshold is drawn anew after an answer 1."""
    value_noise: Laplace | None = None
    tells_value: bool = False

    def __post_init__(self) -> None:
        for law in (self.noise_of_threshold, self.noise, self.value_noise or self.noise):
            if type(law) is not Laplace:
                raise ValueError(f"A noise is {law!r}; give a Laplace mechanism.")
        exact(self.threshold)
        exact(self.allowance)
        checked_function(self.of)
        if self.most is not None:
            exact_count("most", self.most, least=1)

    @property
    def noises(self) -> tuple[Mechanism, ...]:
        """The noises of the threshold, of the sums, and of the values that are told."""
        told = () if self.value_noise is None else (self.value_noise,)
        return (self.noise_of_threshold, self.noise, *told)

    @property
    def linear(self) -> bool:
        """No: a comparison is no sum."""
        return False

    def start(self, arms: int) -> Held:
        """No reward was read."""
        return (NEW,) * arms

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        """The reward joins the open batch of its arm."""
        mine: Watch = held[arm]
        return (*held[:arm], mine._replace(open=(reward, mine.open)), *held[arm + 1 :])

    def release(
        self, held: Held, arm: int, mechanism: Mechanism | None, randomness: Randomness
    ) -> tuple[Held, Any]:
        """Close the batch of an arm, and compare.

        The mechanism that the engine passes is that of the declaration, and is not used.
        """
        mine: Watch = held[arm]
        told = self.tells_value or self.value_noise is not None
        if self.most is not None and mine.above >= self.most:
            return (*held[:arm], mine._replace(open=()), *held[arm + 1 :]), (0, 0.0) if told else 0
        total = self.compared(mine)
        rewards = (*mine.rewards, *batch_of(mine.open))
        shift = mine.noise
        if shift is None:
            shift = randomness.noise(self.noise_of_threshold)
        noise = randomness.noise(self.noise)
        above = total + plain(noise) >= float(exact(self.threshold)) + plain(shift)
        origin = (*rewards, shift, noise)
        answer = depending(int(above), origin)
        left: Any = answer
        if told:
            left = answer, self._value(above, total, noise, origin, randomness)
        kept = Watch((), total, rewards, shift, mine.above + above)
        if above:
            kept = kept._replace(noise=None if self.renews else shift)
            kept = kept._replace(sum=0, rewards=()) if self.restarts else kept
        return (*held[:arm], kept, *held[arm + 1 :]), left

    def compared(self, mine: Watch) -> Any:
        """The sum that is compared next, with the open batch.

        >>> curator = SparseVector(Laplace(2), Laplace(4), threshold=3, allowance="1/2")
        >>> curator.compared(curator.read(curator.start(1), 0, 1.0)[0])
        0.5
        """
        batch = batch_of(mine.open)
        added = summed(self.of, batch) - float(exact(self.allowance)) * len(batch)
        return mine.sum + plain(added)

    def _value(
        self, above: bool, total: Any, noise: Any, origin: tuple[Any, ...], randomness: Randomness
    ) -> Any:
        """What is told of the sum: nothing below the threshold."""
        if not above:
            return 0.0
        law = self.value_noise or self.noise
        drawn = noise if self.value_noise is None else randomness.noise(law)
        number = coarse(float(total + plain(drawn)), (law,))
        return depending(number, (*origin, drawn))
