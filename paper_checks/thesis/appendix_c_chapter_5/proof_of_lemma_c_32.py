"""What steps of proof_of_lemma_c_32.proof compute."""

from functools import cache
from banditproof.paper_checks.verdicts.vocabulary import need


@cache
def normal_mixture() -> str:
    """The mean of exp(r s - r^2 n/2) over r of N(0, 1/v) is sqrt(v/(n+v)) exp(s^2/(2 (n+v)))."""
    import sympy as sp

    s, r = sp.symbols("s r", real=True)
    n, v = sp.symbols("n v", positive=True)
    density = sp.sqrt(v / (2 * sp.pi)) * sp.exp(-v * r**2 / 2)
    result = sp.integrate(sp.exp(r * s - r**2 * n / 2) * density, (r, -sp.oo, sp.oo))
    other = sp.sqrt(v / (n + v)) * sp.exp(s**2 / (2 * (n + v)))
    need(sp.simplify(result / other) == 1, "Another integral", found=result)
    return "the integral, symbolically"
