"""How often the confidence events of linear policies fail: exactly where that can be computed.

With normal rewards all errors of a phase of GOPE are normal, so the probability that an estimate
is off by more than the width of the phase is a tail of a normal law, in balls. The ellipsoid of
OFUL fails if the noise is longer than its bound, a tail of a chi-square law, or if the rewards
deviate; both together are counted in runs. Concentrated Differential Privacy for Bandits,
Theorems 13 and 14 and the good event in the proof of Theorem 4.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
import numpy as np
from banditproof.algorithms.contexts import Context
from banditproof.algorithms.engines.per_step import play
from banditproof.algorithms.linear.episodic_oful import EpisodicOFUL
from banditproof.algorithms.linear.phased_elimination import Phase, PhasedElimination
from banditproof.algorithms.linear_environment import LinearEnvironment, LinearRewards
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness, Sampled, Seed, generator
from banditproof.theory import Enclosure, certify
from banditproof.theory.budgets import Budget
from banditproof.theory.concentration import gaussian_tail
from banditproof.theory.exact import Number, exact
from banditproof.theory.mechanisms import Gaussian, Mechanism


def error_variances(
    policy: PhasedElimination, state: Phase, sigma: Number = 1
) -> tuple[Fraction, ...]:
    """The variance of the estimated mean of each arm alive, for rewards of deviation sigma.

    sum_k n_k (readout mixing)_k^2 sigma^2 + |readout|^2 times the variance of the noise, exact for
    the floats of the plan.
    """
    plan = policy.plan(state)
    mechanism = policy.mechanism(state, Pull.plan(plan.parts))
    noise = exact(mechanism.sigma_squared) if isinstance(mechanism, Gaussian) else Fraction(0)
    readout = [[Fraction(x) for x in row] for row in plan.readout.tolist()]
    mixing = [[Fraction(x) for x in row] for row in plan.mixing.tolist()]
    spread, result = exact(sigma) ** 2, []
    for row in readout:
        weights = [
            sum((r * mixing[i][k] for i, r in enumerate(row)), Fraction(0))
            for k in range(len(plan.parts))
        ]
        rewards = sum(
            (count * w**2 for w, (_, count) in zip(weights, plan.parts, strict=True)), Fraction(0)
        )
        result.append(rewards * spread + sum((r**2 for r in row), Fraction(0)) * noise)
    return tuple(result)


def phase_failure(policy: PhasedElimination, state: Phase, sigma: Number = 1) -> Enclosure:
    """The chance that an arm's estimate is off by more than the width 2^-l, at most, certified.

    The sum over the arms alive of the two-sided normal tails, for normal rewards of deviation
    sigma. While no estimate is off, the best arm is not dropped, and the arms that stay have gaps
    of at most 4 2^-l.

    >>> from banditproof.algorithms.linear.gope import AdaCGOPE
    >>> policy = AdaCGOPE(((1, 0), (0, 1)), rho="0.1", delta="0.1")
    >>> phase_failure(policy, policy.start()).hi < Fraction(5, 100)
    True
    """
    width = Fraction(1, 2**state.number)
    tails = [
        certify(gaussian_tail, width, variance, digits=15) * 2
        for variance in error_variances(policy, state, sigma)
    ]
    return sum(tails, Enclosure.of(Fraction(0)))


def elimination_failure(
    policy: PhasedElimination, phases: int, sigma: Number = 1
) -> tuple[Enclosure, ...]:
    """`phase_failure` of the first phases, with all arms alive, each beside its share of delta.

    The shares of the proof are delta / (l (l + 1)), and add up to delta.
    """
    return tuple(
        phase_failure(policy, Phase(number, tuple(range(policy.arms))), sigma)
        for number in range(1, phases + 1)
    )


@dataclass(frozen=True)
class EliminationRuns:
    """How many runs dropped the best arm, and how many kept an arm whose gap is too large."""

    dropped_best: int
    kept_bad: int
    runs: int
    largest_share: float
    """The largest regret of a run, as a share of sum_l 4 2^-(l-1) T_l for phases of T_l plays."""


def elimination_runs(
    policy: PhasedElimination, theta: Sequence[Number], phases: int, runs: int, rng: Seed
) -> EliminationRuns:
    """Draw the releases of some phases with normal rewards of deviation 1, and look who stays.

    The good event of Theorem 4: an arm of the largest mean stays, and after phase l an arm that
    stays has a gap of at most 4 2^-l. Then the regret is at most sum_l 4 2^-(l-1) T_l, in which
    all constants of the proof are explicit.

    >>> from banditproof.algorithms.linear.gope import AdaCGOPE
    >>> policy = AdaCGOPE(((1, 0), (0, 1)), rho="0.1", delta="0.1")
    >>> found = elimination_runs(policy, ("0.9", "0.1"), phases=3, runs=50, rng=1)
    >>> found.dropped_best, found.kept_bad, round(found.largest_share, 3)
    (0, 0, 0.168)
    """
    chance = generator(rng)
    means = policy.action_set.matrix @ np.array([float(exact(x)) for x in theta])
    dropped, kept, share = 0, 0, 0.0
    gaps = means.max() - means
    for _ in range(runs):
        state, bad = policy.start(), False
        regret, bound = 0.0, 0.0
        while state.number <= phases and not policy.action_set.alike(state.alive):
            plan = policy.plan(state)
            pull = Pull.plan(plan.parts)
            mechanism = policy.mechanism(state, pull)
            arms = [arm for arm, _ in plan.parts]
            counts = np.array([float(count) for _, count in plan.parts])
            sums = counts * means[arms] + np.sqrt(counts) * chance.standard_normal(len(arms))
            regret += float(counts @ gaps[arms])
            bound += 4 * 0.5 ** (state.number - 1) * plan.plays
            released = plan.mixing @ sums
            if isinstance(mechanism, Gaussian):
                spread = float(exact(mechanism.sigma_squared)) ** 0.5
                released = released + spread * chance.standard_normal(len(released))
            state = policy.learn(state, pull, tuple(released.tolist()))
            bad = bad or gaps[list(state.alive)].max() > 4 * 0.5 ** (state.number - 1)
        dropped += gaps[list(state.alive)].min() > 0
        kept += bad
        share = max(share, regret / bound if bound else 0.0)
    return EliminationRuns(int(dropped), int(kept), runs, share)


@dataclass(frozen=True)
class EllipsoidRuns:
    """How many runs had theta outside of the ellipsoid at some update."""

    missed: int
    runs: int


def ellipsoid_misses(
    policy: EpisodicOFUL, environment: LinearEnvironment, horizon: int, seeds: Iterable[int]
) -> EllipsoidRuns:
    """Play runs, and look after each update whether |theta_tilde - theta|_V is within the radius.

    >>> from banditproof.algorithms.linear.oful import AdaCOFUL
    >>> sphere = LinearEnvironment(theta=("0.6", "0.8"), contexts="sphere", arms=2)
    >>> ellipsoid_misses(AdaCOFUL(arms=2, dimension=2, rho=1), sphere, 40, range(3))
    EllipsoidRuns(missed=0, runs=3)
    """
    missed, number = 0, 0
    for seed in seeds:
        number += 1
        chance = np.random.default_rng(seed).spawn(3)
        contexts = environment.offered(chance[0])
        watched = _Watched(policy, environment.direction)
        rewards = LinearRewards(environment, contexts, chance[1])
        play(watched, rewards, horizon, Sampled(chance[2]), contexts)
        missed += watched.outside
    return EllipsoidRuns(missed, number)


class _Watched(Policy[Any]):
    """A policy that is played, with a look at each of its estimates."""

    def __init__(self, policy: EpisodicOFUL, theta: Any) -> None:
        self.policy, self.theta, self.outside = policy, theta, False
        self.arms, self.dimension, self.rewards = policy.arms, policy.dimension, policy.rewards
        self.curator, self.clips_rewards = policy.curator, policy.clips_rewards
        self.name = policy.name

    @property
    def budget(self) -> Budget:
        return self.policy.budget

    def start(self) -> Any:
        return self.policy.start()

    def mechanism(self, state: Any, pull: Pull) -> Mechanism:
        return self.policy.mechanism(state, pull)

    def decide(self, state: Any, t: int, randomness: Randomness) -> Pull:
        return self.policy.decide(state, t, randomness)

    def decide_in(self, state: Any, t: int, context: Context, randomness: Randomness) -> Pull:
        return self.policy.decide_in(state, t, context, randomness)

    def learn(self, state: Any, pull: Pull, released: Any) -> Any:
        return self.policy.learn(state, pull, released)

    def learn_in(self, state: Any, pull: Pull, context: Context, released: Any) -> Any:
        after = self.policy.learn_in(state, pull, context, released)
        if released is not None:
            off = np.array(after.known.theta) - self.theta
            length = float(off @ np.array(after.gram) @ off) ** 0.5
            self.outside = self.outside or length > after.known.radius
        return after
