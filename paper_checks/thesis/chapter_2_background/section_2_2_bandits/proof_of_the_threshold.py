"""What steps of proof_of_the_threshold.proof compute."""

from functools import cache
from banditproof.paper_checks.verdicts.vocabulary import need


@cache
def moment_integral() -> str:
    """The integral of l exp(l y) exp(-y) over y >= 0 is l/(1 - l), for 0 <= l < 1."""
    import sympy as sp

    y, rest = sp.symbols("y r", positive=True)  # r = 1 - l
    result = (1 - rest) * sp.integrate(sp.exp(-rest * y), (y, 0, sp.oo))
    need(sp.simplify(result - (1 - rest) / rest) == 0, "Another integral", found=result)
    return "the integral, symbolically"


@cache
def order_of_the_threshold() -> str:
    """(K log(n^2 + n) + x)/log(1/delta) tends to 1 for x to infinity, which is delta to 0."""
    import sympy as sp

    x, arms, level = sp.symbols("x K L", positive=True)
    result = sp.limit((arms * level + x) / (x - arms - arms * sp.log(x / arms)), x, sp.oo)
    need(result == 1, "Another order", found=result)
    return "the limit, symbolically"
