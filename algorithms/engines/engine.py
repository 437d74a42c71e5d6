"""What an engine is: it plays chunks of independent runs of one policy on one bandit."""

import reprlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple, Protocol
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.linear_environment import LinearEnvironment
from banditproof.algorithms.policy import Policy, require_policy
from banditproof.algorithms.regret.dp_ucb import TreeUCB
from banditproof.algorithms.regret.lazy_dp_ts import LazyDPTS
from banditproof.algorithms.regret.phased_index import PhasedIndexPolicy
from banditproof.theory import BernoulliBandit, GaussianBandit
from banditproof.theory.compiled import Kernel

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

Played = BernoulliBandit | GaussianBandit | LinearEnvironment
"""What a policy is played on."""
LONGEST = 10**15
"""The longest horizon: every count below it is exact in float64 and in int64."""
LONGEST_BY_ROUNDS = 10**10
"""The longest horizon of an engine that decides in each round; it takes minutes or hours."""
NORMAL_95 = 1.959963984540054
"""How many standard errors a two-sided limit of confidence 95 % lies away, by the normal law."""
PIECE = 20_000_000
"""The interpreter's microseconds of work after which a chunk listens to an interruption; machine
code does them in some tenths of a second."""


class Chunk(NamedTuple):
    """The pulls [runs x arms], and the regret at the checkpoints [runs x checkpoints]."""

    counts: Integers
    curves: Floats


def require_bandit(bandit: object) -> None:
    """Raise TypeError for what is no bandit, such as the means of one.

    >>> require_bandit(("0.75", "0.5"))
    Traceback (most recent call last):
    ...
    TypeError: The bandit is ('0.75', '0.5'); give a BernoulliBandit, as BernoulliBandit((0.75, \
0.5)).
    """
    if not hasattr(bandit, "arms"):
        raise TypeError(
            f"The bandit is {reprlib.repr(bandit)}; give a BernoulliBandit, as "
            "BernoulliBandit((0.75, 0.5))."
        )


@dataclass(frozen=True)
class Experiment:
    """A policy on a bandit up to a horizon, with the rounds at which regret is noted.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> Experiment(DPIMED(arms=2), BernoulliBandit((0.5, 0.25)), horizon=1)
    Traceback (most recent call last):
    ...
    ValueError: The horizon is 1, but dp-imed starts with 2 pulls; give a horizon >= 2.
    """

    policy: Policy[Any]
    bandit: Played
    horizon: int
    checkpoints: tuple[int, ...] = ()

    until_answers: ClassVar[bool] = False
    """Whether runs end at the answer of a policy that stops."""

    def __post_init__(self) -> None:
        require_policy(self.policy)
        require_bandit(self.bandit)
        if self.policy.stops != self.until_answers:
            raise ValueError(
                f"The policy {self.policy.name} never stops; give one that does, or its horizon."
                if self.until_answers
                else f"The policy {self.policy.name} stops; give it to simulate_identification."
            )
        if self.policy.arms != self.bandit.arms:
            raise ValueError(
                f"The policy has {self.policy.arms} arms and the bandit {self.bandit.arms}; "
                "give both the same number."
            )
        self._check_vectors()
        if isinstance(self.bandit, GaussianBandit) and self.policy.clips_rewards:
            raise ValueError(
                f"The policy {self.policy.name} is made for rewards in [0, 1]; give a Bernoulli "
                "bandit, or a policy that reads rewards of any size, for instance ucb."
            )
        if not 1 <= self.horizon <= LONGEST:
            raise ValueError(f"The horizon is {self.horizon}; give an integer from 1 to 1e15.")
        needed = initial_pulls(self.policy)
        if self.horizon < needed:
            raise ValueError(
                f"The horizon is {self.horizon}, but {self.policy.name} starts with {needed} "
                f"pulls; give a horizon >= {needed}."
            )
        steps = (0, *self.checkpoints, self.horizon + 1)
        if any(a >= b for a, b in pairwise(steps)):
            raise ValueError(
                f"The checkpoints must be increasing rounds from 1 to {self.horizon}; "
                f"given {self.checkpoints}."
            )

    def _check_vectors(self) -> None:
        """A policy that sees contexts is played on contexts of its dimension, or on actions."""
        needed = self.policy.dimension
        linear = isinstance(self.bandit, LinearEnvironment)
        result = self.bandit.dimension if isinstance(self.bandit, LinearEnvironment) else None
        if needed is not None and result != needed:
            raise ValueError(
                f"The policy {self.policy.name} needs contexts of dimension {needed}; give a "
                "LinearEnvironment of that dimension."
            )
        if linear and needed is None and self.contextual:
            raise ValueError(
                f"The policy {self.policy.name} sees no contexts, and the bandit draws some in "
                "each round; give fixed actions."
            )

    @property
    def contextual(self) -> bool:
        """Whether the arms have other vectors in each round, so that they have no fixed gaps."""
        return isinstance(self.bandit, LinearEnvironment) and self.bandit.contextual

    @property
    def means(self) -> Floats:
        """The means of the arms; none if they change from round to round."""
        if isinstance(self.bandit, LinearEnvironment):
            return np.array(() if self.contextual else self.bandit.means(self.bandit.rows))
        return np.array([float(mean) for mean in self.bandit.exact_means])

    @property
    def gaps(self) -> Floats:
        """The gaps of the arms; none if they change from round to round."""
        if self.contextual:
            return np.array(())
        return np.array([float(gap) for gap in self.bandit.gaps])

    def empty_chunk(self, runs: int) -> Chunk:
        """Room for the results of some runs."""
        return Chunk(
            np.zeros((runs, self.bandit.arms), np.int64), np.zeros((runs, len(self.checkpoints)))
        )


class Engine(Protocol):
    """Plays one experiment in chunks; each chunk has its own random stream."""

    @property
    def experiment(self) -> Experiment:
        """What is played."""

    @property
    def runs_per_chunk(self) -> int:
        """How many runs share a random stream; part of the meaning of a seed."""

    @property
    def compiled(self) -> bool:
        """Whether threads can play chunks side by side."""

    def play_chunk(self, rng: np.random.Generator, runs: int) -> Chunk:
        """Play some runs one after the other."""


@dataclass(frozen=True)
class KernelEngine(ABC):
    """An engine whose chunks are played by one kernel: few runs are interpreted.

    `planned` is the number of runs in all; if it is 0, each chunk counts by itself.
    """

    experiment: Experiment
    planned: int = 0
    runs_per_chunk: int = 1
    compiled: bool = True

    decides_in_each_round: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Raise ValueError for a run that an engine which decides in each round never finishes."""
        experiment = self.experiment
        if self.decides_in_each_round and experiment.horizon > LONGEST_BY_ROUNDS:
            raise ValueError(
                f"The policy {experiment.policy.name} decides in each round, and the horizon is "
                f"{experiment.horizon}; give at most 1e10."
            )

    @abstractmethod
    def steps(self, runs: int) -> int:
        """About how many microseconds the interpreter takes for some runs."""

    @property
    @abstractmethod
    def kernel(self) -> Kernel[..., Any]:
        """The kernel that plays."""

    @property
    def interprets(self) -> bool:
        """Whether the planned runs are so few that they are faster without machine code."""
        return self.kernel.is_interpreted(self.steps(self.planned))

    @cached_property
    def _planned_form(self) -> Callable[..., Any]:
        chunks = -(-self.planned // self.runs_per_chunk)
        return self.kernel.for_work(self.steps(self.planned), chunks)

    def form(self, runs: int) -> Callable[..., Any]:
        """The kernel in the faster form: one form for all planned runs."""
        return self._planned_form if self.planned else self.kernel.for_work(self.steps(runs))


def initial_pulls(policy: Policy[Any]) -> int:
    """How many pulls a policy makes before its first decision."""
    if isinstance(policy, PhasedIndexPolicy):
        return policy.arms * policy.schedule.batch(0)
    return policy.arms if isinstance(policy, LazyDPTS | TreeUCB) else 1
