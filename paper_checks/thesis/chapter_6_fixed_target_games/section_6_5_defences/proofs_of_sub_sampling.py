"""What steps of proofs_of_sub_sampling.proof compute, and real cases of them."""

from collections.abc import Iterator
from fractions import Fraction
from banditproof.paper_checks.checking import Instance
from banditproof.paper_checks.models.symbolic_slopes import slope_is
from .exact_sub_sampling import game, worlds


def enumerated_games() -> Iterator[Instance]:
    """Leakages and powers of the enumerated games of n and of k rows."""
    level = Fraction(1, 8)
    for place, (_, _, _, kept, rows) in enumerate(worlds()):
        whole, part = (game(place, of_a_part) for of_a_part in (True, False))
        leakages = {"xi": whole.exact_total_variation(), "xik": part.exact_total_variation()}
        powers = {"high": whole.exact_power(level), "f": 1 - part.exact_power(level)}
        yield {"rho": Fraction(kept, rows), "alpha": level, **leakages, **powers}


SLOPE = "r*(exp(-r**2*x**2) - exp(-x**2))*2/sqrt(pi)"
"""The slope of erf(r x) - r erf(x)."""


def slope_of_the_difference() -> str:
    """It is the derivative, and the difference vanishes at 0."""
    return slope_is("erf(r*x) - r*erf(x)", SLOPE, at_zero="0")


def shares_and_scores() -> Iterator[Instance]:
    """Shares of the rows, and scores."""
    for r, v, w in ((1, 1, 1), ("9/10", "1/10", 2), ("1/2", 2, "1/2")):
        yield {"r": r, "v": v, "w": w}
