"""Where an increasing function crosses 0, by bisection with certified signs."""

from collections.abc import Callable
from fractions import Fraction
from flint import arb
from banditproof.theory.enclosure import Enclosure


def crossing(
    gap: Callable[[Fraction], arb], low: Fraction | int, high: Fraction | int, steps: int = 40
) -> Enclosure:
    """The interval between certified signs; it stops early where a sign is undecided.

    >>> print(crossing(lambda x: arb(x.numerator) / x.denominator - arb(2).sqrt(), 0, 4, 20))
    1.4142[1..2]
    """
    low, high = Fraction(low), Fraction(high)
    for _ in range(steps):
        middle = (low + high) / 2
        value = gap(middle)
        if value > 0:
            high = middle
        elif value < 0:
            low = middle
        else:
            break
    return Enclosure(low, high)
