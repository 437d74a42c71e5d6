"""What a noise shows of a shift where it lies in an interval: masses, moments and gains, in balls.

Each noise is counted in its own deviations or scales, and turned so that its shift m is at least 0:
the density is f(n) in the left world, and f(n + m) in the right one.

    normal    log f(n)/f(n + m) = m n + m^2 / 2
    Laplace   log f(n)/f(n + m) = |n + m| - |n|

Both increase in n. The moment of order a over an interval [l, h] is the integral of
f(n)^a f(n + m)^(1 - a). With F the normal distribution function it is

    normal    e^(a (a - 1) m^2 / 2) (F(h + (1 - a) m) - F(l + (1 - a) m))
    Laplace   the sum of (e^g(end) - e^g(begin)) / (2 g') over the parts with linear
              g(n) = (a - 1) |n + m| - a |n|, whose slopes are 1, 2 a - 1 and -1

The orders 1 and 0 are the probabilities in the left and in the right world.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from statistics import NormalDist
from typing import Literal
from flint import arb
from banditproof.theory.balls import ball

Ends = tuple[arb | None, arb | None]
"""The ends of an interval; None where it has none."""


@dataclass(frozen=True)
class Shifted:
    """A noise of unit size in an interval, and its shift.

    >>> noise = Shifted("normal", arb(1))
    >>> print(noise.moment(arb(1)).str(9), noise.moment(arb(2)).log().str(9, radius=False))
    1.00000000 1.00000000
    """

    law: Literal["normal", "Laplace"]
    shift: arb
    ends: Ends = (None, None)

    def moment(self, order: arb) -> arb:
        """The integral of f(n)^a f(n + m)^(1 - a) over the interval."""
        if self.law == "normal":
            away = (1 - order) * self.shift
            low, high = (
                arb(k) if end is None else normal_below(end + away)
                for k, end in enumerate(self.ends)
            )
            return (order * (order - 1) * self.shift**2 / 2).exp() * (high - low)
        left, zero = -self.shift, arb(0)
        parts = ((arb(1), None, left), (2 * order - 1, left, zero), (arb(-1), zero, None))
        return sum((self._part(order, *part) for part in parts), zero)

    def _part(self, order: arb, slope: arb, begin: arb | None, stop: arb | None) -> arb:
        """The Laplace moment where the logarithm of the integrand has one slope."""
        values = []
        for end, limit in zip(self.ends, (begin, stop), strict=True):
            x = limit
            if end is not None:
                x = end if begin is None else end.max(begin)
                x = x if stop is None else x.min(stop)
            known = None if x is None else (order - 1) * abs(x + self.shift) - order * abs(x)
            values.append(arb(0) if known is None else known.exp())
        return (values[1] - values[0]) / (2 * slope)

    def threshold(self, level: float) -> float:
        """From where on the logarithm of the ratio is more than a level, in floats."""
        shift = float(self.shift.mid())
        if self.law == "normal":
            return (level - shift**2 / 2) / shift
        if abs(level) >= shift:
            return math.inf if level > 0 else -math.inf
        return (level - shift) / 2

    def beyond(self, start: float) -> "Shifted | None":
        """The part of the interval from a place on; None if nothing is left."""
        low, high = self.ends
        if start == math.inf or (high is not None and not bool(ball(Fraction(start)) < high)):
            return None
        if start == -math.inf or (low is not None and bool(ball(Fraction(start)) < low)):
            return self
        cut = ball(Fraction(start))
        return replace(self, ends=(cut if low is None else cut.max(low), high))

    def below(self, end: arb | None, upper: bool) -> tuple[arb, arb]:
        """The probabilities below a lower or an upper end, in the left and in the right world."""
        if end is None:
            return arb(int(upper)), arb(int(upper))
        law = normal_below if self.law == "normal" else laplace_below
        return law(end), law(end + self.shift)

    def cells(self, count: int) -> list[tuple[arb, arb]]:
        """The probabilities of parts of the interval, in the left and in the right world.

        >>> [p.str(4, radius=False) for p, _ in Shifted("Laplace", arb(1)).cells(2)]
        ['0.1103', '0.5900', '0.2997']
        """
        low, high = self.ends
        middle, law = float(self.shift.mid()) / 2, NormalDist()
        inner = [
            ball(Fraction(1.5 * law.inv_cdf((k + 0.5) / count) - middle)) for k in range(count)
        ]
        between = [
            cut
            for cut in inner
            if (low is None or bool(low < cut)) and (high is None or bool(cut < high))
        ]
        cuts = [self.below(low, False), *(self.below(cut, False) for cut in between)]
        return [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise([*cuts, self.below(high, True)])]

    def most(self) -> arb | None:
        """The largest logarithm of the ratio in the interval; None if there is none."""
        _, high = self.ends
        if self.law == "normal":
            return None if high is None else self.shift * high + self.shift**2 / 2
        return self.shift if high is None else abs(high + self.shift) - abs(high)


MOST_SPLIT = 4
"""Of how many noises an event depends at most: those of the largest shifts."""


def gain(noises: Sequence[Shifted], factor: arb, cells: int) -> arb:
    """P(S) - factor Q(S) for the noises together, with S as large as so many cells of each allow.

    >>> found = gain([Shifted("Laplace", arb(1))], arb(0.5).exp(), 9)
    >>> print(found.str(9, radius=False), found.overlaps(1 - arb(-0.25).exp()))
    0.221199217 True
    """
    if not noises:
        return (1 - factor).max(arb(0))
    *others, last = sorted(noises, key=lambda noise: float(noise.shift.mid()))
    split = [
        noise.cells(cells if len(noises) - place <= MOST_SPLIT else 0)
        for place, noise in enumerate(others)
    ]
    return _gain(split, last, factor)


def _gain(masses: Sequence[Sequence[tuple[arb, arb]]], last: Shifted, factor: arb) -> arb:
    """P(S) - factor Q(S) of cells of some noises and a half-line of the last one for each."""
    if not masses:
        part = last.beyond(last.threshold(math.log(float(factor.mid()))))
        if part is None:
            return arb(0)
        ((p, q),) = part.cells(0)
        return (p - factor * q).max(arb(0))
    total = arb(0)
    for p, q in masses[0]:
        if bool(p > 0) and bool(q > 0):
            total += p * _gain(masses[1:], last, factor * q / p)
    return total


def normal_below(x: arb) -> arb:
    """The normal distribution function."""
    root: arb = arb(2).sqrt()
    return (-x / root).erfc() / 2


def laplace_below(x: arb) -> arb:
    """The distribution function of the Laplace law."""
    if bool(x < 0):
        return x.exp() / 2
    return (
        1 - (-x).exp() / 2
        if bool(x > 0)
        else (1 + x.min(arb(0)).exp() - (-x).min(arb(0)).exp()) / 2
    )
