"""Lemmas F.3 and F.5: the slopes of the divergence d_eps in its two arguments."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import Sides
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory import Enclosure, certify, d_eps

Certified = Callable[[Fraction, Fraction, Fraction], Enclosure]
"""A divergence of (x, y, eps) as an enclosure: the subject that the checks examine."""

CORNERS = ("0", "1/1000000", "1/4", "1/2", "3/4", "999999/1000000", "1")
BUDGETS = ("1/10000", "1/10", "1", "3", "30", "1000")


def private(x: Fraction, y: Fraction, eps: Fraction) -> Enclosure:
    """d_eps(x, y), enclosed to 30 digits."""
    return certify(d_eps, x, y, eps, digits=30)


def rational_points(count: int, seed: int) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """Triples (x, y, eps): every corner, then random rationals from the middle and the edges."""
    for x, y, eps in product(CORNERS, CORNERS, BUDGETS):
        yield Fraction(x), Fraction(y), Fraction(eps)
    source = random.Random(seed)

    def mean() -> Fraction:
        u = Fraction(source.randrange(1, 10**6), 10**6)
        return source.choice((u, u**6, 1 - u**6))

    for _ in range(count):
        yield mean(), mean(), Fraction(source.randrange(1, 10**5), 10**4)


def touching(sides: Sides, left: Enclosure, right: Enclosure, finding: str, **case: Any) -> None:
    """Require left <= right where equal sides are possible, so that their enclosures may touch."""
    if (left <= right).undecided:
        require(left.lo <= right.hi, finding, **case)
    else:
        sides.at_most(left, right, finding, **case)
