"""A curve that always answers: the tilted sum of losses beside a normal variable.

Let E_c be the law of the loss tilted by e^(cL), with mean m and variance v, and W = L - y. Then

    delta(y)     = M(c) e^(-cy) E_c[f(W)],  f(w) = e^(-cw) (1 - e^-w)_+    for c > 0,
    1 - delta(y) = M(c) e^(-cy) E_c[f(W)],  f(w) = min(e^(-cw), e^(-(1+c)w)) for -1 < c < 0.

f rises to its largest value F and falls again; F = c^c / (1+c)^(1+c), or 1 for c < 0. Therefore

- E_c[f(W)] <= F (Chernoff);
- E_c[f(W)] differs from the mean of f under the normal law by at most 2 F D, if the distribution
  functions differ by at most D. By the theorem of Berry and Esseen for sums of different terms,
  D <= 0.56 sum E|X_i - m_i|^3 / v^(3/2) (the constant is from Shevtsova, 2010);
- E_c[f(W)] >= min(f(a), f(b)) / 2 for a, b = m - y -+ sqrt(2v), by Chebyshev's inequality;
- delta(y) >= Pr[L = l] (1 - e^(y-l)) for l the supremum of the loss.

All of it is evaluated in balls from log M and its derivatives, which takes the same time for any
count. The bounds of eps are nearest for many releases, where no finite sum and no line of nodes is
short enough: relative to eps they are then about as close as one over the count.
"""

from __future__ import annotations
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
import flint
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, midpoint, working_precision
from .composition import Composition
from .gaussian_profile import scaled_erfc_anywhere
from .lattice_loss_laws import DiscreteGaussianLoss
from .law_cumulants import Cumulants
from .loss_laws import GaussianLoss, LaplaceLoss
from .loss_sizes import Size, size_ball
from .saddle_point import LEAST, FloatMoments
from .tail_bounds import TailBounds
from .tilted_atoms import log2_near, size_float

BERRY_ESSEEN = Fraction(56, 100)
"""The constant for sums of independent terms that need not be alike."""
MOST_STEPS = 24
"""How often the tilt is corrected; it is about right at the first time."""
STEP_DIGITS = 300
"""The most digits of a step of Newton's method: a longer one leads nowhere."""
MOST_WORK = 400_000
"""The most work on one curve, some seconds; the unit is a law in closed form with few digits."""
FAR = 8
"""From so many deviations on, a tail may be smaller than what is written of it."""
CLOSE = 1e-4
"""Where the bounds are this close, relatively, no other bound is tried."""
HALF = Fraction(1, 2)
BITS = 200
"""The bits of the distance of a point from the nearest end of its range."""
STRIDE = 64
"""The factor by which a point moves where one of its sides is not known."""


class NormalCurve:
    """Bounds of the curve of any composition, in a time that hardly depends on its numbers."""

    def __init__(self, composition: Composition) -> None:
        self.composition = composition
        self.moments = FloatMoments.of(composition)
        self.bits = _bits(composition)
        with working_precision(self.bits):
            self.largest = composition.largest_ball()
        self._known: dict[Fraction, Tilt] = {}
        self._last: dict[str, Fraction] = {}
        self.work = 0.0

    def tail(self, eps: Fraction, accuracy: float) -> TailBounds:
        """Bounds by the normal law, and where they are poor by Chebyshev's inequality."""
        if self.work > MOST_WORK:
            return TailBounds(arb(0), arb(1), middle=False)
        with working_precision(self.bits + 2 * log2_near(eps + 1)):
            near = float(eps)
            middle = self._is_middle(near)
            find = self.moments.middle_abscissa if middle else self.moments.abscissa
            tilt = self._centred(eps, find, offset=0)
            result = TailBounds.sound(*tilt.bounds(eps), middle=middle)
            if result.spread() > max(CLOSE, accuracy):
                result = result.narrowed(TailBounds.sound(self._others(eps), arb(1), middle=False))
            return result

    def guess(self, delta: Fraction) -> tuple[Fraction, float]:
        """About eps(delta), and the slope of the logarithm of the smaller tail there."""
        return self.moments.guess(delta)

    def is_far(self, near: float) -> bool:
        """Whether a number is many deviations away from the mean loss."""
        mean, deviation = self._mean_and_deviation
        return abs(mean - near) > FAR * deviation

    def _is_middle(self, near: float) -> bool:
        """Whether delta is probably above 1/2: the mean loss is larger, by a good deal."""
        above = self._mean_and_deviation[0] - near
        return above > 1 or (above > 0 and self._mean_and_deviation[1] > 1)

    @cached_property
    def _mean_and_deviation(self) -> tuple[float, float]:
        with np.errstate(all="ignore"):
            return self.moments.log_moment(LEAST)[1], self.moments.deviation(LEAST)

    def _others(self, eps: Fraction) -> arb:
        """A lower bound of delta from a tilt beyond eps and from the atom at the supremum."""
        low = self._centred(eps, self.moments.abscissa_beyond, offset=2).chebyshev(eps)
        if self.largest is not None:
            atom = self._log_of_atom().exp() * -(ball(eps) - self.largest).expm1()
            low = low.max(atom)
        return low

    def _log_of_atom(self) -> arb:
        """log Pr[L = l] for the supremum l, with finite l."""
        total = arb(0)
        for count, law in self.composition.parts:
            if isinstance(law, LaplaceLoss):
                total -= count * arb(2).log()
            elif not isinstance(law, GaussianLoss | DiscreteGaussianLoss):
                total -= count * (-size_ball(law.eps)).exp().log1p()
        return total

    def _centred(self, eps: Fraction, find: Callable[[float], float], offset: int) -> Tilt:
        """The tilt whose mean is near eps, or about `offset` deviations above.

        Newton's method between two tilts that are known to be too weak and too strong, from where
        it ended the last time, and at first from the saddle that floats find.
        """
        start = self._last.get(find.__name__)
        if start is None:
            with np.errstate(all="ignore"):
                start = Fraction(find(float(eps)))
        bracket = Bracket(start)
        tilt = self._tilt(bracket.c)
        for _ in range(MOST_STEPS):
            deviation = tilt.variance.abs_upper().sqrt()
            c = ball(bracket.c)
            # a normal variable with this drift has its weight beside y, within 1/c
            reach = deviation + 1 / abs(c) + 1 / (1 + c)
            miss = tilt.mean - ball(eps) - offset * deviation
            if not miss.is_finite() or abs(miss) < reach or self.work > MOST_WORK:
                break
            newton = miss / tilt.variance
            step = midpoint(newton) if abs(newton) < 10**STEP_DIGITS else None
            if not bracket.move(step, above=bool(miss > 0)):
                break
            tilt = self._tilt(bracket.c)
        self._last[find.__name__] = bracket.c
        return tilt

    def _tilt(self, c: Fraction) -> Tilt:
        result = self._known.get(c)
        if result is None:
            result = self._known[c] = Tilt(self.composition, c)
            self.work += sum(_work(law, flint.ctx.prec) for _, law in self.composition.parts)
            if len(self._known) > 64:
                self._known.pop(next(iter(self._known)))
        return result


class Tilt:
    """log M and the first moments of the whole at one point c."""

    def __init__(self, composition: Composition, c: Fraction) -> None:
        self.c = c
        self.log_moment = self.mean = self.variance = self.third = arb(0)
        for count, law in composition.parts:
            one = Cumulants.of(law, c)
            self.log_moment += count * one.log_moment
            self.mean += count * one.mean
            self.variance += count * one.variance
            self.third += count * one.third
        # The bound grows as the variance falls: the lower end of its ball is the safe one.
        least = self.variance.lower()
        self.distance = arb("inf")
        if least > 0:
            self.distance = ball(BERRY_ESSEEN) * self.third / (arb(least) * arb(least).sqrt())
        c_ball = ball(c)
        self.peak = arb(1)
        if c > 0:
            self.peak = (c_ball * c_ball.log() - (1 + c_ball) * (1 + c_ball).log()).exp()

    def _factor(self, eps: Fraction) -> arb:
        """M(c) e^(-cy)."""
        return (self.log_moment - ball(self.c) * ball(eps)).exp()

    def bounds(self, eps: Fraction) -> tuple[arb, arb]:
        """Bounds of delta(eps), or of 1 - delta(eps) for c < 0."""
        factor = self._factor(eps)
        low, high = arb(0), self.peak
        if self.distance.is_finite():
            normal = self._normal_mean(eps)
            error = 2 * self.peak * self.distance
            if normal.is_finite():
                low, high = low.max(normal - error), high.min(normal + error)
        if self.c < 0:
            low = low.max(self._chebyshev(eps))
        return factor * low, factor * high

    def chebyshev(self, eps: Fraction) -> arb:
        """A lower bound of delta(eps), for c > 0."""
        return self._factor(eps) * self._chebyshev(eps)

    def _chebyshev(self, eps: Fraction) -> arb:
        reach = (2 * self.variance.abs_upper()).sqrt()
        ends = (self.mean - reach - ball(eps), self.mean + reach - ball(eps))
        # f rises, then falls: on an interval it is least at an end. Half of the law lies in this
        # one.
        result = self._f(ends[0]).min(self._f(ends[1])) / 2
        return result if result.is_finite() else arb(0)

    def _f(self, w: arb) -> arb:
        c = ball(self.c)
        if self.c > 0:
            return (-c * w).exp() * -(-w).expm1() if w > 0 else arb(0)
        return (-c * w).exp().min((-(1 + c) * w).exp())

    def _normal_mean(self, eps: Fraction) -> arb:
        """The mean of f(W) for a normal W.

        With d = m - y and r(x) = e^(x^2) erfc(x), E[e^(-aW); W > 0] is e^(-d^2 / 2v) r(x) / 2 at
        x = (a v - d) / sqrt(2v), and E[e^(-aW); W < 0] is the same at -x.
        """
        deviation = self.variance.sqrt()
        z = (self.mean - ball(eps)) / deviation
        c, root = ball(self.c), arb(2).sqrt()
        near, far = (c * deviation - z) / root, ((1 + c) * deviation - z) / root
        level = (-z * z / 2).exp() / 2
        if self.c > 0:
            return level * (scaled_erfc_anywhere(near) - scaled_erfc_anywhere(far))
        return level * (scaled_erfc_anywhere(-near) + scaled_erfc_anywhere(far))


def _bits(composition: Composition) -> int:
    """A precision at which sums of terms of all sizes keep their digits."""
    small = large = 0
    most = 1
    for count, law in composition.parts:
        exponent = _exponent(law)
        small, large, most = min(small, exponent), max(large, exponent), max(most, count)
    return 160 + 4 * (large - small) + 2 * most.bit_length()


def _work(law: object, bits: int) -> float:
    """About the time of `Cumulants.of`, which sums a series for discrete Gaussian noise."""
    terms = 1.0
    if isinstance(law, DiscreteGaussianLoss):
        variance = float(law.sigma_squared)
        rate = 1 / (2 * variance) if variance < 0.25 else 2 * math.pi**2 * variance
        terms = 3 + 0.8 * max(4.0, math.sqrt(1.4 * bits / rate))
    return terms * math.pow(1 + bits / 1000, 1.5)


def _exponent(law: object) -> int:
    """About the binary logarithm of the size of one loss."""
    if isinstance(law, GaussianLoss):
        return log2_near(law.mu_squared) // 2
    if isinstance(law, DiscreteGaussianLoss):
        return log2_near(law.half_square)
    size: Size = law.eps  # type: ignore[attr-defined]
    return int(math.log2(size_float(size))) if size_float(size) > 0 else 0


@dataclass
class Bracket:
    """The point, and what is known on its two sides."""

    c: Fraction
    low: Fraction | None = field(default=None, init=False)
    high: Fraction | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.c = self._short(self.c)

    def move(self, step: Fraction | None, *, above: bool) -> bool:
        """Note that c is too high, or too low, and go to c - step if that lies between both.

        Without a step, or if it leads outside, go to the middle in ratios. False if no number of
        BITS bits lies between.
        """
        if above:
            self.high = self.c
        else:
            self.low = self.c
        wanted = None if step is None else self._short(self.c - step)
        if wanted is None or not (self._inside(wanted) and self._is_near(wanted)):
            wanted = self._short(self._middle())
        moved = wanted != self.c and self._inside(wanted)
        if moved:
            self.c = wanted
        return moved

    def _inside(self, c: Fraction) -> bool:
        """Whether a point lies in the range and between both."""
        if (self.c < 0 and not -HALF < c < 0) or self.c > 0 >= c:
            return False
        return (self.low is None or c > self.low) and (self.high is None or c < self.high)

    def _is_near(self, c: Fraction) -> bool:
        """Whether a point is not too far out where a side is not known."""
        if self.low is not None and self.high is not None:
            return True
        before = self._distance(self.c)
        return before / STRIDE <= self._distance(c) <= before * STRIDE

    def _distance(self, c: Fraction) -> Fraction:
        """The distance from the end of the range that is nearer: 0, or -1/2."""
        return min(-c, c + HALF) if c < 0 else c

    def _middle(self) -> Fraction:
        """A point between both, at a ratio of its distances from the ends of the range."""
        if self.c > 0:
            return _between(self.low, self.high)
        quarter = -HALF / 2
        if (self.low or -HALF) < quarter < (self.high or Fraction(0)):
            return quarter
        if self.high is not None and self.high <= quarter:
            low = None if self.low is None else self.low + HALF
            return _between(low, self.high + HALF) - HALF
        low = None if self.high is None else -self.high
        return -_between(low, None if self.low is None else -self.low)

    def _short(self, c: Fraction) -> Fraction:
        """A nearby number with a short denominator."""
        distance = self._distance(c)
        scale = BITS + max(0, distance.denominator.bit_length() - distance.numerator.bit_length())
        return Fraction(round(c * (1 << scale)), 1 << scale)


def _between(low: Fraction | None, high: Fraction | None) -> Fraction:
    """The geometric mean of two positive numbers, or a point far from one of them."""
    if low is None:
        assert high is not None
        return high / STRIDE
    if high is None:
        return low * STRIDE
    if high < 4 * low:
        return (low + high) / 2
    return Fraction(math.sqrt(float(low)) * math.sqrt(float(high)))
