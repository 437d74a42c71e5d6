"""Bandit instances: frozen values that validate on construction and know their gaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .exact import Number, exact_means


@dataclass(frozen=True)
class BernoulliBandit:
    """A stochastic bandit whose arm a pays Ber(means[a]).

    >>> bandit = BernoulliBandit(("0.75", "0.5", "0.75"))
    >>> bandit.arms, float(bandit.best_mean), [float(gap) for gap in bandit.gaps]
    (3, 0.75, [0.0, 0.25, 0.0])
    >>> bandit.best_arms, bandit.suboptimal_arms
    ((0, 2), (1,))
    """

    means: Sequence[Number]

    def __post_init__(self) -> None:
        exact_means(self.means)
        object.__setattr__(self, "means", tuple(self.means))

    @property
    def exact_means(self) -> tuple[Fraction, ...]:
        """The means as exact rationals."""
        return exact_means(self.means)

    @property
    def arms(self) -> int:
        """The number of arms."""
        return len(self.means)

    @property
    def best_mean(self) -> Fraction:
        """The largest mean, mu_star."""
        return max(self.exact_means)

    @property
    def gaps(self) -> tuple[Fraction, ...]:
        """mu_star - mean, for each arm."""
        best = self.best_mean
        return tuple(best - mean for mean in self.exact_means)

    @property
    def best_arms(self) -> tuple[int, ...]:
        """The arms whose gap is zero."""
        return tuple(a for a, gap in enumerate(self.gaps) if gap == 0)

    @property
    def suboptimal_arms(self) -> tuple[int, ...]:
        """The arms whose gap is positive."""
        return tuple(a for a, gap in enumerate(self.gaps) if gap > 0)
