"""What steps of proof_of_theorem_2_24.proof compute."""

from functools import cache
from typing import Any
from flint import arb
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.balls import working_precision
from .index_replay import margin

LAST = 2000


@cache
def first_terms() -> str:
    """The sum of 1/f(t) over t <= 2000, with 1/log(2000), is below 5/2."""
    with working_precision(100):
        bound = sum((1 / margin(t) for t in range(1, LAST + 1)), arb(0)) + 1 / arb(LAST).log()
        need(bound < arb(5) / 2, "The bound of the sum is larger", bound=bound)
    return f"{LAST} terms in balls, with the rest at most {bound.str(6, radius=False)}"


@cache
def late_pulls() -> str:
    """The integral of exp(-max(D sqrt(n) - q, 0)^2/2) over n > 0 is (q^2 + q sqrt(2 pi) + 2)/D^2.

    With r = sqrt(n): it is q^2/D^2 for r <= q/D, and from there on that of 2 r exp(-(D r - q)^2/2).
    """
    import sympy as sp

    r, gap, q = sp.symbols("r D q", positive=True)
    term, level = sp.exp(-((gap * r - q) ** 2) / 2), (gap * r - q) / sp.sqrt(2)
    whole = 2 / gap**2 * (q * sp.sqrt(sp.pi / 2) * sp.erf(level) - term)
    need(sp.simplify(sp.diff(whole, r) - 2 * r * term) == 0, "Another antiderivative")
    area = q**2 / gap**2 + sp.limit(whole, r, sp.oo) - whole.subs(r, q / gap)
    left = sp.simplify(area - (q**2 + q * sp.sqrt(2 * sp.pi) + 2) / gap**2)
    need(left == 0, "The integral differs", left=left)
    return "an antiderivative, and its values at both ends"


def limit_of_the_finite_bound() -> tuple[Any, Any]:
    """The gap D, and the limit of D times the bound on pulls over log T, at a slack that falls.

    With x = log(T)^(1/4) > 1 the slack is D/x; log f(T) = x^4 + 8 log x + log(1 + e^-(x^4)/x^8).
    """
    import sympy as sp

    x, gap = sp.symbols("x D", positive=True)
    level = x**4 + 8 * sp.log(x) + sp.log(1 + sp.exp(-(x**4)) / x**8)
    late = 2 * (level + sp.sqrt(sp.pi * level) + 1) / (gap * (1 - 1 / x)) ** 2
    return gap, sp.limit(gap * (1 + 5 * x**2 / gap**2 + late) / x**4, x, sp.oo)


@cache
def limit_is_two_over_the_gap() -> str:
    """Gap times the bound on pulls over log T tends to 2/gap."""
    gap, result = limit_of_the_finite_bound()
    need(result.equals(2 / gap), "The limit differs", limit=result)
    return "the limit, symbolically for all gaps"
