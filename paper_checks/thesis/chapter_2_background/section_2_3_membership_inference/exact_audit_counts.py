"""Exact laws of counts, and the audits of Section 2.3.7 as rational comparisons.

An audit with a rational radius compares (p0 - r) / (p1 + r) with e^eps; if e^eps is rational, as
for a coin of rational odds, whether it errs is decided exactly for each pair of counts.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb, inf, isqrt
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure

CONSTANT = Fraction(3, 2)
"""C with 4 e^(-2 C^2) = 0.0444 < 0.05: four one-sided Hoeffding bounds hold jointly."""
LEVEL = Fraction(1, 20)


def certain_digits(value: Fraction) -> Enclosure:
    """At least ten certain digits of a fraction that is too long to print.

    >>> print(certain_digits(Fraction(2, 3)))
    0.66666666666666[6..7]
    """
    return enclose(lambda: ball(value), 10)


@cache
def binomial(n: int, p: Fraction) -> tuple[Fraction, ...]:
    """The probabilities of 0, ..., n successes, exact.

    >>> [str(x) for x in binomial(2, Fraction(1, 3))]
    ['4/9', '4/9', '1/9']
    """
    a, b = p.numerator, p.denominator
    return tuple(Fraction(comb(n, k) * a**k * (b - a) ** (n - k), b**n) for k in range(n + 1))


@cache
def radius(n: int, constant: Fraction = CONSTANT) -> Fraction:
    """A rational at least C / sqrt(n), and equal to it if n is a square.

    >>> radius(100), radius(2) ** 2 >= Fraction(9, 8)
    (Fraction(3, 20), True)
    """
    root = isqrt(n * 10**8)
    return constant * Fraction(10**4, root)


Ratio = Fraction | float
"""A number of the form e^eps, exact, or infinity."""
EpsLow = Callable[[Fraction, Fraction, Fraction, Fraction, Fraction], Ratio | None]
"""e^eps_low from two proportions, their radii and delta; None where it is not defined."""


def over(top: Fraction, bottom: Fraction) -> Ratio:
    """A ratio, infinite where a positive number is divided by 0."""
    return top / bottom if bottom else (inf if top > 0 else Fraction(0))


def as_printed(p: Fraction, q: Fraction, r: Fraction, s: Fraction, delta: Fraction) -> Ratio | None:
    """exp of max{0, log(..), log(..)} as printed: undefined if a logarithm is of a number <= 0."""
    first, second = over(p - delta - r, q + s), over(q - delta - s, p + r)
    return None if min(first, second) <= 0 else max(Fraction(1), first, second)


def logs_below_zero(p: Fraction, q: Fraction, r: Fraction, s: Fraction, delta: Fraction) -> Ratio:
    """The same, where the logarithm of a number <= 0 is minus infinity."""
    return max(Fraction(1), over(p - delta - r, q + s), over(q - delta - s, p + r))


@cache
def estimates(
    m: int, n: int, eps_low: EpsLow, delta: Fraction, constant: Fraction
) -> list[list[Ratio | None]]:
    """e^eps_low for all pairs of counts."""
    r, s = radius(m, constant), radius(n, constant)
    return [
        [eps_low(Fraction(i, m), Fraction(j, n), r, s, delta) for j in range(n + 1)]
        for i in range(m + 1)
    ]


def audit_error(
    runs: tuple[int, int],
    hits: tuple[Fraction, Fraction],
    ratio: Fraction,
    eps_low: EpsLow,
    delta: Fraction = Fraction(0),
    constant: Fraction = CONSTANT,
) -> tuple[Fraction, Fraction]:
    """Pr[e^eps_low > ratio] and Pr[eps_low is undefined] for two fixed numbers of runs, exact."""
    (m, n), (p, q) = runs, hits
    first, second = binomial(m, p), binomial(n, q)
    above = undefined = Fraction(0)
    for mass, row in zip(first, estimates(m, n, eps_low, delta, constant), strict=True):
        unknown = [j for j, result in enumerate(row) if result is None]
        wrong = [j for j, result in enumerate(row) if result is not None and result > ratio]
        above += mass * sum((second[j] for j in wrong), Fraction(0))
        undefined += mass * sum((second[j] for j in unknown), Fraction(0))
    return above, undefined
