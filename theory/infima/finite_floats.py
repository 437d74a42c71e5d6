"""A finite law as the kernels read it: rises, falls and weights in float64."""

import math
from fractions import Fraction
import numpy as np
import numpy.typing as npt
from banditproof.theory.laws import Empirical, FiniteSupport
from . import infimum_kernels as kernels

Floats = npt.NDArray[np.float64]
FAR = 700.0
"""A budget from which exp(eps) is beyond the floats, and no float tells d_inf from KL_inf."""
NEAR = Fraction(1, 10**12)
"""A mean that is nearer to the top has no digits left in a difference of sums of two floats."""


def seen_from(law: FiniteSupport | Empirical, mu: Fraction) -> tuple[Floats, Floats, Floats, float]:
    """Rises (x - mu) / (top - mu), falls (top - x) / (top - mu), weights, and -E of the rises.

    Points of weight zero are left out. Each number is rounded once from exact ones, or is a
    difference of floats and of the two floats that stand for mu and the top.
    """
    height = law.high - mu
    gap = float((mu - law.exact_mean) / height)
    near = abs(height) < NEAR * abs(law.high)
    if isinstance(law, Empirical) and law.points_are_floats and not near:
        ends = *two_floats(mu), *two_floats(law.high)
        rises, falls = kernels.displaced.for_work(len(law.points))(law.points, *ends, float(height))
        weights = float_weights(law)
        charged = weights > 0
        if not charged.all():
            rises, falls, weights = rises[charged], falls[charged], weights[charged]
        return rises, falls, weights, gap
    charged_pairs = [(x, p) for x, p in zip(law.exact_points, law.exact_weights, strict=True) if p]
    return (
        np.array([float((x - mu) / height) for x, _ in charged_pairs]),
        np.array([float((law.high - x) / height) for x, _ in charged_pairs]),
        np.array([float(p) for _, p in charged_pairs]),
        gap,
    )


def float_infimum(law: FiniteSupport | Empirical, mu: Fraction, eps: Fraction | None) -> float:
    """d_inf, or KL_inf if eps is None, by the kernel of the dual program."""
    rises, falls, weights, gap = seen_from(law, mu)
    budget = 0.0 if eps is None else float(eps)
    growth = math.expm1(budget) if eps is not None and budget < FAR else kernels.NEVER
    optimum = kernels.dual_optimum.for_work(kernels.STEPS * len(weights))
    return float(optimum(rises, falls, weights, gap, growth, budget)[0])


def float_moved_mass(law: FiniteSupport | Empirical, mu: Fraction) -> float:
    """TV_inf by the kernel."""
    _, falls, weights, gap = seen_from(law, mu)
    return float(kernels.moved_mass.for_work(len(weights))(falls, weights, gap))


def float_weights(law: Empirical) -> Floats:
    """The weights of an empirical law, rounded."""
    if law.given_weights is None:
        return np.full(len(law.points), 1.0 / len(law.points))
    return np.array([float(weight) for weight in law.given_weights])


def two_floats(number: Fraction) -> tuple[float, float]:
    """A number as a float and the float that is missing; their sum has over 100 bits."""
    high = float(number)
    return high, float(number - Fraction(high))
