"""How far the mean of the rows of a column is from its Edgeworth expansion: hypothesis (S1).

The expansion of the density of a standardised sum of n terms, with the skewness l3 and the excess
l4, is phi (1 + l3 He_3/(6 sqrt n) + l4 He_4/(24 n) + l3^2 He_6/(72 n)). Privacy-Utility Trade-offs
in Sequential Decision-Making, Theorem 2.41; its example for k = 4 lacks the factor 1/6.
"""

from __future__ import annotations
import math
from dataclasses import replace
from functools import lru_cache
from math import factorial
from typing import Any
import numpy as np
from banditproof.theory.domains import Array, Float, reals, unwrapped
from banditproof.theory.exact import Number, exact_count
from .columns import Column, Kind

MOST_ATOMS = 1 << 21
"""The longest lattice law of a sum that is computed."""


def hermite(order: int, x: Float) -> Any:
    """The polynomial He_m(x) = m! sum_k (-1)^k x^(m-2k) / (k! (m-2k)! 2^k) of the normal density.

    >>> hermite(3, 2.0), hermite(4, [0.0, 1.0]).tolist()
    (2.0, [3.0, -2.0])
    """
    m, place = exact_count("order", order), reals("x", x)
    result = np.zeros_like(place)
    for k in range(m // 2 + 1):
        factor = factorial(m) // (factorial(k) * factorial(m - 2 * k) * 2**k)
        result = result + (-1) ** k * factor * place ** (m - 2 * k)
    return unwrapped(result)


def edgeworth_density(x: Float, skewness: float, excess: float, terms: Number) -> Any:
    """The expansion of the density of the standardised sum up to order 1/n; it may be negative.

    >>> round(edgeworth_density(0.0, 0.0, 0.0, 10), 8)
    0.39894228
    """
    n, place = exact_count("terms", terms, least=1), reals("x", x)
    first = skewness * hermite(3, place) / (6 * np.sqrt(n))
    second = (excess * hermite(4, place) / 24 + skewness**2 * hermite(6, place) / 72) / n
    density = np.exp(-place * place / 2) / np.sqrt(2 * np.pi)
    return unwrapped(np.asarray(density * (1 + first + second)))


def standardised_cumulants(column: Column) -> tuple[float, float]:
    """Skewness and excess of a column; raises ValueError if they are not known.

    >>> standardised_cumulants(Column.exponential(3, target=1))
    (2.0, 6.0)
    """
    if column.third is None or column.fourth is None:
        raise ValueError(
            "The third and the fourth cumulant of a column are not known; give both, or its law."
        )
    # ratios before floats: the square of a variance may be beyond them
    skewness = math.sqrt(column.third**2 / column.variance**3)
    return -skewness if column.third < 0 else skewness, float(column.fourth / column.variance**2)


def edgeworth_gap(column: Column, rows: Number) -> float:
    """The total variation between the mean of n rows of a column and its expansion.

    (S1) asks that n times it vanishes, for the worst column. For a lattice law the expansion is
    that of the lattice masses, h/(sigma sqrt n) times the density. The value is a float with an
    error of about 1e-12. It is known for normal, finite and exponential columns.

    >>> edgeworth_gap(Column.normal(0, 1, target=1), 10)
    0.0
    >>> round(10 * edgeworth_gap(Column.exponential(1, target=1), 10), 3)
    0.075
    """
    n = exact_count("rows", rows, least=1)
    if column.kind is Kind.NORMAL:
        return 0.0
    if column.law:
        return _lattice_gap(replace(column, target=column.mean, count=1), n)
    if (
        column.kind is Kind.DENSITY
        and column.third == 2 * column.mean**3
        and (column.variance == column.mean**2 and column.fourth == 6 * column.mean**4)
    ):
        return _exponential_gap(n)
    raise ValueError(
        f"The law of the column is {column.kind.value} and not given; the gap is computed for "
        "normal, finite and exponential columns."
    )


def atoms_of_sum(column: Column, rows: int) -> int:
    """How many points of the lattice the sum of n rows of a finite column may reach."""
    return rows * int((column.law[-1][0] - column.law[0][0]) / column.span) + 1


@lru_cache(maxsize=256)
def _lattice_gap(column: Column, n: int) -> float:
    size = atoms_of_sum(column, n)
    if size > MOST_ATOMS:
        raise ValueError(
            f"The sum of {n} rows of a column reaches {size} points of its lattice, more than "
            f"{MOST_ATOMS}; give fewer rows or a coarser law."
        )
    masses = np.zeros(size)
    for value, mass in column.law:
        masses[int((value - column.law[0][0]) / column.span)] = float(mass)
    law = np.fft.irfft(np.fft.rfft(masses) ** n, size)
    step = math.sqrt(column.span**2 / (n * column.variance))
    start = -math.sqrt(n * (column.law[0][0] - column.mean) ** 2 / column.variance)
    skewness, excess = standardised_cumulants(column)
    expected = step * edgeworth_density(start + step * np.arange(size), skewness, excess, n)
    outside = max(0.0, 1 - float(expected.sum()))  # what the expansion puts beyond the lattice law
    return float(np.abs(law - expected).sum() + outside) / 2


@lru_cache(maxsize=256)
def _exponential_gap(n: int) -> float:
    from scipy.special import gammaln

    root = np.sqrt(n)
    x = np.linspace(-12.0, 14.0, 400_001)  # beyond it both densities are below 1e-16 for n >= 100
    if n < 100:
        x = np.linspace(-12.0, 60.0, 800_001)
    total = n + root * x
    inside = np.maximum(total, 1e-300)
    law = np.where(total > 0, np.exp((n - 1) * np.log(inside) - inside - gammaln(n)) * root, 0.0)
    apart: Array = np.abs(law - edgeworth_density(x, 2.0, 6.0, n))
    return float(np.trapezoid(apart, x)) / 2
