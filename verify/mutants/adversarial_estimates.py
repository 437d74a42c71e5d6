"""Wrong estimates of learners for adversarial losses: their mean is not the loss."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from banditproof.algorithms.adversarial.batched_exp4 import BatchedEXP4
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.learner import Law, Learner, checked_observation
from banditproof.algorithms.adversarial.log_weights import weights_law
from banditproof.algorithms.adversarial.loss_sequences import LossSequence, table_losses
from banditproof.algorithms.adversarial.rounds import play_learner
from banditproof.algorithms.contexts import Context
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.randomness import Randomness, Silent
from banditproof.verify.adversarial.exact_expectations import clipped_mean, estimate_bias
from banditproof.verify.evidence import Grade

from .entry import OWN, Engine, Entry, Judgement, held, refuted

ROUNDING = 1e-9
HISTORIES: tuple[tuple[tuple[int, float], ...], ...] = (
    (),
    ((0, 1.0),),
    ((1, -2.5), (0, 3.0)),
    ((0, 1.0), (0, 1.0), (1, 0.5), (0, 4.0)),
)
"""What learners are told by force before their next estimate is examined."""


class UnmixedProbability(EXP3):
    """Weights a loss with the probability before mixing."""

    def update(
        self,
        state: tuple[float, ...],
        arm: int,
        loss: float,
        rng: np.random.Generator | None = None,
    ) -> tuple[float, ...]:
        moved = list(state)
        moved[arm] -= self._rates[0] * loss / weights_law(state)[arm]
        return tuple(moved)


class AllArmsMoved(EXP3):
    """Moves the weight of every arm by the observed loss, not only that of the played one."""

    def update(
        self,
        state: tuple[float, ...],
        arm: int,
        loss: float,
        rng: np.random.Generator | None = None,
    ) -> tuple[float, ...]:
        step = self._rates[0] * checked_observation(arm, loss, len(state))
        return tuple(w - step for w in state)


def exp3_judge(learner: Learner[Any]) -> Judgement:
    """Whether the mean of each arm's estimate is its loss: the log-weights fall by eta l."""
    found = estimate_bias(learner, lambda state: state, HISTORIES, (0.25, 1.0), -0.5)
    if found.largest <= ROUNDING:
        return held(Grade.POINTS, None, "The mean estimate is the loss of each arm.")
    why = f"The mean estimate is off by {found.largest:.4g} for {found.witness}."
    return refuted(Grade.POINTS, None, why)


@dataclass(frozen=True)
class ToldLosses:
    """What a learner is told of a loss l: l + Z as it is, or clipped to [0, 1] first."""

    clips: bool

    def mean(self, loss: float) -> float:
        """The mean of what is told, for noise of scale 1."""
        return clipped_mean(loss, 1) if self.clips else loss


def told_judge(subject: ToldLosses) -> Judgement:
    """Whether the mean of what is told is the loss."""
    off = max((abs(subject.mean(loss) - loss), loss) for loss in (0.0, 0.25, 0.5, 1.0))
    if off[0] <= ROUNDING:
        return held(Grade.POINTS, None, "The mean of a noisy loss is the loss.")
    why = f"A loss of {off[1]:g} is told with a mean that is {off[0]:.4g} off."
    return refuted(Grade.POINTS, None, why)


class FirstAdviceOfBatch(BatchedEXP4):
    """Weights each loss of a batch with the probability of its first round's advice."""

    first: Context = ((1.0, 0.5), (0.0, 0.5))

    def decide_in(self, state: Any, t: int, context: Context, randomness: Randomness) -> Pull:
        pull = super().decide_in(state, t, context, randomness)
        stale = self.law(state, self.first)
        rows = (tuple(x / q for x in vector) for vector, q in zip(context, stale, strict=True))
        return Pull(pull.arm, 1, releases=pull.releases, rows=tuple(rows))


def advice_judge(policy: BatchedEXP4) -> Judgement:
    """Whether the mean of each expert's estimate is its loss, in each round of a batch."""
    losses = (0.25, 1.0)
    for context in (((1.0, 0.5), (0.0, 0.5)), ((0.2, 0.9), (0.8, 0.1))):
        state = policy.start()
        law, pull = policy.law(state, context), policy.decide_in(state, 1, context, Silent())
        for j in range(2):
            right = sum(vector[j] * loss for vector, loss in zip(context, losses, strict=True))
            mean = sum(
                q * row[j] * loss for q, row, loss in zip(law, pull.rows, losses, strict=True)
            )
            if abs(mean - right) > ROUNDING:
                why = f"Expert {j} has the mean loss {right:g} and the mean estimate {mean:.4g}."
                return refuted(Grade.POINTS, None, why)
    return held(Grade.POINTS, None, "The mean estimate is the loss of each expert.")


@dataclass(frozen=True)
class KnowsAllLosses:
    """A learner that looks the losses of the last round up, those of the other arms as well."""

    losses: LossSequence

    name = "peeks"

    def start(self, arms: int) -> tuple[int, int]:
        """The number of rounds, and the next arm."""
        return 0, 0

    def law(self, state: tuple[int, int]) -> Law:
        """All mass on one arm."""
        return tuple(float(arm == state[1]) for arm in range(self.losses.arms))

    def act(self, state: tuple[int, int], rng: np.random.Generator) -> int:
        """The arm that would have been the best."""
        return state[1]

    def update(
        self, state: tuple[int, int], arm: int, loss: float, rng: np.random.Generator
    ) -> tuple[int, int]:
        """Look the whole row up."""
        row = self.losses.row(state[0] + 1)
        return state[0] + 1, row.index(min(row))


def _exp3_of(losses: LossSequence) -> Learner[Any]:
    return EXP3("0.5", "0.2")


def unobserved_judge(make: Callable[[LossSequence], Learner[Any]]) -> Judgement:
    """Whether a run is the same, bit for bit, if the losses of arms that it did not play change."""
    rows = [(t % 3 / 2, (t + 1) % 2) for t in range(12)]
    for seed in range(4):
        losses = table_losses(rows)
        first = play_learner(make(losses), losses, seed)
        other = table_losses(
            [
                tuple(x if arm == played else 1 - x for arm, x in enumerate(row))
                for row, played in zip(rows, first.arms, strict=True)
            ]
        )
        again = play_learner(make(other), other, seed)
        if (again.arms, again.losses) != (first.arms, first.losses):
            why = f"The arms {first.arms} become {again.arms} although no observed loss changed."
            return refuted(Grade.PROVED, None, why)
    return held(
        Grade.POINTS, None, "Four runs do not change with the losses that they did not see."
    )


_entry = partial(Entry, source=OWN, engine=Engine.ESTIMATES)
_exp3 = partial(_entry, claim="unbiased estimates", reference=EXP3("0.5", "0.2"), judge=exp3_judge)

ENTRIES = (
    _exp3(
        "importance weight with the unmixed probability",
        "A loss is divided by the probability before mixing.",
        mutant=UnmixedProbability("0.5", "0.2"),
    ),
    _exp3(
        "every arm moved by the observed loss",
        "The weights of arms that were not played move, too.",
        mutant=AllArmsMoved("0.5", "0.2"),
    ),
    _entry(
        "noisy losses clipped for the learner",
        "A noisy loss is clipped to [0, 1] before the learner is told, private and biased.",
        mutant=ToldLosses(True),
        reference=ToldLosses(False),
        claim="the mean of what is told is the loss",
        judge=told_judge,
    ),
    _entry(
        "importance weight of the batch's first advice",
        "Advice changes within a batch, and the weights take the probability of its first round.",
        mutant=FirstAdviceOfBatch(2, 2, "0.2", "0.5", 2, 1, "1e-6"),
        reference=BatchedEXP4(2, 2, "0.2", "0.5", 2, 1, "1e-6"),
        claim="unbiased estimates of experts",
        judge=advice_judge,
    ),
    _entry(
        "losses of other arms looked up",
        "The learner reads the losses of arms that were not played.",
        mutant=KnowsAllLosses,
        reference=_exp3_of,
        claim="a loss that was not observed changes nothing",
        judge=unobserved_judge,
    ),
)
