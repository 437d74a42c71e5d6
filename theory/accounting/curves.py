"""The curve delta(eps) of a composition, by the exact or narrowest formula."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Protocol

from flint import arb

from banditproof.theory.balls import working_precision

from .composition import Composition
from .contour import ContourLine
from .gaussian_profile import gaussian_delta
from .laplace_powers import SignSums, sign_sum_count
from .lattice import Lattice, LatticeLine, common_lattice, lattice_fits
from .loss_laws import GaussianLoss, LaplaceLoss
from .saddle_point import FloatMoments, size_float
from .vertical_line import choose_line

MOST_BITS = 1 << 16
COMPLEMENT_BITS = 4096
"""Enough for 1 - delta down to 1e-1000."""
SHORT_SUM = 40_000
"""The most terms times Laplace releases of the exact sum: some 50 ms."""
MOST_WORK = 20_000_000
"""The most factors of transforms that are evaluated before no new line is used: a few seconds."""
MOST_LAPLACES = 400
"""The polynomials of the exact sum have integer coefficients with about this many digits."""


class Curve(Protocol):
    """Bounds of delta at any eps >= 0, at a relative accuracy that is asked for.

    The accuracy is relative to the smaller one of delta and 1 - delta; where it cannot be
    reached in a short time, the bounds are wider.
    """

    def delta(self, eps: Fraction, accuracy: float) -> tuple[arb, arb]: ...

    def guess(self, delta: Fraction) -> tuple[float, float]:
        """About eps(delta), and the slope of the logarithm of the smaller tail there."""
        ...


def curve_of(composition: Composition) -> Curve:
    """Choose the formula."""
    laws = [law for _, law in composition.parts]
    if all(isinstance(law, GaussianLoss) for law in laws):
        return GaussianCurve(composition)
    laplaces = sum(n for n, law in composition.parts if isinstance(law, LaplaceLoss))
    short = sign_sum_count(composition, SHORT_SUM // max(laplaces, 4))
    if short is not None and laplaces <= MOST_LAPLACES:
        return SignSumCurve(composition)
    return LineCurve(composition, common_lattice(composition))


def _log(value: Fraction) -> float:
    """The logarithm of a positive rational of any size."""
    return math.log(value.numerator) - math.log(value.denominator)


def _smaller_tail(delta: Fraction) -> tuple[float, bool]:
    """The logarithm of the smaller one of delta and 1 - delta, and whether it is the latter."""
    middle = delta > Fraction(1, 2)
    return _log(1 - delta if middle else delta), middle


def _spread(low: arb, high: arb) -> float:
    """The width of the bounds of delta, relative to the smaller one of delta and 1 - delta."""
    if high.is_zero():
        return 0.0
    with working_precision(COMPLEMENT_BITS):
        small = low.min(1 - high).abs_lower()
        ratio = (high - low).abs_upper() / small if small > 0 else arb("inf")
        return float(ratio.abs_upper())


class _SaddleGuess:
    """The first guess of eps(delta) by the saddle point approximation."""

    composition: Composition

    def guess(self, delta: Fraction) -> tuple[float, float]:
        """About eps(delta), and the slope of the logarithm of the smaller tail there."""
        moments = FloatMoments.of(self.composition)
        log_tail, middle = _smaller_tail(delta)
        eps, c = moments.tail_point(log_tail, middle=middle)
        return eps, -c


class GaussianCurve(_SaddleGuess):
    """Gaussian releases alone: the closed form."""

    def __init__(self, composition: Composition) -> None:
        self.composition = composition
        self.mu_squared = sum((n * _mu_squared(law) for n, law in composition.parts), Fraction(0))
        if self.mu_squared and not Fraction(1, 10**60) <= self.mu_squared <= 10**60:
            raise ValueError(
                "The total mu^2 of the Gaussian releases is outside [1e-60, 1e60]; give noise "
                "less extreme."
            )

    def delta(self, eps: Fraction, accuracy: float) -> tuple[arb, arb]:
        """Bounds of the closed form."""
        if self.mu_squared == 0:
            return arb(0), arb(0)
        bits = 64 - int(math.log2(accuracy)) + 2 * max(0, int(eps).bit_length())
        while True:
            with working_precision(bits):
                value = gaussian_delta(self.mu_squared, eps)
                if bits >= MOST_BITS or _spread(value, value) <= accuracy:
                    return value, value
            bits *= 2

    def guess(self, delta: Fraction) -> tuple[float, float]:
        """For a large mu the loss is a normal variable and e^eps plays no part."""
        log_tail, middle = _smaller_tail(delta)
        if self.mu_squared < 10**8:
            return super().guess(delta)
        z = _normal_quantile(log_tail)
        mu = math.sqrt(self.mu_squared)
        slope = max(z, 0.8) / mu
        return mu * mu / 2 + (-z if middle else z) * mu, slope if middle else -slope


def _normal_quantile(log_tail: float) -> float:
    """About the z >= 0 with log Phi(-z) as given, for a tail of at most 1/2."""
    low, high = 0.0, 2 + math.sqrt(-2 * log_tail)
    while high - low > 1e-12 * high:
        z = (low + high) / 2
        tail = math.erfc(z / math.sqrt(2)) / 2
        log = math.log(tail) if z < 35 else -z * z / 2 - math.log(z * math.sqrt(2 * math.pi))
        low, high = (z, high) if log > log_tail else (low, z)
    return low


def _mu_squared(law: object) -> Fraction:
    assert isinstance(law, GaussianLoss)
    return law.mu_squared


class SignSumCurve(_SaddleGuess):
    """Few Laplace and randomised-response releases: the exact finite sum."""

    def __init__(self, composition: Composition) -> None:
        self.composition = composition
        sizes = [size_float(law.largest) for _, law in composition.parts if law.largest is not None]
        if not all(1e-60 <= size <= 1e10 for size in sizes):
            raise ValueError("A release has an eps outside [1e-60, 1e10]; give an eps inside.")
        self.sums = SignSums(composition)
        self.bits = 96 + 2 * self.sums.laplaces

    def delta(self, eps: Fraction, accuracy: float) -> tuple[arb, arb]:
        """Bounds by the sum, whose terms cancel, at the precision that this needs."""
        while True:
            with working_precision(self.bits):
                value = self.sums.delta(eps)
                if self.bits >= MOST_BITS or _spread(value, value) <= accuracy:
                    return value, value
                known = value.rel_accuracy_bits()
            wanted = 16 - int(math.log2(accuracy))
            self.bits += max(wanted - known, self.bits // 4)


class LineCurve(_SaddleGuess):
    """Everything else: nodes on a vertical line, kept while eps stays near."""

    def __init__(self, composition: Composition, lattice: Lattice | None) -> None:
        self.composition, self.lattice = composition, lattice
        self.moments = FloatMoments.of(composition)
        self.moments.check_range()
        self.line: ContourLine | LatticeLine | None = None
        self.reached = 0.0
        self.work = 0

    def delta(self, eps: Fraction, accuracy: float) -> tuple[arb, arb]:
        """Bounds by the line that is there, or else by a new one for this eps."""
        if self.line is not None:
            found = self._read(eps)
            if self.work > MOST_WORK or _spread(*found) <= max(accuracy, 2 * self.reached):
                return found
        self._draw(eps, accuracy)
        found = self._read(eps)
        self.reached = _spread(*found)
        return found

    def _read(self, eps: Fraction) -> tuple[arb, arb]:
        assert self.line is not None
        with working_precision(self.bits):
            low, high = self.line.tail(eps)
            low, high = low.max(arb(0)), high.min(arb(1))
            return (1 - high, 1 - low) if self.line.choice.middle else (low, high)

    def _draw(self, eps: Fraction, accuracy: float) -> None:
        near = float(eps)
        tail = self.moments.saddle(self.moments.abscissa(near))[1]
        middle = tail > math.log(0.5)
        if middle:
            tail = self.moments.saddle(self.moments.middle_abscissa(near))[1]
        tolerance = min(1e-3, accuracy) / 16
        choice = choose_line(self.moments, near, middle=middle, tolerance=tolerance)
        self.bits = 128 - int(math.log2(tolerance)) + (int(-1.45 * tail) if middle else 0)
        with working_precision(self.bits):
            if self.lattice and lattice_fits(self.lattice, self.moments, choice.period):
                self.line = LatticeLine(
                    self.composition, choice, self.moments, tolerance, self.lattice
                )
            else:
                self.line = ContourLine(self.composition, choice, self.moments, tolerance)
        self.work += self.line.work
