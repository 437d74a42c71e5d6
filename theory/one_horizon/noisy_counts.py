"""S + Z for S = Bin(n, p) and discrete Laplace noise Z: tails that are certified from below.

Pr[Z = z] is proportional to e^(-eps |z|). With x = 1 / (1 + e^eps) and a window of counts k,

    Pr[S + Z < m]  >= x A + C - x B,   A = sum over k >= m of f(k) e^(-eps (k - m)),
    Pr[S + Z >= m] >= x B + D - x A,   B = sum over k < m of f(k) e^(-eps (m - 1 - k)),

where f is the Binomial law, C its sum below m and D its sum from m on. All sums have terms >= 0, so
their floats have a relative error that the number of operations bounds; counts beyond the window
only make a tail larger.
"""

from __future__ import annotations
import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
import numpy as np
from flint import arb
from numpy.typing import NDArray
from banditproof.theory.balls import ball, float_at_lower, working_precision

Floats = NDArray[np.float64]
UNIT = 2.0**-53
"""The largest relative error of one operation with floats."""
TINY = 1e-250
"""An absolute error of floats that are too small for a relative one."""
ZERO = np.zeros(1)
LEAST_BUDGET, LARGEST_BUDGET = Fraction(1, 10**12), 600
"""A policy with a smaller budget has this one too; a larger one is treated as no privacy."""


def usable_budget(eps: Fraction | float) -> Fraction | float:
    """A budget of at least eps for which the sums are computed; inf is no privacy.

    >>> usable_budget(Fraction(1, 2)), usable_budget(Fraction(10**9))
    (Fraction(1, 2), inf)
    """
    return math.inf if eps > LARGEST_BUDGET else max(Fraction(eps), LEAST_BUDGET)


@dataclass(frozen=True, eq=False)
class Decay:
    """e^(-eps steps) of one budget, for any number of steps."""

    rate: float
    """eps as a float; infinite without privacy."""
    powers: tuple[float, ...]
    """e^(-eps 2^i) for i = 0, 1, ..., each with a relative error of at most 2^-51."""
    longest: list[Floats] = field(default_factory=lambda: [np.ones(1)])
    """The longest row of powers that was asked for."""

    def after(self, steps: int) -> float:
        """e^(-eps steps) to a relative 2^-44; to 2^-51 for one step, and 0 below e^-700.

        >>> round(decay(Fraction(1, 4)).after(4), 12)
        0.367879441171
        """
        powers, product, bits = self.powers, 1.0, steps
        if bits >> len(powers):
            return 0.0
        while bits:
            lowest = bits & -bits
            product *= powers[lowest.bit_length() - 1]
            bits ^= lowest
        return product if product > 1e-300 else 0.0

    @property
    def share(self) -> float:
        """x = Pr[Z > 0] / Pr[Z >= 0], as the powers have it."""
        return self.after(1) / (1 + self.after(1))

    def row(self, length: int) -> Floats:
        """e^(-eps j) for j = 0, 1, ..., at least `length` of them, to a relative 2^-45.

        >>> decay(Fraction(1)).row(3).round(6).tolist()
        [1.0, 0.367879, 0.135335, 0.049787]
        """
        row = self.longest[-1]
        if len(row) < length:
            while len(row) < length:  # 5 roundings for each time that it doubles
                row = np.concatenate([row, row * self.after(len(row))])
            self.longest[:] = [row]
        return row


@lru_cache(maxsize=256)
def decay(eps: Fraction | float) -> Decay:
    """The powers of one budget; inf is no privacy."""
    if not isinstance(eps, Fraction):
        return Decay(math.inf, ())
    with working_precision(80):
        exponents = (eps * 2**i for i in range(64))
        powers = (float_at_lower((-ball(x)).exp()) for x in exponents if x < 700)
        return Decay(float(eps), tuple(powers))


def _log_factorial(n: int) -> arb:
    return arb(n + 1).lgamma()


def _mass(n: int, k: int, p: Fraction) -> float:
    """Pr[Bin(n, p) = k], 0 < p < 1, with a relative error of at most 2^-51."""
    with working_precision(160):
        ways = _log_factorial(n) - _log_factorial(k) - _log_factorial(n - k)
        return float_at_lower((ways + k * ball(p).log() + (n - k) * ball(1 - p).log()).exp())


def binomial_window(n: int, p: Fraction, log_rest: float) -> tuple[int, Floats]:
    """The first count of a window, and the masses there; about e^-log_rest is outside.

    >>> first, masses = binomial_window(2, Fraction(1, 2), 30)
    >>> first, [round(float(mass), 12) for mass in masses]
    (0, [0.25, 0.5, 0.25])
    """
    if p in (0, 1) or n == 0:
        return (n if p == 1 else 0), np.ones(1)
    # by Bernstein's inequality
    reach = math.sqrt(2 * n * float(p * (1 - p)) * log_rest) + log_rest
    mode = math.floor((n + 1) * p)
    first, last = max(0, mode - math.ceil(reach)), min(n, mode + math.ceil(reach))
    odds = float(p / (1 - p))
    up, down = np.arange(mode, last, dtype=float), np.arange(mode, first, -1, dtype=float)
    rises = np.cumprod((n - up) / (up + 1) * odds)
    falls = np.cumprod(down / (n - down + 1) / odds)
    masses = np.concatenate([falls[::-1], np.ones(1), rises]) * _mass(n, mode, p)
    masses[masses < 1e-200] = 0
    return first, masses


def _discounted(masses: Floats, factor: float) -> Floats:
    """The sums over j >= 0 of factor^j masses[k - j], in log2(len) steps."""
    sums, shift = masses.copy(), 1
    while shift < len(sums) and factor > 1e-100:
        later = sums[:-shift] * factor
        sums[shift:] += later
        factor, shift = factor * factor, 2 * shift
    return sums


@dataclass(frozen=True, eq=False)
class NoisyCount:
    """Lower bounds of Pr[S + Z < m] and of Pr[S + Z >= m] for every whole number m."""

    decay: Decay
    first: int
    masses: Floats
    """The law of S at first, first + 1, ..., last - 1; what is outside counts as nothing."""

    @property
    def sure(self) -> float:
        """What a tail is multiplied with, as its sums have been rounded.

        4 roundings for each step from the mode, 1 for each term of a sum, 2 for each power, and the
        difference of two sums, of which the second is at most half of the first, triples them.
        """
        return 1 - (24 * len(self.masses) + 500) * UNIT

    @cached_property
    def total(self) -> float:
        """The probability of the window, from below."""
        return float(np.cumsum(self.masses)[-1]) * self.sure

    @cached_property
    def below(self) -> Floats:
        """Pr[S + Z < m] for m = first, first + 1, ..., last."""
        sums = np.concatenate([ZERO, np.cumsum(self.masses)])
        return np.maximum.accumulate(self._tails(sums, *self._discounts()))

    @cached_property
    def above(self) -> Floats:
        """Pr[S + Z >= m] for the same m."""
        rests = np.concatenate([np.cumsum(self.masses[::-1])[::-1], ZERO])
        upper, under = self._discounts()
        return np.maximum.accumulate(self._tails(rests, under, upper)[::-1])[::-1]

    def _discounts(self) -> tuple[Floats, Floats]:
        """A and B for each m of the window."""
        rho = self.decay.after(1)
        upper = _discounted(self.masses[::-1], rho)[::-1]
        return np.concatenate([upper, ZERO]), np.concatenate([ZERO, _discounted(self.masses, rho)])

    def _tails(self, sums: Floats, own: Floats, other: Floats) -> Floats:
        """x times A or B, and the sum of the other masses without x times the other one."""
        x = self.decay.share
        found: Floats = np.maximum(0, (x * own + (sums - x * other)) * self.sure - TINY)
        return found

    @property
    def last(self) -> int:
        """The largest m of the window."""
        return self.first + len(self.masses)

    def under(self, m: int) -> float:
        """A lower bound of Pr[S + Z < m].

        >>> round(noisy_count(1, Fraction(1, 2), math.inf).under(1), 9)
        0.5
        """
        if m < self.first:
            return _scaled(float(self.below[0]), self.decay.after(self.first - m))
        if m > self.last:
            return self._mixed(float(self.below[-1]), m - self.last)
        return float(self.below[m - self.first])

    def over(self, m: int) -> float:
        """A lower bound of Pr[S + Z >= m]."""
        if m > self.last:
            return _scaled(float(self.above[-1]), self.decay.after(m - self.last))
        if m < self.first:
            return self._mixed(float(self.above[0]), self.first - m)
        return float(self.above[m - self.first])

    def over_once(self, m: int) -> float:
        """A lower bound of Pr[S + Z >= m] without all the others, which take more time.

        >>> count = noisy_count(2, Fraction(1, 2), Fraction(1))
        >>> round(count.over_once(1), 9)
        0.65803014
        """
        if not self.first <= m <= self.last:
            edge = self.last if m > self.last else self.first
            at_end, steps = self.over_once(edge), abs(m - edge)
            if m > self.last:
                return _scaled(at_end, self.decay.after(steps))
            return self._mixed(at_end, steps)
        before, after = self.masses[: m - self.first][::-1], self.masses[m - self.first :]
        x, rest = self.decay.share, float(after.sum())
        if x > 0:  # the roundings are 15 for each mass, and 460 more
            powers = self.decay.row(len(self.masses))
            own, other = before @ powers[: len(before)], after @ powers[: len(after)]
            rest = x * float(own) + (rest - x * float(other))
        return max(0.0, rest * self.sure - TINY)

    def _mixed(self, at_end: float, steps: int) -> float:
        """What a large tail is `steps` beyond the window: its rest decays."""
        rest = min(1.0, self.decay.after(steps) * (1 + 600 * UNIT) + 1e-300)
        return max(0.0, (self.total * (1 - rest) + at_end * rest) * (1 - 8 * UNIT))


def _scaled(tail: float, factor: float) -> float:
    return max(0.0, tail * factor * (1 - 600 * UNIT) - TINY)


def noisy_count(n: int, p: Fraction, eps: Fraction | float, log_rest: float = 60.0) -> NoisyCount:
    """The certified tails of Bin(n, p) + Z.

    >>> count = noisy_count(2, Fraction(1, 2), Fraction(1))
    >>> round(count.under(1), 9), round(count.over(1), 9)
    (0.34196986, 0.65803014)
    """
    return NoisyCount(decay(eps), *binomial_window(n, p, log_rest))


@dataclass(frozen=True, eq=False)
class NoisyCounts:
    """The tails for all n of one mean and one budget, kept while there is room."""

    p: Fraction
    eps: Fraction | float
    found: dict[tuple[int, float], NoisyCount] = field(default_factory=dict)

    def at(self, n: int, log_rest: float) -> NoisyCount:
        """The tails of n rewards."""
        key = (n, log_rest)
        if key not in self.found:
            self.found[key] = noisy_count(n, self.p, self.eps, log_rest)
            _KEPT[0] += 2 * len(self.found[key].masses)
            if _KEPT[0] > MOST_KEPT:
                noisy_counts.cache_clear()
                _KEPT[0] = 0
                found = self.found[key]
                self.found.clear()
                return found
        return self.found[key]


MOST_KEPT = 2 * 10**7
"""How many numbers are kept in all."""
_KEPT = [0]


@lru_cache(maxsize=256)
def noisy_counts(p: Fraction, eps: Fraction | float) -> NoisyCounts:
    """The tails of one mean and one budget, shared by all that need them."""
    return NoisyCounts(p, eps)
