"""The characteristic times with total variation costs, which need no search.

By the triangle inequality the total variation costs w_1 TV(mu_1, l) + w_a TV(mu_a, l) are at least
min(w_1, w_a) TV(mu_1, mu_a), and this is attained at an end: l = mu_1 or l = mu_a. With t_a =
TV(mu_1, mu_a), an allocation proportional to (1, x) is best at x_a = min t / t_a, so

    T*_TV = 1 / min t + sum over a of 1 / t_a,

and with w_1 = beta, 1 / T*_TV = min(beta min t, (1 - beta) / sum of 1 / t_a). Thesis, Prop. 4.26.
"""

from collections.abc import Sequence
from fractions import Fraction


def total_variation_time(distances: Sequence[Fraction], beta: Fraction | None) -> Fraction:
    """T*_TV from the exact distances of the other arms to the best one.

    >>> total_variation_time([Fraction(1, 8), Fraction(1, 4)], None)
    Fraction(20, 1)
    >>> total_variation_time([Fraction(1, 8), Fraction(1, 4)], Fraction(1, 4))
    Fraction(32, 1)
    """
    least = min(distances)
    total = sum((1 / distance for distance in distances), Fraction(0))
    if beta is None:
        return 1 / least + total
    return max(1 / (beta * least), total / (1 - beta))
