"""Lazy-DP-TS: Thompson sampling on private means that are renewed at doubling counts."""

import math
from dataclasses import dataclass
from typing import NamedTuple
from banditproof.algorithms.policy import Policy, Pull, claimed_budget
from banditproof.algorithms.randomness import Randomness
from banditproof.theory import Number
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.theory.exact import exact, exact_positive
from banditproof.theory.mechanisms import Laplace, Mechanism
from banditproof.theory.parameter_names import accepts_epsilon
from .phased_index import clipped


class BufferedArm(NamedTuple):
    """What is known of an arm: the size and the released sum of its last full buffer.

    `buffered` counts the rewards in the present buffer, whose values are not released yet.
    """

    size: int
    total: float
    buffered: int


@accepts_epsilon
@dataclass(frozen=True)
class LazyDPTS(Policy[tuple[BufferedArm, ...]]):
    """Draw a mean for each arm from a shifted Beta posterior, and pull the arm with the largest.

    An arm whose last buffer held O rewards has the posterior Beta(pO + 1, (1-p)O + 1) with
    p = [mean + bonus log(t) / (eps O)]_0^1. Its next buffer, of 2O rewards, is released at once
    when it is full, and replaces the old one. Claim `bern.comp.lazydpts`.

    >>> policy = LazyDPTS(arms=1, eps=3)
    >>> policy.posterior(BufferedArm(2, 1.0, 0), math.e)
    (3.0, 1.0)
    """

    arms: int
    eps: Number = 1.0
    bonus: Number = 3
    noise: Mechanism | None = None

    name = "lazy-dp-ts"

    def __post_init__(self) -> None:
        if self.arms < 1:
            raise ValueError(f"The number of arms is {self.arms}; give at least one arm.")
        exact_positive("eps", self.eps)
        exact_positive("bonus", self.bonus)

    @property
    def budget(self) -> PureDP | ZCDP:
        """eps-DP: every reward enters one sum, of sensitivity 1; zCDP with Gaussian noise."""
        return claimed_budget(self.eps, self.noise)

    def start(self) -> tuple[BufferedArm, ...]:
        """No arm has a full buffer."""
        return (BufferedArm(0, 0.0, 0),) * self.arms

    @property
    def declared_noise(self) -> Mechanism:
        """Laplace noise of scale 1/eps on each sum, unless another noise was given."""
        return Laplace(1 / exact(self.eps)) if self.noise is None else self.noise

    def posterior(self, known: BufferedArm, t: float) -> tuple[float, float]:
        """The two parameters of an arm's Beta posterior at round t."""
        shift = float(exact(self.bonus)) * math.log(t) / (float(exact(self.eps)) * known.size)
        p = clipped(known.total / known.size + shift)
        return p * known.size + 1.0, (1.0 - p) * known.size + 1.0

    def decide(self, state: tuple[BufferedArm, ...], t: int, randomness: Randomness) -> Pull:
        """The first arm without a full buffer, else the arm with the largest posterior draw."""
        for arm, known in enumerate(state):
            if known.size == 0:
                return Pull(arm, 1)
        draws = [randomness.beta(*self.posterior(known, t)) for known in state]
        arm = draws.index(max(draws))
        return Pull(arm, 1, releases=state[arm].buffered + 1 == 2 * state[arm].size)

    def learn(
        self, state: tuple[BufferedArm, ...], pull: Pull, released: float | None
    ) -> tuple[BufferedArm, ...]:
        """Count the reward, or replace what was known by the released sum."""
        old = state[pull.arm]
        if released is None:
            new = old._replace(buffered=old.buffered + 1)
        else:
            new = BufferedArm(old.buffered + 1, released, 0)
        return (*state[: pull.arm], new, *state[pull.arm + 1 :])
