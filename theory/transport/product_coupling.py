"""Laws and couplings of independent coordinates, and the total variation of product laws.

Points of a product are ordered as `itertools.product` orders them: the last coordinate runs
first. Thesis, Section 4.2.1, before Theorem 4.8.
"""

from __future__ import annotations
import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact_law
from .maximal_coupling import Coupling, Law, marginals, total_variation

MOST_POINTS = 1 << 20
"""The largest product that is written out: a longer one takes too much memory."""


def product_law(laws: Sequence[Sequence[Number]]) -> Law:
    """The law of independent coordinates with the given laws, exact.

    >>> [str(mass) for mass in product_law([["0.5", "0.5"], ["0.25", "0.75"]])]
    ['1/8', '3/8', '1/8', '3/8']
    """
    factors = [exact_law(f"{i + 1}", law) for i, law in enumerate(laws)]
    _must_be_small(math.prod(map(len, factors)))
    return tuple(math.prod(masses, start=Fraction(1)) for masses in product(*factors))


def product_coupling(couplings: Sequence[Coupling]) -> Coupling:
    """The coupling of two product laws that couples each coordinate on its own, exact.

    Its marginals are the products of the marginals, and the coordinates are independent pairs.

    >>> from banditproof.theory.transport import bernoulli_coupling, disagreement
    >>> both = product_coupling([bernoulli_coupling("0.25", "0.5")] * 2)
    >>> disagreement(both) == 1 - (1 - Fraction(1, 4)) ** 2
    True
    """
    given: list[Coupling] = []
    for i, coupling in enumerate(couplings):
        masses = iter(exact_law(f"of coupling {i + 1}", [mass for row in coupling for mass in row]))
        given.append(tuple(tuple(next(masses) for _ in row) for row in coupling))
        marginals(given[-1])  # raises ValueError for rows of different lengths
    _must_be_small(math.prod(len(coupling) * len(coupling[0]) for coupling in given))
    return tuple(
        tuple(math.prod(masses, start=Fraction(1)) for masses in product(*rows))
        for rows in product(*given)
    )


def total_variation_of_products(
    p: Sequence[Sequence[Number]], q: Sequence[Sequence[Number]], *, digits: int = 15
) -> Enclosure:
    """Bounds of the total variation of two product laws, from those of the coordinates alone.

    With t_i = TV(p_i, q_i) and the affinity b = prod_i sum_x sqrt(p_i(x) q_i(x)):
    max(max_i t_i, 1 - b) <= TV <= min(1 - prod_i (1 - t_i), sqrt(1 - b^2)). No product is
    written out. The first upper bound is the disagreement of the product of maximal couplings,
    and is at most sum_i t_i.

    >>> fair, bent = ["0.5", "0.5"], ["0.25", "0.75"]
    >>> bounds = total_variation_of_products([fair] * 3, [bent] * 3)
    >>> bounds.contains(total_variation(product_law([fair] * 3), product_law([bent] * 3)))
    True
    >>> round(float(bounds.lo), 6), round(float(bounds.hi), 6)
    (0.25, 0.43336)
    """
    first, second = ([exact_law(f"{i + 1}", law) for i, law in enumerate(laws)] for laws in (p, q))
    if len(first) != len(second) or not first:
        raise ValueError(
            f"The products have {len(first)} and {len(second)} coordinates; give equally many, "
            "at least one."
        )
    pairs = list(zip(first, second, strict=True))
    apart = [total_variation(left, right) for left, right in pairs]
    if max(apart) in (0, 1):
        return Enclosure.of(max(apart))
    at_most = 1 - math.prod((1 - t for t in apart), start=Fraction(1))

    def affinity() -> arb:
        value = arb(1)
        for left, right in pairs:
            value *= sum((ball(a * b).sqrt() for a, b in zip(left, right, strict=True)), arb(0))
        return value

    below = enclose(lambda: 1 - affinity(), digits)
    above = enclose(lambda: (1 - affinity() ** 2).sqrt(), digits)
    return Enclosure.of(Enclosure.max(below, max(apart)), Enclosure.min(above, at_most))


def expected_cost(coupling: Coupling, cost: Sequence[Sequence[Fraction | int]]) -> Fraction:
    """E cost(X, Y) under a coupling, exact.

    >>> from banditproof.theory.transport import finite_coupling
    >>> expected_cost(finite_coupling(["0.5", "0.5"], ["0.25", "0.75"]), [[0, 1], [1, 0]])
    Fraction(1, 4)
    """
    shapes = [[len(row) for row in matrix] for matrix in (coupling, cost)]
    if shapes[0] != shapes[1]:
        raise ValueError(
            f"The rows of the coupling have lengths {shapes[0]}, and those of the costs "
            f"{shapes[1]}; give one cost for each mass."
        )
    return sum(
        (
            mass * price
            for masses, prices in zip(coupling, cost, strict=True)
            for mass, price in zip(masses, prices, strict=True)
            if mass
        ),
        Fraction(0),
    )


def independent_coupling(p: Sequence[Number], q: Sequence[Number]) -> Coupling:
    """The coupling of two laws by independent draws, exact: valid, and rarely optimal.

    >>> from banditproof.theory.transport import marginals
    >>> marginals(independent_coupling(["0.5", "0.5"], ["0.25", "0.75"]))[1]
    (Fraction(1, 4), Fraction(3, 4))
    """
    second = exact_law("q", q)
    return tuple(tuple(a * b for b in second) for a in exact_law("p", p))


def _must_be_small(points: int) -> None:
    if points > MOST_POINTS:
        raise ValueError(
            f"The product has {points} entries; give factors with at most {MOST_POINTS} together."
        )
