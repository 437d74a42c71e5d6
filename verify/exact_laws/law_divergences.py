"""How far two finite laws are apart, exactly: ratio, hockey-stick, moments, and KL in balls.

A law is a mapping from outcomes to masses, where a missing outcome has mass 0, or the sequence of
the masses of outcomes 0, 1, ... Masses need not sum to 1, and integer weights over one denominator
will do. `theory.accounting.finite_divergences` takes checked laws and returns enclosures.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact

FiniteLaw = Mapping[Any, Fraction] | Sequence[Fraction | int]
Pairs = Iterable[tuple[FiniteLaw, FiniteLaw]]
Ratio = Fraction | float
"""A likelihood ratio: a fraction, or plus infinity."""


def _masses(p: FiniteLaw, q: FiniteLaw) -> Iterator[tuple[Fraction | int, Fraction | int]]:
    """(p, q) of each outcome that p lists."""
    if isinstance(p, Mapping) and isinstance(q, Mapping):
        return ((mass, q.get(outcome, 0)) for outcome, mass in p.items())
    if isinstance(p, Mapping) or isinstance(q, Mapping):
        raise ValueError("One law is a mapping and one a sequence; give two of the same kind.")
    return zip(p, q, strict=True)


def largest_ratio(p: FiniteLaw, q: FiniteLaw) -> Ratio:
    """The largest p(o) / q(o), e^eps of the pair; infinite where only p has mass.

    >>> largest_ratio([Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 2), Fraction(1, 2)])
    Fraction(3, 2)
    """
    top, bottom = 0, 1
    for mass, other in _masses(p, q):
        if mass and not other:
            return math.inf
        # only the largest quotient is reduced to lowest terms
        above, below = mass.numerator * other.denominator, mass.denominator * other.numerator
        if above * bottom > top * below:
            top, bottom = above, below
    return Fraction(top, bottom)


def excess(p: FiniteLaw, q: FiniteLaw, factor: Number) -> Fraction:
    """The hockey-stick: the largest p(E) - factor q(E) over all events, delta at e^eps = factor.

    Factor 1 gives the total variation of two laws.

    >>> excess([Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 2), Fraction(1, 2)], 1)
    Fraction(1, 4)
    """
    top, bottom = exact(factor).as_integer_ratio()
    pairs = list(_masses(p, q))
    # integers over one denominator are added faster than fractions
    whole = math.lcm(*(number.denominator for pair in pairs for number in pair))
    total = 0
    for mass, other in pairs:
        gain = mass.numerator * (whole // mass.denominator) * bottom
        gain -= other.numerator * (whole // other.denominator) * top
        total += max(gain, 0)
    return Fraction(total, whole * bottom)


def moment(p: FiniteLaw, q: FiniteLaw, order: int) -> Ratio:
    """The sum of p^order / q^(order - 1), which is exp((order - 1) D_order), exactly.

    >>> moment({0: Fraction(1)}, {0: Fraction(1, 2), 1: Fraction(1, 2)}, 3)
    Fraction(4, 1)
    """
    if order < 2:
        raise ValueError(f"The order is {order}; give an integer >= 2.")
    total = Fraction(0)
    for mass, other in _masses(p, q):
        if mass and not other:
            return math.inf
        total += Fraction(mass**order, other ** (order - 1)) if mass else 0
    return total


def worst_ratio(pairs: Pairs) -> Ratio:
    """The largest ratio over all pairs of laws, at least 1."""
    return max((largest_ratio(p, q) for p, q in pairs), default=Fraction(1))


def worst_delta(pairs: Pairs, factor: Number) -> Fraction:
    """The largest excess over all pairs of laws."""
    return max((excess(p, q, factor) for p, q in pairs), default=Fraction(0))


def worst_moment(pairs: Pairs, order: int) -> Ratio:
    """The largest moment over all pairs of laws, at least 1.

    Floats tell which pairs may have the largest one; only their moments are summed exactly.
    """
    about = [(_float_moment(p, q, order), p, q) for p, q in pairs]
    enough = max((near for near, _, _ in about if near < math.inf), default=0.0) * (1 - NEAR)
    return max((moment(p, q, order) for near, p, q in about if near >= enough), default=Fraction(1))


NEAR = 1e-6
"""A relative difference far above the rounding of a moment, whose terms are positive."""
SAFE = 1e250


def _float_moment(p: FiniteLaw, q: FiniteLaw, order: int) -> float:
    """About the moment, with a relative error far below NEAR; infinite if floats cannot tell."""
    total = 0.0
    try:
        for mass, other in _masses(p, q):
            if mass:
                above, below = float(mass) ** order, float(other) ** (order - 1)
                if not (1 / SAFE < above < SAFE and 1 / SAFE < below < SAFE):
                    return math.inf
                total += above / below
    except OverflowError:
        return math.inf
    return total if order < 10**6 else math.inf


def log_moment(p: FiniteLaw, q: FiniteLaw, order: Number) -> arb:
    """log of the sum of p^order q^(1-order) as a ball; q must have mass where p has some."""
    return log_moments(p, q)(order)


def log_moments(p: FiniteLaw, q: FiniteLaw) -> Callable[[Number], arb]:
    """The function `log_moment` of the order, with the logarithms of this precision taken once."""
    if p == q:
        return lambda order: arb(0)
    logs = [(ball(mass).log(), ball(other).log()) for mass, other in _masses(p, q) if mass]

    def at(order: Number) -> arb:
        power = exact(order)
        first, second = ball(power), ball(1 - power)
        return sum(((first * log + second * other).exp() for log, other in logs), arb(0)).log()

    return at


def renyi(p: FiniteLaw, q: FiniteLaw, order: Number) -> arb:
    """D_order(p || q) for an order other than 1, as a ball."""
    return log_moment(p, q, order) / ball(exact(order) - 1)


def kl_divergence(p: FiniteLaw, q: FiniteLaw) -> arb:
    """KL(p || q), the limit of D_order at order 1, as a ball; q must have mass where p has some."""
    terms = (
        ball(mass) * ball(Fraction(mass, other)).log()
        for mass, other in _masses(p, q)
        if mass and mass != other
    )
    return sum(terms, arb(0))


def divergence_of_laws(p: FiniteLaw, q: FiniteLaw, digits: int = 20) -> Enclosure:
    """KL(p || q) with certified digits; infinite if q has no mass at an outcome of p.

    >>> third, half = Fraction(1, 3), Fraction(1, 2)
    >>> print(divergence_of_laws({0: half, 1: half}, {0: third, 1: 1 - third}, 10))
    [0.05889151782819168..0.05889151782819175]
    """
    logs: dict[Fraction, Fraction] = {}
    for mass, other in _masses(p, q):
        if mass and not other:
            return INFINITE
        if mass:
            ratio = Fraction(mass, other)
            logs[ratio] = logs.get(ratio, Fraction(0)) + mass
    return log_sum(logs, digits)


def log_sum(logs: Mapping[Fraction, Fraction], digits: int = 20) -> Enclosure:
    """The sum of weight times log(ratio) over exact {ratio: weight}."""
    kept = {ratio: weight for ratio, weight in logs.items() if weight and ratio != 1}
    if not kept:
        return ZERO
    return enclose(
        lambda: sum((ball(weight) * ball(ratio).log() for ratio, weight in kept.items()), arb(0)),
        digits,
    )
