"""The curve of any composition by the trapezoid rule on a vertical line, with every error bounded.

Aliases: see `vertical_line`. Truncation: nodes are left out where |M| is small. `Magnitudes`
bounds |M(c+it)| / M(c) at each node up to a last one; beyond it, for all t at once: a Laplace
release tilted to c has, with sigma = |c + 1/2|, a uniform part of probability
p = tanh(sigma e) / (2 sigma + tanh(sigma e)), whose transform is at most sigma coth(sigma e) / t,
and a normal part of variance v contributes e^(-v t^2 / 2).

Smoothing: where that does not decay (different randomised responses), a fictitious Gaussian
release of variance v is added. It can only increase delta, to f_v say. With the density p_v of
the smoothed loss under P, f_v - f_0 = (1/2) int_0^v p_w(y) dw: of a normal Z_w with variance w
and E e^(Z_w) = 1, E (e^(x + Z_w) - 1)_+ grows in w at half the density of x + Z_w at 0 (the vega
of a call). That density is e^(x/2) e^(-w/8) e^(-x^2 / (2w)) / sqrt(2 pi w), so that
p_w(y) <= sqrt(v/w) e^((v-w)/8) p_v(y), and integration gives

    f_v - v e^(v/8) p_v(y) <= delta(y) <= f_v.

p_v comes from the same nodes, without the factor 1 / (s(s+1)), and its aliases are >= 0.
"""

import math
from fractions import Fraction
from flint import acb_poly, arb
from banditproof.theory.balls import ball
from .composition import Composition
from .magnitudes import Magnitudes, Selection
from .saddle_point import FloatMoments
from .vertical_line import LineChoice, VerticalLine, Weights, short_runs

NODE_WORK = 400_000
"""The most factors of the transform that are evaluated in balls: below a second."""
NODE_COST = 10
"""The cost of a node besides its factors, in factors."""
LEAST_NODES = 64
"""So many nodes are evaluated however long a composition is."""
STEP_BITS = 40
"""The bits of a step: few, so that products with it are short, and no more than a float has."""
SMALL_VARIANCE = 0.1
"""No variance is tried above this share of the squared spread of the loss itself."""
GIVEN_UP = 4.0
"""The search for a variance ends where the cost is so many times the least that was seen."""


def most_nodes(moments: FloatMoments) -> int:
    """How many nodes may be evaluated."""
    return max(LEAST_NODES, NODE_WORK // (moments.width + NODE_COST))


class ContourLine(VerticalLine):
    """The kernel 1 / (s(s+1)): the curve of a loss of any kind."""

    def __init__(
        self,
        composition: Composition,
        choice: LineChoice,
        moments: FloatMoments,
        tolerance: float,
        variance: float | None = None,
    ) -> None:
        step = short_step(choice.period)
        magnitudes = Magnitudes(moments, float(choice.abscissa), float(step), tolerance)
        budget = most_nodes(moments)
        if variance is None and magnitudes.decays:
            variance = 0.0
        if variance is None:
            deviation = moments.deviation(float(choice.abscissa))
            variance = best_variance(magnitudes, budget, deviation)
        self.selection: Selection = magnitudes.select(budget, variance)
        self.work = magnitudes.work(self.selection)
        super().__init__(composition, choice, moments, ball(step), variance)
        sign = -1 if choice.middle else 1
        self._curve: Weights = []
        self._density: Weights = []
        for start, stop in short_runs(self.selection.runs):
            nodes = self.nodes(start, stop)
            values = self.moments(nodes)
            weights = [sign * m / (s * (s + 1)) for m, s in zip(values, nodes, strict=True)]
            self._curve.append((start, acb_poly(weights)))
            if variance:
                self._density.append((start, acb_poly(values)))

    def tail(self, eps: Fraction) -> tuple[arb, arb]:
        """Bounds of delta(eps), or of 1 - delta(eps) on a line between the poles."""
        unit = self.unit(eps)
        kept = self.real_sum(self._curve, ball(eps)) * unit
        # What is left out is bounded by the size of its terms, on both sides; aliases are >= 0.
        missing = unit * self.top * arb(self.selection.missing)
        low, high = kept - missing - self.aliases(eps), kept + missing
        if self.variance:
            v = ball(self.variance)
            density = self.real_sum(self._density, ball(eps)) * unit
            # The density enters an upper bound alone, so what its sum leaves out is added.
            density += unit * self.top * arb(self.selection.missing_density)
            gap = smoothing_gap(v, density)
            low, high = (low, high + gap) if self.choice.middle else (low - gap, high)
        return low, high


def smoothing_gap(variance: arb, density: arb) -> arb:
    """The most that a Gaussian release of this variance adds to delta: v e^(v/8) p_v."""
    return variance * (variance / 8).exp() * density


def short_step(period: float) -> Fraction:
    """A dyadic number of few bits near 2 pi / period, which is a float as well.

    >>> short_step(1.0)
    Fraction(863554413089, 137438953472)
    """
    mantissa, exponent = math.frexp(2 * math.pi / period)
    return Fraction(round(mantissa * 2**STEP_BITS), 2**STEP_BITS) * Fraction(2) ** exponent


def best_variance(magnitudes: Magnitudes, budget: int, deviation: float) -> float:
    """The variance to add, such that its cost and the terms left out are both small."""
    t = magnitudes.last * magnitudes.h
    c, h = magnitudes.c, magnitudes.h
    # From this variance on e^(-v t^2 / 2) is below the tolerance at the last node; a larger one
    # leaves out less at the other nodes, and adds more to delta.
    smallest = 2 * math.log(1 / magnitudes.tolerance) / t**2
    best, least = smallest, math.inf
    # the sum of all kept terms, relative to M(c), is about this
    spread = math.sqrt(deviation**2 + 1 / c**2 + 1 / (1 + c) ** 2)
    curve = magnitudes.kernel(0.0) * math.sqrt(2 * math.pi) / (h * spread)
    variance = smallest
    while variance * abs(c) * (1 + c) < least and variance < SMALL_VARIANCE * spread**2:
        selection = magnitudes.select(budget, variance)
        missing = selection.missing + variance * selection.missing_density
        cost = variance * abs(c) * (1 + c) + missing / curve
        if cost > GIVEN_UP * least:
            break
        if cost < least:
            best, least = variance, cost
        variance *= 2
    return best
