"""Wrong estimates of learners for adversarial losses: their mean is not the loss."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
import numpy as np
from banditproof.algorithms.adversarial.batched_exp4 import BatchedEXP4
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.learner import Law, Learner, checked_observation, drawn_arm
from banditproof.algorithms.adversarial.log_weights import weights_law
from banditproof.algorithms.adversarial.loss_sequences import LossSequence, table_losses
from banditproof.algorithms.adversarial.rounds import play_learner
from banditproof.algorithms.contexts import Context
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.randomness import Randomness, Silent
from banditproof.verify.adversarial.exact_expectations import (
    acting_law,
    clipped_mean,
    estimate_bias,
    law_deviation,
)
from banditproof.verify.evidence import Grade
from .entry import Engine, Judgement, described, held, not_refuted, refuted

Weights = tuple[float, ...]
Chance = np.random.Generator | None
ROUNDING = 1e-9
GRID = 1 / 1000 + ROUNDING
"""How far the shares of a grid of 1000 numbers may be from a law."""
HISTORIES: tuple[tuple[tuple[int, float], ...], ...] = (
    (),
    ((0, 1.0),),
    ((1, -2.5), (0, 3.0)),
    ((0, 1.0), (0, 1.0), (1, 0.5), (0, 4.0)),
)
"""What learners get by force before their next estimate is examined."""


class UnmixedProbability(EXP3):
    """Weights a loss with the probability before mixing."""

    def update(self, state: Weights, arm: int, loss: float, rng: Chance = None) -> Weights:
        moved = list(state)
        moved[arm] -= self._rates[0] * loss / weights_law(state)[arm]
        return tuple(moved)


class AllArmsMoved(EXP3):
    """Moves the weight of every arm by the observed loss, not only that of the played one."""

    def update(self, state: Weights, arm: int, loss: float, rng: Chance = None) -> Weights:
        step = self._rates[0] * checked_observation(arm, loss, len(state))
        return tuple(w - step for w in state)


class DrawsUnmixed(EXP3):
    """Draws from the law before mixing, and weighs losses with the mixed one."""

    def act(self, state: tuple[float, ...], rng: np.random.Generator) -> int:
        return drawn_arm(weights_law(state), rng.random())


def exp3_judge(learner: Learner[Any]) -> Judgement:
    """Whether the mean of each arm's estimate is its loss: the log-weights fall by eta l.

    The mean is over the arm that is played, so the arm must be drawn from the law.
    """
    drawn = law_deviation(learner, HISTORIES, arms=2)
    if not drawn.largest <= GRID:
        why = f"The arm is drawn with a share that is {drawn.largest:.4g} off for {drawn.witness}."
        return refuted(Grade.POINTS, None, why)
    result = estimate_bias(learner, lambda state: state, HISTORIES, (0.25, 1.0), -0.5)
    if result.largest <= ROUNDING:
        return held(Grade.POINTS, None, "The mean estimate is the loss of each arm.")
    why = f"The mean estimate is off by {result.largest:.4g} for {result.witness}."
    return refuted(Grade.POINTS, None, why)


@dataclass(frozen=True)
class ToldLosses:
    """What a learner gets of a loss l: l + Z as it is, or clipped to [0, 1] first."""

    clips: bool

    def mean(self, loss: float) -> float:
        """The mean of what it gets, for noise of scale 1."""
        return clipped_mean(loss, 1) if self.clips else loss


def told_judge(subject: ToldLosses) -> Judgement:
    """Whether the mean of what is reported is the loss."""
    off = max((abs(subject.mean(loss) - loss), loss) for loss in (0.0, 0.25, 0.5, 1.0))
    if off[0] <= ROUNDING:
        return held(Grade.POINTS, None, "The mean of a noisy loss is the loss.")
    why = f"A loss of {off[1]:g} is reported with a mean that is {off[0]:.4g} off."
    return refuted(Grade.POINTS, None, why)


class FirstAdviceOfBatch(BatchedEXP4):
    """Weights each loss of a batch with the probability of its first round's advice."""

    first: Context = ((1.0, 0.5), (0.0, 0.5))

    def decide_in(self, state: Any, t: int, context: Context, randomness: Randomness) -> Pull:
        pull = super().decide_in(state, t, context, randomness)
        stale = self.law(state, self.first)
        rows = (tuple(x / q for x in vector) for vector, q in zip(context, stale, strict=True))
        return Pull(pull.arm, 1, releases=pull.releases, rows=tuple(rows))


class DrawsFromBestExpert(BatchedEXP4):
    """Draws from the advice alone, and weighs losses with the mixed law."""

    def decide_in(self, state: Any, t: int, context: Context, randomness: Randomness) -> Pull:
        pull = super().decide_in(state, t, context, Silent())
        weights = self.weights(state)
        advised = [sum(p * x for p, x in zip(weights, row, strict=True)) for row in context]
        return replace(pull, arm=drawn_arm(advised, randomness.uniform()))


def _arm_of(policy: BatchedEXP4, state: Any, context: Context, chance: Randomness) -> int:
    return policy.decide_in(state, 1, context, chance).arm


def advice_judge(policy: BatchedEXP4) -> Judgement:
    """Whether the mean of each expert's estimate is its loss, in each round of a batch."""
    losses = (0.25, 1.0)
    for context in (((1.0, 0.5), (0.0, 0.5)), ((0.2, 0.9), (0.8, 0.1))):
        state = policy.start()
        law, pull = policy.law(state, context), policy.decide_in(state, 1, context, Silent())
        shares = acting_law(partial(_arm_of, policy, state, context), arms=2)
        off = max(abs(p - q) for p, q in zip(shares, law, strict=True))
        if not off <= GRID:
            why = f"The arm is drawn with a share that is {off:.4g} off."
            return refuted(Grade.POINTS, None, why)
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


@dataclass(frozen=True)
class OwnCoins(EXP3):
    """Draws its arms with a generator of its own, in place of the one that it is given."""

    coins: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))

    def act(self, state: tuple[float, ...], rng: np.random.Generator) -> int:
        return super().act(state, self.coins)


COINS = np.random.default_rng(1)


def unobserved_judge(make: Callable[[LossSequence], Learner[Any]]) -> Judgement:
    """Whether a run is the same, bit for bit, if the losses of arms that it did not play change."""
    rows = [(t % 3 / 2, (t + 1) % 2) for t in range(12)]
    for seed in range(4):
        losses = table_losses(rows)
        first, repeated = (play_learner(make(losses), losses, seed) for _ in range(2))
        if repeated.arms != first.arms:
            return not_refuted(Grade.POINTS, "A run cannot be repeated from its seed.")
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


_entry = partial(described, engine=Engine.ESTIMATES)
_exp3 = partial(_entry, claim="unbiased estimates", reference=EXP3("0.5", "0.2"), judge=exp3_judge)

_EXPERTS: Any = (2, 2, "0.2", "0.5", 2, 1, "1e-6")
_advice = partial(
    _entry,
    reference=BatchedEXP4(*_EXPERTS),
    claim="unbiased estimates of experts",
    judge=advice_judge,
)
_unobserved = partial(
    _entry,
    mutant=KnowsAllLosses,
    claim="a loss that was not observed changes nothing",
    judge=unobserved_judge,
)

ENTRIES = (
    _exp3("importance weight with the unmixed probability", UnmixedProbability("0.5", "0.2")),
    _exp3("every arm moved by the observed loss", AllArmsMoved("0.5", "0.2")),
    _exp3("arm drawn from the unmixed law", DrawsUnmixed("0.5", "0.2")),
    _entry(
        "noisy losses clipped for the learner",
        ToldLosses(True),
        ToldLosses(False),
        claim="the mean of what is reported is the loss",
        judge=told_judge,
    ),
    _advice("importance weight of the batch's first advice", FirstAdviceOfBatch(*_EXPERTS)),
    _advice("arm of a batch drawn without mixing", DrawsFromBestExpert(*_EXPERTS)),
    _unobserved(
        "losses of other arms looked up",
        defect="The learner reads the losses of arms that were not played.",
        reference=lambda losses: EXP3("0.5", "0.2"),
    ),
    _unobserved(
        "losses looked up, and coins of one's own",
        defect="The losses of other arms are read; who only draws by itself must not be refuted.",
        reference=lambda losses: OwnCoins("0.5", "0.2", COINS),
        expected=("refuted", "not refuted"),
        mend="draws from the generator that it is given, so that a run can be repeated",
    ),
)
