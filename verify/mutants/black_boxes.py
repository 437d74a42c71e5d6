"""Bandits of other libraries, known by their methods only: sampling is all that can be done.

A reference is accepted if no violation is found, which proves nothing; that it is private is
known here by construction (each reward enters one sum, with noise for sensitivity 1).
"""

from functools import partial
import numpy as np
from .entry import Engine, described
from .sampled_policies import CLAIM, Judge


class CommittingBandit:
    """Pulls two arms twice each, in turn, and stays with the one of the larger noisy sum."""

    def __init__(
        self, rng: np.random.Generator, scale: float = 1.0, remembers: bool = True
    ) -> None:
        self.scale, self.remembers, self.rng = scale, remembers, rng
        self.sums = [0.0, 0.0]
        self.rounds = 0
        self.best: int | None = None

    def choice(self) -> int:
        """The arm of the next round."""
        if self.rounds < 4:
            return self.rounds % 2
        if self.best is None or not self.remembers:
            noisy = [total + self.rng.laplace(scale=self.scale) for total in self.sums]
            self.best = int(noisy[1] > noisy[0])
        return self.best

    def getReward(self, arm: int, reward: float) -> None:
        """Learn what a round paid; the sums are closed after four rounds."""
        self.rounds += 1
        if self.rounds <= 4:
            self.sums[arm] += reward


_entry = partial(
    described,
    reference=CommittingBandit,
    engine=Engine.SAMPLING,
    claim=CLAIM,
    expected=("refuted", "not refuted"),
    mend="its code in a policy of this library, whose curator is declared",
)

ENTRIES = (
    _entry(
        "third-party sums with the noise of means",
        partial(CommittingBandit, scale=0.25),
        judge=Judge(samples=8000, settings={"horizon": 5}),
    ),
    _entry(
        "third-party noise that is drawn again in each round",
        partial(CommittingBandit, remembers=False),
        judge=Judge(samples=8000, settings={"horizon": 20}),
    ),
)
