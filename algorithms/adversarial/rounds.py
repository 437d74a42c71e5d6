"""The play of learners round by round: the plain specification of the fast engines.

A round draws in this order: the learner acts, then it updates. It sees the loss of its arm,
and a full-information learner those of all arms.
"""

from dataclasses import dataclass
from typing import Any
from banditproof.algorithms.randomness import Seed, generator
from .advice_cycles import AdviceCycle
from .learner import ExpertLearner, FullInformationLearner, Learner
from .loss_sequences import Adversary, LossSequence


@dataclass(frozen=True)
class Rounds:
    """The arms that were played, and the losses that they had; `state` is the learner's last."""

    arms: tuple[int, ...]
    losses: tuple[float, ...]
    state: Any

    @property
    def suffered(self) -> float:
        """The sum of the losses."""
        total = 0.0
        for loss in self.losses:
            total += loss
        return total

    def regret(self, losses: LossSequence) -> float:
        """The losses suffered, less those of the best single arm.

        >>> from .loss_sequences import constant_losses
        >>> Rounds((1, 0), (1.0, 0.0), None).regret(constant_losses((0, 1), 2))
        1.0
        """
        return self.suffered - float(losses.totals(len(self.arms)).min())


def _rounds(adversary: Adversary, rounds: int | None) -> int:
    number = adversary.horizon if rounds is None else rounds
    if not 0 <= number <= adversary.horizon:
        raise ValueError(f"The rounds are {rounds}; give an integer from 0 to {adversary.horizon}.")
    return number


def play_learner(
    learner: Learner[Any], adversary: Adversary, rng: Seed, rounds: int | None = None
) -> Rounds:
    """Play a learner against an adversary, for all its rounds or the first ones.

    >>> from .exp3 import EXP3
    >>> from .loss_sequences import constant_losses
    >>> played = play_learner(EXP3(eta="0.5", gamma="0.1"), constant_losses((0, 1), 40), rng=1)
    >>> played.arms[-10:]
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    """
    chance, state = generator(rng), learner.start(adversary.arms)
    actions: list[int] = []
    observed: list[float] = []
    for _ in range(_rounds(adversary, rounds)):
        arm = learner.act(state, chance)
        loss = adversary.losses_after(actions)[arm]
        state = learner.update(state, arm, loss, chance)
        actions.append(arm)
        observed.append(loss)
    return Rounds(tuple(actions), tuple(observed), state)


def play_informed(
    learner: FullInformationLearner[Any], adversary: Adversary, rng: Seed, rounds: int | None = None
) -> Rounds:
    """Play a full-information learner against an adversary.

    >>> from .exponential_weights import ExponentialWeights
    >>> from .loss_sequences import constant_losses
    >>> play_informed(ExponentialWeights(eta=9), constant_losses((1, 0), 20), rng=3).suffered
    1.0
    """
    chance, state = generator(rng), learner.start(adversary.arms)
    actions: list[int] = []
    observed: list[float] = []
    for _ in range(_rounds(adversary, rounds)):
        arm = learner.act(state, chance)
        row = adversary.losses_after(actions)
        state = learner.update_all(state, row)
        actions.append(arm)
        observed.append(row[arm])
    return Rounds(tuple(actions), tuple(observed), state)


def play_with_advice(
    learner: ExpertLearner[Any],
    adversary: Adversary,
    advice: AdviceCycle,
    rng: Seed,
    rounds: int | None = None,
) -> Rounds:
    """Play a learner that hears experts against an adversary.

    >>> from .exp4 import EXP4
    >>> from .loss_sequences import constant_losses
    >>> advice = AdviceCycle([[(1, 0), (0, 1)]])
    >>> learner = EXP4(eta="0.5", gamma="0.1")
    >>> play_with_advice(learner, constant_losses((0, 1), 40), advice, rng=1).arms[-10:]
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    """
    if advice.arms != adversary.arms:
        raise ValueError(
            f"The advice is about {advice.arms} arms, and the losses are those of "
            f"{adversary.arms}; give both the same arms."
        )
    chance, state = generator(rng), learner.start(adversary.arms, advice.experts)
    actions: list[int] = []
    observed: list[float] = []
    for t in range(1, _rounds(adversary, rounds) + 1):
        rows = advice.at(t)
        arm = learner.act(state, rows, chance)
        loss = adversary.losses_after(actions)[arm]
        state = learner.update(state, rows, arm, loss, chance)
        actions.append(arm)
        observed.append(loss)
    return Rounds(tuple(actions), tuple(observed), state)


def regret_to_experts(played: Rounds, losses: LossSequence, advice: AdviceCycle) -> float:
    """The losses suffered, less the expected losses of the best single expert.

    >>> from .loss_sequences import constant_losses
    >>> advice = AdviceCycle([[(0.5, 0.5), (0, 1)]])
    >>> regret_to_experts(Rounds((1, 1), (1.0, 1.0), None), constant_losses((0, 1), 2), advice)
    1.0
    """
    return played.suffered - float(advice.expert_totals(losses, len(played.arms)).min())
