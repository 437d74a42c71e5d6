"""The phase-level engine of AdaC-UCB, AdaR-UCB and UCB in episodes: O(arms log T) for a run."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any
import numpy as np
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.regret.adac_ucb import (
    AdaCUCB,
    AdaCUCBPrinted,
    AdaRUCB,
    EpisodeUCB,
    EpisodicUCB,
)
from banditproof.algorithms.regret.phased_index import ArmRecord
from banditproof.theory.compiled import Kernel
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian
from .engine import Floats, Integers
from .recorded_run import RecordedEngine

EPISODIC = (AdaCUCB, AdaCUCBPrinted, AdaRUCB, EpisodeUCB)
"""The policies that this engine plays; a subclass of one may decide otherwise."""
PER_PULL, PER_ARM = 8, 1
"""The microseconds of an episode when it is interpreted, and of an arm in it."""


@dataclass(frozen=True)
class EpisodeEngine(RecordedEngine):
    """Phase-level play of the policies that double the pulls of an arm in each of its episodes.

    >>> from banditproof.theory import BernoulliBandit
    >>> from .engine import Experiment
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
        from .episode_kernels import play_episodes

        return play_episodes

    def steps(self, runs: int) -> int:
        """About how many microseconds the interpreter takes: one arm has most of the episodes."""
        arms = self._policy.arms
        pulls = len(self.tables[0]) * (1 + arms) // 2
        return runs * pulls * (PER_PULL + PER_ARM * arms)

    @property
    def numbers(self) -> tuple[Any, ...]:
        """The tie rule, and the tables of the episodes."""
        from . import regret_kernels

        return getattr(regret_kernels, self._policy.ties.upper()), *self.tables

    @property
    def most_pulls(self) -> int:
        """All episodes of all arms, and one that is cut."""
        return self._policy.arms * len(self.tables[0]) + 1
