"""The phase-level engine of eliminations by designs: a run costs O(phases), not O(T).

A phase needs of its rewards only their sum for each arm that it plays. The sum of n signs is one
Binomial draw, and that of n normal rewards one normal draw; normal rewards that are clipped are
drawn one by one, in arrays. Decisions are those of the policy file, and the draws of a run, given
to `per_step.play`, make the same pulls.
"""

import math
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple
import numpy as np
from banditproof.algorithms.coarse_numbers import step_of
from banditproof.algorithms.linear.gope import GOPE, AdaCGOPE, AdaRGOPE, PrintedAdaCGOPE
from banditproof.algorithms.linear.phased_elimination import Phase, PhasedElimination
from banditproof.algorithms.linear_environment import LinearEnvironment
from banditproof.algorithms.policy import Policy, Pull
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian
from .engine import Chunk, Experiment, Floats, Integers

PHASED: tuple[type[Policy[Any]], ...] = (GOPE, AdaCGOPE, AdaRGOPE, PrintedAdaCGOPE)
"""The policies that are played by phases; a subclass may decide otherwise."""
BLOCK = 1 << 20
"""How many clipped rewards are drawn at once."""
MOST_PHASES = 20_000
"""How many phases are kept in memory."""


class RecordedPhases(NamedTuple):
    """The draws of a run: (arm, plays, sum) of each part, and the noises; cut parts have sum 0."""

    parts: tuple[tuple[int, int, float], ...]
    noises: tuple[float, ...]
    counts: tuple[int, ...]


class _Prepared(NamedTuple):
    """A phase of some state: its arms and plays, its statistic, and the scale of its noise."""

    pull: Pull
    arms: Integers
    plays: Integers
    total: int
    lost: float
    """The regret of the whole phase."""
    mixing: Floats
    sigma: float
    step: float


@dataclass(frozen=True)
class LinearPhaseEngine:
    """Phase-level play of GOPE, AdaC-GOPE and AdaR-GOPE on fixed actions.

    >>> axes = ((1, 0), (0, 1))
    >>> world = LinearEnvironment(theta=("0.9", "0.1"), actions=axes)
    >>> experiment = Experiment(AdaCGOPE(axes, rho=1), world, 10**9)
    >>> engine = LinearPhaseEngine(experiment)
    >>> engine.play_chunk(np.random.default_rng(1), runs=2).counts.sum(axis=1) == 10**9
    array([ True,  True])
    """

    experiment: Experiment
    runs_per_chunk: int = 32
    compiled: bool = False
    _prepared: dict[Phase, _Prepared] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    @property
    def _policy(self) -> PhasedElimination:
        policy = self.experiment.policy
        assert isinstance(policy, PhasedElimination)
        return policy

    @cached_property
    def _world(self) -> LinearEnvironment:
        assert isinstance(self.experiment.bandit, LinearEnvironment)
        return self.experiment.bandit

    def play_chunk(self, rng: np.random.Generator, runs: int) -> Chunk:
        """Play some runs one after the other."""
        chunk = self.experiment.empty_chunk(runs)
        for run in range(runs):
            self._play(rng, chunk.counts[run], chunk.curves[run], None)
        return chunk

    def recorded_run(self, rng: np.random.Generator) -> RecordedPhases:
        """Play one run and return its draws."""
        chunk = self.experiment.empty_chunk(1)
        record: tuple[list[Any], list[float]] = ([], [])
        self._play(rng, chunk.counts[0], chunk.curves[0], record)
        return RecordedPhases(tuple(record[0]), tuple(record[1]), tuple(chunk.counts[0].tolist()))

    def _play(
        self,
        rng: np.random.Generator,
        counts: Integers,
        curve: Floats,
        record: tuple[list[Any], list[float]] | None,
    ) -> None:
        """Play one run; `counts` and `curve` are filled."""
        policy, horizon = self._policy, self.experiment.horizon
        state, t, regret = policy.start(), 0, 0.0
        while t < horizon:
            phase = self._phase(state)
            left = horizon - t
            played, lost = phase.plays, phase.lost
            if phase.total > left:
                played = np.diff(np.minimum(np.cumsum(played), left), prepend=0)
                lost = float(played @ self._gaps[phase.arms])
            self._note(curve, t, t + min(phase.total, left), regret, phase.arms, played)
            counts[phase.arms] += played
            regret += lost
            t += phase.total
            released = phase.pull.releases and t <= horizon
            sums = self._sums(rng, phase) if released else np.zeros(len(played))
            noises = phase.sigma * rng.standard_normal(len(phase.mixing)) if released else None
            if record is not None:
                record[0].extend(
                    zip(phase.arms.tolist(), played.tolist(), sums.tolist(), strict=True)
                )
                record[1].extend([] if noises is None else noises.tolist())
            if noises is not None:
                vector = phase.mixing @ sums + noises
                if phase.step:
                    vector = np.round(vector / phase.step) * phase.step
                state = policy.learn(state, phase.pull, tuple(vector.tolist()))

    def _phase(self, state: Phase) -> _Prepared:
        """The phase of a state; a pull beyond the horizon is cut to one that overshoots it."""
        result = self._prepared.get(state)
        if result is not None:
            return result
        policy, most = self._policy, self.experiment.horizon + 1
        # a decision of these policies uses no randomness
        pull = policy.decide(state, 1, None)  # type: ignore[arg-type]
        arms = np.array([arm for arm, _ in pull.parts])
        plays = np.array([min(count, most) for _, count in pull.parts])
        mixing, sigma, step = np.zeros((0, len(plays))), 0.0, 0.0
        if pull.releases:
            mixing, noise = policy.plan(state).mixing, policy.mechanism(state, pull)
            if isinstance(noise, Gaussian):
                sigma = math.sqrt(noise.variance)
            step = step_of((noise,))
        lost = float(plays @ self._gaps[arms])
        result = _Prepared(pull, arms, plays, sum(plays.tolist()), lost, mixing, sigma, step)
        if len(self._prepared) >= MOST_PHASES:
            self._prepared.clear()
        self._prepared[state] = result
        return result

    @cached_property
    def _means(self) -> Floats:
        return self.experiment.means

    @cached_property
    def _shares(self) -> Floats:
        """For each arm the probability of the reward 1, if rewards are signs."""
        return np.clip((1 + self._means) / 2, 0, 1)

    @cached_property
    def _gaps(self) -> Floats:
        return self.experiment.gaps

    def _sums(self, rng: np.random.Generator, phase: _Prepared) -> Floats:
        """The sum of the rewards of each part of a phase."""
        plays = phase.plays
        if self._world.law == "signs":
            ones = rng.binomial(plays, self._shares[phase.arms])
            return np.asarray(2 * ones - plays, dtype=np.float64)
        means = self._means[phase.arms]
        sigma = float(exact(self._world.sigma))
        if not self._policy.clips_rewards:
            total = plays * means + sigma * np.sqrt(plays) * rng.standard_normal(len(plays))
            return np.asarray(total, dtype=np.float64)
        return np.array(
            [
                self._clipped(rng, mean, sigma, n)
                for mean, n in zip(means, plays.tolist(), strict=True)
            ]
        )

    def _clipped(self, rng: np.random.Generator, mean: float, sigma: float, n: int) -> float:
        """The sum of n normal rewards, each clipped to the rewards of the policy."""
        space = self._policy.rewards
        low, high = float(space.lo), float(space.hi)
        sizes = (min(BLOCK, n - start) for start in range(0, n, BLOCK))
        return sum(float(np.clip(rng.normal(mean, sigma, k), low, high).sum()) for k in sizes)

    def _note(
        self,
        curve: Floats,
        before: int,
        after: int,
        regret: float,
        arms: Integers,
        played: Integers,
    ) -> None:
        """Write the regret at the checkpoints in (before, after], in the order played."""
        marks = self.experiment.checkpoints
        first, last = bisect_right(marks, before), bisect_right(marks, after)
        if first == last:
            return
        ends = np.concatenate(([0], np.cumsum(played)))
        lost = np.concatenate(([0.0], np.cumsum(played * self._gaps[arms])))
        # Regret is linear while one arm is pulled: between the ends of parts interpolation is
        # exact.
        curve[first:last] = regret + np.interp(
            np.array(marks[first:last], dtype=np.int64) - before, ends, lost
        )


def linear_phase_engine(experiment: Experiment) -> LinearPhaseEngine | None:
    """The engine of an experiment, if its policy is played by phases on fixed actions."""
    world = experiment.bandit
    if type(experiment.policy) in PHASED and isinstance(world, LinearEnvironment):
        return None if world.contextual else LinearPhaseEngine(experiment)
    return None
