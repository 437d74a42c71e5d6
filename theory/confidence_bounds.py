"""Upper and lower confidence bounds: the inverses of kl and d_eps in their second argument.

Enclosures come from the root t of `kl_root`: the upper bound is x + (1-x) (1 - e^-t), and the lower
bound is x e^-t at the root for 1 - x, so that both have their own digits.
"""

from __future__ import annotations
from fractions import Fraction
from typing import Any
from flint import arb
from . import confidence_bound_kernels as kernels
from .balls import ball, enclose
from .broadcasting import broadcasts
from .certified_forms import certified_by
from .domains import Float, nonnegative, probabilities, unwrapped
from .enclosure import INFINITE, ONE, ZERO, Enclosure
from .exact import Number, exact_nonnegative, exact_probability
from .kl_root import at_kl_root, at_private_root
from .parameter_names import accepts_epsilon
from .private_divergence import NEXT_TO_ZERO

_LEVELS = 20000
"""A lower bound at a level of more than so many x is at most x exp(-level/x), next to zero."""


def _arrays(x: Float, level: Float) -> tuple[Any, Any]:
    return probabilities("x", x), nonnegative("level", level)


def _upper(x: Fraction, t: arb) -> arb:
    return ball(x) + ball(1 - x) * -(-t).expm1()


def _lower(x: Fraction, t: arb) -> arb:
    return ball(x) * (-t).exp()


def _certified_kl_ucb(x: Number, level: Number, *, digits: int) -> Enclosure:
    x, level = exact_probability("x", x), exact_nonnegative("level", level)
    if level == 0 or x == 1:
        return Enclosure.of(x)
    return at_kl_root(x, level, lambda t: _upper(x, t), digits).max(x).min(1)


@certified_by(_certified_kl_ucb)
@broadcasts
def kl_ucb(x: Float, level: Float) -> Any:
    """The largest mean that is within a level of an empirical mean: max { q : kl(x, q) <= level }.

    >>> round(kl_ucb(0.5, 0.1), 12)
    0.712878631456
    >>> kl_ucb([0.0, 1.0], 0.0)
    array([0., 1.])
    """
    return unwrapped(kernels.kl_ucb_array(*_arrays(x, level)))


def _certified_kl_lcb(x: Number, level: Number, *, digits: int) -> Enclosure:
    x, level = exact_probability("x", x), exact_nonnegative("level", level)
    if level == 0 or x == 0:
        return Enclosure.of(x)
    if level > _LEVELS * x:
        return NEXT_TO_ZERO
    return at_kl_root(1 - x, level, lambda t: _lower(x, t), digits).min(x)


@certified_by(_certified_kl_lcb)
@broadcasts
def kl_lcb(x: Float, level: Float) -> Any:
    """The smallest mean that is within a level of an empirical mean: min { q : kl(x, q) <= level }.

    >>> round(kl_lcb(0.5, 0.1) + kl_ucb(0.5, 0.1), 15)
    1.0
    """
    return unwrapped(kernels.kl_lcb_array(*_arrays(x, level)))


def _certified_log_complement(x: Number, level: Number, *, digits: int) -> Enclosure:
    x, level = exact_probability("x", x), exact_nonnegative("level", level)
    if x == 1:
        return INFINITE
    if level == 0:
        return ZERO if x == 0 else enclose(lambda: -ball(-x).log1p(), digits)
    return at_kl_root(x, level, lambda t: t - ball(-x).log1p(), digits)


@certified_by(_certified_log_complement)
@broadcasts
def kl_ucb_log_complement(x: Float, level: Float) -> Any:
    """-log(1 - q) at q = kl_ucb(x, level), infinite iff x = 1.

    It distinguishes indices that round to 1; AdaP-KLUCB compares this number.

    >>> round(kl_ucb_log_complement(0.5, 100.0), 6)
    201.386294
    """
    return unwrapped(kernels.kl_ucb_log_complement_array(*_arrays(x, level)))


def _certified_d_eps_ucb(x: Number, level: Number, eps: Number, *, digits: int) -> Enclosure:
    x, level = exact_probability("x", x), exact_nonnegative("level", level)
    eps = exact_nonnegative("eps", eps)
    if level >= eps * (1 - x):
        return ONE
    if level == 0:
        return Enclosure.of(x)

    def private() -> arb:
        return (-ball(level + eps * x)).expm1() / (-ball(eps)).expm1()

    result = at_private_root(x, level, eps, lambda t: _upper(x, t), private, digits)
    return result.max(x).min(1)


@certified_by(_certified_d_eps_ucb)
@accepts_epsilon
@broadcasts
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
    eps = exact_nonnegative("eps", eps)
    rise = eps * x - level
    if rise <= 0:
        return ZERO
    if level == 0:
        return Enclosure.of(x)
    if level > _LEVELS * x:
        return NEXT_TO_ZERO

    def private() -> arb:
        return ball(rise - eps).exp() * (-ball(rise)).expm1() / (-ball(eps)).expm1()

    result = at_private_root(1 - x, level, eps, lambda t: _lower(x, t), private, digits)
    return result.min(x)


@certified_by(_certified_d_eps_lcb)
@accepts_epsilon
@broadcasts
def d_eps_lcb(x: Float, level: Float, eps: Float) -> Any:
    """The smallest mean within a level in the private divergence: min { q : d_eps(x, q) <= level }.

    It is exactly 0 if and only if level >= eps x.

    >>> round(d_eps_lcb(0.5, 0.1, 1.0) + d_eps_ucb(0.5, 0.1, 1.0), 15), d_eps_lcb(0.25, 0.25, 1.0)
    (1.0, 0.0)
    """
    return unwrapped(kernels.d_eps_lcb_array(*_arrays(x, level), nonnegative("eps", eps)))
