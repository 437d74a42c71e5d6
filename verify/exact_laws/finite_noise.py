"""Noise with finitely many atoms, which exact enumeration uses for continuous noise.

Where the statistic is an integer, Laplace noise of scale s becomes its counterpart on the
integers, two-sided geometric noise of ratio e^(-1/s), and Gaussian noise becomes the discrete
Gaussian of the same parameter. This keeps the privacy loss of the mechanism at each integer
sensitivity (pure of the one, concentrated of the other), so a policy that calibrates its noise
wrongly is still caught.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from banditproof.algorithms.policy import Pull
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
    Laplace,
    Mechanism,
    NoNoise,
)
from banditproof.theory.mechanisms.gaussian_sums import half_sum, whole_sum

IntegerNoise = DiscreteLaplace | DiscreteGaussian | NoNoise
GUARD_BITS = 64
"""How many bits the integer weight of the rarest outcome of an irrational law has, at least."""


class NotEnumerable(ValueError):
    """A policy does something that an exact enumeration cannot follow; the sentence says what."""


def require_one_arm(pull: Pull) -> None:
    """Raise NotEnumerable for a plan over several arms, which only plain enumeration follows."""
    if pull.then:
        raise NotEnumerable("A pull is a plan over several arms.")


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
        # Rounded inwards: every fraction between these two has the property for sure.
        low = upper((-ball(loss)).exp())
        high = lower((-ball(loss * (1 - tolerance))).exp())
    return simplest_between(low, min(high, 1 - Fraction(1, 1 << 62)))


def integer_noise(mechanism: Mechanism, tolerance: Fraction = Fraction(1, 1000)) -> IntegerNoise:
    """Geometric noise in place of Laplace noise, with 1 - tolerance to 1 times its loss.

    Gaussian noise becomes discrete Gaussian noise of the same parameter, which is as concentrated.

    >>> integer_noise(Laplace(1)) == DiscreteLaplace(geometric_ratio(Fraction(1)))
    True
    >>> integer_noise(Gaussian(sigma_squared=2))
    DiscreteGaussian(sigma_squared=2)
    """
    if isinstance(mechanism, Laplace | IntegerLaplace):
        return DiscreteLaplace(geometric_ratio(1 / exact(mechanism.scale), tolerance))
    if isinstance(mechanism, Gaussian):
        return DiscreteGaussian(sigma_squared=mechanism.sigma_squared)
    return mechanism


@lru_cache(maxsize=64)
def _certified_weights(
    noise: DiscreteGaussian, reach: int
) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """A total, and just below it times Pr[Y = y] and Pr[Y >= y], rounded down, for 0 <= y <= reach.

    Each weight w is right up to the factor 1 + 2^(2 - GUARD_BITS): the true one is below w + 2.
    """
    square = exact(noise.sigma_squared)
    # The smallest mass is about 2^-(1.4427 reach^2 / (2 sigma^2)): it keeps at least GUARD_BITS
    # digits.
    bits = 2 * GUARD_BITS + int(1.4427 * reach**2 / float(2 * square))
    bits += square.numerator.bit_length()
    with working_precision(bits + GUARD_BITS):
        whole = whole_sum(square)
        powers = [(-ball(Fraction(y * y) / (2 * square))).exp() for y in range(reach + 1)]
        masses = [power / whole for power in powers]
        tails = [half_sum(square, Fraction(reach)) / whole]
        for mass in reversed(masses[:-1]):
            tails.append(tails[-1] + mass)
        tails.reverse()
        low = [[math.floor(lower(m) * (1 << bits)) for m in part] for part in (masses, tails)]
        high = [[upper(m) * (1 << bits) for m in part] for part in (masses, tails)]
    for below, above in zip((*low[0], *low[1]), (*high[0], *high[1]), strict=True):
        if below.bit_length() < GUARD_BITS or above > below + 2:
            raise ArithmeticError(f"{bits} bits were not enough for the weights of {noise}.")
    return 1 << bits, tuple(low[0]), tuple(low[1])


@dataclass(frozen=True)
class ClampedRelease:
    """An integer statistic plus noise on the integers, clamped to a window that no datum can move.

    The statistic is in {least, ..., most}, and the window reaches `cut` beyond it on either side.
    Clamping is post-processing, so it costs no privacy, and it leaves finitely many outcomes:
    Pr[v] = weights(base)[v - low] / total, exactly for geometric noise, and up to a factor in
    [1, 1 + slack] for a law that is not rational. `moved(base)` / total bounds the probability
    that clamping changed the outcome.

    >>> clamped = ClampedRelease(DiscreteLaplace("1/2"), 0, 1, cut=1)
    >>> clamped.total, clamped.weights(0), clamped.weights(1), clamped.moved(0)
    (12, [4, 4, 2, 2], [2, 2, 4, 4], 3)
    """

    noise: IntegerNoise
    least: int
    most: int
    cut: int

    @property
    def window(self) -> range:
        """The possible outcomes."""
        cut = 0 if isinstance(self.noise, NoNoise) else self.cut
        return range(self.least - cut, self.most + cut + 1)

    @property
    def slack(self) -> Fraction:
        """By which factor, at most, minus 1, the true weights are larger."""
        if isinstance(self.noise, DiscreteLaplace | NoNoise):
            return Fraction(0)
        return Fraction(1, 1 << (GUARD_BITS - 2))

    @property
    def _reach(self) -> int:
        return self.most - self.least + self.cut

    @property
    def total(self) -> int:
        """The common denominator of all weights."""
        if isinstance(self.noise, NoNoise):
            return 1
        if not isinstance(self.noise, DiscreteLaplace):
            return _certified_weights(self.noise, self._reach)[0]
        p, q = exact(self.noise.ratio).as_integer_ratio()
        return int((p + q) * q**self._reach)

    def weights(self, base: int) -> list[int]:
        """The weight of each outcome of a statistic of value `base`, in the order of the window."""
        if not self.least <= base <= self.most:
            raise ValueError(f"The statistic {base} is outside [{self.least}, {self.most}].")
        if isinstance(self.noise, NoNoise):
            return [int(v == base) for v in self.window]
        if not isinstance(self.noise, DiscreteLaplace):
            _, masses, tails = _certified_weights(self.noise, self._reach)
            results = [masses[abs(v - base)] for v in self.window]
            results[0], results[-1] = tails[base - self.window[0]], tails[self.window[-1] - base]
            return results
        p, q = exact(self.noise.ratio).as_integer_ratio()
        powers = [p**y * q ** (self._reach - y) for y in range(self._reach + 1)]
        results = [(q - p) * powers[abs(v - base)] for v in self.window]
        # An end carries the whole tail beyond it: Pr[Y >= y] = ratio^y / (1 + ratio) for y >= 0.
        results[0] = q * powers[base - self.window[0]]
        results[-1] = q * powers[self.window[-1] - base]
        return results

    def moved(self, base: int) -> int:
        """The weight of the outcomes that clamping moves, rounded up."""
        if isinstance(self.noise, NoNoise):
            return 0
        if not isinstance(self.noise, DiscreteLaplace):
            _, masses, tails = _certified_weights(self.noise, self._reach)
            ends = (base - self.window[0], self.window[-1] - base)
            return sum(tails[y] - masses[y] + 4 for y in ends)
        p, q = exact(self.noise.ratio).as_integer_ratio()
        weights = self.weights(base)
        # Pr[Y >= y+1] = ratio Pr[Y >= y], rounded up
        return sum(-(-end * p // q) for end in (weights[0], weights[-1]))
