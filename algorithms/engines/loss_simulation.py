"""Many runs of a policy on losses that were fixed before the first round, and their regret."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from banditproof.algorithms.adversarial.advice_contexts import AdviceContexts
from banditproof.algorithms.adversarial.advice_cycles import AdviceCycle
from banditproof.algorithms.adversarial.loss_sequences import LossSequence
from banditproof.algorithms.adversarial.losses_as_rewards import LossRewards
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Sampled, Seed
from banditproof.theory.exact import Number, exact_count

from .engine import LONGEST_BY_ROUNDS, Floats, Integers
from .per_step import play

LONGEST_STEPWISE = 10**7
"""The longest horizon of a policy without a compiled engine: a ledger keeps each of its rounds."""
MOST_LOSS_RUNS = 10**8
READ_TOGETHER = 1 << 16
"""The rounds whose losses are held in memory at once."""


@dataclass(frozen=True)
class LossExperiment:
    """A policy, the losses, the rounds that are played, and the advice of experts if there is some.

    >>> from banditproof.algorithms.adversarial.loss_families import linear_losses
    >>> from banditproof.algorithms.adversarial.private_learners import make_learner
    >>> policy = make_learner("batched-htinf", arms=3, eps=1, horizon=10)
    >>> LossExperiment(policy, linear_losses(2, 10), 10)
    Traceback (most recent call last):
    ...
    ValueError: The policy has 3 arms and the losses have 2; give both the same number.
    """

    policy: Policy[Any]
    losses: LossSequence
    horizon: int
    advice: AdviceCycle | None = None

    def __post_init__(self) -> None:
        policy, losses, advice = self.policy, self.losses, self.advice
        if policy.arms != losses.arms:
            raise ValueError(
                f"The policy has {policy.arms} arms and the losses have {losses.arms}; give both "
                "the same number."
            )
        if not 1 <= self.horizon <= losses.horizon:
            raise ValueError(
                f"The horizon is {self.horizon} and the losses have {losses.horizon} rounds; give "
                f"a horizon from 1 to {losses.horizon}."
            )
        if policy.told_advice != (advice is not None):
            raise ValueError(
                f"The policy {policy.name} is told advice; give some."
                if policy.told_advice
                else f"The policy {policy.name} is told no advice; leave it out."
            )
        if advice is not None and (advice.arms, advice.experts) != (
            policy.arms,
            policy.dimension,
        ):
            raise ValueError(
                f"The advice is of {advice.experts} experts on {advice.arms} arms, and the "
                f"policy {policy.name} has {policy.dimension} experts and {policy.arms} arms; give "
                "the same numbers."
            )

    @property
    def comparators(self) -> Floats:
        """The whole loss of each arm, or of each expert where there is advice."""
        if self.advice is None:
            return self.losses.totals(self.horizon)
        return self.advice.expert_totals(self.losses, self.horizon)


class LossEngine(Protocol):
    """Plays single runs of one experiment."""

    @property
    def compiled(self) -> bool:
        """Whether threads can play runs side by side."""
        ...

    def play_run(self, rng: np.random.Generator) -> tuple[float, Integers]:
        """The whole loss of one run, and how often each arm was played."""
        ...


@dataclass(frozen=True)
class LossStepEngine:
    """The specification engine, with its ledger, for every policy."""

    experiment: LossExperiment
    compiled: bool = False

    def __post_init__(self) -> None:
        if self.experiment.horizon > LONGEST_STEPWISE:
            raise ValueError(
                f"The policy {self.experiment.policy.name} is played round by round, with a record "
                f"of each round, and the horizon is {self.experiment.horizon}; give at most 1e7."
            )

    def play_run(self, rng: np.random.Generator) -> tuple[float, Integers]:
        """Play one run round by round."""
        one = self.experiment
        told = None if one.advice is None else AdviceContexts(one.advice)
        played = play(one.policy, LossRewards(one.losses), one.horizon, Sampled(rng), told)
        actions = np.array(played.actions)
        lost = 0.0
        for start in range(0, one.horizon, READ_TOGETHER):
            stop = min(one.horizon, start + READ_TOGETHER)
            block = one.losses.block(start, stop)
            lost += float(block[np.arange(stop - start), actions[start:stop]].sum())
        return lost, np.bincount(actions, minlength=one.policy.arms)


@dataclass(frozen=True)
class LossSimulation:
    """The regret of the runs, and the plays per arm [runs x arms].

    Regret is the loss of the arms that were played minus that of the best arm for all rounds, or of
    the best expert where there is advice; of one run it may be negative.
    """

    experiment: LossExperiment
    regret: Floats
    plays: Integers
    compiled: bool
    """Whether a compiled engine played."""

    @property
    def runs(self) -> int:
        """The number of runs."""
        return len(self.regret)

    @property
    def mean(self) -> float:
        """The mean regret.

        >>> from banditproof.algorithms.adversarial.loss_sequences import constant_losses
        >>> from banditproof.algorithms.adversarial.private_learners import make_learner
        >>> policy = make_learner("batched-exp3", arms=1, eps=1, horizon=10)
        >>> simulate_losses(policy, constant_losses([1], 10), runs=3, rng=1).mean
        0.0
        """
        return float(self.regret.mean())

    @property
    def standard_error(self) -> float | None:
        """The standard error of the mean; None for one run."""
        return float(self.regret.std(ddof=1) / self.runs**0.5) if self.runs > 1 else None


def simulate_losses(
    policy: Policy[Any],
    losses: LossSequence,
    runs: Number,
    rng: Seed,
    horizon: Number | None = None,
    advice: AdviceCycle | None = None,
    workers: int = 1,
    progress: Callable[[int], object] | None = None,
) -> LossSimulation:
    """Play a policy many times on the same losses, with the fastest engine that there is.

    Each run has a random stream of its own, spawned from `rng`, so the result depends on `rng`
    alone: not on the number of workers, and the first runs not on the number of runs. All rounds of
    the losses are played unless a horizon is given. `progress` is called with the number of runs
    that are done.

    >>> from banditproof.algorithms.adversarial.loss_families import linear_losses
    >>> from banditproof.algorithms.adversarial.private_learners import make_learner
    >>> policy = make_learner("batched-htinf", arms=2, eps="0.5", horizon=100)
    >>> found = simulate_losses(policy, linear_losses(2, horizon=100), runs=3, rng=1)
    >>> found.plays.sum(axis=1).tolist(), bool(0 < found.mean < 80)
    ([100, 100, 100], True)
    """
    repeats = exact_count("runs", runs, least=1)
    if repeats * policy.arms > MOST_LOSS_RUNS:
        raise ValueError(f"{repeats} runs of {policy.arms} arms are too many; give fewer runs.")
    if exact_count("workers", workers) < 1:
        raise ValueError(f"The number of workers is {workers}; give at least 1.")
    rounds = losses.horizon if horizon is None else exact_count("horizon", horizon, least=1)
    if rounds > LONGEST_BY_ROUNDS:
        raise ValueError(f"The horizon is {rounds}; give at most 1e10, since each loss is read.")
    experiment = LossExperiment(policy, losses, rounds, advice)
    engine = loss_engine(experiment)
    lost = np.zeros(repeats)
    plays = np.zeros((repeats, policy.arms), np.int64)
    for run, (loss, counts) in enumerate(_runs(engine, _streams(rng, repeats), workers)):
        lost[run], plays[run] = loss, counts
        if progress is not None:
            progress(run + 1)
    best = float(experiment.comparators.min())
    return LossSimulation(experiment, lost - best, plays, engine.compiled)


def loss_engine(experiment: LossExperiment) -> LossEngine:
    """The fastest engine that plays an experiment.

    >>> from banditproof.algorithms.adversarial.loss_families import linear_losses
    >>> from banditproof.algorithms.adversarial.private_learners import make_learner
    >>> policy = make_learner("batched-htinf", arms=2, eps="0.5", horizon=100)
    >>> loss_engine(LossExperiment(policy, linear_losses(2, 100), 100)).compiled
    True
    """
    from .batched_learners import batched_engine

    return batched_engine(experiment) or LossStepEngine(experiment)


def _streams(rng: Seed, runs: int) -> Iterator[np.random.Generator]:
    """The random stream of each run."""
    if isinstance(rng, np.random.Generator):
        for _ in range(runs):
            yield rng.spawn(1)[0]
        return
    seed = rng
    if not isinstance(seed, np.random.SeedSequence):
        seed = np.random.SeedSequence(exact_count("the seed", seed))
    for _ in range(runs):
        yield np.random.default_rng(seed.spawn(1)[0])


def _runs(
    engine: LossEngine, streams: Iterator[np.random.Generator], workers: int
) -> Iterator[tuple[float, Integers]]:
    if workers == 1:
        yield from map(engine.play_run, streams)
        return
    from joblib import Parallel, delayed

    prefer = "threads" if engine.compiled else "processes"
    pool = Parallel(n_jobs=workers, prefer=prefer, return_as="generator")
    yield from pool(delayed(engine.play_run)(stream) for stream in streams)
