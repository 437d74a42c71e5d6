"""Third-party policies that answer at random, until they do not: late, rarely, at one reward.

The next arm is a randomised response of the last reward, which is eps-DP for eps = 1. A mutant
shows the reward itself in some case; whether runs meet it depends on the rounds and rewards tried.
"""

import math
from collections.abc import Callable
import numpy as np
from banditproof.theory.budgets import PureDP
from .entry import Outcomes, altered
from .whole_audit import audit_entry

CLAIM = PureDP(1)
FLIP = 1 / (1 + math.e)
OWN_CODE = "decisions in a policy of this library, whose curator is declared (DeclaredSums)"


class Responding:
    """The next arm is a response of the last reward, whose odds lie within e of each other."""

    low, high = 0.0, 1.0

    def __init__(self, rng: np.random.Generator, arms: int = 2) -> None:
        self.rng, self.arms, self.t, self.next = rng, arms, 0, 0
        self.rewards: list[float] = []

    def select(self) -> int:
        """The response to the last reward; the first arm at first."""
        return self.next

    def update(self, arm: int, reward: float) -> None:
        """Draw the response."""
        self.t += 1
        self.rewards.append(reward)
        if self.shows(arm, reward):
            self.next = int(reward > (self.low + self.high) / 2)
        else:
            place = (self.counted(reward) - self.low) / (self.high - self.low)
            self.next = int(self.rng.random() < FLIP + place * (1 - 2 * FLIP))

    def counted(self, reward: float) -> float:
        """The reward, clipped to its range."""
        return min(max(reward, self.low), self.high)

    def shows(self, arm: int, reward: float) -> bool:
        """Whether the reward itself is shown: never."""
        return False


def _shown(when: Callable[[Responding, int, float], bool]) -> type[Responding]:
    """Shows the reward itself of some rounds and arms."""
    return altered(Responding, shows=when)


VeryLate = _shown(lambda run, arm, reward: run.t > 100_000)
PASSWORD = tuple(float(bit) for bit in f"{0xBAD5:016b}")
"""A word that sixteen rewards may spell."""
AtALongPattern = _shown(lambda run, arm, reward: tuple(run.rewards[-17:-1]) == PASSWORD)


class ThreeArms(Responding):
    """Plays all arms in turn first, then those that responses choose."""

    def select(self) -> int:
        """The arms in turn, then the response."""
        return self.t if self.t < self.arms else self.next


class Sure(Responding):
    """Shows by a sure arm that a reward was close to a number."""

    number, near = 0.5, 0.0

    def update(self, arm: int, reward: float) -> None:
        """Draw the response; none for the number."""
        super().update(arm, reward)
        self.next = 1 if abs(reward - self.number) <= self.near else self.next


Signed = altered(Responding, low=-1.0)
Stars = altered(Responding, high=5.0)


class StarsAsUnits(Responding):
    """Divides rewards in [0, 5] by one instead of five."""

    high = 5.0

    def counted(self, reward: float) -> float:
        """The reward as if its range were [0, 1]."""
        return min(max(self.high * reward, self.high * -3), self.high * 3)


NOT: Outcomes = ("refuted", "not refuted")
NEITHER: Outcomes = ("not refuted", "not refuted")
_eight = audit_entry(CLAIM, horizon=8, samples=6000, expected=NOT, mend=OWN_CODE)
_four = audit_entry(CLAIM, horizon=4, expected=NOT, mend=OWN_CODE)
_missed = audit_entry(CLAIM, samples=400, expected=NEITHER, mend=OWN_CODE)

ENTRIES = (
    _eight("responses that end at round six", _shown(lambda run, *_: run.t >= 6), Responding),
    _missed("responses that end after 100 000 rounds", VeryLate, Responding),
    audit_entry(CLAIM, horizon=23, samples=4000, expected=NOT, mend=OWN_CODE)(
        "responses that end after twenty rounds", _shown(lambda run, *_: run.t > 20), Responding
    ),
    _eight(
        "a reward shown after a short pattern",
        _shown(lambda run, *_: run.rewards[-4:-1] == [1, 0, 1]),
        Responding,
    ),
    _missed("a reward shown after a long pattern", AtALongPattern, Responding),
    audit_entry(CLAIM, horizon=5, arms=3, expected=NOT, mend=OWN_CODE)(
        "rewards of the third arm shown",
        altered(ThreeArms, shows=lambda run, arm, reward: arm == 2),
        ThreeArms,
    ),
    _four("one interior reward shown", Sure, Responding),
    _missed(
        "one interior reward of a continuum shown",
        altered(Sure, number=1 / 3, near=1e-9),
        Responding,
    ),
    audit_entry(CLAIM, horizon=4, rewards=(-1, 1), expected=NOT, mend=OWN_CODE)(
        "negative rewards shown", altered(Signed, shows=lambda run, arm, reward: reward < 0), Signed
    ),
    audit_entry(CLAIM, horizon=4, clips=True, expected=NOT, mend=OWN_CODE)(
        "rewards outside of the range taken as they are",
        altered(Responding, counted=lambda run, reward: reward),
        Responding,
    ),
    audit_entry(CLAIM, horizon=4, rewards=(0, 5), expected=NOT, mend=OWN_CODE)(
        "five stars answered as if they were one", StarsAsUnits, Stars
    ),
)
