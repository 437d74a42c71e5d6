"""The phase-level engines: whole batches at once, so that a run costs O(arms log T).

The sum of a batch of n pulls is one Binomial draw. Decisions, noises and truncation are those
of the specification engine: `recorded_run` returns the draws of a run, and `per_step.play` on
the same draws makes the same pulls.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple
import numpy as np
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.regret.adac_ucb import (
    AdaCUCB,
    AdaCUCBPrinted,
    AdaRUCB,
    EpisodeUCB,
    EpisodicUCB,
)
from banditproof.algorithms.regret.adap_klucb import AdaPKLUCB
from banditproof.algorithms.regret.adap_ucb import AdaPUCB
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.regret.dp_klucb import DPKLUCB
from banditproof.algorithms.regret.dp_se import DPSE
from banditproof.algorithms.regret.leader_dp_klucb import LeaderDPKLUCB
from banditproof.algorithms.regret.phased_index import ArmRecord, PrivateIndexPolicy
from banditproof.algorithms.regret.zcdp_klucb import ZCDPKLUCB
from banditproof.theory.compiled import Kernel
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian
from .engine import Experiment, Floats, Integers
from .recorded_run import RecordedEngine


class IndexKernel(NamedTuple):
    """The name of an index in `index_choice_kernels`, and its microseconds when interpreted."""

    name: str
    per_pull: int
    per_arm: int


INDEX_POLICIES: dict[type[Policy[Any]], IndexKernel] = {
    DPKLUCB: IndexKernel("DP_KLUCB", 25, 1),
    DPIMED: IndexKernel("DP_IMED", 8, 2),
    AdaPKLUCB: IndexKernel("ADAP_KLUCB", 10, 12),
    LeaderDPKLUCB: IndexKernel("LEADER_DP_KLUCB", 25, 3),
    AdaPUCB: IndexKernel("ADAP_UCB", 8, 1),
    ZCDPKLUCB: IndexKernel("ZCDP_KLUCB", 10, 60),
}
"""The index policies whose decisions are kernels."""
EPOCH = 20
"""The microseconds of an arm in an epoch of DP-SE when it is interpreted."""
EPISODIC = (AdaCUCB, AdaCUCBPrinted, AdaRUCB, EpisodeUCB)
"""The policies of episodes that are played here; a subclass of one may decide otherwise."""
EPISODE, ARM_OF_EPISODE = 8, 1
"""The microseconds of an episode when it is interpreted, and of an arm in it."""


@dataclass(frozen=True)
class IndexEngine(RecordedEngine):
    """Phase-level play of DP-KLUCB and its variants, DP-IMED, AdaP-UCB and AdaP-KLUCB."""

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
    def _policy(self) -> PrivateIndexPolicy | ZCDPKLUCB:
        policy = self.experiment.policy
        assert isinstance(policy, PrivateIndexPolicy | ZCDPKLUCB)
        return policy

    @property
    def kernel(self) -> Kernel[..., Any]:
        """The play of a phased index policy."""
        from .phased_kernels import play_phased_index

        return play_phased_index

    def steps(self, runs: int) -> int:
        """About how many microseconds the interpreter takes: one arm has most of the phases."""
        kernel, arms = INDEX_POLICIES[type(self._policy)], self._policy.arms
        pulls = len(self.tables[0]) * (1 + arms) // 2
        return runs * pulls * (kernel.per_pull + kernel.per_arm * arms)

    @property
    def numbers(self) -> tuple[Any, ...]:
        """The index with its numbers, and the tables of the phases."""
        from . import index_choice_kernels, regret_kernels

        policy = self._policy
        kind = getattr(index_choice_kernels, INDEX_POLICIES[type(policy)].name)
        ties = getattr(regret_kernels, policy.ties.upper())
        if isinstance(policy, ZCDPKLUCB):
            scale = math.sqrt(exact(Gaussian.for_zcdp(policy.rho).sigma_squared))
            index = (kind, float(exact(policy.rho)), 1.0, ties, policy.forgets, scale)
            return *index, *self.tables
        eps = exact(policy.eps)
        beta = policy.beta if isinstance(policy, AdaPUCB) else getattr(policy, "optimism", 1)
        index = (kind, float(eps), float(exact(beta)), ties, policy.forgets, float(1 / eps))
        return *index, *self.tables

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
    >>> experiment = Experiment(DPIMED(arms=2), BernoulliBandit((0.5, 0.25)), 10**15)
    >>> engine = phase_level_engine(experiment)
    >>> engine.play_chunk(np.random.default_rng(1), runs=3).counts.sum(axis=1) == 10**15
    array([ True,  True,  True])
    """
    policy = experiment.policy
    if type(policy) in INDEX_POLICIES:
        assert isinstance(policy, PrivateIndexPolicy | ZCDPKLUCB)
        return IndexEngine(experiment, planned) if policy.noise is None else None
    if type(policy) in EPISODIC:
        given = getattr(policy, "noise", None)
        return EpisodeEngine(experiment, planned) if given is None else None
    if type(policy) is DPSE:
        return EliminationEngine(experiment, planned) if policy.noise is None else None
    return None
