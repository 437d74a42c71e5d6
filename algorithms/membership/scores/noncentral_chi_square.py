"""The logarithm of the distribution function of a non-central chi-square law, also far out."""

import math
from typing import Any
import numpy as np
from banditproof.algorithms.membership.row_laws.row_law import Floats

SAFE = 1e-280
"""Below it the direct value is replaced by a sum of logarithms."""
MOST_TERMS = 20_000
"""The most terms of the sum over the mixture."""
MOST_FACTORS = 100_000
"""The most terms of the series of one of its laws."""


def log_noncentral_chi_square_cdf(x: Floats, freedom: int, noncentrality: Floats) -> Floats:
    """log P(X <= x) for X = ||N(m, I)||^2 in so many dimensions, ||m||^2 the non-centrality.

    Where the probability is too small for a float, it is summed over the Poisson mixture of
    central laws in logarithms.

    >>> log_noncentral_chi_square_cdf(np.array([1.0]), 2, np.array([0.0])).round(6)
    array([-0.932752])
    >>> log_noncentral_chi_square_cdf(np.array([100.0]), 200, np.array([20000.0])).round(3)
    array([-8908.716])
    """
    from scipy.special import chndtr

    values, far = np.broadcast_arrays(np.asarray(x, float), np.asarray(noncentrality, float))
    direct = np.asarray(chndtr(values, freedom, far))
    small = ~(direct > SAFE)
    with np.errstate(divide="ignore"):
        result = np.log(np.where(small, 1.0, direct))
    for place in zip(*np.nonzero(small), strict=True):
        result[place] = _log_lower_tail(float(values[place]), freedom, float(far[place]))
    return result


def _log_lower_tail(x: float, freedom: int, noncentrality: float) -> float:
    """The logarithm of sum_j Poisson(j; m/2) P(d/2 + j, x/2) far below the mean of the law."""
    from scipy.special import gammaln, xlogy

    if x <= 0:
        return -math.inf
    y, half = x / 2, noncentrality / 2
    # the largest term has about j (d/2 + j) = y m/2
    middle = (-freedom / 2 + math.sqrt(freedom**2 / 4 + 4 * y * half)) / 2
    width = int(40 * math.sqrt(middle + 1)) + 60
    first = max(0, int(middle) - width)
    # far out the terms change slowly, and one stands for its neighbours
    step = -(-2 * width // MOST_TERMS)
    terms: Any = np.arange(first, first + 2 * width, step, dtype=float)
    order = freedom / 2 + terms
    logs = _log_kummer(order, y) + order * math.log(y) - y - gammaln(order + 1)
    logs = logs + xlogy(terms, half) - half - gammaln(terms + 1)
    top = logs.max()
    return float(top + np.log(step * np.exp(logs - top).sum()))


def _log_kummer(order: Floats, y: float) -> Floats:
    """log(1 + y/(a+1) + y^2/((a+1)(a+2)) + ...), by adding terms until they no longer count."""
    total, term = np.ones_like(order), np.ones_like(order)
    for k in range(1, MOST_FACTORS):
        term = term * (y / (order + k))
        total = total + term
        if (term < 1e-17 * total).all():
            break
    return np.asarray(np.log(total))
