"""The sum over late rounds of what an optimistic index misses, as an integral."""

from functools import cache
from banditproof.paper_checks.verdicts.vocabulary import need


@cache
def area_of_late_rounds() -> str:
    """The integral of x^(2-b) from 2 on is 2^(3-b)/(b-3), by its antiderivative."""
    import sympy as sp

    x, more = sp.symbols("x c", positive=True)  # c = b - 3
    whole = -(x**-more) / more
    need(sp.simplify(sp.diff(whole, x) - x ** (-1 - more)) == 0, "Another antiderivative")
    need(sp.limit(whole, x, sp.oo) == 0, "It does not vanish at infinity")
    need(sp.simplify(-whole.subs(x, 2) - 2**-more / more) == 0, "Another value at 2")
    return "an antiderivative, its value at 2 and its limit"
