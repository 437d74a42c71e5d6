"""The supremum over orders alpha > 1 of a largest Renyi divergence over alpha, certified.

Let K_i(alpha) be the log of the sum of p^alpha q^(1-alpha) for the pair of laws number i. Each is
convex with K_i(1) = 0, so their maximum K is too, and

    sup_i sup_alpha D_alpha / alpha = sup over alpha > 1 of K(alpha) / (alpha (alpha - 1)).

So no single pair has to be found: K lies below its chords, and a chord is compared with the
parabola rho alpha (alpha - 1). The limit at alpha -> 1 is the largest Kullback-Leibler divergence.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from typing import Protocol
from flint import arb
from banditproof.theory.balls import MoreBits, at_growing_precision, ball, lower, trimmed, upper
from banditproof.theory.enclosure import Enclosure


class Cumulants(Protocol):
    """K(alpha), the largest log-moment of a family of pairs of laws, as balls."""

    def at(self, alpha: Fraction) -> arb:
        """K(alpha) for alpha > 1."""

    def slope_at_one(self) -> arb:
        """K'(1+), the largest Kullback-Leibler divergence."""

    def largest_log_ratio(self) -> arb:
        """The limit of K(alpha) / alpha, which bounds K(alpha) / (alpha - 1) for all alpha > 1."""


@dataclass(frozen=True)
class Supremum:
    """An enclosure of the supremum, and an order where its lower bound is attained (1: KL)."""

    value: Enclosure
    order: Fraction


Point = tuple[Fraction, arb]
MOST_ORDERS = 5_000


class TooFlat(ArithmeticError):
    """K is so close to a parabola that too many orders are needed for the digits asked.

    Chords need about 1/eps orders for a tiny pure loss eps, or 10^(digits/2) if that is less.
    """


def supremum_over_orders(cumulants: Cumulants, digits: int = 12) -> Supremum:
    """Enclose the supremum to the given digits; the family must be finite and not all equal.

    Raises `TooFlat` if more than MOST_ORDERS orders would be needed; fewer digits then help.
    """
    return at_growing_precision(lambda bits: _supremum(cumulants, digits, bits), digits)


def _supremum(cumulants: Cumulants, digits: int, bits: int) -> Supremum:
    slack = 1 + Fraction(1, 2 * 10**digits)
    finest = Fraction(1, 1 << (bits // 3))
    best, order = lower(cumulants.slope_at_one()), Fraction(1)
    two: Point = (Fraction(2), cumulants.at(Fraction(2)))
    at_two = lower(two[1] / 2)
    if at_two > best:
        best, order = at_two, two[0]
    if best <= 0:
        raise MoreBits
    # beyond `end` the bound D_inf / alpha is below what is attained
    end = Fraction(max(2, math.ceil(upper(cumulants.largest_log_ratio()) / best)) + 1)
    number, orders = count(), count(1)
    pieces: list[tuple[float, int, Point, Point]] = []

    def add(left: Point, right: Point) -> None:
        heappush(pieces, (-_guess(left, right), next(number), left, right))

    add((Fraction(1), arb(0)), two)
    add(two, (end, cumulants.at(end)))
    while pieces:
        *_, left, right = heappop(pieces)  # the most promising piece first, so `best` grows early
        attained = lower(right[1] / ball(right[0] * (right[0] - 1)))
        if attained > best:
            best, order = attained, right[0]
        if chord_is_below(left, right, best * slack):
            continue
        if right[0] - left[0] < finest * left[0]:
            raise MoreBits
        middle = (left[0] + right[0]) / 2
        if right[0] > 4 * left[0]:
            middle = Fraction(math.isqrt(int(left[0] * right[0])))
        if next(orders) > MOST_ORDERS:
            raise TooFlat(
                f"{MOST_ORDERS} orders were not enough for {digits} digits of {float(best):.3g}; "
                "ask for fewer digits."
            )
        centre = (middle, cumulants.at(middle))
        add(left, centre)
        add(centre, right)
    return Supremum(trimmed(Enclosure(best, best * slack), digits), order)


def _guess(left: Point, right: Point) -> float:
    """About the largest chord / (alpha (alpha - 1)) on a piece; it only orders the search."""
    a, b = float(left[0] - 1), float(right[0] - 1)
    low, high = float(left[1].mid()), float(right[1].mid())
    if a == b:  # closer than floats can tell
        return high / (b * (1 + b)) if b > 0 else math.inf
    steps = [a + (b - a) * k / 8 for k in range(0 if a > 0 else 1, 9)]
    return max((low + (high - low) * (x - a) / (b - a)) / (x * (1 + x)) for x in steps)


def chord_is_below(left: Point, right: Point, rho: Fraction) -> bool:
    """Whether the chord through two points stays below rho alpha (alpha - 1) between them.

    Chord minus parabola is concave; it is largest at the vertex, or at the end next to it.
    """
    (a, low), (b, high) = left, right
    slope = (high - low) / ball(b - a)
    # The vertex is a ball: where it is not decided on which side of an end it lies, the last line
    # takes the largest value on the whole line, which is at least that on the piece.
    vertex = (1 + slope / ball(rho)) / 2
    if vertex >= ball(b):
        return bool(high <= ball(rho * b * (b - 1)))
    if vertex <= ball(a):
        # At 1 both are 0, and the chord falls away from the parabola.
        return a == 1 or bool(low <= ball(rho * a * (a - 1)))
    return bool(low + slope * (vertex - ball(a)) <= ball(rho) * vertex * (vertex - 1))
