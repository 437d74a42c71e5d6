"""Noise with finitely many rational atoms: what exact enumeration puts in place of Laplace noise.

Laplace noise of scale s becomes its discrete twin on the integers, two-sided geometric noise
of ratio e^(-1/s), where the statistic is an integer. The twin keeps the privacy loss of the
mechanism at each integer sensitivity, so a policy that calibrates its noise wrongly is caught by
its twin.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import (
    DiscreteLaplace,
    IntegerLaplace,
    Laplace,
    Mechanism,
    NoNoise,
)

Twin = DiscreteLaplace | NoNoise


class NotEnumerable(ValueError):
    """A policy does something that an exact enumeration cannot follow; the sentence says what."""


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of smallest denominator in the closed interval, for 0 < low <= high.

    >>> simplest_between(Fraction(367, 1000), Fraction(369, 1000))
    Fraction(7, 19)
    """
    whole = math.ceil(low)
    if whole <= high:
        return Fraction(whole)
    floor = whole - 1
    return floor + 1 / simplest_between(1 / (high - floor), 1 / (low - floor))


@lru_cache(maxsize=256)
def geometric_ratio(loss: Fraction, tolerance: Fraction = Fraction(1, 1000)) -> Fraction:
    """A short fraction r with loss (1 - tolerance) <= log(1/r) <= loss, proved in balls.

    >>> geometric_ratio(Fraction(1)), geometric_ratio(Fraction(1), Fraction(1, 10**9))
    (Fraction(39, 106), Fraction(27634, 75117))
    """
    bits = 64 + 4 * tolerance.denominator.bit_length() + int(2 * loss)
    with working_precision(bits):
        low = upper((-ball(loss)).exp())
        high = lower((-ball(loss * (1 - tolerance))).exp())
    return simplest_between(low, min(high, 1 - Fraction(1, 1 << 62)))


def discrete_twin(mechanism: Mechanism, tolerance: Fraction = Fraction(1, 1000)) -> Twin:
    """Geometric noise in place of Laplace noise, with 1 - tolerance to 1 times its loss.

    Gaussian noise has no twin with rational masses, so it is refused.

    >>> discrete_twin(Laplace(1)) == DiscreteLaplace(geometric_ratio(Fraction(1)))
    True
    """
    if isinstance(mechanism, Laplace | IntegerLaplace):
        return DiscreteLaplace(geometric_ratio(1 / exact(mechanism.scale), tolerance))
    if isinstance(mechanism, DiscreteLaplace | NoNoise):
        return mechanism
    raise NotEnumerable(
        f"{mechanism} has no rational probabilities; give Laplace or geometric noise here."
    )


@dataclass(frozen=True)
class ClampedRelease:
    """An integer statistic plus geometric noise, clamped to a window that no datum can move.

    The statistic is in {least, ..., most}, and the window reaches `cut` beyond it on either side.
    Clamping is post-processing, so it costs no privacy, and it leaves finitely many outcomes:
    Pr[v] = weights(base)[v - low] / total, exactly. `moved(base)` / total bounds the chance that
    clamping changed the outcome.

    >>> clamped = ClampedRelease(DiscreteLaplace("1/2"), 0, 1, cut=1)
    >>> clamped.total, clamped.weights(0), clamped.weights(1), clamped.moved(0)
    (12, [4, 4, 2, 2], [2, 2, 4, 4], 3)
    """

    twin: Twin
    least: int
    most: int
    cut: int

    @property
    def window(self) -> range:
        """The possible outcomes."""
        cut = 0 if isinstance(self.twin, NoNoise) else self.cut
        return range(self.least - cut, self.most + cut + 1)

    @property
    def slack(self) -> Fraction:
        """By which factor, at most, minus 1, true weights are larger: 0, they are exact."""
        return Fraction(0)

    @property
    def _reach(self) -> int:
        return self.most - self.least + self.cut

    @property
    def total(self) -> int:
        """The common denominator of all weights."""
        if isinstance(self.twin, NoNoise):
            return 1
        p, q = exact(self.twin.ratio).as_integer_ratio()
        return int((p + q) * q**self._reach)

    def weights(self, base: int) -> list[int]:
        """The weight of each outcome of a statistic of value `base`, in the order of the window."""
        if not self.least <= base <= self.most:
            raise ValueError(f"The statistic {base} is outside [{self.least}, {self.most}].")
        if isinstance(self.twin, NoNoise):
            return [int(v == base) for v in self.window]
        p, q = exact(self.twin.ratio).as_integer_ratio()
        powers = [p**y * q ** (self._reach - y) for y in range(self._reach + 1)]
        found = [(q - p) * powers[abs(v - base)] for v in self.window]
        # An end carries the whole tail beyond it: Pr[Y >= y] = ratio^y / (1 + ratio) for y >= 0.
        found[0] = q * powers[base - self.window[0]]
        found[-1] = q * powers[self.window[-1] - base]
        return found

    def moved(self, base: int) -> int:
        """The weight of the outcomes that clamping moves, rounded up."""
        if isinstance(self.twin, NoNoise):
            return 0
        p, q = exact(self.twin.ratio).as_integer_ratio()
        ends = (self.weights(base)[0], self.weights(base)[-1])
        return sum(-(-end * p // q) for end in ends)  # Pr[Y >= y+1] = ratio Pr[Y >= y]
