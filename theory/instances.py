"""Bandit instances: frozen values that validate on construction and know their gaps."""

from __future__ import annotations
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from .exact import Number, exact, exact_means, exact_positive, listed
from .laws import Bernoulli, FiniteSupport, Gaussian, Law


class Bandit(ABC):
    """Arms with exact mean rewards: what every instance knows about its gaps."""

    @property
    @abstractmethod
    def exact_means(self) -> tuple[Fraction, ...]:
        """The means as exact rationals."""

    @property
    @abstractmethod
    def laws(self) -> tuple[Law, ...]:
        """The reward law of each arm."""

    @property
    def arms(self) -> int:
        """The number of arms."""
        return len(self.exact_means)

    @cached_property
    def best_mean(self) -> Fraction:
        """The largest mean, mu_star."""
        return max(self.exact_means)

    @cached_property
    def gaps(self) -> tuple[Fraction, ...]:
        """mu_star - mean, for each arm."""
        best = self.best_mean
        return tuple(best - mean for mean in self.exact_means)

    @cached_property
    def best_arms(self) -> tuple[int, ...]:
        """The arms whose gap is zero."""
        return tuple(a for a, gap in enumerate(self.gaps) if gap == 0)

    @cached_property
    def suboptimal_arms(self) -> tuple[int, ...]:
        """The arms whose gap is positive."""
        return tuple(a for a, gap in enumerate(self.gaps) if gap > 0)


@dataclass(frozen=True)
class BernoulliBandit(Bandit):
    """A stochastic bandit whose arm a pays Ber(means[a]).

    >>> bandit = BernoulliBandit(("0.75", "0.5", "0.75"))
    >>> bandit.arms, float(bandit.best_mean), [float(gap) for gap in bandit.gaps]
    (3, 0.75, [0.0, 0.25, 0.0])
    >>> bandit.best_arms, bandit.suboptimal_arms
    ((0, 2), (1,))
    """

    means: Sequence[Number]

    def __post_init__(self) -> None:
        object.__setattr__(self, "means", listed("The list of means", self.means))
        exact_means(self.means)

    @cached_property
    def exact_means(self) -> tuple[Fraction, ...]:
        """The means as exact rationals."""
        return exact_means(self.means)

    @cached_property
    def laws(self) -> tuple[Bernoulli, ...]:
        """The Bernoulli law of each arm."""
        return tuple(Bernoulli(mean) for mean in self.means)


@dataclass(frozen=True)
class GaussianBandit(Bandit):
    """A stochastic bandit whose arm a pays N(means[a], sigma^2), with sigma known.

    >>> GaussianBandit((0, "0.5"), sigma=2).gaps
    (Fraction(1, 2), Fraction(0, 1))
    """

    means: Sequence[Number]
    sigma: Number = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "means", listed("The list of means", self.means))
        if not self.means:
            raise ValueError("The list of means is empty; give at least one number.")
        for mean in self.means:
            exact(mean)
        exact_positive("sigma", self.sigma)

    @cached_property
    def exact_means(self) -> tuple[Fraction, ...]:
        """The means as exact rationals."""
        return tuple(exact(mean) for mean in self.means)

    @cached_property
    def laws(self) -> tuple[Gaussian, ...]:
        """The normal law of each arm."""
        return tuple(Gaussian(mean, self.sigma) for mean in self.means)


@dataclass(frozen=True)
class LawBandit(Bandit):
    """A stochastic bandit whose arms pay the given laws, all of one family.

    >>> from banditproof.theory.laws import Poisson
    >>> LawBandit((Poisson(2), Poisson(1))).suboptimal_arms
    (1,)
    """

    arm_laws: Sequence[Law]

    def __post_init__(self) -> None:
        object.__setattr__(self, "arm_laws", listed("The list of laws", self.arm_laws))
        if not self.arm_laws:
            raise ValueError("There are no arms; give the law of at least one arm.")
        for law in self.arm_laws:
            if not isinstance(law, Law):
                raise ValueError(f"{law!r} is not a reward law; give laws such as Poisson(2).")
        kinds = {getattr(law, "family", (type(law),)) for law in self.arm_laws}
        if len(kinds) > 1:
            raise ValueError(
                "The arms have laws of different families; give laws of one family, with the same "
                "known parameters."
            )

    @cached_property
    def exact_means(self) -> tuple[Fraction, ...]:
        """The means as exact rationals."""
        return tuple(law.exact_mean for law in self.arm_laws)

    @cached_property
    def laws(self) -> tuple[Law, ...]:
        """The law of each arm."""
        return tuple(self.arm_laws)


@dataclass(frozen=True)
class FiniteSupportBandit(Bandit):
    """A stochastic bandit on one finite support: arm a pays points[i] with weights[a][i].

    >>> FiniteSupportBandit((0, "0.5", 1), (("0.5", 0, "0.5"), (0, 1, 0))).gaps
    (Fraction(0, 1), Fraction(0, 1))
    """

    points: Sequence[Number]
    weights: Sequence[Sequence[Number]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", listed("The list of points", self.points))
        rows = listed("The list of weights", self.weights)
        if not rows:
            raise ValueError("There are no arms; give the weights of at least one arm.")
        weights = tuple(listed(f"The law of arm {arm}", row) for arm, row in enumerate(rows, 1))
        object.__setattr__(self, "weights", weights)
        _ = self.laws

    @cached_property
    def exact_means(self) -> tuple[Fraction, ...]:
        """The means as exact rationals."""
        return tuple(law.exact_mean for law in self.laws)

    @cached_property
    def laws(self) -> tuple[FiniteSupport, ...]:
        """The finite law of each arm."""
        return tuple(FiniteSupport(self.points, row) for row in self.weights)


@dataclass(frozen=True)
class LinearBandit(Bandit):
    """A linear bandit: action a pays N(<theta, actions[a]>, sigma^2).

    >>> LinearBandit(((1, 0), (0, 1)), ("0.7", "0.5")).gaps
    (Fraction(0, 1), Fraction(1, 5))
    """

    actions: Sequence[Sequence[Number]]
    theta: Sequence[Number]
    sigma: Number = 1

    def __post_init__(self) -> None:
        theta = tuple(exact(entry) for entry in listed("theta", self.theta))
        rows = [
            listed(f"Action {place}", action)
            for place, action in enumerate(listed("The list of actions", self.actions), 1)
        ]
        if not rows:
            raise ValueError("There are no actions; give at least one vector.")
        actions = tuple(tuple(exact(entry) for entry in action) for action in rows)
        for place, action in enumerate(actions, 1):
            if len(action) != len(theta):
                raise ValueError(
                    f"Action {place} has {len(action)} entries and theta has {len(theta)}; give "
                    "vectors of one length."
                )
        exact_positive("sigma", self.sigma)
        object.__setattr__(self, "actions", actions)
        object.__setattr__(self, "theta", theta)

    @cached_property
    def exact_means(self) -> tuple[Fraction, ...]:
        """The mean rewards <theta, action>, exact."""
        return tuple(
            sum((exact(x) * exact(y) for x, y in zip(action, self.theta, strict=True)), Fraction(0))
            for action in self.actions
        )

    @cached_property
    def laws(self) -> tuple[Gaussian, ...]:
        """The normal law of each action."""
        return tuple(Gaussian(mean, self.sigma) for mean in self.exact_means)
