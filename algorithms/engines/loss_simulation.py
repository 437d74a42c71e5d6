"""Many runs of a policy on losses that were fixed before the first round, and their regret."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any
import numpy as np
from banditproof.algorithms.adversarial.advice_contexts import AdviceContexts
from banditproof.algorithms.adversarial.advice_cycles import AdviceCycle
from banditproof.algorithms.adversarial.loss_sequences import LossSequence
from banditproof.algorithms.adversarial.losses_as_rewards import LossRewards
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Sampled, Seed, streams
from banditproof.theory.exact import Number
from banditproof.theory.parameter_names import with_other_names
from .adversarial_engine import LearnerRuns, checked_runs, simulated_in_blocks
from .batched_engine import compiled_play
from .engine import Floats
from .per_step import play

LONGEST_STEPWISE = 10**7
"""The longest horizon of a policy without a compiled engine: a ledger keeps each of its rounds."""


@dataclass(frozen=True)
class LossExperiment:
    """A policy, the losses of all rounds, and the advice of experts if there is some.

    >>> from banditproof.algorithms.adversarial.loss_families import linear_losses
    >>> from banditproof.algorithms.adversarial.private_learners import make_learner
    >>> policy = make_learner("batched-htinf", arms=3, eps=1, horizon=10)
    >>> LossExperiment(policy, linear_losses(2, 10))
    Traceback (most recent call last):
    ...
    ValueError: The policy has 3 arms and the losses have 2; give both the same number.
    """

    policy: Policy[Any]
    losses: LossSequence
    advice: AdviceCycle | None = None

    def __post_init__(self) -> None:
        policy, losses, advice = self.policy, self.losses, self.advice
        if policy.arms != losses.arms:
            raise ValueError(
                f"The policy has {policy.arms} arms and the losses have {losses.arms}; give both "
                "the same number."
            )
        if policy.told_advice != (advice is not None):
            raise ValueError(
                f"The policy {policy.name} takes advice; give some."
                if policy.told_advice
                else f"The policy {policy.name} takes no advice; leave it out."
            )
        if advice is not None and (advice.arms, advice.experts) != (policy.arms, policy.dimension):
            raise ValueError(
                f"The advice is of {advice.experts} experts on {advice.arms} arms, and the "
                f"policy {policy.name} has {policy.dimension} experts and {policy.arms} arms; give "
                "the same numbers."
            )

    @property
    def comparators(self) -> Floats:
        """The whole loss of each arm, or of each expert where there is advice."""
        if self.advice is None:
            return self.losses.totals()
        return self.advice.expert_totals(self.losses)


@with_other_names("seed")
def simulate_losses(
    policy: Policy[Any],
    losses: LossSequence,
    runs: Number,
    rng: Seed,
    advice: AdviceCycle | None = None,
    progress: Callable[[int], object] | None = None,
) -> LearnerRuns:
    """Play a policy many times on the same losses, with the fastest engine that there is.

    Regret is the loss of the arms that were played less that of the best arm for all rounds, or of
    the best expert where there is advice; of one run it may be negative. Run number r draws from
    child r of the seed. `progress` is called with the number of rounds of all runs that are done.

    >>> from banditproof.algorithms.adversarial.loss_families import linear_losses
    >>> from banditproof.algorithms.adversarial.private_learners import make_learner
    >>> policy = make_learner("batched-htinf", arms=2, eps="0.5", horizon=100)
    >>> found = simulate_losses(policy, linear_losses(2, horizon=100), runs=3, rng=1)
    >>> found.pulls.sum(axis=1).tolist(), bool(0 < found.mean < 80)
    ([100, 100, 100], True)
    """
    experiment = LossExperiment(policy, losses, advice)
    repeats, _ = checked_runs(losses, runs)
    compiled = compiled_play(policy, losses.horizon, repeats, advice)
    if compiled is not None:
        play_block, carried = compiled
        return simulated_in_blocks(play_block, losses, carried, repeats, rng, (), advice, progress)
    return round_by_round(experiment, repeats, rng, progress)


@with_other_names("seed")
def round_by_round(
    experiment: LossExperiment,
    runs: int,
    rng: Seed,
    progress: Callable[[int], object] | None = None,
) -> LearnerRuns:
    """Runs of the specification engine, with its ledger: for every policy.

    >>> from banditproof.algorithms.adversarial.loss_families import linear_losses
    >>> from banditproof.algorithms.adversarial.private_learners import make_learner
    >>> policy = make_learner("batched-exp3", arms=2, eps="0.5", horizon=10)
    >>> found = round_by_round(LossExperiment(policy, linear_losses(2, 10)), runs=3, rng=1)
    >>> found.pulls.sum(axis=1).tolist()
    [10, 10, 10]
    """
    losses, policy, advice = experiment.losses, experiment.policy, experiment.advice
    if losses.horizon > LONGEST_STEPWISE:
        raise ValueError(
            f"The policy {policy.name} is played round by round, with a record of each round, and "
            f"the horizon is {losses.horizon}; give at most 1e7."
        )
    contexts = None if advice is None else AdviceContexts(advice)
    lost, pulls = np.zeros(runs), np.zeros((runs, policy.arms), np.int64)
    for run, stream in enumerate(islice(streams(rng), runs)):
        played = play(policy, LossRewards(losses), losses.horizon, Sampled(stream), contexts)
        lost[run] = suffered(losses, played.actions)
        pulls[run] = played.counts(policy.arms)
        if progress is not None:
            progress((run + 1) * losses.horizon)
    regret = lost - experiment.comparators.min()
    return LearnerRuns(losses.horizon, (), regret, np.zeros((runs, 0)), pulls)


def suffered(losses: LossSequence, actions: Sequence[int]) -> float:
    """The sum of the losses of the arms that were played.

    >>> from banditproof.algorithms.adversarial.loss_sequences import constant_losses
    >>> suffered(constant_losses((0, "0.5"), horizon=3), (1, 0, 1))
    1.0
    """
    rewards = LossRewards(losses)
    return float(sum(rewards.reward(t, arm, 1) for t, arm in enumerate(actions, 1)))
