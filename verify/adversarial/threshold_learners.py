"""Learners that compare what they see with thresholds: their transcripts have exact laws.

Of a released mean such a learner keeps one bit, whether it is above a threshold, and its next arm
depends on the arms and bits so far. With Laplace noise each bit has a probability in closed form.
They are enough: the supremum of the privacy loss over all learners is attained by one of them.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
from banditproof.algorithms.adversarial.learner import (
    Law,
    checked_arms,
    checked_observation,
    drawn_arm,
)
from banditproof.algorithms.randomness import Seed, generator
from banditproof.theory.exact import Number, exact, exact_count

History = tuple[tuple[int, int], ...]
"""The arm and the bit of each release so far."""
State = tuple[int, History]
"""The number of arms, and the history."""


class ThresholdLearner(ABC):
    """A learner of `algorithms.adversarial` whose state is the arms and bits so far."""

    name = "threshold learner"

    @abstractmethod
    def arm_law(self, arms: int, history: History) -> tuple[Fraction, ...]:
        """The exact law of the next arm."""

    @abstractmethod
    def threshold(self, history: History, arm: int) -> Fraction:
        """The threshold of the next release, if it is of this arm."""

    def start(self, arms: int) -> State:
        """No history."""
        return checked_arms(arms), ()

    def law(self, state: State) -> Law:
        """The law of the next arm, as floats."""
        return tuple(map(float, self.arm_law(*state)))

    def act(self, state: State, rng: np.random.Generator) -> int:
        """An arm from the law; nothing is drawn where only one is possible."""
        law = self.law(state)
        return law.index(1.0) if 1.0 in law else drawn_arm(law, rng.random())

    def update(
        self, state: State, arm: int, loss: float, rng: np.random.Generator | None = None
    ) -> State:
        """The history with one bit more: whether the loss is above the threshold."""
        arms, history = state
        bit = int(exact(checked_observation(arm, loss, arms)) > self.threshold(history, arm))
        return arms, (*history, (arm, bit))


@dataclass(frozen=True)
class LastBit(ThresholdLearner):
    """Plays arm 0 first, and then the arm of the last bit: its actions tell each bit.

    >>> learner = LastBit("0.5")
    >>> learner.law(learner.update(learner.start(2), arm=0, loss=0.75))
    (0.0, 1.0)
    """

    level: Number

    def arm_law(self, arms: int, history: History) -> tuple[Fraction, ...]:
        """All mass on the arm of the last bit, or on the only arm."""
        chosen = min(history[-1][1], arms - 1) if history else 0
        return tuple(Fraction(int(arm == chosen)) for arm in range(arms))

    def threshold(self, history: History, arm: int) -> Fraction:
        """The same for all."""
        return exact(self.level)


@dataclass(frozen=True)
class LearnerTable(ThresholdLearner):
    """A learner that looks its law and its thresholds up by the bits so far.

    `laws[n]` and `levels[n]` have a row for each sequence of n bits, read as a binary number.
    """

    laws: tuple[tuple[tuple[Fraction, ...], ...], ...]
    levels: tuple[tuple[tuple[Fraction, ...], ...], ...]

    def arm_law(self, arms: int, history: History) -> tuple[Fraction, ...]:
        """The law of the row."""
        return self.laws[len(history)][_number(history)]

    def threshold(self, history: History, arm: int) -> Fraction:
        """The threshold of the row for this arm."""
        return self.levels[len(history)][_number(history)][arm]


def _number(history: History) -> int:
    return sum(bit << place for place, (_, bit) in enumerate(reversed(history)))


def random_threshold_learner(
    arms: int, releases: int, rng: Seed, deterministic: bool = False, parts: int = 8
) -> LearnerTable:
    """A learner with random laws and random thresholds in [-1, 2].

    >>> learner = random_threshold_learner(2, releases=3, rng=1, deterministic=True)
    >>> sorted(learner.law(learner.start(2)))
    [0.0, 1.0]
    """
    draws, count = generator(rng), exact_count("The number of releases", releases)
    number, unit = checked_arms(arms), exact_count("The number of parts", parts, least=1)
    laws, levels = [], []
    for n in range(count + 1):
        rows, ends = [], []
        for _ in range(1 << n):
            if deterministic:
                chosen = int(draws.integers(number))
                rows.append(tuple(Fraction(int(arm == chosen)) for arm in range(number)))
            else:
                weights = draws.integers(1, unit + 1, size=number).tolist()
                rows.append(tuple(Fraction(weight, sum(weights)) for weight in weights))
            places = draws.integers(-unit, 2 * unit + 1, size=number).tolist()
            ends.append(tuple(Fraction(place, unit) for place in places))
        laws.append(tuple(rows))
        levels.append(tuple(ends))
    return LearnerTable(tuple(laws), tuple(levels))
