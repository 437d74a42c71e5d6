"""A characteristic time asked for: the instance, the divergence, the budget, the fixed weight."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt
from flint import arb

from banditproof.theory.balls import ball, enclose
from banditproof.theory.exact import Number, exact, exact_positive
from banditproof.theory.infima.family_divergences import divergences_of
from banditproof.theory.instances import Bandit, BernoulliBandit, GaussianBandit, LawBandit
from banditproof.theory.laws import Bernoulli, Exponential, ExponentialFamily, Gaussian, Poisson

from .certificate import Game
from .confusion import Confusion, PrivateConfusion, QuadraticConfusion, family_confusion

DIVERGENCES = ("kl", "tv", "private", "d_eps", "truncated")
_WITH_BUDGET = ("private", "d_eps", "truncated")
LEAST_EPS = Fraction(1, 10**10)
"""Below it, costs with d_eps are flat to all digits of a float where the best allocation is."""
_KINDS = {"kl": 0, "truncated": 0, "private": 1, "d_eps": 2, "tv": 3}


def kind_of(divergence: str) -> int:
    """The number of the costs in the compiled solver; "truncated" is a normal KL cost there."""
    return _KINDS[divergence]


def budget_of(divergence: str, eps: Number | None) -> Fraction | None:
    """The exact budget of a divergence, or a sentence that says what is missing or too much."""
    if divergence not in DIVERGENCES:
        raise ValueError(
            f"The divergence is {divergence!r}; give one of {', '.join(map(repr, DIVERGENCES))}."
        )
    if divergence in _WITH_BUDGET:
        if eps is None:
            raise ValueError(f"The divergence {divergence!r} needs a budget; give eps > 0.")
        budget = exact_positive("eps", eps)
        if divergence == "d_eps" and budget < LEAST_EPS:
            raise ValueError(
                f"eps is {eps}, where d_eps is eps TV to more digits than a float has; give eps >= "
                "1e-10, or the divergence 'tv' and divide by eps."
            )
        return budget
    if eps is not None:
        raise ValueError(
            f"The divergence {divergence!r} has no budget, but eps is {eps}; leave eps out, or "
            "give one of 'private', 'd_eps', 'truncated'."
        )
    return None


def family_of(law: object, divergence: str) -> ExponentialFamily:
    """The law, if the divergence is known for its family, or a sentence that says what is known."""
    if not isinstance(law, ExponentialFamily):
        raise ValueError(
            f"The costs of {type(law).__name__} laws are not known here; give laws of one "
            "one-parameter family: Bernoulli, Gaussian, Poisson, Exponential, Gamma or "
            "NegativeBinomial."
        )
    if divergence == "d_eps" and not isinstance(law, Bernoulli):
        raise ValueError(
            f"The divergence 'd_eps' is known for Bernoulli laws only, not for "
            f"{type(law).__name__}; give 'private'."
        )
    if divergence == "truncated" and not isinstance(law, Gaussian):
        raise ValueError(
            f"The divergence 'truncated' is a cost of normal laws, not of {type(law).__name__}; "
            "for rewards in [0, 1] give a GaussianBandit with sigma = 1/2."
        )
    return law


def flat_ball(law: ExponentialFamily, best: Fraction, other: Fraction, eps: Fraction) -> arb:
    """eps TV of the laws with two means, as a ball."""
    return ball(eps) * divergences_of(law).tv(other, best)


def confusion_of(
    law: ExponentialFamily, best: Fraction, other: Fraction, divergence: str, eps: Fraction | None
) -> Confusion:
    """The pair of two means of the family of a law; KL costs unless the divergence has its own."""
    if divergence == "d_eps" and eps is not None:
        return PrivateConfusion(best, other, eps)
    if divergence == "truncated" and eps is not None:
        gap, sigma = best - other, exact(law.family[1])
        return QuadraticConfusion(best, other, gap * min(3 * eps, gap) / (2 * sigma**2))
    return family_confusion(law, best, other)


@dataclass(frozen=True)
class Problem:
    """Everything that a characteristic time depends on, validated, and read exactly once."""

    bandit: Bandit
    divergence: str
    eps: Fraction | None
    beta: Fraction | None

    def __post_init__(self) -> None:
        if self.beta is not None and not 0 <= self.beta <= 1:
            raise ValueError(f"beta is {float(self.beta)}; give a weight in [0, 1].")
        if not isinstance(self.bandit, BernoulliBandit | GaussianBandit | LawBandit):
            raise ValueError(
                f"Characteristic times are not known for {type(self.bandit).__name__}; give a "
                "BernoulliBandit, a GaussianBandit or a LawBandit of one exponential family."
            )
        _ = self.law

    @cached_property
    def law(self) -> ExponentialFamily:
        """The law of the first arm, which names the family."""
        return family_of(self.bandit.laws[0], self.divergence)

    @cached_property
    def means(self) -> tuple[Fraction, ...]:
        """The exact means."""
        return self.bandit.exact_means

    @cached_property
    def best_arms(self) -> tuple[int, ...]:
        """The arms of the largest mean."""
        best = max(self.means)
        return tuple(arm for arm, mean in enumerate(self.means) if mean == best)

    @property
    def best(self) -> int:
        """The best arm; the first one of several."""
        return self.best_arms[0]

    @cached_property
    def alternatives(self) -> tuple[int, ...]:
        """The other arms."""
        return tuple(arm for arm in range(len(self.means)) if arm != self.best)

    @property
    def trivial(self) -> float | None:
        """The time where no search is needed: one arm, no unique best one, or beta in {0, 1}."""
        if len(self.means) == 1:
            return 0.0
        if len(self.best_arms) > 1 or self.beta in (0, 1):
            return math.inf
        return None

    @cached_property
    def pairs(self) -> dict[int, Confusion]:
        """The pair of the best arm and each other one."""
        best = self.means[self.best]
        return {
            arm: confusion_of(self.law, best, self.means[arm], self.divergence, self.eps)
            for arm in self.alternatives
        }

    def flat_balls(self) -> dict[int, arb]:
        """eps TV of each pair at the working precision; TV itself without a budget."""
        if self.divergence not in ("tv", "private"):
            return {}
        best, eps = self.means[self.best], self.eps or Fraction(1)
        return {arm: flat_ball(self.law, best, self.means[arm], eps) for arm in self.alternatives}

    def game(self) -> Game:
        """The costs at the working precision."""
        pairs = {} if self.divergence == "tv" else self.pairs
        return Game(self.alternatives, pairs, self.flat_balls(), self.beta)

    def flats(self) -> list[float]:
        """eps TV of each pair as floats; zeros where there is none."""
        best, eps = self.means[self.best], self.eps or Fraction(1)
        if isinstance(self.law, Bernoulli):
            return [float(eps * (best - self.means[arm])) for arm in self.alternatives]
        if isinstance(self.law, Gaussian):
            width = 2 * math.sqrt(2) * float(exact(self.law.family[1]))
            gaps = (float(best - self.means[arm]) for arm in self.alternatives)
            return [float(eps) * math.erf(gap / width) for gap in gaps]
        return [
            float(enclose(lambda arm=arm: self._flat(arm), 17))  # type: ignore[misc]
            for arm in self.alternatives
        ]

    def _flat(self, arm: int) -> arb:
        return flat_ball(self.law, self.means[self.best], self.means[arm], self.eps or Fraction(1))

    def kind_code(self) -> int:
        """The number of the costs in the compiled solver."""
        return kind_of(self.divergence)

    def family_code(self) -> tuple[int, float]:
        """The number of the family in the compiled solver, and its known parameter."""
        from . import transportation_cost_kernels as kernels

        match self.law:
            case Bernoulli():
                return kernels.BERNOULLI, 1.0
            case Gaussian():
                return kernels.QUADRATIC, 1.0
            case Poisson():
                return kernels.POISSON, 1.0
            case Exponential():
                return kernels.GAMMA, 1.0
            case law:
                known = float(exact(law.family[1]))
                negative = type(law).__name__ == "NegativeBinomial"
                return (kernels.NEGATIVE_BINOMIAL if negative else kernels.GAMMA), known

    def columns(self) -> npt.NDArray[np.float64]:
        """One row per alternative for the compiled solver, from the exact means."""
        from . import characteristic_time_kernels as kernels

        best = self.means[self.best]
        arms = np.zeros((len(self.alternatives), kernels.COLUMNS))
        for row, arm in zip(arms, self.alternatives, strict=True):
            mean = self.means[arm]
            row[kernels.MEAN], row[kernels.COMPLEMENT] = float(mean), float(1 - mean)
            row[kernels.GAP] = float(best - mean)
            if self.divergence != "tv" and isinstance(pair := self.pairs[arm], QuadraticConfusion):
                row[kernels.CURVE] = float(pair.scale)
        if self.divergence in ("tv", "private"):
            arms[:, kernels.FLAT] = self.flats()
        return arms
