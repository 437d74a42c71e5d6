"""The game with a random target: power of one common threshold, and average leakage.

One log-likelihood ratio serves both games, but not one test: at a level the game with a random
target allows one threshold for all targets, and its power is at least the average of the powers for
the single targets. Their advantages, at threshold 0, are averages. Privacy-Utility Trade-offs in
Sequential Decision-Making, Section 6.2.3.
"""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import MoreBits, at_growing_precision, ball, enclose, lower, upper
from banditproof.theory.certified_forms import certify
from banditproof.theory.enclosure import ONE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact_law, exact_nonnegative, exact_probability
from .columns import ColumnData
from .hypotheses import hypotheses_of_mean, require
from .leakage import leak, normal_ball, power

STEPS = 4000


@dataclass(frozen=True)
class AverageTargets:
    """A random target whose leakage score has a finite law.

    >>> game = AverageTargets.of(["0.1", 9], ["0.5", "0.5"])
    >>> round(float(game.power("0.1")), 4), round(float(game.average_power("0.1")), 4)
    (0.5743, 0.5622)
    """

    scores: tuple[Fraction, ...]
    chances: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        law = exact_law("of the targets", self.chances)
        result = tuple(exact_nonnegative("A score", m) for m in self.scores)
        if len(result) != len(law):
            raise ValueError(
                f"There are {len(result)} scores and {len(law)} probabilities; give as many of "
                "both."
            )
        object.__setattr__(self, "scores", result)
        object.__setattr__(self, "chances", law)

    @classmethod
    def of(cls, scores: Sequence[Number], chances: Sequence[Number]) -> AverageTargets:
        """The game of some scores and their probabilities; raises ValueError if they are none."""
        return cls(tuple(scores), tuple(chances))  # type: ignore[arg-type]

    @classmethod
    def of_data(cls, targets: Sequence[ColumnData], chances: Sequence[Number]) -> AverageTargets:
        """The game on the exact mean of data that differ in their target alone.

        Raises ValueError with the hypothesis that fails, if one does for a possible target.

        >>> from .columns import Column
        >>> data = [ColumnData.of(50, [Column.bernoulli("0.2", z, 100)]) for z in (0, 1)]
        >>> AverageTargets.of_data(data, ["0.8", "0.2"]).mean_score
        Fraction(2, 1)
        """
        laws = {(d.rows, tuple(replace(c, target=c.mean) for c in d.columns)) for d in targets}
        if len(laws) != 1:
            raise ValueError(
                f"There are {len(laws)} different laws of the data; give data that differ in "
                "nothing but the target, at least one."
            )
        game = cls.of([data.score for data in targets], chances)
        for data, chance in zip(targets, game.chances, strict=True):
            if chance:
                require(hypotheses_of_mean(data))
        return game

    @property
    def mean_score(self) -> Fraction:
        """E[m], which is d/n for targets from the law of the data; no formula takes it for m."""
        return sum((p * m for m, p in self._parts()), Fraction(0))

    def leakage(self, digits: int = 30) -> Enclosure:
        """E[leak(m)], the largest advantage; at most leak(E[m])."""
        parts = [p * certify(leak, m, digits=digits + 2) for m, p in self._parts() if p]
        return sum(parts, ZERO).min(ONE)

    def average_power(self, alpha: Number, digits: int = 30) -> Enclosure:
        """E[power(alpha, m)]: each target with its own threshold of level alpha."""
        level = exact_probability("alpha", alpha)
        parts = [p * certify(power, level, m, digits=digits + 2) for m, p in self._parts() if p]
        return sum(parts, ZERO).min(ONE)

    def power(self, alpha: Number, digits: int = 15) -> Enclosure:
        """The largest power of a test of level alpha: one threshold t with E[P_0(l > t)] = alpha.

        Where targets with score 0 have l = 0 the best test decides at random, so that the power
        grows by as much as the level.
        """
        level = exact_probability("alpha", alpha)
        if level in (0, 1) or not any(m and p for m, p in self._parts()):
            return Enclosure.of(level)
        silent = sum((p for m, p in self._parts() if m == 0), Fraction(0))
        if not silent:
            return self._at_level(level, digits)
        alarm = self._at(Fraction(0), digits + 4, 0)  # targets with score 0 stay OUT
        hit = self._at(Fraction(0), digits + 4, 1)
        if alarm >= level:
            return self._at_level(level, digits)
        if alarm + silent <= level:
            return self._at_level(level, digits)
        return hit + (level - alarm)

    def _parts(self) -> tuple[tuple[Fraction, Fraction], ...]:
        return tuple(zip(self.scores, self.chances, strict=True))

    def _tail(self, threshold: Fraction, bit: int) -> arb:
        """E[P_bit(l > t)] as a ball; l = 0 is above a negative threshold."""
        total = arb(0)
        for m, p in self._parts():
            if m == 0:
                total += ball(p) if threshold < 0 else arb(0)
            elif p:
                centre = m / 2 if bit else -m / 2
                total += ball(p) * normal_ball(ball(centre - threshold) / ball(m).sqrt())
        return total

    def _at(self, threshold: Fraction, digits: int, bit: int) -> Enclosure:
        return enclose(lambda: self._tail(threshold, bit), digits)

    def _at_level(self, level: Fraction, digits: int) -> Enclosure:
        """The power between those of two thresholds whose levels are below and above alpha."""

        def found(bits: int) -> Enclosure:
            low, high = Fraction(-1), Fraction(1)  # the tail is above alpha at low, below at high
            while not self._tail(low, 0) > ball(level):
                low *= 2
                _check_far(low)
            while not self._tail(high, 0) < ball(level):
                high *= 2
                _check_far(high)
            for _ in range(bits):
                least, most = self._tail(high, 1), self._tail(low, 1)
                if most - least < least / 10 ** (digits + 1):
                    break
                middle = (low + high) / 2
                tail = self._tail(middle, 0)
                if tail > ball(level):
                    low = middle
                elif tail < ball(level):
                    high = middle
                else:
                    raise MoreBits
            else:
                raise MoreBits
            enclosure = Enclosure(lower(least), upper(most)).min(ONE)
            if enclosure.digits < digits:
                raise MoreBits
            return enclosure

        return at_growing_precision(found, digits)


def _check_far(threshold: Fraction) -> None:
    if abs(threshold) > 1 << 60:
        raise MoreBits
