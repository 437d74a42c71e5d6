"""The delta of a policy as a function of e^eps, exactly: a convex, piecewise linear curve.

For each event P(E) - f P'(E) is linear in f = e^eps, and delta is the largest of these lines.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from banditproof.paper_checks.models.neighbouring_laws import Laws


@dataclass(frozen=True)
class Line:
    """P(E) - f P'(E) of one event: the mass at f = 0 and the slope, with its sign changed."""

    mass: Fraction
    mirror: Fraction

    def at(self, factor: Fraction) -> Fraction:
        """The value at e^eps = factor."""
        return self.mass - factor * self.mirror


def line_at(laws: Laws, factor: Fraction) -> Line:
    """The event that attains the delta at e^eps = factor."""
    best = Line(Fraction(0), Fraction(0))
    top, bottom = factor.numerator, factor.denominator
    largest = 0
    for first, second in laws.pairs:
        kept = [(p, q) for p, q in zip(first, second, strict=True) if bottom * p > top * q]
        gain = sum(bottom * p - top * q for p, q in kept)
        if gain > largest:
            largest = gain
            masses = (sum(p for p, _ in kept), sum(q for _, q in kept))
            best = Line(*(Fraction(m, laws.denominator) for m in masses))
    return best


def _ends_of_pieces(laws: Laws, low: Fraction, high: Fraction) -> list[Fraction]:
    """Values of e^eps between which the curve is linear, all its kinks among them.

    A convex curve is linear on an interval if the line that is right at one end is right at the
    other; else the lines of the two ends cross between, and both parts are searched.
    """
    left, right = line_at(laws, low), line_at(laws, high)
    if left.at(high) == right.at(high) or right.at(low) == left.at(low):
        return [low, high]
    crossing = (left.mass - right.mass) / (left.mirror - right.mirror)
    if line_at(laws, crossing).at(crossing) == left.at(crossing):
        return [low, crossing, high]
    return _ends_of_pieces(laws, low, crossing)[:-1] + _ends_of_pieces(laws, crossing, high)


def corners(laws: Laws, low: Fraction, high: Fraction) -> list[Fraction]:
    """low, high and all e^eps between where the delta of the laws has a kink, in order."""
    places = _ends_of_pieces(laws, low, high)
    slopes = [(laws.delta(b) - laws.delta(a)) / (b - a) for a, b in pairwise(places)]
    bends = [place for place, (a, b) in zip(places[1:], pairwise(slopes), strict=False) if a != b]
    return [low, *bends, high]


def where_equal(
    one: Laws, other: Laws, low: Fraction, high: Fraction
) -> tuple[Fraction | None, Fraction | None]:
    """The end of the interval from low, and the start of that up to high, where the curves agree.

    Between two neighbouring corners of either curve both are linear, so they agree on the whole
    piece, at one point or nowhere. None if they already differ at that end.
    """
    places = sorted({*corners(one, low, high), *corners(other, low, high)})
    agree = [one.delta(f) == other.delta(f) for f in places]
    if all(agree):
        return high, low
    first, last = agree.index(False), agree[::-1].index(False)
    return places[first - 1] if first else None, places[-last] if last else None
