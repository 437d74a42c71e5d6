"""Third-party policies that stop, get feedback in batches, play slates, or see contexts.

What is private in a reference is a randomised response of each reward, or a sum with enough noise.
"""

import math
from typing import Any
import numpy as np
from banditproof.theory.budgets import PureDP
from .entry import altered
from .late_and_rare import FLIP, NOT, OWN_CODE
from .whole_audit import audit_entry

CLAIM = PureDP(1)


class Answers:
    """Answers each reward by a bit, whose odds lie within e of each other."""

    raw = False
    """Whether the reward itself is taken instead."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def taken(self, reward: float) -> float:
        """What is taken of a reward."""
        return reward if self.raw else float(self.rng.random() < FLIP + reward * (1 - 2 * FLIP))


class Stopping(Answers):
    """Plays one arm and another in turn, and stops when three answers in all were 1."""

    t, total = 0, 0.0

    def act(self) -> int:
        """The arms in turn."""
        return self.t % 2

    def observe(self, arm: int, reward: float) -> None:
        """Count the answer."""
        self.t += 1
        self.total += self.taken(reward)

    def stopped(self) -> bool:
        """Whether three answers were 1."""
        return self.total >= 3

    def recommend(self) -> int:
        """Always the first arm."""
        return 0


class Recommending(Answers):
    """Plays each of two arms twice, and recommends that of more answers."""

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self.totals: list[float] = [0.0, 0.0]
        self.t = 0

    def select(self) -> int | None:
        """The arms in turn, and then no more."""
        return self.t % 2 if self.t < 4 else None

    def update(self, arm: int, reward: float) -> None:
        """Add the answer."""
        self.t += 1
        self.totals[arm] += self.taken(reward)

    def recommendation(self) -> int:
        """The arm of more answers."""
        return int(self.totals[1] > self.totals[0])


class Batched(Answers):
    """Sees two rounds at once, and then plays by the last answer."""

    next = 0

    def predict(self) -> int:
        """The same arm for two rounds."""
        return self.next

    def partial_fit(self, arms: Any, rewards: Any) -> None:
        """Answer both rewards, and play by the second answer."""
        self.next = int([self.taken(float(reward)) for reward in rewards][-1] >= 0.5)


class Slates(Answers):
    """Plays two of three arms, by the last answer."""

    next = (0, 1)

    def select(self) -> tuple[int, int]:
        """Two arms."""
        return self.next

    def update(self, slate: Any, reward: Any) -> None:
        """Answer what the first arm of the slate paid."""
        paid = float(np.asarray(reward, float).reshape(-1)[0])
        self.next = (0, 2) if self.taken(paid) >= 0.5 else (1, 2)


class Contextual(Answers):
    """Fits a slope of answers on public contexts, and plays by its sign."""

    slope = np.zeros(2)

    def select(self, context: Any) -> int:
        """The second arm where the slope is positive."""
        return int(self.slope @ context > 0)

    def update(self, context: Any, arm: int, reward: float) -> None:
        """Add the context times the answer."""
        self.slope = self.slope + (2 * self.taken(reward) - 1) * np.asarray(context)


class NoisyMoment(Answers):
    """Releases the sum of context times reward of two rounds with Laplace noise, and plays by it.

    Contexts are cut to [-1, 1], so that one reward changes the sum by no more than 1.
    """

    cut, border = 1.0, 0.5
    t, moment, next = 0, 0.0, 0

    def choose(self, context: Any) -> int:
        """The first arm twice, then by the sign of the noisy moment."""
        return self.next

    def learn(self, context: Any, arm: int, reward: float) -> None:
        """Add to the moment; release it once."""
        self.t += 1
        if self.t <= 2:
            x = 8 * float(np.asarray(context).reshape(-1)[0])
            self.moment += min(max(x, -self.cut), self.cut) * reward
        if self.t == 2:
            self.next = int(self.moment + self.rng.laplace() > self.border)


class ExponentialOnce(Answers):
    """Plays each of two arms twice, and then the one that an exponential mechanism chose."""

    once = True

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self.totals, self.t, self.chosen = [0.0, 0.0], 0, -1

    def choice(self) -> int:
        """The arms in turn, then the chosen one."""
        if self.t < 4:
            return self.t % 2
        if self.chosen < 0 or not self.once:
            odds = math.exp(self.totals[1] - self.totals[0])
            self.chosen = int(self.rng.random() < odds / (1 + odds))
        return self.chosen

    def getReward(self, arm: int, reward: float) -> None:
        """Add a reward of the first four rounds."""
        self.t += 1
        if self.t <= 4:
            self.totals[arm] += reward


class FixedExploration(Answers):
    """Plays the first arm three times, then the second: a public schedule, and then an answer."""

    waits = False

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self.t, self.rewards, self.next = 0, [0.0], 1

    def select_arm(self) -> int:
        """The first arm while it is explored."""
        explored = any(self.rewards) if self.waits else self.t >= 3
        return self.next if explored else 0

    def update(self, arm: int, reward: float) -> None:
        """Note the reward, which no reference reads, and answer it."""
        self.t += 1
        self.rewards.append(reward)
        self.next = int(self.taken(reward) >= 0.5)


class FreshCoins(Answers):
    """Keeps each reward with probability 1/8, with the noise that is due then, and plays by it.

    The noise alone is worth log(1 + 8 (e - 1)), which the coins make 1.
    """

    fresh = True
    t, next = 0, 0

    def select(self) -> int:
        """The arm that the last noisy reward chose."""
        return self.next

    def update(self, arm: int, reward: float) -> None:
        """Keep the reward or not, and compare it with a half."""
        self.t += 1
        kept = self.rng.random() < 1 / 8 if self.fresh else self.t % 8 == 1
        scale = 1 / math.log1p(8 * (math.e - 1))
        self.next = int(reward * kept + self.rng.laplace(scale=scale) > 1)


def _on_rewards(name: str, reference: type[Answers]) -> tuple[str, type[Answers], type[Answers]]:
    """What takes the rewards themselves, and its reference."""
    return name, altered(reference, raw=True), reference


_entry = audit_entry(CLAIM, horizon=6, expected=NOT, mend=OWN_CODE)
_contextual = audit_entry(CLAIM, horizon=4, contexts="normal", dim=2, expected=NOT, mend=OWN_CODE)

ENTRIES = (
    _entry(*_on_rewards("stopping when the rewards say so", Stopping)),
    _entry(*_on_rewards("a recommendation by raw means", Recommending)),
    audit_entry(CLAIM, horizon=6, batch=2, expected=NOT, mend=OWN_CODE)(
        *_on_rewards("rewards in the feedback of batches", Batched)
    ),
    audit_entry(CLAIM, horizon=4, arms=3, slate=2, expected=NOT, mend=OWN_CODE)(
        *_on_rewards("rewards in the choice of slates", Slates)
    ),
    _contextual(*_on_rewards("a slope of raw rewards on contexts", Contextual)),
    _contextual(
        "a moment of contexts that are not cut",
        altered(NoisyMoment, cut=math.inf, border=1.0),
        NoisyMoment,
    ),
    audit_entry(CLAIM, horizon=16, samples=6000, expected=NOT, mend=OWN_CODE)(
        "an exponential mechanism in each round at the price of one",
        altered(ExponentialOnce, once=False),
        ExponentialOnce,
    ),
    _entry(
        "a count of pulls that is not public",
        altered(FixedExploration, waits=True),
        FixedExploration,
    ),
    audit_entry(CLAIM, horizon=3, samples=6000, expected=NOT, mend=OWN_CODE)(
        "sub-sampling without fresh coins", altered(FreshCoins, fresh=False), FreshCoins
    ),
)
