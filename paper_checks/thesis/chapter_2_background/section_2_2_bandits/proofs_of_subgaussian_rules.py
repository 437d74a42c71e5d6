"""What steps of proofs_of_subgaussian_rules.proof compute."""

from functools import cache
from banditproof.paper_checks.verdicts.vocabulary import need


@cache
def area() -> str:
    """The integral of t^(-1/2) from 0 to T is 2 sqrt(T), by its antiderivative."""
    import sympy as sp

    t, horizon = sp.symbols("t T", positive=True)
    whole = 2 * sp.sqrt(t)
    need(sp.simplify(sp.diff(whole, t) - 1 / sp.sqrt(t)) == 0, "Another antiderivative")
    need(sp.limit(whole, t, 0) == 0, "It does not vanish at 0")
    need(whole.subs(t, horizon) == 2 * sp.sqrt(horizon), "Another value at T")
    return "an antiderivative, and its values at both ends"
