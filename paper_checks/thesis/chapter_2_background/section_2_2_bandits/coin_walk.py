"""The sequential test of two laws that meets the lower bound exactly: a random walk on integers.

An arm pays Ber(p) under one instance and Ber(1 - p) under the other. Each reward moves the log
likelihood ratio by log(p / (1 - p)), up or down; the test halts at +n or -n.
"""

from fractions import Fraction
from typing import NamedTuple


class Walk(NamedTuple):
    """The walk from 0 until it is at +n or -n."""

    risk: Fraction
    """The probability of ending at -n."""
    samples: Fraction
    """The expected number of steps."""


def walked(up: Fraction, n: int) -> Walk:
    """Risk and length, from the linear equations of the walk, solved by elimination.

    h(x) = up h(x + 1) + (1 - up) h(x - 1) + c at |x| < n, with (c, h(-n), h(n)) = (0, 1, 0) for
    the risk and (1, 0, 0) for the length. Each unknown is written as a h(x + 1) + b.

    >>> walked(Fraction(3, 4), 2)
    Walk(risk=Fraction(1, 10), samples=Fraction(16, 5))
    """
    solved = []
    for constant, bottom in ((Fraction(0), Fraction(1)), (Fraction(1), Fraction(0))):
        slope, offset = Fraction(0), bottom
        rows: list[tuple[Fraction, Fraction]] = []
        for _ in range(1 - n, n):
            scale = 1 - (1 - up) * slope
            slope, offset = up / scale, ((1 - up) * offset + constant) / scale
            rows.append((slope, offset))
        value = Fraction(0)
        for a, b in reversed(rows[n - 1 :]):
            value = a * value + b
        solved.append(value)
    return Walk(solved[0], solved[1])
