"""Tails of a normal number and of the squared length of a normal vector.

They decide how often the confidence events of the Gaussian algorithms fail. Concentrated
Differential Privacy for Bandits, Lemma 10, Theorems 13 and 14.
"""

from __future__ import annotations
from typing import Any
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.broadcasting import broadcasts
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import Float, counts, nonnegative, positive, reals, unwrapped
from banditproof.theory.enclosure import ONE, Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_nonnegative, exact_positive
from banditproof.theory.normal_tail_floats import FAR, TINY, erfc_of_root, scaled_square


def _certified_normal(x: Number, sigma_squared: Number = 1, *, digits: int) -> Enclosure:
    point, variance = exact(x), exact_positive("sigma_squared", sigma_squared)
    if point**2 > 2 * variance * FAR**2:
        return TINY if point > 0 else ONE - TINY
    return enclose(lambda: (ball(point) / (2 * ball(variance)).sqrt()).erfc() / 2, digits)


@certified_by(_certified_normal)
@broadcasts
def gaussian_tail(x: Float, sigma_squared: Float = 1.0) -> Any:
    """Pr[N(0, sigma^2) >= x] = erfc(x / sqrt(2 sigma^2)) / 2.

    >>> gaussian_tail([0.0, -1.0]), round(gaussian_tail(2.0, 4.0), 12)
    (array([0.5       , 0.84134475]), 0.158655253931)
    """
    at, variance = reals("x", x), positive("sigma_squared", sigma_squared)
    tail = erfc_of_root(*scaled_square(at, variance)) / 2
    return unwrapped(np.asarray(np.where(at < 0, 1.0 - tail, tail)))


def _certified_chi_square(d: Number, x: Number, *, digits: int) -> Enclosure:
    dimension, point = exact_count("d", d, least=1), exact_nonnegative("x", x)
    if point == 0:
        return ONE
    half = exact(dimension) / 2
    # Chernoff's bound of the tail is exp(-d (t - log(1 + t)) / 2) with t = x/d - 1, and there
    # t - log(1 + t) >= t^2 / (2 (1 + t)), which needs no logarithm: one of a float near 1 has no
    # digits left once d is large.
    if point > dimension and (point - dimension) ** 2 > 4 * point * FAR**2:
        return TINY
    return enclose(lambda: ball(point / 2).gamma_upper(ball(half), regularized=1), digits)


@certified_by(_certified_chi_square)
@broadcasts
def chi_square_tail(d: Float, x: Float) -> Any:
    """Pr[|N(0, I_d)|^2 >= x] = Gamma(d/2, x/2) / Gamma(d/2).

    >>> chi_square_tail(2, [0.0, 2.0]), round(chi_square_tail(1, 4.0), 12)
    (array([1.        , 0.36787944]), 0.045500263896)
    """
    size, at = np.broadcast_arrays(counts("d", d, least=1), nonnegative("x", x))
    pairs = zip(size.ravel().tolist(), at.ravel().tolist(), strict=True)
    # gammaincc has a relative error of 1e-12 in the tails
    result = [float(_certified_chi_square(many, point, digits=16)) for many, point in pairs]
    return unwrapped(np.array(result).reshape(size.shape))


def _certified_level(d: Number, delta: Number, *, digits: int) -> Enclosure:
    dimension, level = exact_count("d", d, least=1), exact_positive("delta", delta)
    if level > 1:
        raise ValueError(f"delta is {delta}; give a probability in (0, 1].")

    def found() -> arb:
        logarithm = -ball(level).log()
        return dimension + 2 * (dimension * logarithm).sqrt() + 2 * logarithm

    return enclose(found, digits)


@certified_by(_certified_level)
@broadcasts
def chi_square_level(d: Float, delta: Float) -> Any:
    """f(d, delta) = d + 2 sqrt(d log(1/delta)) + 2 log(1/delta), passed with probability <= delta.

    Concentrated Differential Privacy for Bandits, Lemma 10. With log(2/delta) for log(1/delta) it
    is the f of Theorem 13.

    >>> bool(chi_square_tail(3, chi_square_level(3, 0.01)) <= 0.01), chi_square_level(4, 1.0)
    (True, 4.0)
    """
    size, level = counts("d", d, least=1), positive("delta", delta)
    if (level > 1).any():
        raise ValueError(f"delta contains {level.max()}; give probabilities in (0, 1].")
    logarithm = -np.log(level)
    return unwrapped(np.asarray(size + 2 * np.sqrt(size * logarithm) + 2 * logarithm))
