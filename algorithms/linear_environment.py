"""Linear bandits as they are played: fixed actions or fresh contexts, and a law of the rewards."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args
import numpy as np
import numpy.typing as npt
from banditproof.theory.exact import Number, exact, exact_count, exact_positive
from .contexts import Context, Contexts, DrawnContexts, FixedContexts
from .randomness import Seed, generator

RewardLaw = Literal["signs", "normal"]
ContextLaw = Literal["sphere", "normal"]
Vectors = Sequence[Sequence[Number]]


@dataclass(frozen=True)
class LinearEnvironment:
    """Rewards of mean <theta, a> for the vector a of the arm that is pulled.

    The vectors are fixed `actions`, or `contexts`: the lists of vectors of the rounds, which
    repeat, or the name of the law of `arms` fresh vectors in each round. Rewards of the law
    "signs" are -1 or 1, which needs |<theta, a>| <= 1 where a is known beforehand, and is clipped
    elsewhere; those of "normal" are N(<theta, a>, sigma^2), which no policy with a privacy
    theorem may read as they are: the engine clips them.

    >>> triangle = LinearEnvironment(theta=("0.6", "0.8"), actions=((1, 0), (0, 1)))
    >>> triangle.arms, triangle.dimension, triangle.gaps
    (2, 2, (0.20000000000000007, 0.0))
    """

    theta: Sequence[Number]
    actions: Vectors = ()
    contexts: ContextLaw | Sequence[Vectors] | None = None
    arms: int = 0
    law: RewardLaw = "signs"
    sigma: Number = 1

    def __post_init__(self) -> None:
        if bool(self.actions) == (self.contexts is not None):
            raise ValueError("Give either fixed actions or contexts, and not both.")
        theta = tuple(exact(entry) for entry in self.theta)
        object.__setattr__(self, "theta", theta)
        if self.law not in get_args(RewardLaw):
            raise ValueError(f"The law of the rewards is {self.law!r}; give 'signs' or 'normal'.")
        exact_positive("sigma", self.sigma)
        if isinstance(self.contexts, str):
            exact_count("arms", self.arms, least=1)
            if not theta:
                raise ValueError("theta has no entries; give at least one.")
            DrawnContexts(self.contexts, self.arms, len(theta), 0)
            return
        rounds = [self.actions] if self.actions else self.contexts
        fixed = FixedContexts(rounds or [])
        result = len(fixed.contexts[0])
        if self.arms not in (0, result):
            raise ValueError(f"There are {result} vectors for {self.arms} arms; give one for each.")
        object.__setattr__(self, "arms", result)
        if fixed.dimension != len(theta):
            raise ValueError(
                f"The vectors have {fixed.dimension} entries and theta has {len(theta)}; give "
                "vectors of one length."
            )
        for rows in fixed.contexts if self.law == "signs" else ():
            far = [mean for mean in self.means(rows) if abs(mean) > 1 + 1e-12]
            if far:
                raise ValueError(
                    f"A mean reward is {far[0]:.6g}, and rewards of -1 and 1 have means in "
                    "[-1, 1]; give shorter vectors, or normal rewards."
                )

    @property
    def dimension(self) -> int:
        """The length of theta and of each vector."""
        return len(self.theta)

    @property
    def contextual(self) -> bool:
        """Whether each round offers its own vectors."""
        return self.contexts is not None

    @cached_property
    def direction(self) -> npt.NDArray[np.float64]:
        """theta in floats."""
        return np.array([float(exact(entry)) for entry in self.theta])

    def means(self, rows: Context) -> tuple[float, ...]:
        """The mean reward of each vector."""
        return tuple((np.array(rows) @ self.direction).tolist())

    @cached_property
    def rows(self) -> Context:
        """The fixed actions in floats; none if rounds have contexts."""
        return tuple(tuple(float(exact(x)) for x in vector) for vector in self.actions)

    @cached_property
    def gaps(self) -> tuple[float, ...]:
        """The gaps of the fixed actions."""
        means = self.means(self.rows)
        best = max(means)
        return tuple(best - mean for mean in means)

    def offered(self, rng: Seed) -> Contexts:
        """The contexts of one run: fixed ones, or freshly drawn ones."""
        if isinstance(self.contexts, str):
            return DrawnContexts(self.contexts, self.arms, self.dimension, rng)
        return FixedContexts([self.actions] if self.actions else self.contexts or [])


class LinearRewards:
    """Independent rewards of a linear environment, in the contexts of one run.

    >>> flat = LinearEnvironment(theta=(0,), actions=((1,), (1,)))
    >>> rewards = LinearRewards(flat, flat.offered(1), rng=1)
    >>> {rewards.reward(t, 0, t) for t in range(1, 50)} == {-1.0, 1.0}
    True
    """

    def __init__(self, environment: LinearEnvironment, contexts: Contexts, rng: Seed) -> None:
        self.environment = environment
        self.contexts = contexts
        self.sigma = float(exact(environment.sigma))
        self.rng = generator(rng)

    def reward(self, t: int, arm: int, n: int) -> float:
        """A fresh draw for the vector of the arm in round t."""
        row = self.contexts.at(t)[arm]
        theta = self.environment.direction.tolist()
        mean = math.fsum(x * y for x, y in zip(row, theta, strict=True))
        if self.environment.law == "normal":
            return mean + self.sigma * float(self.rng.standard_normal())
        return 1.0 if float(self.rng.random()) < (1 + mean) / 2 else -1.0
