"""The divergence of the laws of a number whose reward is kept by a coin, by integration."""

import math
from scipy.integrate import quad
from scipy.stats import norm


def divergence(one, two, sigma, rate, eps):
    """H(P || Q) at e^eps: of P = (1 - q) N(0) + q N(one), and Q with the contribution two."""

    def excess(y):
        without = (1 - rate) * norm.pdf(y, 0, sigma)
        p = without + rate * norm.pdf(y, one, sigma)
        q = without + rate * norm.pdf(y, two, sigma)
        return max(p - math.exp(eps) * q, 0.0)

    ends = max(abs(one), abs(two)) + 12 * sigma
    return quad(excess, -ends, ends, limit=2000, epsabs=1e-13)[0]
