"""Kullback-Leibler divergence, total variation and log-odds of Bernoulli laws."""

from __future__ import annotations
from fractions import Fraction
from typing import Any
import numpy as np
from flint import arb
from . import bernoulli_kernels as kernels
from .balls import ball, enclose, log_ratio
from .broadcasting import broadcasts
from .certified_forms import certified_by
from .domains import Float, probabilities, unwrapped
from .enclosure import INFINITE, ZERO, Enclosure
from .exact import Number, exact_probability


def kl_ball(p: Fraction, q: Fraction) -> arb:
    """kl(p, q) as a ball at the working precision; q must not be 0 or 1 unless p equals it."""
    value = arb(0)
    if p > 0:
        value += ball(p) * log_ratio(q, p)
    if p < 1:
        value += ball(1 - p) * log_ratio(1 - q, 1 - p)
    return value


def kl_is_infinite(p: Fraction, q: Fraction) -> bool:
    """Whether Ber(p) has mass where Ber(q) has none."""
    return (q == 0 and p > 0) or (q == 1 and p < 1)


def _certified_kl(p: Number, q: Number, *, digits: int) -> Enclosure:
    p, q = exact_probability("p", p), exact_probability("q", q)
    if p == q:
        return ZERO
    if kl_is_infinite(p, q):
        return INFINITE
    return enclose(lambda: kl_ball(p, q), digits)


@certified_by(_certified_kl)
@broadcasts
def kl(p: Float, q: Float) -> Any:
    """The Kullback-Leibler divergence of Ber(q) from Ber(p).

    kl(p, q) = p log(p/q) + (1-p) log((1-p)/(1-q)), with 0 log 0 = 0; it is infinite when q is an
    end of [0, 1] and p is not. Optimal Regret of Bernoulli Bandits, Section 2.

    >>> round(kl(0.25, 0.75), 12)
    0.549306144334
    >>> kl([0.0, 0.5, 1.0], 1.0)
    array([inf, inf,  0.])
    """
    return unwrapped(kernels.kl_array(probabilities("p", p), probabilities("q", q)))


def _certified_tv(p: Number, q: Number, *, digits: int) -> Enclosure:
    return Enclosure.of(abs(exact_probability("p", p) - exact_probability("q", q)))


@certified_by(_certified_tv)
@broadcasts
def tv(p: Float, q: Float) -> Any:
    """The total variation distance of Ber(p) and Ber(q): TV = |p - q|.

    >>> tv(0.25, [0.75, 0.25])
    array([0.5, 0. ])
    """
    return unwrapped(np.abs(probabilities("p", p) - probabilities("q", q)))


def log_odds_gap_ball(x: Fraction, y: Fraction) -> arb:
    """|logit(y) - logit(x)| as a ball; both inside (0, 1)."""
    low, high = min(x, y), max(x, y)
    return log_ratio(low * (1 - high), high * (1 - low))


def _certified_threshold(x: Number, y: Number, *, digits: int) -> Enclosure:
    x, y = exact_probability("x", x), exact_probability("y", y)
    if x == y:
        return ZERO
    if {x, y} & {Fraction(0), Fraction(1)}:
        return INFINITE
    return enclose(lambda: log_odds_gap_ball(x, y), digits)


@certified_by(_certified_threshold)
@broadcasts
def privacy_threshold(x: Float, y: Float) -> Any:
    """The budget eps_c from which privacy is free: the log-odds gap of the two means.

    eps_c(x, y) = |logit(y) - logit(x)|; d_eps(x, y) = kl(x, y) if and only if eps >= eps_c. It
    is infinite when exactly one mean is an end of [0, 1], and 0 when the means are equal.
    Optimal Regret of Bernoulli Bandits, (8).

    >>> round(privacy_threshold(0.1, 0.8), 12)
    3.583518938456
    """
    return unwrapped(kernels.log_odds_gap_array(probabilities("x", x), probabilities("y", y)))
