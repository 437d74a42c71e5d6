"""The curve delta(eps) of a composition, by the exact or narrowest formula."""

import math
from fractions import Fraction
from typing import Protocol
from flint import arb
from banditproof.theory.balls import working_precision
from .composition import Composition
from .contour import ContourLine
from .gaussian_profile import gaussian_complement, gaussian_delta
from .laplace_powers import SignSums
from .lattice import Lattice, LatticeLine, lattice_fits
from .loss_laws import GaussianLoss
from .saddle_point import FloatMoments, smaller_tail
from .tail_bounds import TailBounds
from .tilted_atoms import log2_near
from .vertical_line import choose_line

MOST_BITS = 1 << 16
DOUBLINGS = 6
"""How often the precision of the closed form is doubled; the first one nearly always is enough."""
SUM_WORK = 1 << 29
"""The most terms times Laplace releases times bits of one exact sum: below half a second."""
SHORT_SUM = 40_000
"""The most terms times Laplace releases of the exact sum: some 50 ms."""
MOST_WORK = 20_000_000
"""The most factors of transforms that are evaluated before no new line is used: a few seconds."""
READ_WORK = 40
"""The work of reading one node of a line, in the same unit."""
MOST_LAPLACES = 400
"""The polynomials of the exact sum have integer coefficients with about this many digits."""


class Curve(Protocol):
    """Bounds of delta or 1 - delta at any eps >= 0, at a relative accuracy that is asked for.

    The accuracy is relative to the smaller one of delta and 1 - delta; where it cannot be
    reached in a short time, the bounds are wider.
    """

    def tail(self, eps: Fraction, accuracy: float) -> TailBounds: ...

    def guess(self, delta: Fraction) -> tuple[Fraction, float]:
        """About eps(delta), and the slope of the logarithm of the smaller tail there."""


class _SaddleGuess:
    """The first guess of eps(delta) by the saddle point approximation."""

    composition: Composition

    def guess(self, delta: Fraction) -> tuple[Fraction, float]:
        """About eps(delta), and the slope of the logarithm of the smaller tail there."""
        return FloatMoments.of(self.composition).guess(delta)


class GaussianCurve(_SaddleGuess):
    """Gaussian releases alone: the closed form."""

    def __init__(self, composition: Composition) -> None:
        self.composition = composition
        self.mu_squared = sum((n * _mu_squared(law) for n, law in composition.parts), Fraction(0))

    def tail(self, eps: Fraction, accuracy: float) -> TailBounds:
        """Bounds of the closed form."""
        if self.mu_squared == 0:
            return TailBounds.sound(arb(0), arb(0), middle=False)
        # about where delta is 1/2; either form is right everywhere
        middle = 2 * eps < self.mu_squared and self.mu_squared > 1
        formula = gaussian_complement if middle else gaussian_delta
        # eps / mu is squared, and for a small mu the two terms are nearly equal
        size = abs(log2_near(self.mu_squared)) + 2 * max(0, log2_near(eps + 1))
        bits = 64 - int(math.log2(accuracy)) + size
        for _ in range(DOUBLINGS):
            with working_precision(bits):
                value = formula(self.mu_squared, eps)
                result = TailBounds.sound(value, value, middle=middle)
                if result.spread() <= accuracy:
                    break
            bits *= 2
        return result

    def guess(self, delta: Fraction) -> tuple[Fraction, float]:
        """For a large mu the loss is a normal variable and e^eps plays no part."""
        log_tail, middle = smaller_tail(delta)
        if self.mu_squared < 10**8:
            return super().guess(delta)
        z = _normal_quantile(log_tail)
        # as a fraction: the floats near mu^2 / 2 may lie farther apart than mu
        mu = Fraction(math.isqrt(math.ceil(self.mu_squared * 4**64)), 2**64)
        slope = max(z, 0.8) / float(mu)
        shift = Fraction(-z if middle else z) * mu
        return self.mu_squared / 2 + shift, slope if middle else -slope


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
        self.sums = SignSums(composition)
        self.bits = 96 + 2 * self.sums.laplaces
        work = self.sums.terms * max(4, self.sums.laplaces)
        self.most_bits = max(self.bits, min(MOST_BITS, SUM_WORK // work))

    def tail(self, eps: Fraction, accuracy: float) -> TailBounds:
        """Bounds by the sum, whose terms cancel, at the precision that this needs."""
        while True:
            with working_precision(self.bits):
                value = self.sums.delta(eps)
                middle = bool(value > 0.5)
                smaller = 1 - value if middle else value
                result = TailBounds.sound(smaller, smaller, middle=middle)
                if self.bits >= self.most_bits or result.spread() <= accuracy:
                    return result
                known = smaller.rel_accuracy_bits()
            wanted = 16 - int(math.log2(accuracy))
            # nothing at all is known of a number that a ball does not tell from 0
            more = self.bits if known < -MOST_BITS else max(wanted - known, self.bits // 4)
            self.bits = min(self.bits + more, self.most_bits)


class LineCurve(_SaddleGuess):
    """Everything else: nodes on a vertical line, kept while eps stays near."""

    def __init__(self, composition: Composition, lattice: Lattice | None) -> None:
        self.composition, self.lattice = composition, lattice
        self.moments = FloatMoments.of(composition)
        self.line: ContourLine | LatticeLine | None = None
        self.reached = 0.0
        self.work = 0
        self.extra_bits = max(0, int(math.log2(1 + self.moments.size)) - 20)

    def tail(self, eps: Fraction, accuracy: float) -> TailBounds:
        """Bounds by the line that is there, or else by a new one for this eps."""
        if self.work > 2 * MOST_WORK:
            return TailBounds(arb(0), arb(1), middle=False)
        if self.line is not None:
            result = self._read(eps)
            if self.work > MOST_WORK or result.spread() <= max(accuracy, 2 * self.reached):
                return result
        self._draw(eps, accuracy)
        result = self._read(eps)
        self.reached = result.spread()
        return result

    def _read(self, eps: Fraction) -> TailBounds:
        assert self.line is not None
        self.work += READ_WORK * self.line.selection.kept
        with working_precision(self.bits):
            low, high = self.line.tail(eps)
            return TailBounds.sound(low, high, middle=self.line.choice.middle)

    def _draw(self, eps: Fraction, accuracy: float) -> None:
        """A new line for this eps; an ArithmeticError or ValueError if floats are too narrow."""
        near = float(eps)
        tail = self.moments.saddle(self.moments.abscissa(near))[1]
        middle = tail > math.log(0.5)
        tolerance = min(1e-3, accuracy) / 16
        choice = choose_line(self.moments, near, middle=middle, tolerance=tolerance)
        self.bits = 128 - int(math.log2(tolerance)) + self.extra_bits
        with working_precision(self.bits):
            if self.lattice and lattice_fits(self.lattice, self.moments, choice.period):
                self.line = LatticeLine(
                    self.composition, choice, self.moments, tolerance, self.lattice
                )
            else:
                self.line = ContourLine(self.composition, choice, self.moments, tolerance)
        self.work += self.line.work
