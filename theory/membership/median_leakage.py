"""What the median of an odd number of rows says about a target, exactly.

With n = 2k + 1 rows the median without the target has the law of an order statistic. With it, it is
the target with probability C(2k, k) p^k (1-p)^k, where p is the chance of a row below the target:
an atom that never occurs otherwise. So at the centre, where the influence function is 0, one column
leaks about sqrt(2/(pi n)), and not 0; away from it about leak(1/n). Privacy-Utility Trade-offs in
Sequential Decision-Making, Chapter 9.
"""

from __future__ import annotations
from fractions import Fraction
from math import comb
from banditproof.theory.exact import Number, exact_count, exact_probability

MOST_ROWS = 10_001
"""The largest number of rows; the exact numbers have about as many digits."""


def median_atom(rows: Number, place: Number) -> Fraction:
    """The probability that the median is the target, which is a row with chance `place` below it.

    >>> median_atom(11, "0.5")
    Fraction(63, 256)
    """
    k = _half(rows)
    p = exact_probability("place", place)
    return comb(2 * k, k) * p**k * (1 - p) ** k


def median_total_variation(rows: Number, place: Number) -> Fraction:
    """The total variation between the medians with and without a target, for a continuous law.

    `place` is the value of the distribution function at the target; the law does not matter. On the
    scale of that function, and with p <= 1/2, the density with the target is larger only at the
    atom and between p and k/(2k+1), where it is that of the k-th of the 2k other rows.

    >>> median_total_variation(11, "0.5"), round(float(median_total_variation(11, "0.9")), 4)
    (Fraction(63, 256), 0.1289)
    """
    k, p = _half(rows), exact_probability("place", place)
    p = min(p, 1 - p)
    end = Fraction(k, 2 * k + 1)
    total = median_atom(2 * k + 1, p)
    if p < end:
        total += _at_least(2 * k, k, end) - _at_least(2 * k, k, p)
        total -= _at_least(2 * k + 1, k + 1, end) - _at_least(2 * k + 1, k + 1, p)
    return total


def _at_least(count: int, least: int, p: Fraction) -> Fraction:
    """Pr[Binomial(count, p) >= least]: the chance that the least-th smallest row is below p."""
    a, b = p.numerator, p.denominator - p.numerator
    term = comb(count, least) * a**least * b ** (count - least)
    if not b:
        return Fraction(1)
    total = 0
    for hits in range(least, count + 1):
        total += term
        term = term * (count - hits) * a // ((hits + 1) * b)
    return Fraction(total, p.denominator**count)


def _half(rows: Number) -> int:
    n = exact_count("rows", rows, least=1)
    if n % 2 == 0:
        raise ValueError(f"There are {n} rows; give an odd number, for which a median is a row.")
    if n > MOST_ROWS:
        raise ValueError(f"There are {n} rows; give at most {MOST_ROWS}.")
    return n // 2
