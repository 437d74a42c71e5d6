"""The engines of the policies that decide before every pull: kernels, round by round.

Explore-then-commit alone needs no rounds: one draw per arm decides a run of any length.
"""

from dataclasses import dataclass
from typing import Any
import numpy as np
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.regret.dp_ucb import TREES, TreeUCB
from banditproof.algorithms.regret.explore_then_commit import ExploreThenCommit
from banditproof.algorithms.regret.follow_the_leader import FollowTheLeader
from banditproof.algorithms.regret.imed import IMED
from banditproof.algorithms.regret.kl_ucb import KLUCB, AsymptoticKLUCB
from banditproof.algorithms.regret.lazy_dp_ts import LazyDPTS
from banditproof.algorithms.regret.phased_index import ONE_BY_ONE, OpenIndexPolicy
from banditproof.algorithms.regret.ucb import UCB, AsymptoticUCB, FixedConfidenceUCB
from banditproof.theory import GaussianBandit
from banditproof.theory.compiled import Kernel
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Laplace
from .engine import PIECE, Chunk, Experiment, Floats, Integers, KernelEngine

OPEN_POLICIES: dict[type[Policy[Any]], tuple[str, str]] = {
    FollowTheLeader: ("UCB", "CONSTANT"),
    UCB: ("UCB", "LOG_TIME"),
    FixedConfidenceUCB: ("UCB", "CONSTANT"),
    AsymptoticUCB: ("UCB", "LOG_WITH_MARGIN"),
    KLUCB: ("KL_UCB", "LOG_TIME"),
    AsymptoticKLUCB: ("KL_UCB", "LOG_WITH_MARGIN"),
    IMED: ("IMED", "CONSTANT"),
}
"""Non-private policies with kernels: their index and level in `per_round_kernels`."""
MICROSECONDS = {"UCB": (3, 1), "KL_UCB": (10, 15), "IMED": (3, 3), "LAZY": (5, 2), "TREE": (10, 1)}
"""How long the interpreter takes for a round: once, and for each arm."""


@dataclass(frozen=True)
class RoundEngine(KernelEngine):
    """Per-round play of UCB and KL-UCB, follow the leader, IMED, Lazy-DP-TS and DP-UCB.

    From equal generators it makes the same pulls as the specification engine.
    """

    decides_in_each_round = True

    @property
    def kernel(self) -> Kernel[..., Any]:
        """The play of DP-UCB, of Lazy-DP-TS, or of an index policy without privacy."""
        from . import per_round_kernels

        if isinstance(self.experiment.policy, TreeUCB):
            return per_round_kernels.play_tree_ucb
        lazy = isinstance(self.experiment.policy, LazyDPTS)
        return per_round_kernels.play_lazy_dp_ts if lazy else per_round_kernels.play_open_index

    def steps(self, runs: int) -> int:
        """About how many microseconds the interpreter takes."""
        return runs * self.experiment.horizon * self._round

    @property
    def _round(self) -> int:
        """About how many microseconds the interpreter takes for a round."""
        policy = self.experiment.policy
        own = "TREE" if isinstance(policy, TreeUCB) else "LAZY"
        index, _ = OPEN_POLICIES.get(type(policy), (own, ""))
        once, per_arm = MICROSECONDS[index]
        return once + per_arm * policy.arms

    def play_chunk(self, rng: np.random.Generator, runs: int) -> Chunk:
        """Play some runs one after the other, each in pieces of some tenths of a second."""
        experiment, arms = self.experiment, self.experiment.policy.arms
        chunk = experiment.empty_chunk(runs)
        play, numbers = self.form(runs), self._numbers()
        checkpoints = np.array(experiment.checkpoints, np.int64)
        piece, world = max(1, PIECE // self._round), (experiment.means, experiment.gaps)
        for count, curve in zip(*chunk, strict=True):
            known = self._empty(arms)
            for start in range(0, experiment.horizon, piece):
                stop = min(start + piece, experiment.horizon)
                rounds = (start, stop, checkpoints)
                play(*numbers, *world, *rounds, rng, count, curve, known)
        return chunk

    def _empty(self, arms: int) -> Floats:
        """What a policy knows before its first round."""
        policy = self.experiment.policy
        if isinstance(policy, TreeUCB):
            return np.zeros((arms, 1 + 3 * policy.tree.levels))
        return np.zeros((4, arms) if isinstance(policy, LazyDPTS) else arms)

    def _numbers(self) -> tuple[float, ...]:
        """What the kernel receives of the policy."""
        from . import per_round_kernels, regret_kernels

        policy, bandit = self.experiment.policy, self.experiment.bandit
        if isinstance(policy, TreeUCB):
            noise = policy.tree.noise
            assert isinstance(noise, Laplace)
            ties = getattr(regret_kernels, policy.ties.upper())
            return *policy.numbers, float(exact(noise.scale)), ties
        if isinstance(policy, LazyDPTS):
            eps = exact(policy.eps)
            return float(eps), float(exact(policy.bonus)), float(1 / eps)
        assert isinstance(policy, OpenIndexPolicy)
        index, level = OPEN_POLICIES[type(policy)]
        return (
            getattr(per_round_kernels, index),
            # follow the leader is UCB without a width
            float(exact(policy.exploration)) if isinstance(policy, UCB) else 0.0,
            getattr(per_round_kernels, level),
            policy.level(1) if isinstance(policy, FixedConfidenceUCB) else 0.0,
            float(exact(bandit.sigma)) if isinstance(bandit, GaussianBandit) else -1.0,
            getattr(regret_kernels, policy.ties.upper()),
        )


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


def per_round_engine(experiment: Experiment, planned: int = 0) -> RoundEngine | CommitEngine | None:
    """The per-round engine of an experiment, if its policy has one.

    A policy with other batches or its own noise, or a subclass of a built-in policy, has none.

    >>> from banditproof.theory import BernoulliBandit
    >>> experiment = Experiment(IMED(arms=2), BernoulliBandit((1, 0)), 1000, (10, 1000))
    >>> per_round_engine(experiment).play_chunk(np.random.default_rng(1), runs=2).counts
    array([[999,   1],
           [999,   1]])
    """
    policy = experiment.policy
    if type(policy) is ExploreThenCommit:
        return CommitEngine(experiment)
    if type(policy) in TREES:
        assert isinstance(policy, TreeUCB)
        return RoundEngine(experiment, planned) if policy.noise is None else None
    if type(policy) is LazyDPTS:
        return RoundEngine(experiment, planned) if policy.noise is None else None
    if type(policy) in OPEN_POLICIES:
        assert isinstance(policy, OpenIndexPolicy)
        return RoundEngine(experiment, planned) if policy.schedule == ONE_BY_ONE else None
    return None
