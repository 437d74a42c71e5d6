"""What steps of proofs_of_the_loss.proof compute, and real cases of them."""

from collections.abc import Iterator
from banditproof.paper_checks.checking import Instance
from banditproof.paper_checks.models.symbolic_slopes import slope_is

TANGENT = "(1 - exp(-x**2))*2/sqrt(pi)"


def slope_of_the_tangent() -> str:
    """The derivative of 2 x / sqrt(pi) - erf(x)."""
    return slope_is("2*x/sqrt(pi) - erf(x)", TANGENT)


def cosines_and_scores() -> Iterator[Instance]:
    """Roots of the score over 8, and cosines; the bound is nearly attained at small ones."""
    for u, c in (("1/100", 0), ("1/100", "9/10"), (1, "1/2")):
        yield {"u": u, "c": c}
