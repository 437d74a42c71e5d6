"""The phase-level engines: whole batches at once, so that a run costs O(arms log T).

The sum of a batch of n pulls is one Binomial draw. Decisions, noises and truncation are those
of the specification engine: `recorded_run` returns the draws of a run, and `per_step.play` on
the same draws makes the same pulls.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any
import numpy as np
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.regret.adac_ucb import EpisodicUCB
from banditproof.algorithms.regret.dp_se import DPSE
from banditproof.algorithms.regret.phased_index import (
    ArmRecord,
    CompiledIndex,
    PhasedIndexPolicy,
    is_built_in,
)
from banditproof.theory.compiled import Kernel
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Laplace
from .engine import Experiment, Floats, Integers
from .recorded_run import RecordedEngine

EPOCH = 20
"""The microseconds of an arm in an epoch of DP-SE when it is interpreted."""
EPISODE, ARM_OF_EPISODE = 8, 1
"""The microseconds of an episode when it is interpreted, and of an arm in it."""


@dataclass(frozen=True)
class IndexEngine(RecordedEngine):
    """Phase-level play of the policies with a compiled index, such as DP-KLUCB and DP-IMED."""

    @cached_property
    def tables(self) -> tuple[Integers, Floats, Floats]:
        """For each phase: its batch, the pulls behind the sum after it, and their logarithm.

        A batch that ends beyond the horizon never ends, so its size may be cut to fit an int64.
        """
        policy = self._policy
        cumulative = policy.schedule.cumulative(self.experiment.horizon)
        batches = [b - a for a, b in zip((0, *cumulative), cumulative, strict=False)]
        behind = batches if policy.forgets else cumulative
        longest = self.experiment.horizon + 1
        return (
            np.array([min(batch, longest) for batch in batches]),
            np.array([float(pulls) for pulls in behind]),
            np.array([math.log(pulls) for pulls in behind]),
        )

    @property
    def _policy(self) -> PhasedIndexPolicy:
        policy = self.experiment.policy
        assert isinstance(policy, PhasedIndexPolicy)
        return policy

    @property
    def _index(self) -> CompiledIndex:
        index = self._policy.compiled
        assert index is not None
        return index

    @property
    def kernel(self) -> Kernel[..., Any]:
        """The play of a phased index policy."""
        from .phased_kernels import playing

        return playing(self._index.choose)

    def steps(self, runs: int) -> int:
        """About how many microseconds the interpreter takes: one arm has most of the phases."""
        index, arms = self._index, self._policy.arms
        pulls = len(self.tables[0]) * (1 + arms) // 2
        return runs * pulls * (index.per_pull + index.per_arm * arms)

    @property
    def numbers(self) -> tuple[Any, ...]:
        """The numbers of the index and of the noise, and the tables of the phases."""
        from . import regret_kernels

        policy, noise = self._policy, self._policy.declared_noise
        if isinstance(noise, Gaussian):
            law = (True, math.sqrt(exact(noise.sigma_squared)))
        else:
            assert isinstance(noise, Laplace)
            law = (False, float(exact(noise.scale)))
        ties = getattr(regret_kernels, policy.ties.upper())
        return (*policy.parameters, self._index.slope, ties, policy.forgets, *law, *self.tables)

    @property
    def most_pulls(self) -> int:
        """All phases of all arms, and a batch that is cut."""
        return self._policy.arms * len(self.tables[0]) + 1


@dataclass(frozen=True)
class EliminationEngine(RecordedEngine):
    """Phase-level play of DP-SE."""

    @cached_property
    def tables(self) -> tuple[Integers, Floats]:
        """The pulls per arm and the margin, for each epoch and number of surviving arms."""
        policy, horizon = self._policy, self.experiment.horizon
        epochs = 1
        while policy.pulls_per_arm(epochs, 2) <= horizon:
            epochs += 1
        pulls = np.zeros((epochs, policy.arms + 1), np.int64)
        margins = np.zeros((epochs, policy.arms + 1))
        for epoch in range(1, epochs + 1):
            for alive in range(2, policy.arms + 1):
                pulls[epoch - 1, alive] = min(policy.pulls_per_arm(epoch, alive), horizon + 1)
                margins[epoch - 1, alive] = policy.margin(epoch, alive)
        return pulls, margins

    @property
    def _policy(self) -> DPSE:
        policy = self.experiment.policy
        assert isinstance(policy, DPSE)
        return policy

    @property
    def kernel(self) -> Kernel[..., Any]:
        """The play of DP-SE."""
        from .phased_kernels import play_elimination

        return play_elimination

    def steps(self, runs: int) -> int:
        """At most about how many microseconds the interpreter takes."""
        return runs * len(self.tables[0]) * self._policy.arms * EPOCH

    @property
    def numbers(self) -> tuple[Any, ...]:
        """The tables of the epochs, and the scale of the noise."""
        return *self.tables, float(1 / exact(self._policy.eps))

    @property
    def most_pulls(self) -> int:
        """A batch of each arm in each epoch, and one that is cut."""
        return self.tables[0].size + 1


@dataclass(frozen=True)
class EpisodeEngine(RecordedEngine):
    """Phase-level play of the policies that double the pulls of an arm in each of its episodes.

    >>> from banditproof.theory import BernoulliBandit
    >>> from banditproof.algorithms.regret.adac_ucb import AdaCUCB
    >>> experiment = Experiment(AdaCUCB(arms=2, rho=1), BernoulliBandit((0.5, 0.25)), 10**15)
    >>> EpisodeEngine(experiment).play_chunk(np.random.default_rng(1), 2).counts.sum(axis=1)
    array([1000000000000000, 1000000000000000])
    """

    @property
    def _policy(self) -> EpisodicUCB:
        policy = self.experiment.policy
        assert isinstance(policy, EpisodicUCB)
        return policy

    @cached_property
    def tables(self) -> tuple[Integers, Floats, Floats]:
        """For each episode of an arm: its rounds, the width after it, the deviation of its noise.

        An episode that ends beyond the horizon never ends, so its size may be cut to fit an int64.
        """
        policy, longest = self._policy, self.experiment.horizon + 1
        phases = range(len(policy.schedule.cumulative(self.experiment.horizon)))
        return (
            np.array([min(policy.schedule.batch(phase), longest) for phase in phases]),
            np.array([policy.width(phase + 1) for phase in phases]),
            np.array([self._sigma(phase) for phase in phases]),
        )

    def _sigma(self, phase: int) -> float:
        policy = self._policy
        state = (ArmRecord(phase, policy.schedule.batch(phase), 0.0),) * policy.arms
        noise = policy.mechanism(state, Pull(0, policy.schedule.batch(phase)))
        return math.sqrt(exact(noise.sigma_squared)) if isinstance(noise, Gaussian) else 0.0

    @property
    def kernel(self) -> Kernel[..., Any]:
        """The play of an episodic index policy."""
        from .phased_kernels import play_episodes

        return play_episodes

    def steps(self, runs: int) -> int:
        """About how many microseconds the interpreter takes: one arm has most of the episodes."""
        arms = self._policy.arms
        pulls = len(self.tables[0]) * (1 + arms) // 2
        return runs * pulls * (EPISODE + ARM_OF_EPISODE * arms)

    @property
    def numbers(self) -> tuple[Any, ...]:
        """The tie rule, and the tables of the episodes."""
        from . import regret_kernels

        return getattr(regret_kernels, self._policy.ties.upper()), *self.tables

    @property
    def most_pulls(self) -> int:
        """All episodes of all arms, and one that is cut."""
        return self._policy.arms * len(self.tables[0]) + 1


def phase_level_engine(
    experiment: Experiment, planned: int = 0
) -> IndexEngine | EliminationEngine | EpisodeEngine | None:
    """The phase-level engine of an experiment, if its policy has one.

    A policy with its own noise, or a subclass of a built-in policy, has none.

    >>> from banditproof.theory import BernoulliBandit
    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> experiment = Experiment(DPIMED(arms=2), BernoulliBandit((0.5, 0.25)), 10**15)
    >>> engine = phase_level_engine(experiment)
    >>> engine.play_chunk(np.random.default_rng(1), runs=3).counts.sum(axis=1) == 10**15
    array([ True,  True,  True])
    """
    policy = experiment.policy
    if getattr(policy, "noise", None) is not None or not is_built_in(type(policy)):
        return None
    if isinstance(policy, EpisodicUCB):
        return EpisodeEngine(experiment, planned)
    if isinstance(policy, PhasedIndexPolicy) and "compiled" in vars(type(policy)):
        return IndexEngine(experiment, planned)
    return EliminationEngine(experiment, planned) if type(policy) is DPSE else None
