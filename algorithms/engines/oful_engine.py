"""The engine of the OFUL policies: the rounds of an episode in a kernel, updates in the policy."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple
import numpy as np
from banditproof.algorithms.coarse_numbers import coarse
from banditproof.algorithms.contexts import Context, DrawnContexts, FixedContexts
from banditproof.algorithms.linear.episodic_oful import EpisodicOFUL, Estimate
from banditproof.algorithms.linear.oful import RSOFUL, AdaCOFUL, AdaCOFULPrinted, AdaROFUL, LinUCB
from banditproof.algorithms.linear_environment import LinearEnvironment
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Sampled
from banditproof.theory.compiled import Kernel
from banditproof.theory.exact import exact
from .engine import PIECE, Chunk, Experiment, Floats, Integers, KernelEngine

OFUL_POLICIES: tuple[type[Policy[Any]], ...] = (AdaCOFUL, AdaCOFULPrinted, AdaROFUL, RSOFUL, LinUCB)
EPISODES = 30
"""About how many episodes a run has; those of LinUCB are its rounds."""


class RecordedRounds(NamedTuple):
    """All draws of a run: vectors and rewards of the rounds, noises, and broken ties."""

    contexts: tuple[Context, ...]
    rewards: tuple[float, ...]
    noises: tuple[float, ...]
    uniforms: tuple[float, ...]
    counts: tuple[int, ...]


@dataclass(frozen=True)
class OFULEngine(KernelEngine):
    """Round by round play of the OFUL policies, with contexts that are drawn inside or listed."""

    decides_in_each_round = True

    @property
    def kernel(self) -> Kernel[..., Any]:
        """The rounds of an episode."""
        from .oful_kernels import play_oful_episode

        return play_oful_episode

    @property
    def _round(self) -> int:
        """About how many microseconds the interpreter takes for a round."""
        d = self._policy.dimension
        return 5 + self._policy.arms * (3 + d + d * d // 4)

    def steps(self, runs: int) -> int:
        """About how many microseconds the interpreter takes."""
        return runs * self.experiment.horizon * self._round

    @property
    def _policy(self) -> EpisodicOFUL:
        policy = self.experiment.policy
        assert isinstance(policy, EpisodicOFUL)
        return policy

    @property
    def _world(self) -> LinearEnvironment:
        assert isinstance(self.experiment.bandit, LinearEnvironment)
        return self.experiment.bandit

    def form(self, runs: int) -> Callable[..., Any]:
        """The kernel in the faster form; it is called once for each episode."""
        planned = self.planned or runs
        episodes = self.experiment.horizon if isinstance(self._policy, LinUCB) else EPISODES
        return self.kernel.for_work(self.steps(planned), planned * episodes)

    def play_chunk(self, rng: np.random.Generator, runs: int) -> Chunk:
        """Play some runs one after the other."""
        chunk = self.experiment.empty_chunk(runs)
        nothing = np.zeros((0, self._policy.arms, self._policy.dimension))
        for count, curve in zip(*chunk, strict=True):
            self._run(rng, runs, count, curve, (nothing, np.zeros(0), np.zeros(0)), [])
        return chunk

    def recorded_run(self, rng: np.random.Generator) -> RecordedRounds:
        """Play one run and return its draws."""
        policy, rounds = self._policy, self.experiment.horizon
        chunk = self.experiment.empty_chunk(1)
        seen = np.zeros((rounds, policy.arms, policy.dimension))
        rewards, uniforms = np.zeros(rounds), np.zeros(rounds)
        noises: list[float] = []
        record = (seen, rewards, uniforms)
        broken = self._run(rng, 1, chunk.counts[0], chunk.curves[0], record, noises)
        return RecordedRounds(
            tuple(tuple(map(tuple, rows)) for rows in seen.tolist()),
            tuple(rewards.tolist()),
            tuple(noises),
            tuple(uniforms[:broken].tolist()),
            tuple(chunk.counts[0].tolist()),
        )

    def _run(
        self,
        rng: np.random.Generator,
        runs: int,
        count: Integers,
        curve: Floats,
        record: tuple[Floats, Floats, Floats],
        noises: list[float],
    ) -> int:
        """Play one run; returns how many ties were broken at random."""
        from . import regret_kernels
        from .oful_kernels import RADIUS, THRESHOLD

        policy, horizon = self._policy, self.experiment.horizon
        checkpoints = np.array(self.experiment.checkpoints, np.int64)
        play, numbers = self.form(runs), self._numbers()
        table, chance = self._table(), Sampled(rng)
        state = policy.start()
        gram, inverse = np.array(state.gram), np.array(state.inverse)
        total, carried = np.zeros(policy.dimension), np.zeros(3 + policy.arms)
        known, t, piece = state.known, 0, max(1, PIECE // self._round)
        ties = getattr(regret_kernels, policy.ties.upper())
        room = (checkpoints, rng, gram, inverse, total, carried, count, curve, *record)
        while t < horizon:
            numbers[RADIUS] = known.radius
            world = (table, self._world.direction, np.array(known.theta), np.array(known.shape))
            t = play(numbers, ties, *world, t, min(t + piece, horizon), *room)
            if carried[0] > numbers[THRESHOLD]:
                known = self._renewed(known, t, gram, total, chance, noises)
                inverse[:], total[:], carried[0] = np.array(known.shape), 0.0, 0.0
        return int(carried[2])

    def _renewed(
        self,
        known: Estimate,
        t: int,
        gram: Floats,
        total: Floats,
        chance: Sampled,
        noises: list[float],
    ) -> Estimate:
        """The release that ends an episode, and what the policy learns from it."""
        policy, noise = self._policy, self._policy.noise
        left = tuple(total.tolist())
        if noise is not None:
            fresh = [chance.noise(noise) for _ in left]
            noises += fresh
            grid = () if policy.unclipped else (noise,)
            left = tuple(coarse(x + y, grid) for x, y in zip(left, fresh, strict=True))
        sums = tuple(x + y for x, y in zip(known.total, left, strict=True))
        rows = tuple(map(tuple, gram.tolist()))
        return policy.estimate(known.updates + 1, t, rows, sums)

    def _table(self) -> Floats:
        """The listed vectors; an empty round of their shape if they are drawn."""
        if isinstance(self._world.contexts, str):
            return np.zeros((1, self._policy.arms, self._policy.dimension))
        offered = self._world.offered(0)
        assert isinstance(offered, FixedContexts)
        return np.array(offered.contexts)

    def _numbers(self) -> Floats:
        """What the kernel receives of the world and of the policy, in the order of its places."""
        from .oful_kernels import LISTED, NORMAL, SPHERE

        world, policy = self._world, self._policy
        law, spread = LISTED, 0.0
        if isinstance(world.contexts, str):
            offered = world.offered(0)
            assert isinstance(offered, DrawnContexts)
            law, spread = (NORMAL if offered.law == "normal" else SPHERE), offered.spread
        sigma = float(exact(world.sigma)) if world.law == "normal" else -1.0
        longest, reach = (math.inf, math.inf) if policy.unclipped else (1.0, 1.0)
        return np.array((law, spread, sigma, longest, reach, 0.0, policy.threshold))


def oful_engine(experiment: Experiment, planned: int = 0) -> OFULEngine | None:
    """The engine of an OFUL policy in a linear environment; a subclass of one has none.

    >>> world = LinearEnvironment(theta=("0.6", "0.8"), contexts="sphere", arms=4)
    >>> experiment = Experiment(AdaCOFUL(arms=4, dimension=2, rho=1), world, 300)
    >>> oful_engine(experiment).play_chunk(np.random.default_rng(1), runs=2).counts.sum(axis=1)
    array([300, 300])
    """
    fits = type(experiment.policy) in OFUL_POLICIES
    if fits and isinstance(experiment.bandit, LinearEnvironment):
        return OFULEngine(experiment, planned)
    return None
