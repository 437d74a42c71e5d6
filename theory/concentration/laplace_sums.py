"""The law of Z_m, the sum of m independent Laplace variables of scale 1/eps, and its tail bounds.

Z_m is a difference of two Gamma(m) variables, so its tail is a Poisson mixture of fair coin
tails. Optimal Regret of Bernoulli Bandits, Lemma D.1.
"""

from __future__ import annotations
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any
import flint
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.broadcasting import broadcasts
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import Array, Float, counts, nonnegative, positive, reals, unwrapped
from banditproof.theory.enclosure import ONE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_nonnegative, exact_positive
from banditproof.theory.parameter_names import accepts_epsilon
from . import tail_kernels as kernels

MOST_SUMMANDS = 5000
"""The most variables whose weights are worked out: m rationals of 2m digits, some seconds."""
_BEYOND = 1e290
"""A threshold at which every bound is 0 in float64, and m times it is still finite."""


@lru_cache(maxsize=256)
def laplace_tail_weights(m: int) -> tuple[Fraction, ...]:
    """The weights q_i = Pr[Bin(2m-1-i, 1/2) >= m], i < m, of the exact tail of Z_m.

    Pr[Z_m >= z] = e^{-z} sum of (z^i / i!) q_i, for z >= 0 and eps = 1.

    >>> [str(q) for q in laplace_tail_weights(3)]
    ['1/2', '5/16', '1/8']
    """
    m = _summands(m)
    ways, weights = 1, [Fraction(1, 1 << m)]
    for flips in range(m + 1, 2 * m):
        ways = 2 * ways + comb(flips - 1, m - 1)  # of at least m heads in so many flips
        weights.append(Fraction(ways, 1 << flips))
    return tuple(reversed(weights))


@lru_cache(maxsize=256)
def laplace_density_weights(m: int) -> tuple[Fraction, ...]:
    """The weights b_i = C(2m-2-i, m-1) / 2^(2m-1-i), i < m, of the exact density of Z_m.

    The density at z is e^{-|z|} sum of (|z|^i / i!) b_i, for eps = 1.

    >>> [str(b) for b in laplace_density_weights(2)]
    ['1/4', '1/4']
    """
    m = _summands(m)
    return tuple(Fraction(comb(2 * m - 2 - i, m - 1), 1 << (2 * m - 1 - i)) for i in range(m))


def _summands(m: Number) -> int:
    """The number of variables of a sum whose weights can be worked out."""
    count = exact_count("m", m, least=1)
    if count > MOST_SUMMANDS:
        raise ValueError(
            f"m is {m}; give an integer between 1 and {MOST_SUMMANDS}, as the exact law of so "
            "many variables takes too long."
        )
    return count


@lru_cache(maxsize=256)
def _tail_balls(m: int, bits: int) -> tuple[arb, ...]:
    """The weights of the tail at the working precision, of so many bits."""
    return tuple(map(ball, laplace_tail_weights(m)))


def _poisson_mixture(weights: Sequence[arb], z: Fraction) -> arb:
    """e^{-z} sum of (z^i / i!) weights[i], by Horner's rule."""
    point, total = ball(z), arb(0)
    for i in range(len(weights) - 1, -1, -1):
        # All terms are positive, so no digits cancel and the ball stays narrow relative to the sum.
        total = total * point / (i + 1) + weights[i]
    return total * (-point).exp()


def laplace_tail_ball(m: int, z: Fraction) -> arb:
    """Pr[Z_m >= z] for eps = 1 as a ball, for every real z and m >= 0."""
    if m == 0:
        return arb(1 if z <= 0 else 0)
    tail = _poisson_mixture(_tail_balls(m, flint.ctx.prec), abs(z))
    # By symmetry, with a tail of at most 1/2: the difference loses at most one bit.
    return tail if z >= 0 else 1 - tail


def _certified_tail(m: Number, z: Number, eps: Number = 1, *, digits: int) -> Enclosure:
    m, unit = exact_count("m", m), exact(z) * exact_positive("eps", eps)
    if m == 0:
        return ONE if unit <= 0 else ZERO
    return enclose(lambda: laplace_tail_ball(m, unit), digits)


@certified_by(_certified_tail)
@accepts_epsilon
@broadcasts
def laplace_sum_tail(m: Float, z: Float, eps: Float = 1.0) -> Any:
    """The exact tail Pr[Z_m >= z] of a sum of m independent Lap(1/eps) variables, for every real z.

    Pr[Z_m >= z] = e^{-eps z} sum over i < m of ((eps z)^i / i!) Pr[Bin(2m-1-i, 1/2) >= m] for
    z >= 0, and 1 - Pr[Z_m >= -z] for z < 0; Z_0 = 0. The law behind Lemma D.1.

    >>> round(laplace_sum_tail(2, 1.0), 12)
    0.275909580879
    >>> laplace_sum_tail([0, 1, 2], 0.0)
    array([1. , 0.5, 0.5])
    """
    return unwrapped(
        kernels.laplace_tail_array(counts("m", m), reals("z", z), positive("eps", eps))
    )


def _certified_density(m: Number, z: Number, eps: Number = 1, *, digits: int) -> Enclosure:
    m, eps = exact_count("m", m, least=1), exact_positive("eps", eps)
    unit = abs(exact(z)) * eps
    weights = laplace_density_weights(m)
    return enclose(lambda: ball(eps) * _poisson_mixture(list(map(ball, weights)), unit), digits)


@certified_by(_certified_density)
@accepts_epsilon
@broadcasts
def laplace_sum_density(m: Float, z: Float, eps: Float = 1.0) -> Any:
    """The density of a sum of m >= 1 independent Lap(1/eps) variables.

    eps e^{-eps |z|} sum over i < m of ((eps |z|)^i / i!) C(2m-2-i, m-1) / 2^(2m-1-i).
    Proof of Lemma D.1.

    >>> laplace_sum_density([1, 2], 0.0, 2.0)
    array([1. , 0.5])
    """
    return unwrapped(
        kernels.laplace_density_array(counts("m", m, least=1), reals("z", z), positive("eps", eps))
    )


def _bound_arguments(m: Number, z: Number, eps: Number) -> tuple[int, Fraction]:
    unit = exact_nonnegative("z", z) * exact_positive("eps", eps)
    return exact_count("m", m, least=1), unit


def _float_arguments(m: Float, z: Float, eps: Float) -> tuple[Array, Array]:
    with np.errstate(over="ignore"):
        unit = np.minimum(nonnegative("z", z) * positive("eps", eps), _BEYOND)
    return np.asarray(counts("m", m, least=1), dtype=np.float64), unit


def exponential(log_value: Array) -> Any:
    """exp of a logarithm; infinite where float64 has no such number."""
    with np.errstate(over="ignore", under="ignore"):
        return unwrapped(np.exp(log_value))


def _certified_printed(m: Number, z: Number, eps: Number = 1, *, digits: int) -> Enclosure:
    m, unit = _bound_arguments(m, z, eps)
    return enclose(lambda: (1 - ball(unit)).exp() * ball(1 + m * unit) ** m, digits)


@certified_by(_certified_printed)
@accepts_epsilon
@broadcasts
def laplace_sum_bound(m: Float, z: Float, eps: Float = 1.0) -> Any:
    """The printed bound of Pr[Z_m >= z], for z >= 0.

    exp(-f(z)) with f(z) = eps z - 1 - m log(1 + m eps z).
    Optimal Regret of Bernoulli Bandits, Lemma D.1.

    >>> round(laplace_sum_bound(1, 1.0), 12)
    2.0
    """
    m, unit = _float_arguments(m, z, eps)
    return exponential(1.0 - unit + m * np.log1p(m * unit))


def _certified_chernoff(m: Number, z: Number, eps: Number = 1, *, digits: int) -> Enclosure:
    m, unit = _bound_arguments(m, z, eps)
    power = max(Fraction(1), m * unit)
    return enclose(lambda: (ball(Fraction(1, m) - unit)).exp() * ball(power) ** m, digits)


@certified_by(_certified_chernoff)
@accepts_epsilon
@broadcasts
def laplace_sum_chernoff(m: Float, z: Float, eps: Float = 1.0) -> Any:
    """What the proof of Lemma D.1 gives without slack, for z >= 0.

    Pr[Z_m >= z] <= e^{1/m} max(1, m eps z)^m e^{-eps z}; bound (i) of claim `bern.lemD.1`.

    >>> round(laplace_sum_chernoff(1, 1.0), 12)
    1.0
    """
    m, unit = _float_arguments(m, z, eps)
    return exponential(1.0 / m - unit + m * np.log(np.maximum(1.0, m * unit)))


def _certified_envelope(m: Number, z: Number, eps: Number = 1, *, digits: int) -> Enclosure:
    m, unit = _bound_arguments(m, z, eps)
    return enclose(lambda: (-ball(unit)).exp() * ball(1 + unit / 2) ** (m - 1) / 2, digits)


@certified_by(_certified_envelope)
@accepts_epsilon
@broadcasts
def laplace_sum_envelope(m: Float, z: Float, eps: Float = 1.0) -> Any:
    """The sharpest of the three bounds, an equality for m = 1 and m = 2, for z >= 0.

    Pr[Z_m >= z] <= (1/2) (1 + eps z / 2)^(m-1) e^{-eps z}; bound (ii) of claim `bern.lemD.1`,
    proved in claim `bern.derived.laptail`.

    >>> round(laplace_sum_envelope(2, 1.0) - laplace_sum_tail(2, 1.0), 15)
    0.0
    """
    m, unit = _float_arguments(m, z, eps)
    return exponential((m - 1.0) * np.log1p(unit / 2.0) - unit - np.log(2.0))
