"""The skeleton of all phased index policies: a schedule, a memory rule, an index, a tie rule.

Pull every arm for its first batch, in index order; then pull the arm with the best score for its
next batch. DP-KLUCB, DP-IMED, AdaP-KLUCB, and, with batches of one pull and no noise, UCB, KL-UCB
and IMED differ in the four parts only. Optimal Regret of Bernoulli Bandits, Algorithm 1.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, TypeGuard, overload
import numpy as np
from numpy.typing import NDArray
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
from .proved_index import OneArm, ProvedLeads, lead_of_second


class ArmRecord(NamedTuple):
    """What is known of an arm: its closed phases, the pulls behind its sum, its released sum.

    The sum may be an array of all the sums that are possible.
    """

    phases: int
    pulls: int
    total: float

    @property
    def mean(self) -> float:
        """The released mean; not clipped."""
        return self.total / self.pulls


DOUBLING = GeometricSchedule(2)
Records = tuple[ArmRecord, ...]
Floats = NDArray[np.float64]
Places = NDArray[np.int_] | slice
Leads = Callable[[Places, Places], Floats]
"""By how much the second of two arms leads, for the released sums at some places."""


def remembered(index: Callable[..., Any]) -> Callable[..., Any]:
    """An index of a mean and other numbers, whose values for plain numbers are remembered.

    An enumeration asks for the same few again and again. Arrays of means are computed anew, and so
    are numbers of which only the range is known.

    >>> remembered(lambda mean, level: mean + level)(0.5, 0.25)
    0.75
    """
    known = lru_cache(maxsize=1 << 12)(index)

    def index_of(mean: Any, *numbers: float) -> Any:
        return (known if type(mean) is float else index)(mean, *numbers)

    return index_of


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


@overload
def clipped(x: float) -> float: ...
@overload
def clipped(x: Floats) -> Floats: ...
def clipped(x: float | Floats) -> float | Floats:
    """The nearest number of [0, 1].

    >>> clipped(-0.5), clipped(0.25), clipped(7.0), clipped(np.array([0.5, 7.0])).tolist()
    (0.0, 0.25, 1.0, [0.5, 1.0])
    """
    return np.clip(x, 0.0, 1.0) if isinstance(x, np.ndarray) else min(max(x, 0.0), 1.0)


@lru_cache(maxsize=1 << 10)
def as_float(number: Number) -> float:
    """A parameter as a float; an index asks for it again and again.

    >>> as_float("0.1")
    0.1
    """
    return float(exact(number))


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
    bordered: ClassVar[bool] = False
    """Whether the scores of this very class read clipped means of two arms and grow with them, so
    that a border divides the choices: then the law with continuous noise is known."""

    def __post_init__(self) -> None:
        if self.arms < 1:
            raise ValueError(f"The number of arms is {self.arms}; give at least one arm.")
        checked_ties(self.ties)

    def scores(self, records: Records, t: int) -> list[float]:
        """The score of each arm at round t; the largest is pulled. It is its index by default."""
        return [self.index(record, t) for record in records]

    def index(self, arm: ArmRecord, t: int) -> Any:
        """The index of an arm at round t, which grows with its sum: an array for an array of them.

        A policy whose scores depend on several arms has `scores` in place of it.
        """
        raise NotImplementedError(f"{type(self).__name__} has neither an index nor scores.")

    def leads(self, one: ArmRecord, two: ArmRecord, t: int) -> Leads:
        """By how much the second of two arms leads, for arrays of their sums, in floats."""
        first, second = self.index(one, t), self.index(two, t)

        def lead(row: Places, column: Places) -> Floats:
            x, y = first[row], second[column]
            with np.errstate(invalid="ignore"):
                return np.where(x == y, 0.0, y - x)  # infinite scores may be equal

        return lead

    def proved_index(self, phases: int, n: int, t: int) -> OneArm:
        """The index in balls, of an arm with n pulls behind its sum after so many phases."""
        raise NotImplementedError(f"{type(self).__name__} has no proved index.")

    def proved_leads(self, one: ArmRecord, two: ArmRecord, t: int) -> ProvedLeads:
        """Which of two arms leads, in balls, whatever their released sums are.

        The second one leads the more, the larger its sum and the smaller that of the first.
        """
        first, second = (self.proved_index(arm.phases, arm.pulls, t) for arm in (one, two))
        between = (first.between, second.between)
        return ProvedLeads(lambda k, j: lead_of_second(first, k, second, j), between)

    def settled(self, one: ArmRecord, two: ArmRecord, t: int) -> Floats | None:
        """For each pair of sums 1, -1 or 0 if no index is asked, else nan: what leads then."""
        return None

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
        return as_float(self.eps), 1.0


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
        return as_float(self.rho), 1.0


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


def is_built_in(kind: type) -> bool:
    """Whether a class of policies is one of this library, and not one that derives from it.

    What stands beside its scores, compiled or proved, is about such a class alone: another one may
    decide otherwise.

    >>> from .dp_imed import DPIMED
    >>> is_built_in(DPIMED), is_built_in(type("Own", (DPIMED,), {}))
    (True, False)
    """
    return "name" in vars(kind) and kind.__module__.startswith("banditproof.algorithms.")


def is_proved(kind: type) -> TypeGuard[type[PhasedIndexPolicy]]:
    """Whether balls decide what a class of policies plays, whose noise is the same in all phases.

    A class that changes its decisions says its proofs anew.

    >>> from .adap_ucb import AdaPUCB
    >>> is_proved(AdaPUCB), is_proved(type("Own", (AdaPUCB,), {}))
    (True, False)
    """
    if not (is_built_in(kind) and issubclass(kind, PhasedIndexPolicy)):
        return False
    decides, proves = (
        min((place for place, base in enumerate(kind.__mro__) if names & vars(base).keys()))
        for names in (_DECIDES, _PROVES)
    )
    same_noise, own = kind.mechanism is Policy.mechanism, kind.__mro__[proves]
    return same_noise and proves <= decides and own is not PhasedIndexPolicy


_DECIDES = {"decide", "learn", "start", "scores", "index"}
_PROVES = {"proved_index", "proved_leads", "settled"}
