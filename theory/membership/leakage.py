"""What an adversary gains from a leakage score m: advantage, power, and the curve of privacy.

The limit experiment of the target-dependent game is the test of N(-m/2, m) against N(m/2, m),
where the observed number is the log-likelihood ratio itself. Privacy-Utility Trade-offs in
Sequential Decision-Making, Corollary 6.4, equations (6.2) and (6.3), and the text after them.
"""

from __future__ import annotations
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any
import numpy as np
from flint import arb
from banditproof.theory.accounting import Composition, composed_epsilon
from banditproof.theory.accounting.gaussian_profile import gaussian_complement, gaussian_delta
from banditproof.theory.accounting.loss_laws import GaussianLoss
from banditproof.theory.balls import MoreBits, ball, enclose
from banditproof.theory.broadcasting import broadcasts
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import Array, Float, nonnegative, probabilities, unwrapped
from banditproof.theory.enclosure import INFINITE, ONE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact_nonnegative, exact_probability
from banditproof.theory.normal_tail_floats import FAR, TINY, erfc_of_root, upper_tail
from banditproof.theory.parameter_names import accepts_epsilon

NODES = 64


def quantile_ball(alpha: Fraction) -> arb:
    """The ball of Phi^-1(alpha) for alpha in (0, 1), at the working precision."""
    if 2 * alpha == 1:
        return arb(0)
    tail = min(alpha, 1 - alpha)
    far = arb(2).sqrt() * ball(2 * tail).erfcinv()
    return -far if alpha < Fraction(1, 2) else far


def normal_ball(x: arb) -> arb:
    """The ball of Phi(x)."""
    return (-x / arb(2).sqrt()).erfc() / 2


def _certified_leak(m: Number, *, digits: int) -> Enclosure:
    score = exact_nonnegative("m", m)
    if score == 0:
        return ZERO
    if score > 8 * FAR**2:
        return ONE - TINY
    return enclose(lambda: ball(score / 8).sqrt().erf(), digits).min(ONE)


@certified_by(_certified_leak)
def leak(m: Float) -> Any:
    """The largest advantage at leakage score m: erf(sqrt(m/8)), the total variation.

    Thesis, (6.2): TV(N(-m/2, m), N(m/2, m)) = Phi(sqrt(m)/2) - Phi(-sqrt(m)/2).

    >>> leak([0.0, 1.0]), round(leak(5.0), 12)
    (array([0.        , 0.38292492]), 0.736447522717)
    """
    from scipy.special import erf

    return unwrapped(np.asarray(erf(np.sqrt(nonnegative("m", m)) / np.sqrt(8.0))))


def _certified_leak_complement(m: Number, *, digits: int) -> Enclosure:
    score = exact_nonnegative("m", m)
    if score > 8 * FAR**2:
        return TINY
    return enclose(lambda: ball(score / 8).sqrt().erfc(), digits)


@certified_by(_certified_leak_complement)
def leak_complement(m: Float) -> Any:
    """1 - leak(m) = erfc(sqrt(m/8)), with its digits also where the leakage is close to 1.

    >>> leak_complement(0.0), float(f"{leak_complement(400.0):.6g}")
    (1.0, 1.52397e-23)
    """
    return unwrapped(erfc_of_root(nonnegative("m", m) / 8))


def _certified_power(alpha: Number, m: Number, *, digits: int) -> Enclosure:
    level, score = exact_probability("alpha", alpha), exact_nonnegative("m", m)
    if level in (0, 1) or score == 0:
        return Enclosure.of(level)
    return enclose(lambda: normal_ball(quantile_ball(level) + ball(score).sqrt()), digits).min(ONE)


@certified_by(_certified_power)
@broadcasts
def power(alpha: Float, m: Float) -> Any:
    """The largest power at level alpha and leakage score m: Phi(Phi^-1(alpha) + sqrt(m)).

    Thesis, (6.3). It is 0 at level 0 and 1 at level 1: the thresholds plus and minus infinity.
    The float form is within a relative 1e-12.

    >>> power([0.0, 0.1, 1.0], 1.0), round(power(0.001, 5.0), 12)
    (array([0.        , 0.38914369, 1.        ]), 0.196506972416)
    """
    level, score = probabilities("alpha", alpha), nonnegative("m", m)
    result = upper_tail(-_quantiles(level) - np.sqrt(score))
    return unwrapped(np.asarray(np.where(score == 0, level, result)))


def _certified_miss(alpha: Number, m: Number, *, digits: int) -> Enclosure:
    level, score = exact_probability("alpha", alpha), exact_nonnegative("m", m)
    if level in (0, 1) or score == 0:
        return Enclosure.of(1 - level)

    def place() -> arb:
        return (quantile_ball(level) + ball(score).sqrt()) / arb(2).sqrt()

    if place() > FAR:
        return TINY
    return enclose(lambda: place().erfc() / 2, digits)


@certified_by(_certified_miss)
@broadcasts
def miss(alpha: Float, m: Float) -> Any:
    """The trade-off function of the score m: the least miss probability, 1 - power(alpha, m).

    Phi(Phi^-1(1 - alpha) - sqrt(m)), the function of sqrt(m)-GDP, which is convex and its own
    inverse. It has its digits also where the power is close to 1, up to a relative 1e-12.

    >>> miss(0.5, 0.0), round(miss(0.1, 20.0), 12)
    (0.5, 0.00070992684)
    """
    level, score = probabilities("alpha", alpha), nonnegative("m", m)
    result = upper_tail(_quantiles(level) + np.sqrt(score))
    return unwrapped(np.asarray(np.where(score == 0, 1 - level, result)))


def _quantiles(level: Array) -> Array:
    """Phi^-1, with the infinities at 0 and at 1."""
    from scipy.special import ndtri

    return np.asarray(ndtri(level), dtype=np.float64)


def _certified_threshold(alpha: Number, m: Number, *, digits: int) -> Enclosure:
    level, score = exact_probability("alpha", alpha), exact_nonnegative("m", m)
    if level in (0, 1):
        return INFINITE if level == 0 else -INFINITE
    if score == 0 or 2 * level == 1:
        return Enclosure.of(-score / 2)
    return enclose(lambda: -ball(score) / 2 - ball(score).sqrt() * quantile_ball(level), digits)


@certified_by(_certified_threshold)
@broadcasts
def optimal_threshold(alpha: Float, m: Float) -> Any:
    """The threshold tau of level alpha: -m/2 + sqrt(m) Phi^-1(1 - alpha); say IN above it.

    Thesis, Corollary 6.4. It is plus infinity at level 0 and minus infinity at level 1. The float
    form is within 1e-13 of the larger of its two terms.

    >>> optimal_threshold([0.0, 0.5, 1.0], 4.0)
    array([ inf,  -2., -inf])
    """
    level, score = probabilities("alpha", alpha), nonnegative("m", m)
    z = -_quantiles(level)
    with np.errstate(invalid="ignore"):  # 0 times infinity, where the score is 0
        result = np.sqrt(score) * z - score / 2
    return unwrapped(np.asarray(np.where(np.isinf(z), z, result)))


def _certified_false_alarm(m: Number, *, digits: int) -> Enclosure:
    score = exact_nonnegative("m", m)
    if score > 8 * FAR**2:
        return TINY
    return enclose(lambda: ball(score / 8).sqrt().erfc() / 2, digits)


@certified_by(_certified_false_alarm)
def optimal_false_alarm(m: Float) -> Any:
    """The false alarm of the Bayes test with threshold 0, Phi(-sqrt(m)/2); its miss is the same.

    There power(alpha, m) - alpha is the largest, and equal to leak(m).

    >>> optimal_false_alarm(0.0), round(optimal_false_alarm(1.0), 12)
    (0.5, 0.308537538726)
    """
    return unwrapped(np.asarray(leak_complement(m)) / 2)


def _certified_delta(m: Number, eps: Number, *, digits: int) -> Enclosure:
    score, loss = exact_nonnegative("m", m), exact_nonnegative("eps", eps)
    if score == 0:
        return ZERO
    if loss == 0:
        return _certified_leak(score, digits=digits)
    beyond = loss - score / 2
    if beyond**2 > 2 * FAR**2 * score:
        if beyond > 0:  # at most the tail of the first term
            return TINY
        # both terms of the complement are at most this tail, as e^eps Phi(b) <= phi(a) R(a + eps)
        return ONE - TINY - TINY
    if beyond < 0 and score > 1:
        return ONE - enclose(lambda: _at(gaussian_complement, score, loss), digits)
    return enclose(lambda: _at(gaussian_delta, score, loss), digits).min(ONE)


def _at(formula: Callable[[Fraction, Fraction], arb], score: Fraction, loss: Fraction) -> arb:
    """A closed form, once the precision tells where on the curve it is."""
    mu = ball(score).sqrt()
    if (ball(loss) / mu - mu / 2).rad() > 1:
        raise MoreBits
    return formula(score, loss)


@certified_by(_certified_delta)
@accepts_epsilon
@broadcasts
def gdp_delta(m: Float, eps: Float) -> Any:
    """The delta(eps) of sqrt(m)-GDP: Phi(s/2 - eps/s) - e^eps Phi(-s/2 - eps/s) with s = sqrt(m).

    It is the largest power(alpha, m) - e^eps alpha, and leak(m) at eps = 0. Thesis, Section 6.4:
    an auditor concludes it from the game, but the exact mean of a data set is not DP. The float
    form is within a relative 1e-12, without cancellation also where delta is about 1e-300.

    >>> round(gdp_delta(1.0, 1.0), 12), float(f"{gdp_delta(1.0, 20.0):.6g}")
    (0.126936737507, 2.66471e-86)
    """
    from scipy.special import erfcx, ndtr

    score, loss = np.broadcast_arrays(nonnegative("m", m), nonnegative("eps", eps))
    s = np.sqrt(score)
    with np.errstate(all="ignore"):
        a = np.where(score > 0, (score - 2 * loss) / (2 * s), -np.inf)  # one rounding of m - 2 eps
        a = np.clip(a, -1000.0, 1000.0)
        density = np.exp(-a * a / 2)
        mills = np.sqrt(0.5) * (s - a)
        near = density * erfcx(-np.sqrt(0.5) * np.minimum(a, 1.0)) / 2
        first = np.where(a > 1, ndtr(a), near)
        large = first - density * erfcx(mills) / 2
        small = density * _difference_of_mills(-np.minimum(a, 1.0), np.minimum(s, 1.0))
        result = np.where(s < 1, small / np.sqrt(2 * np.pi), large)
    result = np.where(loss == 0, leak(score), result)
    return unwrapped(np.asarray(np.where(score == 0, 0.0, result)))


def _difference_of_mills(x: Array, s: Array) -> Array:
    """R(x) - R(x + s) for the ratio of Mills R = (1 - Phi) / phi, x >= -1 and s in [0, 1].

    It is the integral over t > 0 of exp(-x t - t^2/2) (1 - exp(-s t)), whose terms are positive.
    """
    nodes, weights = _gauss_legendre()
    end = 80.0 / (x + np.sqrt(x * x + 80.0))  # the exponent is -40 there
    t = (nodes + 1) / 2 * end[..., None]
    values = np.exp(-x[..., None] * t - t * t / 2) * -np.expm1(-s[..., None] * t)
    return np.asarray((values * weights).sum(axis=-1) * end / 2)


@cache
def _gauss_legendre() -> tuple[Array, Array]:
    return np.polynomial.legendre.leggauss(NODES)


def gdp_epsilon(m: Number, delta: Number, width: Number | None = None) -> Enclosure:
    """The smallest eps with which sqrt(m)-GDP implies (eps, delta)-DP, by the certified accountant.

    The enclosure has the given width, or about 1e-10.

    >>> print(gdp_epsilon(1, "1e-5", "1e-6"))
    [4.3771776..4.3771782]
    """
    loss = GaussianLoss(exact_nonnegative("m", m))
    return composed_epsilon(Composition(((1, loss),)), delta, width)
