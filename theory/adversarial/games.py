"""The two games of adversarial bandits as exact values, and how a bound of them is enclosed.

A bound is a function of a game that returns a ball at the working precision; `value` encloses it.
Losses are in [0, 1] and the regret is that of the worst sequence that is fixed before the first
round. The noise of a loss is Laplace noise, and `scale` is its scale, not its variance.
"""

from __future__ import annotations
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Any
from flint import arb
from banditproof.theory.argument_readers import positive_count, read_fields, unless_none
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_nonnegative, exact_positive
from banditproof.theory.parameter_names import accepts_epsilon

MOST = 10**300
"""The largest number of arms, experts or rounds."""


def _risk(name: str, given: Number) -> Fraction:
    risk = exact(given)
    if not 0 < risk < 1:
        raise ValueError(
            f"{name} is {given}; give a number in (0, 1): at 0 and at 1 no theorem says anything."
        )
    return risk


@dataclass(frozen=True)
class NoisyGame:
    """A learner with K arms for T rounds that sees each loss with added Laplace noise.

    `rounds` need not be whole: theorems are also evaluated at eps T rounds.

    >>> NoisyGame.of(10, 1000, "0.5")
    NoisyGame(arms=10, rounds=Fraction(1000, 1), scale=Fraction(1, 2))
    """

    arms: int
    rounds: Fraction
    scale: Fraction

    def __post_init__(self) -> None:
        read_fields(self, arms=positive_count, rounds=exact_positive, scale=exact_nonnegative)

    @classmethod
    def of(cls, arms: Number, rounds: Number, scale: Number = 1) -> NoisyGame:
        """The game of some numbers; raises ValueError if they describe none."""
        numbers: Any = (arms, rounds, scale)  # read when the game is made
        return cls(*numbers)

    def value(self, bound: Callable[[NoisyGame], arb], digits: int = 15) -> Enclosure:
        """The enclosure of a bound at this game."""
        return enclose(lambda: bound(self), digits)

    @property
    def size(self) -> arb:
        """K T."""
        return ball(self.arms * self.rounds)

    @property
    def log_arms(self) -> arb:
        """log K."""
        return ball(self.arms).log()

    @property
    def log_size(self) -> arb:
        """log(K T)."""
        return self.size.log()

    @property
    def second_moment(self) -> Fraction:
        """1 + 2 scale^2, at least the mean square of a noisy loss."""
        return 1 + 2 * self.scale**2


@accepts_epsilon
@dataclass(frozen=True)
class PrivateGame:
    """K arms, T rounds, the budget eps, and with experts their number N and a delta.

    Each method of the paper that batches losses takes batches of ceil(1/eps) rounds, of which
    floor(T / batch) are complete. The last, incomplete one is never read.

    >>> game = PrivateGame.of(10, 1000, "0.3", experts=100)
    >>> game.batch, game.batches, game.left_over, game.scale
    (4, 250, 0, Fraction(5, 6))
    """

    arms: int
    horizon: int
    eps: Fraction
    experts: int | None = None
    delta: Fraction | None = None

    def __post_init__(self) -> None:
        read_fields(self, arms=positive_count, horizon=positive_count, eps=exact_positive)
        read_fields(self, experts=unless_none(positive_count), delta=unless_none(_risk))
        if not Fraction(1, MOST) <= self.eps <= MOST:
            raise ValueError("eps is not between 1e-300 and 1e300; give a less extreme number.")
        for name in ("arms", "horizon", "experts"):
            number = getattr(self, name)
            if number is not None and number > MOST:
                raise ValueError(f"{name} is beyond 1e300; give a smaller number.")

    @classmethod
    @accepts_epsilon
    def of(
        cls,
        arms: Number,
        horizon: Number,
        eps: Number,
        experts: Number | None = None,
        delta: Number | None = None,
    ) -> PrivateGame:
        """The game of some numbers; raises ValueError if they describe none.

        >>> PrivateGame.of(10, 1000, 1, delta=1)
        Traceback (most recent call last):
        ...
        ValueError: delta is 1; give a number in (0, 1): at 0 and at 1 no theorem says anything.
        """
        numbers: Any = (arms, horizon, eps, experts, delta)  # read when the game is made
        return cls(*numbers)

    def value(self, bound: Callable[[PrivateGame], arb], digits: int = 15) -> Enclosure:
        """The enclosure of a bound at this game."""
        return enclose(lambda: bound(self), digits)

    @property
    def batch(self) -> int:
        """ceil(1/eps), the length of a batch."""
        return ceil(1 / self.eps)

    @property
    def batches(self) -> int:
        """The number of complete batches."""
        return floor(Fraction(self.horizon, self.batch))

    @property
    def left_over(self) -> int:
        """The rounds of the incomplete batch."""
        return self.horizon - self.batch * self.batches

    @property
    def scale(self) -> Fraction:
        """1/(batch eps), the scale of the noise of a batch mean; at most 1."""
        return 1 / (self.batch * self.eps)

    @property
    def experts_as_arms(self) -> PrivateGame:
        """The game in which each expert is an arm: a bandit algorithm with N arms plays it."""
        return replace(self, arms=self.advisers, experts=None)

    @property
    def advisers(self) -> int:
        """N, which must be given."""
        if self.experts is None:
            raise ValueError("The number of experts is not given; give experts >= 1.")
        return self.experts

    @property
    def risk(self) -> Fraction:
        """delta, which must be given."""
        if self.delta is None:
            raise ValueError("delta is not given; give a number in (0, 1).")
        return self.delta

    @property
    def simulated(self) -> NoisyGame:
        """The game that the learner inside a conversion plays, one round for each batch."""
        if not self.batches:
            raise ValueError(
                f"The horizon {self.horizon} is shorter than a batch of {self.batch} rounds, so "
                f"that nothing is learnt; give a horizon >= {self.batch}."
            )
        return NoisyGame(self.arms, Fraction(self.batches), self.scale)

    @property
    def idealised(self) -> NoisyGame:
        """The game with eps T rounds and noise of scale 1, to which the theorems round it."""
        return NoisyGame(self.arms, self.eps * self.horizon, Fraction(1))
