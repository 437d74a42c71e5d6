"""How far two finite laws are apart: hockey-stick, Renyi, and concentrated divergence.

The laws p and q are given as lists of probabilities of the same outcomes. Only the likelihood
ratios matter, so outcomes with equal ratio are merged first, exactly.
"""

from __future__ import annotations
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple
from flint import arb
from banditproof.theory import balls
from banditproof.theory.balls import MoreBits, ball, enclose, is_positive, lower, trimmed, upper
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_law, exact_nonnegative
from banditproof.theory.parameter_names import accepts_epsilon
from .order_supremum import chord_is_below

Law = Sequence[Number]


class _Ratios(NamedTuple):
    """The mass of q at each likelihood ratio p/q > 0, and the mass of p where q has none."""

    masses: dict[Fraction, Fraction]
    escaped: Fraction

    @property
    def equal(self) -> bool:
        return not self.escaped and self.masses == {Fraction(1): Fraction(1)}


def _ratios(p: Law, q: Law) -> _Ratios:
    left, right = exact_law("p", p), exact_law("q", q)
    if len(left) != len(right):
        raise ValueError(
            f"The law p has {len(left)} outcomes and q has {len(right)}; give both the same ones."
        )
    masses: dict[Fraction, Fraction] = {}
    escaped = Fraction(0)
    for a, b in zip(left, right, strict=True):
        if a and b:
            masses[a / b] = masses.get(a / b, Fraction(0)) + b
        elif a:
            escaped += a
    return _Ratios(masses, escaped)


def hockey_stick(p: Law, q: Law, factor: Number) -> Fraction:
    """The largest p(E) - factor q(E) over all events E, exactly.

    It is the sum of max(0, p_i - factor q_i); with factor = e^eps it is the smallest delta for
    which p(E) <= e^eps q(E) + delta always holds. Thesis, Definition 2.3, (2.1). factor = inf
    gives the mass of p where q has none.

    >>> hockey_stick(["0.75", "0.25"], ["0.25", "0.75"], 2)
    Fraction(1, 4)
    """
    result = _ratios(p, q)
    if isinstance(factor, float) and factor == math.inf:
        return result.escaped
    scale = exact_nonnegative("factor", factor)
    return result.escaped + sum(
        ((r - scale) * mass for r, mass in result.masses.items() if r > scale), Fraction(0)
    )


@accepts_epsilon
def hockey_stick_at(p: Law, q: Law, eps: Number, digits: int = 30) -> Enclosure:
    """The hockey-stick divergence at factor e^eps: the exact delta(eps) of one ordered pair.

    >>> print(hockey_stick_at(["0.75", "0.25"], ["0.25", "0.75"], 1, digits=10))
    0.070429542885238[6..8]
    """
    loss = exact_nonnegative("eps", eps)
    result = _ratios(p, q)
    if loss == 0:
        return Enclosure.of(hockey_stick(p, q, 1))
    log_top = max(result.masses, default=Fraction(1))
    if is_certainly_above(loss, log_top):
        return Enclosure.of(result.escaped)

    def evaluate() -> tuple[arb, arb]:
        factor = ball(loss).exp()
        low, high = ball(result.escaped), ball(result.escaped)
        for ratio, mass in result.masses.items():
            part = (ball(ratio) - factor) * ball(mass)
            if part > 0:
                low += part
                high += part
            elif not part <= 0:  # e^eps is never rational, so a higher precision decides
                high += arb(0).union(part)
        return low, high

    return enclose(evaluate, digits)


def is_certainly_above(eps: Fraction, ratio: Fraction) -> bool:
    """Whether e^eps >= ratio, decided in balls; eps > 0, so equality is impossible."""
    return is_positive(lambda: ball(eps) - ball(ratio).log())


def smallest_factor(p: Law, q: Law, delta: Number) -> Fraction | float:
    """The smallest factor >= 1 whose hockey-stick divergence is at most delta: e^eps(delta), exact.

    At delta = 0 it is the largest likelihood ratio. It is inf when p puts more than delta where
    q has none.

    >>> smallest_factor(["0.75", "0.25"], ["0.25", "0.75"], 0)
    Fraction(3, 1)
    >>> smallest_factor(["0.75", "0.25"], ["0.25", "0.75"], "0.25")
    Fraction(2, 1)
    """
    allowed = exact_nonnegative("delta", delta)
    result = _ratios(p, q)
    if result.escaped > allowed:
        return math.inf
    above, below = result.escaped, Fraction(0)  # p and q of all ratios beyond the current one
    for ratio, mass in sorted(result.masses.items(), reverse=True):
        if above - ratio * below > allowed:
            break
        above, below = above + ratio * mass, below + mass
    if below == 0 or above - below <= allowed:
        return Fraction(1)
    return (above - allowed) / below


class _Point(NamedTuple):
    """K(alpha) = log of the sum of q_i (p_i/q_i)^alpha, with two derivatives, as balls."""

    alpha: Fraction
    value: arb
    slope: arb
    bend: arb


class _Cumulants:
    """The convex function K; K(1) = 0, and K'(1) is the Kullback-Leibler divergence.

    K' and K'' are the mean and the variance of the log-likelihood ratio under the tilted law, so
    |K'''| <= spread K'' with the spread of the log-likelihood ratios.
    """

    def __init__(self, masses: dict[Fraction, Fraction]) -> None:
        self.parts = [(ball(ratio).log(), ball(mass)) for ratio, mass in masses.items()]
        self.spread = ball(max(masses) / min(masses)).log()

    def at(self, alpha: Fraction) -> _Point:
        order, total, first, second = ball(alpha), arb(0), arb(0), arb(0)
        for log_ratio, mass in self.parts:
            weight = mass * (order * log_ratio).exp()
            total += weight
            first += weight * log_ratio
            second += weight * log_ratio * log_ratio
        mean = first / total
        value = arb(0) if alpha == 1 else total.log()
        return _Point(alpha, value, mean, second / total - mean * mean)


def renyi_of_laws(p: Law, q: Law, alpha: Number, digits: int = 30) -> Enclosure:
    """The Renyi divergence D_alpha(p || q) for 1 <= alpha <= inf.

    D_alpha = log(sum of p_i^alpha q_i^(1-alpha)) / (alpha - 1); order 1 is the Kullback-Leibler
    divergence, order inf the log of the largest likelihood ratio. It is inf when p has mass
    where q has none.

    >>> print(renyi_of_laws(["0.75", "0.25"], ["0.25", "0.75"], 2, digits=12))
    0.8472978603872036[0..2]
    """
    top = isinstance(alpha, float) and alpha == math.inf
    order = Fraction(1) if top else exact(alpha)
    if order < 1:
        raise ValueError(f"alpha is {alpha}; give an order in [1, inf].")
    result = _ratios(p, q)
    if result.escaped:
        return INFINITE
    if result.equal:
        return ZERO
    if top:
        largest = max(result.masses)
        return enclose(lambda: ball(largest).log(), digits)
    if order == 1:
        return enclose(lambda: _Cumulants(result.masses).at(order).slope, digits)
    return enclose(lambda: _Cumulants(result.masses).at(order).value / ball(order - 1), digits)


def zcdp_of_laws(p: Law, q: Law, digits: int = 15) -> Enclosure:
    """The exact zCDP constant of one ordered pair: sup of D_alpha(p || q) / alpha over alpha > 1.

    The supremum may be the limit at 1 (the Kullback-Leibler divergence) or sit in the interior;
    both are covered, without assuming a single peak. Thesis, Definition 2.3, (2.2). It is inf
    when p has mass where q has none.

    The bound from above: D_alpha / alpha <= rho says K(alpha) <= rho alpha (alpha - 1), where
    K is convex and so below its chords, and below its second Taylor polynomials with K'' bounded
    by the spread of the ratios; both are compared with the parabola on pieces of [1, A], halved
    until all pass, and beyond A = D_inf / rho there is nothing to prove.

    >>> print(zcdp_of_laws(["0.75", "0.25"], ["0.25", "0.75"], digits=9))  # KL = log(3) / 2
    0.549306144[3..7]
    """
    result = _ratios(p, q)
    if result.escaped:
        return INFINITE
    if result.equal:
        return ZERO
    return balls.at_growing_precision(lambda bits: _supremum(result.masses, digits, bits), digits)


def _supremum(masses: dict[Fraction, Fraction], digits: int, bits: int) -> Enclosure:
    cumulants = _Cumulants(masses)
    grow = 1 + Fraction(1, 2 * 10**digits)

    def rate(point: _Point) -> Fraction:
        if not point.value > 0:
            raise MoreBits
        return lower(point.value / ball(point.alpha * (point.alpha - 1)))

    first, second = cumulants.at(Fraction(1)), cumulants.at(Fraction(2))
    if not first.slope > 0:
        raise MoreBits
    least = max(lower(first.slope), rate(second))
    end = cumulants.at(Fraction(max(2, math.ceil(upper(ball(max(masses)).log()) / least)) + 1))
    least = max(least, rate(end))
    pieces = [(second, end), (first, second)]
    finest = Fraction(1, 1 << (bits // 2))
    while pieces:
        left, right = pieces.pop()
        rho = least * grow
        if chord_is_below((left.alpha, left.value), (right.alpha, right.value), rho):
            continue
        if _taylor_is_below(left, right.alpha, cumulants.spread, rho):
            continue
        if right.alpha - left.alpha < finest * (right.alpha - 1) or right.alpha - 1 < finest:
            raise MoreBits
        centre = cumulants.at(_between(left.alpha, right.alpha))
        least = max(least, rate(centre))
        pieces += [(left, centre), (centre, right)]
    return trimmed(Enclosure(least, least * grow), digits)


def _is_below_at(point: _Point, rho: Fraction) -> bool:
    """Whether K <= rho alpha (alpha - 1) at a point."""
    return point.alpha == 1 or bool(point.value <= ball(rho * point.alpha * (point.alpha - 1)))


def _taylor_is_below(left: _Point, end: Fraction, spread: arb, rho: Fraction) -> bool:
    """Whether K is below rho alpha (alpha - 1) on [left, end], by its expansion at the left end.

    K(a + x) - rho (a + x)(a + x - 1) is at most a quadratic in x, made convex: it suffices to
    look at its ends.
    """
    a, width = left.alpha, ball(end - left.alpha)
    # |K'''| <= spread K'' means that K'' grows at most like e^(spread x).
    half_bend = left.bend * (spread * width).exp() / 2
    # A convex quadratic is largest at an end of the piece.
    excess = (half_bend - ball(rho)).max(arb(0))
    slope = left.slope - ball(rho * (2 * a - 1))
    there = left.value - ball(rho * a * (a - 1)) + slope * width + excess * width * width
    return _is_below_at(left, rho) and bool(there <= 0)


def _between(a: Fraction, b: Fraction) -> Fraction:
    """A dyadic point inside (a, b): the middle, or nearer to 1 when b is much further from it."""
    return a + (b - a) / 2 if b - 1 <= 4 * (a - 1) else 1 + max((b - 1) / 8, 2 * (a - 1))
