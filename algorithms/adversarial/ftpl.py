"""FTPL: follow the perturbed leader, with probabilities estimated by geometric resampling."""

from __future__ import annotations
import math
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar
import numpy as np
from banditproof.theory.exact import Number, exact, exact_count, exact_nonnegative, exact_positive
from .learner import Law, checked_arms, checked_observation
from .perturbed_leader_law import least_with_laplace_noise


@dataclass(frozen=True)
class FTPL:
    """Play I = arg min (Lh + Z) with Z(i) of the law Lap(1/eta); then Lh(I) += l(I) M_t.

    M_t is the number of fresh draws Z' until arg min (Lh + Z') is I, and at most `limit`, the M of
    the paper: on average (1 - (1 - P(I))^M) / P(I), an estimate of 1 / P(I). The state is Lh.
    Faster Rates for Private Adversarial Bandits, Algorithm 4 (Appendix E.2). The box prints arg max
    for the arg min of the resampling, and 0 for the counter where no draw fits: that is another
    algorithm, `FTPLPrinted`, whose regret is linear.

    >>> learner = FTPL(eta="0.5", limit=100)
    >>> [round(p, 12) for p in learner.law((0.0, 2.0, 5.0))]
    [0.691555247639, 0.257409707152, 0.051035045208]
    """

    eta: Number
    limit: int

    name = "ftpl"
    resamples_largest: ClassVar[bool] = False
    """Whether the resampling asks for the arg max, as the printed box does."""
    counts_from_zero: ClassVar[bool] = False
    """Whether the counter is 0 where no draw fits, as in the printed box."""

    def __post_init__(self) -> None:
        exact_positive("eta", self.eta)
        object.__setattr__(self, "limit", exact_count("The limit M", self.limit, least=1))

    @classmethod
    def tuned(cls, arms: int, rounds: Number, noise: Number = 1) -> FTPL:
        """The parameters of Lemma 25 for losses with Lap(noise) added, over so many rounds n.

        M = ceil(sqrt(K n)) and eta = min{ sqrt(log K / (K n (1 + 10 noise^2 log^2(K n)))),
        1 / (M (1 + 4 noise log n)) }. Corollary 24 has n = eps T, and noise 1. Logarithms of
        numbers below 1 count as 0, and one arm takes the second term.

        >>> FTPL.tuned(2, 10**6, noise=0).limit
        1415
        """
        number, n = checked_arms(arms), float(exact_positive("rounds", rounds))
        scale = float(exact_nonnegative("noise", noise))
        limit = max(1, math.ceil(math.sqrt(number * n)))
        eta = 1.0 / (limit * (1.0 + 4.0 * scale * max(math.log(n), 0.0)))
        if number > 1:
            level = scale * max(math.log(number * n), 0.0)
            first = math.sqrt(math.log(number) / (number * n * (1.0 + 10.0 * level * level)))
            eta = min(eta, first)
        return cls(eta, limit)

    @cached_property
    def rate(self) -> float:
        """The float eta."""
        return float(exact(self.eta))

    @cached_property
    def scale(self) -> float:
        """The scale 1 / eta of the perturbations."""
        return float(1 / exact(self.eta))

    def start(self, arms: int) -> tuple[float, ...]:
        """Estimates 0."""
        return (0.0,) * checked_arms(arms)

    def law(self, state: tuple[float, ...]) -> Law:
        """The law of the next arm, by quadrature."""
        return least_with_laplace_noise([self.rate * estimate for estimate in state])

    def act(self, state: tuple[float, ...], rng: np.random.Generator) -> int:
        """The least estimate after one draw of perturbations."""
        return int(self._perturbed(state, rng).argmin())

    def update(
        self, state: tuple[float, ...], arm: int, loss: float, rng: np.random.Generator
    ) -> tuple[float, ...]:
        """The estimate of the arm, moved by its loss times the number of draws until it is met."""
        observed = checked_observation(arm, loss, len(state))
        moved = list(state)
        moved[arm] += observed * self.resampled(state, arm, rng)
        return tuple(moved)

    def resampled(self, state: tuple[float, ...], arm: int, rng: np.random.Generator) -> int:
        """The number of draws of perturbations until the arm is met, as the paper's M_t.

        >>> FTPL(eta=1, limit=7).resampled((0.0,), 0, np.random.default_rng(1))
        1
        """
        for m in range(1, self.limit + 1):
            perturbed = self._perturbed(state, rng)
            met = perturbed.argmax() if self.resamples_largest else perturbed.argmin()
            if met == arm:
                return m
        # The limit is counted as if it were met: the mean of min(M_t, M) is (1 - (1 - P)^M) / P.
        return 0 if self.counts_from_zero else self.limit

    def _perturbed(
        self, state: tuple[float, ...], rng: np.random.Generator
    ) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return np.asarray(state) + rng.laplace(0.0, self.scale, len(state))


class FTPLPrinted(FTPL):
    """The box as it is printed: the resampling asks for the arg max, and its counter starts at 0.

    Its regret is linear: on constant losses a < b of two arms, P(1) / P(2) settles at sqrt(b / a).

    >>> FTPLPrinted(eta=1, limit=3).resamples_largest
    True
    """

    name = "ftpl-printed"
    resamples_largest = True
    counts_from_zero = True


class FTPLArgMax(FTPL):
    """A wrong version: the resampling asks for the arg max, and its counter starts at M.

    >>> FTPLArgMax(eta=1, limit=3).counts_from_zero
    False
    """

    name = "ftpl-arg-max"
    resamples_largest = True


class FTPLZeroCounter(FTPL):
    """A wrong version: the counter is 0 where no draw fits, so that rare arms seem to lose nothing.

    >>> FTPLZeroCounter(eta=1, limit=3).resamples_largest
    False
    """

    name = "ftpl-zero-counter"
    counts_from_zero = True
