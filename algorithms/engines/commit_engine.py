"""The engine of explore-then-commit: one draw per arm decides a run of any length."""

from dataclasses import dataclass
import numpy as np
from banditproof.algorithms.regret.explore_then_commit import ExploreThenCommit
from banditproof.theory import GaussianBandit
from banditproof.theory.exact import exact
from .engine import Chunk, Experiment, Floats, Integers


@dataclass(frozen=True)
class CommitEngine:
    """Explore-then-commit whose exploration is one Binomial or normal sum per arm.

    Runs have the law of those of the specification engine, not the same draws.
    """

    experiment: Experiment
    runs_per_chunk: int = 256
    compiled: bool = True

    def play_chunk(self, rng: np.random.Generator, runs: int) -> Chunk:
        """Play some runs side by side."""
        experiment, policy = self.experiment, self.experiment.policy
        assert isinstance(policy, ExploreThenCommit)
        chunk = experiment.empty_chunk(runs)
        leaders = self._leaders(rng, runs, policy)
        chunk.counts[:] = _pulls(experiment.horizon, policy, leaders)
        for place, t in enumerate(experiment.checkpoints):
            chunk.curves[:, place] = _pulls(t, policy, leaders) @ experiment.gaps
        return chunk

    def _leaders(self, rng: np.random.Generator, runs: int, policy: ExploreThenCommit) -> Integers:
        """The arm that each run commits to."""
        means, bandit = self.experiment.means, self.experiment.bandit
        shape = (runs, policy.arms)
        sums: Floats
        if isinstance(bandit, GaussianBandit):
            spread = float(exact(bandit.sigma)) * np.sqrt(policy.explore)
            sums = policy.explore * means + spread * rng.standard_normal(shape)
        else:
            sums = rng.binomial(policy.explore, means, shape).astype(np.float64)
        tied = sums == sums.max(axis=1, keepdims=True)
        if policy.ties == "last":
            last: Integers = policy.arms - 1 - tied[:, ::-1].argmax(axis=1)
            return last
        if policy.ties == "random":
            tied = np.where(tied, rng.random(shape), -1.0)  # the largest of equally likely numbers
        first: Integers = tied.argmax(axis=1)
        return first


def _pulls(t: int, policy: ExploreThenCommit, leaders: Integers) -> Integers:
    """How often each arm was pulled in the first t rounds of each run."""
    explored = min(t, policy.explore * policy.arms)
    arms = np.arange(policy.arms)
    equal = explored // policy.arms + (arms < explored % policy.arms)
    pulls: Integers = equal + (t - explored) * (arms == leaders[:, None])
    return pulls
