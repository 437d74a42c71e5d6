"""Policies known by their methods only, as those of other libraries: runs are all that can be made.

Their defect shows only under the right rewards, rounds, arms or interface. A reference differs in
one place, and is accepted if no violation is found, which proves nothing; that it is private is
known here by construction (each reward enters one sum, with noise for what one reward changes).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any
import numpy as np
from banditproof.theory.budgets import ZCDP, Budget, PureDP
from banditproof.verify.evidence import Grade
from banditproof.verify.sampling import audit_black_box
from .entry import Engine, Judgement, altered, described, not_refuted, refuted

CLAIM = PureDP(1)
LEVEL = "1e-6"
Factory = Callable[..., Any]


@dataclass(frozen=True)
class Judge:
    """Whether runs of a factory refute its claim; errs with probability at most 1e-6."""

    claim: Budget = CLAIM
    samples: int = 6000
    settings: dict[str, Any] = field(default_factory=dict)

    def __call__(self, subject: Factory) -> Judgement:
        """The audit of a factory, with a fixed seed."""
        result = audit_black_box(
            subject, self.claim, samples=self.samples, level=LEVEL, shrink=False, **self.settings
        )
        if result.verdict == "not refuted":
            return not_refuted(Grade.STATISTICAL, f"{result.sentence}.")
        return refuted(Grade.STATISTICAL, None, f"{result.sentence}. Witness: {result.witness}")


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

_THIRD_PARTY = (
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


class Committing:
    """Plays each arm twice, in turn, and stays with the one of the largest noisy sum.

    `paid` changes a reward before it is added, `noiseless` is an arm whose sum gets no noise, and
    `raw_from` a round from which on the sums are compared without noise.
    """

    def __init__(
        self,
        rng: np.random.Generator,
        arms: int,
        scale: float = 1.0,
        paid: Callable[[float], float] = lambda reward: reward,
        noiseless: int | None = None,
        raw_from: float = math.inf,
        gaussian: bool = False,
        shared: bool = False,
    ) -> None:
        self.arms, self.paid, self.raw_from, self.shared = arms, paid, raw_from, shared
        self.noise = (rng.normal if gaussian else rng.laplace)(scale=scale, size=arms)
        if noiseless is not None:
            self.noise[noiseless] = 0
        if shared:
            self.noise[:] = self.noise[0]
        self.sums, self.t = np.zeros(arms), 0

    def select(self) -> int:
        """The arm of the next round."""
        if self.t < 2 * self.arms:
            return self.t % self.arms
        return int(np.argmax(self.sums + (self.noise if self.t + 1 < self.raw_from else 0)))

    def update(self, arm: int, reward: float) -> None:
        """Learn what a round paid; the sums are closed when each arm was played twice."""
        if self.t < 2 * self.arms:
            self.sums[arm] += self.paid(reward)
        self.t += 1


class Slates(Committing):
    """Plays two of three arms at a time, and then the two of the largest noisy sums."""

    def select(self) -> Any:
        """The two arms of the next round."""
        if self.t < 3:
            return self.t, (self.t + 1) % 3
        return np.argsort(-self.sums - self.noise)[:2]

    def update(self, arm: Any, reward: Any) -> None:
        """Learn what both arms paid."""
        if self.t < 3:
            self.sums[list(arm)] += reward
        self.t += 1


class Finding(Committing):
    """Stops after four rounds, or when a sum reaches 1, and recommends the larger noisy sum."""

    early: bool = False
    """Whether its time is read off the sums themselves."""

    def stopped(self) -> bool:
        """Whether the run is over."""
        return self.t >= 4 or (self.early and bool(self.sums.max() >= 1))

    def recommend(self) -> int:
        """The arm of the larger noisy sum."""
        return int(np.argmax(self.sums + self.noise))


class OneRewardLater:
    """Uniform arms; if it `leaks`, round 12 shows what the third arm paid in round 7."""

    def __init__(self, rng: np.random.Generator, arms: int, leaks: bool) -> None:
        self.rng, self.arms, self.leaks = rng, arms, leaks
        self.t = 0
        self.shown: int | None = None

    def choice(self) -> int:
        """The arm of the next round."""
        drawn = int(self.rng.integers(self.arms))
        return drawn if self.shown is None or self.t != 11 else self.shown

    def getReward(self, arm: int, reward: float) -> None:
        """Learn what a round paid."""
        if self.leaks and self.t == 6 and arm == 2:
            self.shown = 2 if reward == 1 else 0
        self.t += 1


class Linear:
    """Plays the arm whose estimate is largest for a context; the estimates are noisy sums."""

    def __init__(self, rng: np.random.Generator, dim: int, scale: float) -> None:
        self.sums = rng.laplace(scale=scale, size=(2, dim))
        self.t = 0

    def select(self, context: Any) -> int:
        """The arm of the next round: both in turn at first."""
        return self.t % 2 if self.t < 4 else int(np.argmax(self.sums @ context))

    def update(self, context: Any, arm: int, reward: float) -> None:
        """Learn what a round paid."""
        if self.t < 4:
            self.sums[arm] += reward * context
        self.t += 1


def tripled_inside(reward: float) -> float:
    """Three times a reward strictly between 0 and 1."""
    return 3 * reward if 0 < reward < 1 else reward


def capped(reward: float) -> float:
    """At most 1, but not at least 0."""
    return min(reward, 1)


def clipped(reward: float) -> float:
    """The nearest number of [0, 1]."""
    return min(max(reward, 0), 1)


_one = partial(
    described,
    engine=Engine.SAMPLING,
    claim=CLAIM,
    expected=("refuted", "not refuted"),
    mend="its code in a policy of this library, whose curator is declared",
)
_half = 1 / math.sqrt(2 * 0.125)

ENTRIES = (
    *_THIRD_PARTY,
    _one(
        "rewards strictly inside the range are tripled",
        partial(Committing, paid=tripled_inside),
        Committing,
        judge=Judge(samples=24_000, settings={"horizon": 6}),
    ),
    _one(
        "rewards up to 5 with the noise for rewards up to 1",
        Committing,
        partial(Committing, scale=5.0),
        judge=Judge(settings={"horizon": 6, "rewards": "0:5"}),
    ),
    _one(
        "rewards clipped at the upper end only",
        partial(Committing, paid=capped),
        partial(Committing, paid=clipped),
        judge=Judge(samples=16_000, settings={"horizon": 6, "clips": True}),
    ),
    _one(
        "no noise on the sum of the third arm",
        partial(Committing, noiseless=2, scale=0.3),
        Committing,
        judge=Judge(settings={"arms": 3}),
    ),
    _one(
        "no noise from round 20 on",
        partial(Committing, raw_from=20),
        Committing,
        judge=Judge(samples=8000, settings={"horizon": (8, 32)}),
    ),
    _one(
        "one reward that shows five rounds later",
        partial(OneRewardLater, leaks=True),
        partial(OneRewardLater, leaks=False),
        judge=Judge(samples=8000, settings={"arms": 3, "horizon": (8, 32)}),
    ),
    _one(
        "the same Gaussian number added to all sums",
        partial(Committing, gaussian=True, scale=_half, shared=True),
        partial(Committing, gaussian=True, scale=_half),
        claim=ZCDP("0.125"),
        judge=Judge(ZCDP("0.125"), settings={"horizon": 6}),
    ),
    _one(
        "a slate of two arms with a tenth of the noise",
        partial(Slates, scale=0.2),
        partial(Slates, scale=2.0),
        judge=Judge(settings={"arms": 3, "slate": 2, "horizon": 5}),
    ),
    _one(
        "a recommendation with a fifth of the noise",
        partial(Finding, scale=0.2),
        Finding,
        judge=Judge(samples=8000, settings={"horizon": 4}),
    ),
    _one(
        "a stopping time that is read off the sums",
        altered(Finding, early=True),
        Finding,
        judge=Judge(settings={"horizon": 4}),
    ),
    _one(
        "sums of contexts with the noise for one coordinate",
        partial(Linear, scale=0.05),
        partial(Linear, scale=math.sqrt(3)),
        judge=Judge(settings={"contexts": "unit sphere", "dim": 3, "horizon": 6}),
    ),
)
