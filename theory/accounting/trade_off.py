"""The testing view of privacy: how small both errors of a test of D against D' can be."""

from __future__ import annotations
import math
from collections.abc import Sequence
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact_law, exact_nonnegative, exact_probability
from banditproof.theory.parameter_names import accepts_epsilon

Corner = tuple[Fraction, Fraction]
"""A probability of false alarm, and the least probability of a miss that it allows."""


@accepts_epsilon
def trade_off(eps: Number, delta: Number, false_alarm: Number, digits: int = 30) -> Enclosure:
    """The least probability of a miss that (eps, delta)-DP allows at a false alarm.

    max(0, 1 - delta - e^eps a, e^-eps (1 - delta - a)): the lower boundary of the region in the
    thesis's Figure 2.1, from its Theorem 2.4.

    >>> trade_off(0, "0.1", "0.25").lo
    Fraction(13, 20)
    """
    loss, share = exact_nonnegative("eps", eps), exact_probability("delta", delta)
    alarm = exact_probability("false_alarm", false_alarm)
    if alarm >= 1 - share:
        return ZERO
    if loss == 0 or alarm == 0:
        return Enclosure.of(1 - share - alarm)

    def evaluate() -> arb:
        steep = ball(1 - share) - ball(loss).exp() * ball(alarm)
        return steep.max((-ball(loss)).exp() * ball(1 - share - alarm))

    return enclose(evaluate, digits)


@accepts_epsilon
def trade_off_corner(eps: Number, delta: Number, digits: int = 30) -> Enclosure:
    """Both coordinates of the corner of the boundary: (1 - delta) / (1 + e^eps).

    >>> trade_off_corner(0, "0.2").lo
    Fraction(2, 5)
    """
    loss, share = exact_nonnegative("eps", eps), exact_probability("delta", delta)
    if loss == 0 or share == 1:
        return Enclosure.of((1 - share) / 2)
    return enclose(lambda: ball(1 - share) / (1 + ball(loss).exp()), digits)


@accepts_epsilon
def largest_advantage(eps: Number, delta: Number, digits: int = 30) -> Enclosure:
    """The largest 1 - false alarm - miss: the total variation that (eps, delta)-DP allows.

    (e^eps - 1 + 2 delta) / (e^eps + 1).

    >>> largest_advantage(0, "0.2").lo
    Fraction(1, 5)
    """
    loss, share = exact_nonnegative("eps", eps), exact_probability("delta", delta)
    if loss == 0 or share == 1:
        return Enclosure.of(share)
    return enclose(lambda: 1 - 2 * ball(1 - share) / (1 + ball(loss).exp()), digits)


@accepts_epsilon
def delta_refuted_by(eps: Number, false_alarm: Number, miss: Number, digits: int = 30) -> Enclosure:
    """The smallest delta >= 0 with which a test of these errors does not refute (eps, delta)-DP.

    max(0, 1 - a - e^eps b, 1 - e^eps a - b). Thesis, Theorem 2.4, (2.3)-(2.4).

    >>> delta_refuted_by(0, "0.25", "0.25").lo
    Fraction(1, 2)
    """
    loss = exact_nonnegative("eps", eps)
    a, b = exact_probability("false_alarm", false_alarm), exact_probability("miss", miss)
    least, most = min(a, b), max(a, b)  # the factor belongs to the smaller error
    if loss == 0 or least == 0:
        return Enclosure.of(max(Fraction(0), 1 - most - least))
    return enclose(lambda: (ball(1 - most) - ball(loss).exp() * ball(least)).max(arb(0)), digits)


def trade_off_of_laws(p: Sequence[Number], q: Sequence[Number]) -> tuple[Corner, ...]:
    """The corners of the trade-off function of two laws: the best tests of p against q, exactly.

    A test decides for q: a false alarm happens under p, a miss under q. By Neyman and Pearson the
    best tests decide for q where the likelihood ratio q/p is largest; between corners they mix.

    >>> trade_off_of_laws(["0.75", "0.25"], ["0.25", "0.75"])[1]
    (Fraction(1, 4), Fraction(1, 4))
    """
    left, right = exact_law("p", p), exact_law("q", q)
    if len(left) != len(right):
        raise ValueError(
            f"The law p has {len(left)} outcomes and q has {len(right)}; give both the same ones."
        )
    pairs = [(a, b) for a, b in zip(left, right, strict=True) if a or b]
    pairs.sort(key=lambda pair: pair[1] / pair[0] if pair[0] else math.inf, reverse=True)
    corners = [(Fraction(0), Fraction(1))]
    for a, b in pairs:
        alarm, miss = corners[-1]
        corners.append((alarm + a, miss - b))
    return tuple(corners)


def delta_from_corners(corners: Sequence[Corner], factor: Number) -> Fraction:
    """The delta at factor = e^eps of a trade-off function: the largest 1 - miss - factor alarm.

    It is the hockey-stick divergence of q from p, found from the tests.

    >>> delta_from_corners(trade_off_of_laws(["0.75", "0.25"], ["0.25", "0.75"]), 2)
    Fraction(1, 4)
    """
    times = exact_nonnegative("factor", factor)
    return max(1 - miss - times * alarm for alarm, miss in corners)
