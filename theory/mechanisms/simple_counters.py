"""The two simple private counters: fresh noise on each prefix sum, or noise on each step."""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any
import numpy as np
from banditproof.theory.budgets import PureDP
from banditproof.theory.exact import Number, exact, exact_count, exact_nonnegative, exact_positive
from banditproof.theory.parameter_names import accepts_epsilon
from .laplace import Laplace


@dataclass(frozen=True)
class _Counter:
    """A counter of a stream of known length, with a budget for all of its prefix sums."""

    horizon: int
    eps: Number

    def __post_init__(self) -> None:
        exact_count("horizon", self.horizon, least=1)
        exact_positive("eps", self.eps)

    def loss(self, sensitivity: Number = 1) -> PureDP:
        """The budget of all prefix sums when one step changes by at most the sensitivity."""
        return PureDP(exact_nonnegative("sensitivity", sensitivity) * exact(self.eps))

    def _checked(self, stream: Sequence[Any]) -> Sequence[Any]:
        if len(stream) != self.horizon:
            raise ValueError(f"The stream has {len(stream)} steps; give {self.horizon}.")
        return stream


@accepts_epsilon
@dataclass(frozen=True)
class FreshNoiseCounter(_Counter):
    """Releases each prefix sum of a stream with fresh Laplace noise of scale horizon / eps.

    The first step is in all prefix sums, so the noise cannot be smaller: a change of it moves
    the vector of sums by the horizon in the 1-norm. Thesis, Section 2.1.5.

    >>> counter = FreshNoiseCounter(10, eps=1)
    >>> counter.loss(), counter.variance(3)
    (PureDP(eps=Fraction(1, 1)), Fraction(200, 1))
    """

    @property
    def noise(self) -> Laplace:
        """The noise of each prefix sum."""
        return Laplace(self.horizon / exact(self.eps))

    def variance(self, t: int) -> Fraction:
        """2 (horizon / eps)^2, at every step."""
        exact_count("t", t)
        return self.noise.variance

    def sample(self, stream: Sequence[Any], rng: np.random.Generator) -> tuple[Any, ...]:
        """The estimates of all prefix sums."""
        return tuple(total + self.noise.sample(rng) for total in accumulate(self._checked(stream)))


@accepts_epsilon
@dataclass(frozen=True)
class NoisyStreamCounter(_Counter):
    """Adds Laplace noise of scale 1 / eps to each step once, and sums the noisy steps.

    The noisy stream is eps-DP, and the sums are computed from it. Thesis, Section 2.1.5.

    >>> counter = NoisyStreamCounter(10, eps=1)
    >>> counter.loss(), counter.variance(3)
    (PureDP(eps=Fraction(1, 1)), Fraction(6, 1))
    """

    @property
    def noise(self) -> Laplace:
        """The noise of each step."""
        return Laplace(1 / exact(self.eps))

    def variance(self, t: int) -> Fraction:
        """2 t / eps^2 after t steps."""
        return exact_count("t", t) * self.noise.variance

    def sample(self, stream: Sequence[Any], rng: np.random.Generator) -> tuple[Any, ...]:
        """The estimates of all prefix sums."""
        return tuple(accumulate(value + self.noise.sample(rng) for value in self._checked(stream)))
