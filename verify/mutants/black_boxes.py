"""Bandits of other libraries, known by their methods only: sampling is all that can be done.

A reference is accepted if no violation is found, which proves nothing; that it is private is
known here by construction (each reward enters one sum, with noise for sensitivity 1).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from banditproof.theory.budgets import PureDP
from banditproof.verify.evidence import Grade
from banditproof.verify.sampling import audit_black_box

from .entry import Engine, Judgement, described, not_refuted, refuted

CLAIM = PureDP(1)
HORIZON = 5
SAMPLES = 8000
LEVEL = "1e-6"


class CommittingBandit:
    """Pulls two arms twice each, in turn, and stays with the one of the larger noisy sum."""

    def __init__(self, scale: float, remembers_noise: bool, rng: np.random.Generator) -> None:
        self.scale, self.remembers, self.rng = scale, remembers_noise, rng
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


@dataclass(frozen=True)
class Factory:
    """Makes a fresh bandit for each run."""

    scale: float = 1.0
    remembers_noise: bool = True

    def __call__(self, rng: np.random.Generator) -> CommittingBandit:
        """A bandit at the start of a run."""
        return CommittingBandit(self.scale, self.remembers_noise, rng)


@dataclass(frozen=True)
class SamplingJudge:
    """Whether runs on neighbouring tables refute the claim; errs with probability <= 1e-6."""

    horizon: int = HORIZON

    def __call__(self, subject: Factory) -> Judgement:
        """The audit of a factory, with a fixed seed."""
        found = audit_black_box(
            subject, CLAIM, horizon=self.horizon, samples=SAMPLES, level=LEVEL, shrink=False
        )
        if found.verdict == "not refuted":
            return not_refuted(Grade.STATISTICAL, f"{found.sentence}.")
        return refuted(Grade.STATISTICAL, None, f"{found.sentence}. Witness: {found.witness}")


REFERENCE = Factory()
_entry = partial(
    described,
    reference=REFERENCE,
    engine=Engine.SAMPLING,
    claim=CLAIM,
    expected=("refuted", "not refuted"),
    mend="its code in a policy of this library, whose curator is declared",
)

ENTRIES = (
    _entry(
        "third-party sums with the noise of means",
        replace(REFERENCE, scale=0.25),
        judge=SamplingJudge(),
    ),
    _entry(
        "third-party noise that is drawn again in each round",
        replace(REFERENCE, remembers_noise=False),
        judge=SamplingJudge(horizon=20),
    ),
)
