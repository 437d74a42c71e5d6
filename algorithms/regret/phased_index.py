"""The skeleton of all phased index policies: a schedule, a memory rule, an index, a tie rule.

Pull every arm for its first batch, in index order; then pull the arm with the best score for its
next batch. DP-KLUCB, DP-IMED, AdaP-KLUCB, and, with batches of one pull and no noise, UCB, KL-UCB
and IMED differ in the four parts only. Optimal Regret of Bernoulli Bandits, Algorithm 1.
"""

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple
from banditproof.algorithms.policy import (
    Policy,
    Pull,
    Ties,
    broken_tie,
    checked_ties,
    claimed_budget,
)
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.batch_schedule import GeometricSchedule, PolynomialSchedule, Schedule
from banditproof.theory.budgets import ZCDP, Budget, PureDP
from banditproof.theory.compiled import Kernel
from banditproof.theory.exact import Number, exact, exact_positive
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism, NoNoise


class ArmRecord(NamedTuple):
    """What is known of an arm: its closed phases, the pulls behind its sum, its released sum."""

    phases: int
    pulls: int
    total: float

    @property
    def mean(self) -> float:
        """The released mean; not clipped."""
        return self.total / self.pulls


DOUBLING = GeometricSchedule(2)
Records = tuple[ArmRecord, ...]


class CompiledIndex(NamedTuple):
    """The index of a policy as a kernel, for engines that play whole phases at once."""

    choose: Kernel[..., int]
    """Lists the arms with the best index; `known_arms_kernels` says of what."""
    per_pull: int
    """The microseconds of a choice when it is interpreted, besides those of each arm."""
    per_arm: int
    slope: float = math.inf
    """The slope of the tangent of an arm that has just learnt: infinite for an upper bound of its
    index, 0 for a lower one."""


def clipped(x: float) -> float:
    """The nearest number of [0, 1].

    >>> clipped(-0.5), clipped(0.25), clipped(7.0)
    (0.0, 0.25, 1.0)
    """
    return min(max(x, 0.0), 1.0)


@dataclass(frozen=True)
class PhasedIndexPolicy(Policy[Records]):
    """A policy that plays batches of the arm with the best score."""

    arms: int
    schedule: Schedule = DOUBLING
    ties: Ties = "random"

    forgets = False
    """Whether a release replaces what was known of the arm, or is added to it."""
    compiled: ClassVar[CompiledIndex | None] = None
    """The choice between the scores of this very class, which a subclass may change."""

    def __post_init__(self) -> None:
        if self.arms < 1:
            raise ValueError(f"The number of arms is {self.arms}; give at least one arm.")
        checked_ties(self.ties)

    @abstractmethod
    def scores(self, records: Records, t: int) -> Sequence[float]:
        """The score of each arm at round t; the largest is pulled."""

    @property
    def parameters(self) -> tuple[float, float]:
        """The two numbers that an index may read: its budget, and how optimistic it is."""
        return math.inf, 1.0

    def start(self) -> Records:
        """No arm has a closed phase."""
        return (ArmRecord(0, 0, 0.0),) * self.arms

    def decide(self, state: Records, t: int, randomness: Randomness) -> Pull:
        """The first arm without a closed phase, else an arm with the largest score."""
        for arm, record in enumerate(state):
            if record.phases == 0:
                return Pull(arm, self.schedule.batch(0))
        scores = self.scores(state, t)
        best = max(scores)
        tied = [arm for arm, score in enumerate(scores) if score == best]
        arm = broken_tie(tied, self.ties, randomness)
        return Pull(arm, self.schedule.batch(state[arm].phases))

    def learn(self, state: Records, pull: Pull, released: float | None) -> Records:
        """Add the released sum to the arm's record, or replace the record by it."""
        if released is None:
            return state
        old = state[pull.arm]
        keep = ArmRecord(old.phases, 0, 0.0) if self.forgets else old
        new = ArmRecord(old.phases + 1, keep.pulls + pull.count, keep.total + released)
        return (*state[: pull.arm], new, *state[pull.arm + 1 :])


@dataclass(frozen=True)
class PrivateIndexPolicy(PhasedIndexPolicy):
    """A phased index policy whose sums carry Laplace noise of scale 1/eps, or a given mechanism.

    `noise` replaces the Laplace noise, for example by DiscreteLaplace for exact enumeration; the
    index keeps using eps.
    """

    eps: Number = 1.0
    noise: Mechanism | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        exact_positive("eps", self.eps)

    @property
    def budget(self) -> PureDP | ZCDP:
        """eps-DP: every reward enters one sum, of sensitivity 1; zCDP with Gaussian noise."""
        return claimed_budget(self.eps, self.noise)

    @property
    def declared_noise(self) -> Mechanism:
        """Laplace noise of scale 1/eps on each sum, unless another noise was given."""
        return Laplace(1 / exact(self.eps)) if self.noise is None else self.noise

    @property
    def parameters(self) -> tuple[float, float]:
        """eps, and 1."""
        return float(exact(self.eps)), 1.0


@dataclass(frozen=True)
class ZCDPIndexPolicy(PhasedIndexPolicy):
    """A phased index policy whose sums carry Gaussian noise of variance 1/(2 rho), or a given one.

    `noise` replaces the Gaussian noise, for example by DiscreteGaussian for exact enumeration; the
    index keeps using rho.
    """

    rho: Number = 1.0
    noise: Mechanism | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        exact_positive("rho", self.rho)

    @property
    def budget(self) -> Budget:
        """rho-zCDP: every reward enters one sum, of sensitivity 1; what a given noise spends."""
        return ZCDP(self.rho) if self.noise is None else self.noise.loss(1)

    @property
    def declared_noise(self) -> Mechanism:
        """Gaussian noise of variance 1/(2 rho) on each sum, unless another noise was given."""
        return Gaussian.for_zcdp(self.rho) if self.noise is None else self.noise

    @property
    def parameters(self) -> tuple[float, float]:
        """rho, and 1."""
        return float(exact(self.rho)), 1.0


ONE_BY_ONE = PolynomialSchedule(1)


@dataclass(frozen=True)
class OpenIndexPolicy(PhasedIndexPolicy):
    """An index policy without privacy: each single reward is released as it is."""

    schedule: Schedule = ONE_BY_ONE
    declared_noise = NoNoise()

    @property
    def budget(self) -> PureDP:
        """No guarantee."""
        return PureDP(math.inf)


def is_built_in(policy: Policy[Any]) -> bool:
    """Whether the class of a policy is one of this library, and not one that derives from it.

    What stands beside `scores`, compiled or proved, is about such a class alone: another one may
    decide otherwise.

    >>> from .dp_imed import DPIMED
    >>> is_built_in(DPIMED(arms=2, eps=1)), is_built_in(type("Own", (DPIMED,), {})(arms=2, eps=1))
    (True, False)
    """
    kind = type(policy)
    return "name" in vars(kind) and kind.__module__.startswith("banditproof.algorithms.")
