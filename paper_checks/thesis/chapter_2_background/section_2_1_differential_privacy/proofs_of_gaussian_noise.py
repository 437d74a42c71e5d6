"""What steps of proofs_of_gaussian_noise.proof compute."""

from fractions import Fraction
from functools import cache
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.balls import working_precision
from .gaussian_strips import covering_strips


@cache
def slope_in_eps() -> str:
    """d/d eps of the exact delta at fixed c is e^eps (phi(u)/c - Pr[N > u]), u = c + eps/(2c)."""
    import sympy as sp

    eps, c = sp.symbols("eps c", positive=True)

    def tail(x: sp.Expr) -> sp.Expr:
        return sp.erfc(x / sp.sqrt(2)) / 2

    u = c + eps / (2 * c)
    delta = tail(c - eps / (2 * c)) - sp.exp(eps) * tail(u)
    slope = sp.exp(eps) * (sp.exp(-(u**2) / 2) / sp.sqrt(2 * sp.pi) / c - tail(u))
    gap = (sp.diff(delta, eps) - slope) * sp.exp(u**2 / 2 - eps)
    need(sp.simplify(sp.expand(gap)) == 0, "The slope differs", gap=gap)
    return "the derivative, symbolically"


@cache
def all_deltas(limit: Fraction = Fraction(378, 100), constant: Fraction = Fraction(5, 4)) -> str:
    """At eps = limit the exact delta is at most constant e^(-c^2/2) for all c with delta < 1."""
    with working_precision(96):
        strips, bad = covering_strips(limit, constant)
    need(bad is None, "The strips do not decide all delta", c=bad)
    return f"{strips} strips of c, and beyond them Mills' inequality"
