"""A characteristic time asked for: the instance, the divergence, the budget, the fixed weight."""

from __future__ import annotations
import math
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
import numpy as np
import numpy.typing as npt
from flint import arb
from banditproof.theory.balls import ball
from banditproof.theory.exact import Number, exact_positive
from banditproof.theory.instances import Bandit, BernoulliBandit, GaussianBandit, LawBandit
from banditproof.theory.laws import FAMILIES, ExponentialFamily
from banditproof.theory.laws.family_kernels import QUADRATIC
from . import level_kernels as kernels
from .certificate import Game
from .confusion import Confusion
from .family_confusion import QuadraticConfusion


class Divergence(StrEnum):
    """The costs of a characteristic time; each is equal to its string."""

    KL = "kl"
    TV = "tv"
    PRIVATE = "private"
    D_EPS = "d_eps"
    TRUNCATED = "truncated"


_WITH_BUDGET = (Divergence.PRIVATE, Divergence.D_EPS, Divergence.TRUNCATED)
LEAST_EPS = Fraction(1, 10**10)
"""Below it, costs with d_eps are flat to all digits of a float where the best allocation is."""
_KINDS: dict[str, int] = {
    Divergence.KL: 0,
    Divergence.TRUNCATED: 0,
    Divergence.PRIVATE: 1,
    Divergence.D_EPS: 2,
    Divergence.TV: 3,
}


INSTEAD: dict[str, str] = {
    Divergence.D_EPS: "give 'private'",
    Divergence.TRUNCATED: "for rewards in [0, 1] give a GaussianBandit with sigma = 1/2",
}


def kind_of(divergence: str) -> int:
    """The number of the costs in the kernels; "truncated" is a normal KL cost there."""
    return _KINDS[divergence]


def budget_of(divergence: str, eps: Number | None) -> Fraction | None:
    """The exact budget of a divergence, or ValueError if it is missing or not wanted."""
    if divergence not in _KINDS:
        names = ", ".join(repr(known.value) for known in Divergence)
        raise ValueError(f"The divergence is {divergence!r}; give one of {names}.")
    if divergence in _WITH_BUDGET:
        if eps is None:
            raise ValueError(f"The divergence {divergence!r} needs a budget; give eps > 0.")
        budget = exact_positive("eps", eps)
        if divergence == Divergence.D_EPS and budget < LEAST_EPS:
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
    """The law, if the divergence is known for its family, or ValueError that says what is known."""
    if not isinstance(law, ExponentialFamily):
        raise ValueError(
            f"The costs of {type(law).__name__} laws are not known here; give laws of one "
            f"one-parameter family: {', '.join(kind.__name__ for kind in FAMILIES.values())}."
        )
    owners = [kind for kind in FAMILIES.values() if divergence in kind.own_costs]
    if owners and divergence not in law.own_costs:
        names = " and ".join(kind.__name__ for kind in owners)
        raise ValueError(
            f"The divergence {divergence!r} is known for {names} laws only, not for "
            f"{type(law).__name__}; {INSTEAD[divergence]}."
        )
    return law


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
            arm: self.law.confusion(best, self.means[arm], self.divergence, self.eps)
            for arm in self.alternatives
        }

    def flat_balls(self) -> dict[int, arb]:
        """eps TV of each pair at the working precision; TV itself without a budget."""
        if self.divergence not in (Divergence.TV, Divergence.PRIVATE):
            return {}
        best, eps, tv = self.means[self.best], self.eps or Fraction(1), self.law.divergences.tv
        return {arm: ball(eps) * tv(self.means[arm], best) for arm in self.alternatives}

    def game(self) -> Game:
        """The costs at the working precision."""
        pairs = {} if self.divergence == Divergence.TV else self.pairs
        return Game(self.alternatives, pairs, self.flat_balls(), self.beta)

    def flats(self) -> list[float]:
        """eps TV of each pair as floats."""
        best, eps = self.means[self.best], self.eps or Fraction(1)
        return [self.law.float_flat_cost(self.means[arm], best, eps) for arm in self.alternatives]

    def family_code(self) -> tuple[int, float]:
        """The number of the family in the kernels, and its known parameter.

        A family without kernels is solved as if it were normal, which is where the balls begin.
        """
        number = self.law.number
        if number in (None, QUADRATIC):
            return QUADRATIC, 1.0
        return number, float(self.law.exact_known)

    def columns(self) -> npt.NDArray[np.float64]:
        """One row per alternative for the kernels, from the exact means."""
        best = self.means[self.best]
        arms = np.zeros((len(self.alternatives), kernels.COLUMNS))
        for row, arm in zip(arms, self.alternatives, strict=True):
            mean = self.means[arm]
            row[kernels.MEAN], row[kernels.COMPLEMENT] = float(mean), float(1 - mean)
            row[kernels.GAP] = float(best - mean)
            if self.divergence != Divergence.TV and isinstance(
                pair := self.pairs[arm], QuadraticConfusion
            ):
                row[kernels.CURVE] = float(pair.scale)
            elif self.law.number is None:
                middle = self.law.variance((best + mean) / 2)
                row[kernels.CURVE] = float((best - mean) ** 2 / (2 * middle))
        if self.divergence in (Divergence.TV, Divergence.PRIVATE):
            arms[:, kernels.FLAT] = self.flats()
        return arms
