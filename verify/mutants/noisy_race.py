"""A private race: arms in turn, private means of batches that double, and intervals that part.

The reference of the wrong policies that stop. An arm's rewards are released whenever its pulls have
doubled, as a sum with Laplace noise of scale 1/eps, and only the last mean is kept. The race ends
when the interval of one mean lies above all others. A union bound over arms and batches makes it
delta-correct for any sampling rule, if nothing else ends it.
"""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory import Number
from banditproof.theory.budgets import PureDP
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Laplace, Mechanism

BASEL = math.pi**2 / 6
"""The sum of 1/k^2, over which the risk is spread."""


class Runner(NamedTuple):
    """An arm: its pulls, the number of its private means, and the last of them."""

    pulls: int = 0
    phases: int = 0
    mean: float = 0.0
    raw: float = 0.0
    """The mean without noise; only wrong policies see it."""

    @property
    def samples(self) -> int:
        """How many rewards are behind the mean."""
        return max(1, 1 << self.phases >> 2)


Runners = tuple[Runner, ...]


@dataclass(frozen=True)
class NoisyRace(Policy[Runners]):
    """Stop when one private mean is above all others by more than the widths of both.

    With L_c = log(c K zeta(2) k^2 / delta), the width of the k-th mean, of n rewards, is
    sqrt(L_4 / (2 n)) + L_2 / (eps n): Hoeffding's inequality and the tail of Laplace noise.
    """

    arms: int = 2
    delta: Number = "0.1"
    eps: Number = 1
    noise: Mechanism | None = None
    last: int | None = None
    """If given, stop as soon as every arm has so many private means, whatever they are."""

    name = "noisy-race"

    @property
    def budget(self) -> PureDP:
        """eps-DP: every reward enters one sum."""
        return PureDP(float(exact(self.eps)))

    @property
    def declared_noise(self) -> Mechanism:
        """Laplace noise of scale 1/eps, unless another noise was given."""
        return self.noise if self.noise is not None else Laplace(1 / exact(self.eps))

    def start(self) -> Runners:
        """No arm was pulled."""
        return (Runner(),) * self.arms

    def choose(self, state: Runners) -> int:
        """The arm with the fewest pulls, the first of several."""
        pulls = [arm.pulls for arm in state]
        return pulls.index(min(pulls))

    def decide(self, state: Runners, t: int, randomness: Randomness) -> Pull:
        """One pull; it releases the open rewards of its arm if the pulls of the arm double."""
        arm = self.choose(state)
        return Pull(arm, 1, releases=state[arm].pulls + 1 == 1 << state[arm].phases)

    def learn(self, state: Runners, pull: Pull, released: Any) -> Runners:
        """Count the pull, and note a private mean."""
        old = state[pull.arm]
        new = Runner(old.pulls + 1, old.phases, old.mean, old.raw)
        if released is not None:
            new = self.noted(new, released)
        return (*state[: pull.arm], new, *state[pull.arm + 1 :])

    def noted(self, arm: Runner, released: Any) -> Runner:
        """The arm with the private mean of the batch that was released."""
        samples = Runner(arm.pulls, arm.phases + 1).samples
        return Runner(arm.pulls, arm.phases + 1, released / samples)

    def width(self, arm: Runner) -> float:
        """How far the mean may be off."""
        level = math.log(self.arms * BASEL * arm.phases**2 / float(exact(self.delta)))
        n, eps = arm.samples, float(exact(self.eps))
        return math.sqrt((level + math.log(4)) / (2 * n)) + (level + math.log(2)) / (eps * n)

    def recommendation(self, state: Runners) -> int | None:
        """The arm whose interval lies above all others."""
        if not all(arm.phases for arm in state):
            return None
        best = self.best(state)
        over = self.last is not None and all(arm.phases >= self.last for arm in state)
        return best if over or self.is_above(state, best) else None

    def best(self, state: Runners) -> int:
        """The arm of the largest private mean, the first of several."""
        return max(range(self.arms), key=lambda k: state[k].mean)

    def is_above(self, state: Runners, best: int) -> bool:
        """Whether the interval of an arm lies above those of all others."""
        return all(self.beats(state[best], arm) for k, arm in enumerate(state) if k != best)

    def beats(self, best: Runner, other: Runner) -> bool:
        """Whether one interval lies above another."""
        return best.mean - other.mean > self.width(best) + self.width(other)
