"""The engines of policies that stop: runs until an answer, or until they are cut off."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar
import numpy as np
from banditproof.algorithms.coarse_numbers import coarse, step_of
from banditproof.algorithms.identification import top_two
from banditproof.algorithms.identification.private_top_two import (
    AdaPTT,
    AdaPTTStar,
    PrivateTopTwo,
    UniformTT,
    UniformTTStar,
    samples_of,
)
from banditproof.algorithms.identification.stopping_rules import Threshold
from banditproof.algorithms.identification.top_two import TTUCB, gamma_quantile_bound
from banditproof.algorithms.identification.tracking import tracked_share
from banditproof.algorithms.policy import checked_pull, checked_recommendation
from banditproof.algorithms.randomness import Drawing, Sampled
from banditproof.algorithms.regret.exploration import log_inverse
from banditproof.algorithms.reward_space import UNIT
from banditproof.theory import GaussianBandit
from banditproof.theory.compiled import Kernel
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Laplace
from banditproof.theory.stopping.mixture_calibration import calibration_gain
from .engine import Chunk, Engine, Experiment, Floats, KernelEngine
from .recorded_run import Record, RecordedEngine

PRIVATE = (AdaPTT, AdaPTTStar, UniformTT, UniformTTStar)
"""The private policies with a kernel; a subclass of one may decide otherwise."""
TYPICAL = 10**5
"""About how many pulls a run has; only the choice between interpreter and kernel depends on it."""
PER_PULL = 5
"""The microseconds of a pull when it is interpreted."""


@dataclass(frozen=True)
class Identification(Experiment):
    """A policy that stops on a bandit; a run without an answer is cut off after `horizon` pulls.

    The results of a run are its pulls and, as the only column of the curves, the arm that it
    recommends: -1 if it was cut off.
    """

    until_answers: ClassVar[bool] = True

    def empty_chunk(self, runs: int) -> Chunk:
        """Room for the results of some runs."""
        return Chunk(np.zeros((runs, self.bandit.arms), np.int64), np.full((runs, 1), -1.0))


@lru_cache(maxsize=1 << 6)
def threshold_table(threshold: Threshold, gap: float, phases: int) -> Floats:
    """The thresholds at a gap, by the numbers of private means of both arms from 1 on."""
    table = np.zeros((phases, phases))
    for i in range(1, phases):
        for j in range(1, phases):
            table[i, j] = threshold.at(gap, samples_of(i), samples_of(j))
    return table


@dataclass(frozen=True)
class PrivateTopTwoEngine(RecordedEngine):
    """AdaP-TT, AdaP-TT* and uniform sampling with their stopping rules, at machine speed.

    >>> from banditproof.theory import BernoulliBandit
    >>> experiment = Identification(AdaPTT(2, "0.1"), BernoulliBandit((0.9, 0.1)), 10**6)
    >>> PrivateTopTwoEngine(experiment).play_chunk(np.random.default_rng(1), 3).curves[:, 0]
    array([0., 0., 0.])
    """

    runs_per_chunk: int = 16

    @property
    def _policy(self) -> PrivateTopTwo:
        policy = self.experiment.policy
        assert isinstance(policy, PrivateTopTwo)
        return policy

    @property
    def tables(self) -> tuple[float, Floats, Floats]:
        """The gap at which thresholds change, and those below and above it, by private means."""
        threshold = self._policy.stopping.threshold
        phases, change = self.experiment.horizon.bit_length() + 2, threshold.changes_at
        near = threshold_table(threshold, 0.0, phases)
        far = near if math.isinf(change) else threshold_table(threshold, change, phases)
        return change, near, far

    @property
    def kernel(self) -> Kernel[..., Any]:
        """The play of a private Top Two policy."""
        from .identification_kernels import play_private_top_two

        return play_private_top_two

    def steps(self, runs: int) -> int:
        """About how many microseconds the interpreter takes."""
        return runs * min(self.experiment.horizon, TYPICAL) * PER_PULL

    @property
    def numbers(self) -> tuple[Any, ...]:
        """The rules of the policy, its noise, its cost and its thresholds."""
        policy = self._policy
        share, cost, eps = tracked_share(policy.beta), policy.stopping.cost, exact(policy.eps)
        uniform = isinstance(policy, UniformTT | UniformTTStar)
        rules = (uniform, policy.bonus == "time", policy.clipped, *share.as_integer_ratio())
        noise = (float(eps), float(1 / eps), step_of((Laplace(1 / eps),)))
        return *rules, *noise, cost.cut, cost.scale, *self.tables

    @property
    def most_pulls(self) -> int:
        """The episodes of all arms: they double."""
        return self._policy.arms * (self.experiment.horizon.bit_length() + 2)

    def _play(
        self, rng: np.random.Generator, runs: int, record: Record
    ) -> tuple[Chunk, tuple[int, int]]:
        experiment, chunk = self.experiment, self.experiment.empty_chunk(runs)
        world, room = (experiment.means, experiment.horizon), (*chunk, record.arms)
        play = self.form(runs)
        return chunk, (play(*self.numbers, *world, rng, *room, record.sums, record.noises), 0)


@dataclass(frozen=True)
class TTUCBEngine(KernelEngine):
    """TTUCB at machine speed; from equal generators it makes the pulls of the plain policy."""

    runs_per_chunk: int = 16

    @property
    def _policy(self) -> TTUCB:
        policy = self.experiment.policy
        assert isinstance(policy, TTUCB)
        return policy

    @property
    def kernel(self) -> Kernel[..., Any]:
        """The play of TTUCB."""
        from .identification_kernels import play_ttucb

        return play_ttucb

    def steps(self, runs: int) -> int:
        """About how many microseconds the interpreter takes."""
        return runs * min(self.experiment.horizon, TYPICAL) * PER_PULL

    def _constant(self) -> float:
        """The part of the threshold that does not depend on the pulls."""
        policy = self._policy
        delta = exact(policy.delta if policy.delta is not None else 1)
        if policy.rule == top_two.LIKELIHOOD:
            return gamma_quantile_bound(policy.arms, delta)
        if policy.rule == top_two.HEURISTIC:
            return log_inverse(delta)
        level = -float(np.log(float(delta)))
        return 2.0 * float(calibration_gain(0.5 * (math.log(policy.arms - 1.0) + level)))

    def play_chunk(self, rng: np.random.Generator, runs: int) -> Chunk:
        """Play some runs one after the other."""
        experiment, policy = self.experiment, self._policy
        chunk, share = experiment.empty_chunk(runs), tracked_share(policy.beta)
        bandit = experiment.bandit
        sigma = float(exact(bandit.sigma)) if isinstance(bandit, GaussianBandit) else -1.0
        rule = (top_two.RULES.index(policy.rule), self._constant(), policy.bonus == "margin")
        numbers = (*rule, policy.sigma_squared, *share.as_integer_ratio())
        self.form(runs)(*numbers, experiment.means, sigma, experiment.horizon, rng, *chunk)
        return chunk


@dataclass(frozen=True)
class PlainEngine:
    """Any policy that stops, on Bernoulli arms: one Binomial draw for each arm of a decision."""

    experiment: Experiment
    runs_per_chunk: int = 1
    compiled: bool = False

    def play_chunk(self, rng: np.random.Generator, runs: int) -> Chunk:
        """Play some runs one after the other."""
        chunk = self.experiment.empty_chunk(runs)
        for counts, answer in zip(*chunk, strict=True):
            answer[0] = self._run(rng, counts)
        return chunk

    def _rewards(self) -> tuple[int | float, int | float]:
        """What the curator reads for the rewards 0 and 1."""
        policy = self.experiment.policy
        if not policy.clips_rewards or policy.rewards == UNIT:
            return 0, 1
        low, high = map(policy.rewards.clipped, (0, 1))
        return low, high

    def _run(self, rng: np.random.Generator, counts: Any) -> int:
        policy, means = self.experiment.policy, self.experiment.means
        longest, chance = self.experiment.horizon, Sampled(rng)
        drawing = Drawing(chance)
        low, high = self._rewards()
        state, played = policy.start(), 0
        open_sums: list[float] = [0] * policy.arms
        while True:
            answer = checked_recommendation(policy.recommendation(state), policy.arms, played + 1)
            if answer is not None or played == longest:
                return -1 if answer is None else answer
            pull = checked_pull(policy.decide(state, played + 1, drawing), policy.arms, played + 1)
            for arm, planned in pull.parts:
                count = min(planned, longest - played)
                counts[arm] += count
                played += count
                if count < planned:
                    return -1
                ones = int(rng.binomial(count, means[arm]))
                open_sums[arm] += low * (count - ones) + high * ones
            released = None
            if pull.releases:
                mechanism = policy.mechanism(state, pull)
                noisy = open_sums[pull.arm] + chance.noise(mechanism)
                released, open_sums[pull.arm] = coarse(noisy, (mechanism,)), 0
            state = policy.learn(state, pull, released)


def identification_engine(experiment: Identification, planned: int = 0) -> Engine:
    """The fastest engine that plays a policy until it stops."""
    policy = experiment.policy
    if isinstance(policy, PrivateTopTwo) and type(policy) in PRIVATE and policy.noise is None:
        return PrivateTopTwoEngine(experiment, planned)
    if type(policy) is TTUCB:
        return TTUCBEngine(experiment, planned)
    return PlainEngine(experiment)
