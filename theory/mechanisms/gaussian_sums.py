"""Sums of e^(-(y-x)^2 / (2 sigma^2)) over the integers, as balls with rigorous tails."""

import math
from fractions import Fraction
import flint
from flint import arb, fmpq, fmpz
from banditproof.theory.balls import ball


def whole_sum(sigma_squared: Fraction, shift: Fraction = Fraction(0)) -> arb:
    """The sum of e^(-(y - shift)^2 / (2 sigma^2)) over all integers y.

    For a large sigma by Poisson summation: sqrt(2 pi sigma^2) times the sum over integers k of
    e^(-2 pi^2 sigma^2 k^2) cos(2 pi k shift). Both series are cut where a geometric series bounds
    the rest below the working precision.
    """
    place = shift - round(shift)  # the sum has period 1
    # Below this the frequencies fall off slowly, and the terms themselves fast.
    if 6 * sigma_squared < 1:
        return half_sum(sigma_squared, -place) + half_sum(sigma_squared, 1 + place)
    rate = 2 * arb.pi() ** 2 * ball(sigma_squared)
    total, k, precision = arb(1), 0, flint.ctx.prec
    while True:
        k += 1
        term = (-rate * k * k).exp()
        total += 2 * term * (2 * arb.pi() * k * ball(place)).cos()
        if term < arb(2) ** -(precision + 8):
            break
    # The exponents grow by at least `rate` from each term to the next: a geometric series.
    rest = 2 * (-rate * (k + 1) ** 2).exp() / (1 - (-rate).exp())
    total += arb(0, rest.upper())
    return total * (2 * arb.pi() * ball(sigma_squared)).sqrt()


def half_sum(sigma_squared: Fraction, start: Fraction) -> arb:
    """The sum of e^(-z^2 / (2 sigma^2)) over z = start, start + 1, start + 2, ...

    >>> from banditproof.theory.balls import working_precision
    >>> with working_precision(53):
    ...     whole = whole_sum(Fraction(2))
    ...     halves = 2 * half_sum(Fraction(2), Fraction(1)) + 1
    >>> whole.overlaps(halves)
    True
    """
    # many small steps are better summed by their integral; a steep start needs few of them
    smooth = sigma_squared > 4096 and start >= 0 and start * start < 40_000 * sigma_squared
    return _summed_smoothly(sigma_squared, start) if smooth else _summed(sigma_squared, start)


def _summed(sigma_squared: Fraction, start: Fraction) -> arb:
    """Term by term; the rest behind a place z >= 0 is at most its first term over
    1 - e^(-(2z+1) / (2 sigma^2))."""
    precision = flint.ctx.prec
    rate = 1 / (2 * ball(sigma_squared))
    z, total, largest = start, arb(0), arb(0)
    term = (-rate * ball(z * z)).exp()
    step, shrink = (-rate * ball(2 * z + 1)).exp(), (-2 * rate).exp()
    while True:
        total += term
        largest = term.max(largest)
        term, step, z = term * step, step * shrink, z + 1
        if z > 0 and step < 1:
            rest = term / (1 - step)
            # Small beside the sum, or beside what rounding has lost anyway.
            if rest < largest * arb(2) ** -(precision + 8) or rest < total.rad():
                return total + arb(0).union(rest)


def _summed_smoothly(sigma_squared: Fraction, start: Fraction) -> arb:
    """By the formula of Euler and Maclaurin, for start >= 0.

    The derivatives of f(z) = e^(-z^2 / (2 sigma^2)) are (-1)^n sigma^-n He_n(z/sigma) f(z). The
    rest after the Bernoulli number of order n = 2m is at most 4 (2 pi)^-n times the integral of
    |f^(n)|, which is bounded by Cramer's |He_n(u)| <= 1.09 sqrt(n!) e^(u^2/4).
    """
    sigma = ball(sigma_squared).sqrt()
    u = ball(start) / sigma
    value = (-u * u / 2).exp()
    total = sigma * (arb.pi() / 2).sqrt() * (u / arb(2).sqrt()).erfc() + value / 2
    spread = arb("4.36") * arb.pi().sqrt() * sigma * (u / 2).erfc()
    enough = total * arb(2) ** -flint.ctx.prec
    before, hermite, order = arb(1), u, 1  # He_0 and He_1
    while True:
        even = order + 1
        factor = value * hermite / sigma**order
        total += arb(fmpq.bernoulli(even)) / arb(fmpz(math.factorial(even))) * factor
        rest = spread * arb(fmpz(math.factorial(even))).sqrt() / (2 * arb.pi() * sigma) ** even
        if rest < enough:
            return total + arb(0, rest.upper())
        for _ in range(2):
            before, hermite, order = hermite, u * hermite - order * before, order + 1
