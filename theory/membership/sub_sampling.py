"""What a mean of a random part of the rows leaks: the corrected limits, and those of the print.

The rows are drawn once for all columns, so that the law with the target is a mixture of two product
laws, and not a product of mixtures. With k of n rows, share = k/n, the leakage is exactly the share
times that of the mean of k rows, for every law and every mechanism on the part. Privacy-Utility
Trade-offs in Sequential Decision-Making, Section 6.5.2; its Theorem 6.6 has the product.
"""

from __future__ import annotations
from fractions import Fraction
from math import sqrt
from typing import Any
import numpy as np
from flint import arb
from banditproof.theory.accounting.gaussian_profile import gaussian_delta
from banditproof.theory.balls import ball, enclose, lower, upper, working_precision
from banditproof.theory.broadcasting import broadcasts
from banditproof.theory.certified_forms import certified_by, certify
from banditproof.theory.domains import Array, Float, extended, nonnegative, probabilities, unwrapped
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import (
    Number,
    exact,
    exact_count,
    exact_nonnegative,
    exact_probability,
)
from banditproof.theory.normal_tail_floats import FAR, TINY
from banditproof.theory.parameter_names import accepts_epsilon
from .leakage import gdp_delta, leak, normal_ball, power


def rows_kept(rows: Number, share: Number) -> int:
    """k = share times n, the number of rows of a part; raises ValueError if it is not whole.

    >>> rows_kept(1000, "0.1")
    100
    """
    n, part = exact_count("rows", rows, least=1), _exact_share(share)
    kept = part * n
    if kept.denominator != 1:
        raise ValueError(
            f"A share {part} of {n} rows is {float(kept):.6g} rows; give a share that is a whole "
            "number of rows."
        )
    return int(kept)


def _exact_share(share: Number) -> Fraction:
    part = exact(share)
    if not 0 < part <= 1:
        raise ValueError(f"The share is {share}; give a number in (0, 1].")
    return part


def _shares(share: Float) -> Array:
    array = probabilities("share", share)
    if (array == 0).any():
        raise ValueError("The share contains 0; give numbers in (0, 1].")
    return array


def _of_part(m: Float, share: Array) -> Array:
    """m/share, the score of the part; where that overflows the largest float, which acts alike."""
    with np.errstate(over="ignore"):
        return np.minimum(nonnegative("m", m) / share, np.finfo(np.float64).max)


def _certified_leak(m: Number, share: Number, *, digits: int) -> Enclosure:
    score, part = exact_nonnegative("m", m), _exact_share(share)
    return part * certify(leak, score / part, digits=digits)


@certified_by(_certified_leak)
@broadcasts
def sub_sampled_leak(m: Float, share: Float) -> Any:
    """share leak(m/share), the leakage of the mean of a share of the rows; at most the share.

    m is the leakage score of the mean of all rows, so that m/share is that of the part.

    >>> round(sub_sampled_leak(5.0, 0.5), 12), sub_sampled_leak(5.0, 1.0) == leak(5.0)
    (0.443076850997, True)
    """
    part = _shares(share)
    return unwrapped(part * leak(_of_part(m, part)))


def _certified_power(alpha: Number, m: Number, share: Number, *, digits: int) -> Enclosure:
    level, score = exact_probability("alpha", alpha), exact_nonnegative("m", m)
    part = _exact_share(share)
    return (1 - part) * level + part * certify(power, level, score / part, digits=digits)


@certified_by(_certified_power)
@broadcasts
def sub_sampled_power(alpha: Float, m: Float, share: Float) -> Any:
    """(1 - share) alpha + share power(alpha, m/share), the largest power at level alpha.

    At small levels it is larger than that of the mean of all rows: an included row weighs more.
    The float form is within a relative 1e-12.

    >>> round(sub_sampled_power(0.001, 5.0, 0.5), 6), round(power(0.001, 5.0), 6)
    (0.264859, 0.196507)
    """
    level, part = probabilities("alpha", alpha), _shares(share)
    return unwrapped((1 - part) * level + part * power(level, _of_part(m, part)))


def _certified_score(x: Number, share: Number, *, digits: int) -> Enclosure:
    place, part = exact(x), _exact_share(share)
    if part == 1 or place == 0:
        return Enclosure.of(place)
    if place > 0:  # x + log(share + (1 - share) e^-x)
        other = 1 - part
        return enclose(lambda: ball(place) + (ball(other) * (-ball(place)).expm1()).log1p(), digits)
    return enclose(lambda: (ball(part) * ball(place).expm1()).log1p(), digits)


@certified_by(_certified_score)
@broadcasts
def sub_sampled_score(x: Float, share: Float) -> Any:
    """The log-likelihood ratio log(1 - share + share e^x), where x is that of the part.

    >>> sub_sampled_score([0.0, -float("inf")], 0.5)
    array([ 0.        , -0.69314718])
    """
    part = _shares(share)
    place = extended("x", x)
    with np.errstate(all="ignore"):
        grown = part * np.expm1(np.minimum(place, 700.0))
        half = np.exp(np.clip(place, 0.0, 1400.0) / 2)  # e^place may overflow, times a small share
        grown = np.where(place > 700.0, part * half * half, grown)
        result = np.where(np.isinf(grown), place + np.log(part), np.log1p(grown))
        near_zero = np.log((1 - part) + part * np.exp(np.minimum(place, 0.0)))
        result = np.where(grown < -0.5, near_zero, result)
    return unwrapped(np.asarray(result))


def _certified_delta(m: Number, share: Number, eps: Number, *, digits: int) -> Enclosure:
    score, part = exact_nonnegative("m", m), _exact_share(share)
    loss = exact_nonnegative("eps", eps)
    if score == 0:
        return ZERO
    if loss == 0:
        return _certified_leak(score, part, digits=digits)
    larger = score / part
    with working_precision(128):
        near = (_inner_eps(loss, part) - ball(larger) / 2) / (2 * ball(larger)).sqrt()
    if near > FAR:
        return TINY

    def found() -> tuple[arb, arb]:
        inner = _inner_eps(loss, part)
        low, high = lower(inner), upper(inner)  # the curve falls
        return ball(part) * gaussian_delta(larger, high), ball(part) * gaussian_delta(larger, low)

    return enclose(found, digits)


def _inner_eps(loss: Fraction, part: Fraction) -> arb:
    """log(1 + (e^eps - 1)/share)."""
    if loss < 1:
        return (ball(loss).expm1() / ball(part)).log1p()
    # e^eps - 1 is no number for large eps
    return ball(loss) - ball(part).log() + (ball(part - 1) * (-ball(loss)).exp()).log1p()


@certified_by(_certified_delta)
@accepts_epsilon
@broadcasts
def sub_sampled_delta(m: Float, share: Float, eps: Float) -> Any:
    """The largest power - e^eps alpha: share times the delta of the part at log(1+(e^eps-1)/share).

    What an auditor who plays the game with one target would conclude. The float form is within a
    relative 1e-11.

    >>> sub_sampled_delta(5.0, 0.5, 0.0) == sub_sampled_leak(5.0, 0.5)
    True
    """
    part, loss = _shares(share), nonnegative("eps", eps)
    # e^eps - 1 overflows for large eps, and log(1 + y) = eps - log(share) + log1p(...) does not
    inner = loss - np.log(part) + np.log1p((part - 1) * np.exp(-loss))
    small = np.log1p(np.expm1(np.minimum(loss, 1.0)) / part)
    inner = np.where(loss < 1, small, inner)
    return unwrapped(part * gdp_delta(_of_part(m, part), inner))


def sub_sampled_leak_printed(m: Number, share: Number, digits: int = 30) -> Enclosure:
    """leak(share m), as Theorem 6.6 has it: that of independent parts for each column.

    >>> round(float(sub_sampled_leak_printed(5, "0.5")), 8)
    0.5708047
    """
    return certify(leak, _exact_share(share) * exact_nonnegative("m", m), digits=digits)


def sub_sampled_power_printed(
    alpha: Number, m: Number, share: Number, digits: int = 30
) -> Enclosure:
    """power(alpha, share m), as Theorem 6.6 has it: that of independent parts for each column.

    >>> round(float(sub_sampled_power_printed("0.001", 5, "0.5")), 6)
    0.065637
    """
    score = _exact_share(share) * exact_nonnegative("m", m)
    return certify(power, exact_probability("alpha", alpha), score, digits=digits)


def moments_of_product_score(m: Number, share: Number) -> tuple[Fraction, ...]:
    """Means and variances, OUT and IN, in the limit of the score in the proof of Theorem 6.6.

    That score is the sum of the log-likelihood ratios of the columns alone: -share m/2 and
    share m without the target, share m/2 and share m + share (1 - share) m^2 with it.

    >>> [str(x) for x in moments_of_product_score(5, "1/2")]
    ['-5/4', '5/2', '5/4', '35/4']
    """
    score, part = exact_nonnegative("m", m), _exact_share(share)
    half = part * score / 2
    return -half, 2 * half, half, 2 * half + part * (1 - part) * score**2


def _certified_at_zero(m: Number, share: Number, *, digits: int) -> Enclosure:
    score, part = exact_nonnegative("m", m), _exact_share(share)
    if score == 0:
        return ZERO

    def found() -> arb:
        place = ball(part * score).sqrt() / 2
        return ball(part) * (normal_ball(place) - normal_ball(place - ball(score / part).sqrt()))

    return enclose(found, digits)


@certified_by(_certified_at_zero)
@broadcasts
def product_score_advantage(m: Float, share: Float) -> Any:
    """The advantage of the score in the proof of Theorem 6.6 at its threshold 0, in the limit.

    share (Phi(s/2) - Phi(s/2 - sqrt(m/share))) with s = sqrt(share m), below `sub_sampled_leak`.

    >>> round(product_score_advantage(5.0, 0.5), 5)
    0.38827
    """
    from scipy.special import erf

    part, score = _shares(share), nonnegative("m", m)
    place = np.sqrt(part * score / 8)
    rest = np.sqrt(_of_part(m, part) / 2) - place  # never negative, so that no digits cancel
    return unwrapped(part * (erf(place) + erf(rest)) / 2)


def crossing_level(m: Number, share: Number, relative: Number = "1e-9") -> Enclosure:
    """A level at which sub-sampling changes from a help for the adversary to a harm, certified.

    Below it the power for the part is larger than for all rows, and above it smaller. Share 1 has
    none, nor does m = 0.

    >>> print(crossing_level(5, "0.5", "1e-4"))
    0.004723[0..5]
    """
    score, part = exact_nonnegative("m", m), _exact_share(share)
    if part == 1 or score == 0:
        raise ValueError("The two powers are equal at every level; give share < 1 and m > 0.")
    width = exact(relative)
    if width <= 0:
        raise ValueError(f"The relative width is {relative}; give a number > 0.")

    def helps(level: Fraction) -> bool:
        for digits in (15, 30, 60, 120):
            beside = certify(sub_sampled_power, level, score, part, digits=digits) - certify(
                power, level, score, digits=digits
            )
            if beside.lo > 0 or beside.hi < 0:
                return beside.lo > 0
        raise ValueError(
            f"120 digits do not tell the two powers apart at the level {float(level):g}; give less "
            "extreme numbers."
        )

    low, high = Fraction(1, 4), Fraction(1, 2)
    while helps(high):
        high = (1 + high) / 2
    while not helps(low):
        low /= 1024
        if low < Fraction(1, 10**300):
            raise ValueError(f"The crossing of m = {float(score):.6g} is below 1e-300.")
    while high - low > width * low:
        result = (low + high) / 2
        if high > 4 * low:  # by factors, then by steps
            result = Fraction(sqrt(low) * sqrt(high))
        low, high = (result, high) if helps(result) else (low, result)
    return Enclosure.of(low, high)
