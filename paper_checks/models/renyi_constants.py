"""The zCDP constant of pairs of laws, sup over alpha > 1 of D_alpha / alpha, enclosed in balls.

D_alpha does not decrease in alpha. So on a cell [a, b] the quotient is at most D_b / a, beyond the
last point c it is at most D_infinity / c, and each point is a lower bound.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.exact_laws.law_divergences import largest_ratio, log_moments

RATIO = Fraction(101, 100)
Pair = tuple[Sequence[Fraction], Sequence[Fraction]]


def zcdp_between(pairs: Iterable[Pair], last: int = 16, grid: Fraction = RATIO) -> tuple[arb, arb]:
    """A lower and an upper bound of the largest D_alpha / alpha over the pairs and alpha > 1.

    The two are apart by the factor `grid` at most, unless the supremum lies beyond `last`.

    >>> coin = (Fraction(3, 4), Fraction(1, 4))
    >>> low, high = zcdp_between([(coin, coin[::-1])])
    >>> low < arb("0.5494") < high  # log(3) / 2, at alpha -> 1
    True
    """
    with working_precision(64):
        low, high = arb(0), arb(0)
        for left, right in pairs:
            both = [(p, q) for p, q in zip(left, right, strict=True) if p or q]
            if any(not p or not q for p, q in both):
                raise ValueError("A sequence is possible on one side only; rho is infinite.")
            first, second = zip(*both, strict=True)
            moment = log_moments(first, second)
            edge, order = Fraction(1), grid
            while edge < last:
                value = moment(order) / ball(order - 1)
                low = arb.max(low, value / ball(order))
                high = arb.max(high, value / ball(edge))
                # a short number close to the geometric grid keeps the exact orders small
                edge, order = order, Fraction(int(order * grid * 1024) + 1, 1024)
            ratio = Fraction(largest_ratio(first, second))
            high = arb.max(high, ball(ratio).log() / ball(edge))
        return low, high
