"""Upper and lower confidence bounds: the inverses of kl and d_eps in their second argument.

Each enclosure is certified by two signs: the divergence at its lower end is proved to be at most
the level, and at its upper end at least the level (for upper bounds; mirrored for lower ones).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from . import confidence_bound_kernels as kernels
from .balls import ball, enclose, midpoint
from .bernoulli import kl_ball, kl_is_infinite
from .certified_forms import certified_by
from .domains import Float, nonnegative, probabilities, unwrapped
from .enclosure import ONE, Enclosure
from .exact import Number, exact_nonnegative, exact_probability
from .parameter_names import accepts_epsilon
from .private_divergence import d_eps_balls

Balls = Callable[[Fraction], tuple[arb, arb]]


def _kl_balls(x: Fraction, q: Fraction) -> tuple[arb, arb]:
    if kl_is_infinite(x, q):
        return arb.pos_inf(), arb.pos_inf()
    value = kl_ball(x, q)
    return value, value


def _kl_candidate(x: Fraction, level: Fraction) -> Fraction:
    """A point near the root of kl(x, q) = level above x: bisection in odds, then Newton."""
    if x == 0:
        return midpoint(1 - (-ball(level)).exp())
    if level > 2 * ctx.prec * (1 - x):  # the root is within 2^-prec of 1
        return 1 - Fraction(1, 1 << (2 * ctx.prec))
    # the root is x + (1-x) w with w = exp(s) / (1 + exp(s))
    lo, hi = -800, 804 + 2 * int(level / (1 - x))
    while hi - lo > 1:
        middle = (lo + hi) // 2
        w = (ball(Fraction(middle)).exp() / (1 + ball(Fraction(middle)).exp())).mid()
        q = x + (1 - x) * midpoint(w)
        lo, hi = (lo, middle) if q >= 1 or kl_ball(x, q) > ball(level) else (middle, hi)
    s = ball(Fraction(lo + hi, 2))
    for _ in range(12 + ctx.prec.bit_length()):
        share = s.exp() / (1 + s.exp())
        root = ball(x) + ball(1 - x) * share
        value = ball(x) * (ball(x) / root).log() - ball(1 - x) * (1 - share).log() - ball(level)
        # dq/ds = (1-x) w (1-w), dkl/dq = (q-x) / (q (1-q)), 1-q = (1-x)(1-w)
        slope = ball(1 - x) * share * share / root
        s = (s - value / slope).mid()
        if not s.is_finite() or not lo - 2 <= s <= hi + 2:  # too few bits: not a candidate yet
            s = ball(Fraction(lo + hi, 2))
            break
    return x + (1 - x) * midpoint(s.exp() / (1 + s.exp()))


def _bracket(candidate: Fraction, anchor: Fraction) -> tuple[Fraction, Fraction]:
    """Two points around a candidate, at a distance that shrinks with the working precision."""
    bits = ctx.prec * 3 // 5
    if (1 - candidate) * (1 << ctx.prec) < 1:
        return 1 - Fraction(1, 1 << ctx.prec), Fraction(1)
    margin = min(candidate - anchor, 1 - candidate) / (1 << bits)
    return candidate - margin, candidate + margin


def _confirmed_above(
    divergence: Balls, level: Fraction, candidate: Fraction, x: Fraction
) -> arb | tuple[arb, arb]:
    """The bracket of a root above x, if both signs are proved; an infinitely wide ball otherwise.

    A comparison of balls is true only if it is true for all of their points.
    """
    below, above = _bracket(candidate, x)
    if x <= below and divergence(below)[1] <= ball(level) <= divergence(above)[0]:
        return ball(below), ball(above)
    return arb.nan()


def _arrays(x: Float, level: Float) -> tuple[Any, Any]:
    return probabilities("x", x), nonnegative("level", level)


def _certified_kl_ucb(x: Number, level: Number, *, digits: int) -> Enclosure:
    x, level = exact_probability("x", x), exact_nonnegative("level", level)
    if level == 0 or x == 1:
        return Enclosure.of(x)
    return enclose(
        lambda: _confirmed_above(lambda q: _kl_balls(x, q), level, _kl_candidate(x, level), x),
        digits,
    )


@certified_by(_certified_kl_ucb)
def kl_ucb(x: Float, level: Float) -> Any:
    """The largest mean that is within a level of an empirical mean: max { q : kl(x, q) <= level }.

    >>> round(kl_ucb(0.5, 0.1), 12)
    0.712878631456
    >>> kl_ucb([0.0, 1.0], 0.0)
    array([0., 1.])
    """
    return unwrapped(kernels.kl_ucb_array(*_arrays(x, level)))


NEXT_TO_ZERO = Enclosure(Fraction(0), Fraction(1, 1 << 28000))
"""Where a lower bound is if level > 20000 x: below x exp(-level/x), by kl or by d_eps <= kl."""


def _enough(
    mirror: Callable[[int], Enclosure], x: Fraction, level: Fraction, digits: int
) -> Enclosure:
    """Mirror an enclosure of 1 - q into one of q, with digits relative to q itself.

    The first guess is that q is about x exp(-level/x).
    """
    asked = digits
    if x > 0:
        asked += (x.denominator // x.numerator).bit_length() * 3 // 10 + int(level / x * 4 / 9)
    while True:
        enclosure = 1 - mirror(asked)
        if enclosure.digits >= digits:
            return enclosure
        asked *= 2


def _certified_kl_lcb(x: Number, level: Number, *, digits: int) -> Enclosure:
    x, level = exact_probability("x", x), exact_nonnegative("level", level)
    if level > 20000 * x > 0:
        return NEXT_TO_ZERO
    return _enough(lambda asked: _certified_kl_ucb(1 - x, level, digits=asked), x, level, digits)


@certified_by(_certified_kl_lcb)
def kl_lcb(x: Float, level: Float) -> Any:
    """The smallest mean that is within a level of an empirical mean: min { q : kl(x, q) <= level }.

    >>> round(kl_lcb(0.5, 0.1) + kl_ucb(0.5, 0.1), 15)
    1.0
    """
    return unwrapped(kernels.kl_lcb_array(*_arrays(x, level)))


def kl_ucb_log_complement(x: Float, level: Float) -> Any:
    """-log(1 - q) at q = kl_ucb(x, level), infinite iff x = 1.

    It distinguishes indices that round to 1; AdaP-KLUCB compares this number.

    >>> round(kl_ucb_log_complement(0.5, 100.0), 6)
    201.386294
    """
    return unwrapped(kernels.kl_ucb_log_complement_array(*_arrays(x, level)))


def _private_candidate(x: Fraction, level: Fraction, eps: Fraction) -> Fraction:
    """The closed form of the private branch, or the KL root when that one is smaller."""
    closed = midpoint((-ball(level + eps * x)).expm1() / (-ball(eps)).expm1())
    if x == 0:
        return closed
    turn = midpoint(ball(x) / (ball(x) + ball(1 - x) * (-ball(eps)).exp()))
    return closed if turn < 1 and kl_ball(x, turn) < ball(level) else _kl_candidate(x, level)


def _certified_d_eps_ucb(x: Number, level: Number, eps: Number, *, digits: int) -> Enclosure:
    x, level = exact_probability("x", x), exact_nonnegative("level", level)
    eps = exact_nonnegative("eps", eps)
    if level >= eps * (1 - x):
        return ONE
    if level == 0:
        return Enclosure.of(x)
    return enclose(
        lambda: _confirmed_above(
            lambda q: d_eps_balls(x, q, eps), level, _private_candidate(x, level, eps), x
        ),
        digits,
    )


@certified_by(_certified_d_eps_ucb)
@accepts_epsilon
def d_eps_ucb(x: Float, level: Float, eps: Float) -> Any:
    """The DP-KLUCB index: the largest mean that is within a level in the private divergence.

    max { q : d_eps(x, q) <= level }. It is exactly 1 if and only if level >= eps (1 - x), a
    condition that is decided without rounding. Optimal Regret of Bernoulli Bandits, (12).

    >>> round(d_eps_ucb(0.5, 0.1, 1.0), 12), round(d_eps_ucb(0.5, 0.1, 0.25), 12)
    (0.712878631456, 0.910870228377)
    >>> d_eps_ucb(0.75, 0.25, 1.0)
    1.0
    """
    return unwrapped(kernels.d_eps_ucb_array(*_arrays(x, level), nonnegative("eps", eps)))


def _certified_d_eps_lcb(x: Number, level: Number, eps: Number, *, digits: int) -> Enclosure:
    x, level = exact_probability("x", x), exact_nonnegative("level", level)
    if 20000 * x < level < exact_nonnegative("eps", eps) * x:
        return NEXT_TO_ZERO
    return _enough(
        lambda asked: _certified_d_eps_ucb(1 - x, level, eps, digits=asked), x, level, digits
    )


@certified_by(_certified_d_eps_lcb)
@accepts_epsilon
def d_eps_lcb(x: Float, level: Float, eps: Float) -> Any:
    """The smallest mean within a level in the private divergence: min { q : d_eps(x, q) <= level }.

    It is exactly 0 if and only if level >= eps x.

    >>> round(d_eps_lcb(0.5, 0.1, 1.0) + d_eps_ucb(0.5, 0.1, 1.0), 15), d_eps_lcb(0.25, 0.25, 1.0)
    (1.0, 0.0)
    """
    return unwrapped(kernels.d_eps_lcb_array(*_arrays(x, level), nonnegative("eps", eps)))
