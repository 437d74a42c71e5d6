"""Claims about what (2.28) and (2.29) alone say of the advantage, and the order of the bounds."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant, sharpest
from banditproof.paper_checks.models.finite_laws import RATIOS
from banditproof.paper_checks.verdicts.vocabulary import require
from .membership_advantage import approximate_bound, tight_bound

Line = tuple[Fraction, Fraction, Fraction]
"""The half-plane u a + v b >= w of errors."""
Lines = Callable[[Fraction, Fraction], list[Line]]
"""The relations between the two errors, from e^eps and delta."""
SQUARE: list[Line] = [
    (Fraction(1), Fraction(0), Fraction(0)),
    (Fraction(0), Fraction(1), Fraction(0)),
    (Fraction(-1), Fraction(0), Fraction(-1)),
    (Fraction(0), Fraction(-1), Fraction(-1)),
]


def both_inequalities(ratio: Fraction, delta: Fraction) -> list[Line]:
    """(2.28) and (2.29)."""
    one = Fraction(1)
    return [(one, ratio, 1 - delta), (ratio, one, 1 - delta)]


def one_inequality(ratio: Fraction, delta: Fraction) -> list[Line]:
    """(2.28) alone."""
    return both_inequalities(ratio, delta)[:1]


def largest_advantage(lines: list[Line]) -> Fraction:
    """The largest 1 - a - b in the unit square under some relations: a corner attains it.

    >>> largest_advantage([(Fraction(1), Fraction(1), Fraction(1, 3))])
    Fraction(2, 3)
    """
    lines, best = [*lines, *SQUARE], Fraction(-1)
    for (a, b, c), (d, e, f) in combinations(lines, 2):
        turn = a * e - b * d
        if turn:
            x, y = (c * e - b * f) / turn, (a * f - c * d) / turn
            if all(u * x + v * y >= w for u, v, w in lines):
                best = max(best, 1 - x - y)
    return best


@checks("thesis.mia.claim.adv-derivation")
@mutant("one of the two", lines=one_inequality)
def bounds_from_two_inequalities(
    lines: Lines = both_inequalities, proof: Proof = WRITTEN
) -> Verdict:
    """The linear program over both errors, by its corners, against the bounds."""
    grid = list(product((Fraction(1), *RATIOS), (Fraction(0), Fraction(1, 7), Fraction(1))))
    for ratio, delta in grid:
        best = largest_advantage(lines(ratio, delta))
        case: dict[str, Any] = {"e_to_eps": ratio, "delta": delta}
        third = best == tight_bound(ratio, delta)
        require(third, "The best that follows is not the third bound.", **case, best=best)
        alone = largest_advantage(one_inequality(ratio, delta)) == approximate_bound(ratio, delta)
        require(alone, "One inequality alone does not give the second bound.", **case)
    return proof.verdict(
        instances=f"The corners of the linear program at {len(grid)} values of (e^eps, delta), "
        "exact."
    )


@checks("thesis.mia.dp.adv-order")
def order_of_bounds(proof: Proof = WRITTEN) -> Verdict:
    """The difference of both bounds in closed form, and its sign."""
    return proof.verdict(
        sharpness=sharpest(
            "(exp(v)-1+2*d)/(exp(v)+1) <= 1 - exp(-v)*(1-d)",
            {"v": "0.001", "d": "1/2"},
            {"v": "3", "d": "9/10"},
            {"v": "1", "d": "0"},
        )
    )
