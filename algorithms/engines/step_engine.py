"""The engine of policies without a compiled one: plays of the specification engine."""

from dataclasses import dataclass
import numpy as np
from banditproof.algorithms.linear_environment import LinearEnvironment, LinearRewards
from banditproof.algorithms.randomness import Sampled
from banditproof.algorithms.rewards import drawn_rewards
from .engine import Chunk, Experiment, Floats
from .per_step import play

LONGEST_STEPWISE = 10**7
"""The longest horizon of a policy without an engine: each of its rounds is kept in a ledger."""


@dataclass(frozen=True)
class StepEngine:
    """The specification engine, for policies without a compiled one."""

    experiment: Experiment
    runs_per_chunk: int = 1
    compiled: bool = False

    def __post_init__(self) -> None:
        if self.experiment.horizon > LONGEST_STEPWISE:
            raise ValueError(
                f"The policy {self.experiment.policy.name} is played round by round, with a record "
                f"of each round, and the horizon is {self.experiment.horizon}; give at most 1e7."
            )

    def play_chunk(self, rng: np.random.Generator, runs: int) -> Chunk:
        """Play some runs one after the other."""
        experiment = self.experiment
        chunk = experiment.empty_chunk(runs)
        for run in range(runs):
            actions, regret = self._run(rng)
            chunk.counts[run] = np.bincount(actions, minlength=experiment.bandit.arms)
            chunk.curves[run] = regret[[t - 1 for t in experiment.checkpoints]]
        return chunk

    def _run(self, rng: np.random.Generator) -> tuple[tuple[int, ...], Floats]:
        """The actions of one run and its regret after each round."""
        policy, bandit = self.experiment.policy, self.experiment.bandit
        horizon, chance = self.experiment.horizon, Sampled(rng)
        if not isinstance(bandit, LinearEnvironment):
            actions = play(policy, drawn_rewards(bandit, rng), horizon, chance).actions
            return actions, np.cumsum(self.experiment.gaps[list(actions)])
        contexts = bandit.offered(rng)
        rewards = LinearRewards(bandit, contexts, rng)
        offered = None if policy.dimension is None else contexts
        actions = play(policy, rewards, horizon, chance, offered).actions
        lost = np.empty(horizon)
        for t, arm in enumerate(actions, 1):
            means = bandit.means(contexts.at(t))
            lost[t - 1] = max(means) - means[arm]
        return actions, np.cumsum(lost)
