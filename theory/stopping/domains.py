"""Checks of the arguments of stopping thresholds."""

from __future__ import annotations
from fractions import Fraction
import numpy as np
from banditproof.theory.domains import Array, Float, counts, positive, reals
from banditproof.theory.exact import Number, exact_positive


def exact_risk(delta: Number) -> Fraction:
    """The exact value of a risk strictly between 0 and 1; raises ValueError otherwise."""
    risk = exact_positive("delta", delta)
    if risk >= 1:
        raise ValueError(f"delta is {delta}; give a risk strictly between 0 and 1.")
    return risk


def log_inverse_risks(delta: Float) -> Array:
    """log(1/delta) of an array of risks strictly between 0 and 1; raises ValueError otherwise."""
    risks = positive("delta", delta)
    if (risks >= 1).any():
        raise ValueError(f"delta contains {risks.max()}; give risks strictly between 0 and 1.")
    result: Array = -np.log(risks)
    return result


def sample_counts(w_a: Float, w_b: Float) -> tuple[Array, Array]:
    """The numbers of samples of the two arms as floats; each is an integer >= 1."""
    first, second = counts("w_a", w_a, least=1), counts("w_b", w_b, least=1)
    return first.astype(np.float64), second.astype(np.float64)


def arm_counts(arms: Float) -> Array:
    """The numbers of arms as floats; each is an integer >= 2."""
    return counts("arms", arms, least=2).astype(np.float64)


def log_zeta(s: Float) -> Array:
    """log zeta(s), a constant of every threshold; s > 1."""
    from scipy.special import zeta, zetac

    exponents = reals("s", s)
    if (exponents <= 1).any():
        raise ValueError(f"s contains {exponents.min()}; give exponents > 1.")
    result: Array = np.where(
        exponents > 1.5, np.log1p(zetac(exponents)), np.log(zeta(np.minimum(exponents, 1.5)))
    )
    return result
