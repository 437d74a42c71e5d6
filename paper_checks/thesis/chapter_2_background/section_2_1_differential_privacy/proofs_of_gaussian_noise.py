"""What steps of proofs_of_gaussian_noise.proof compute."""

from fractions import Fraction
from functools import cache
from flint import arb
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.balls import ball, working_precision
from .gaussian_profile import normal_tail

WIDEST = Fraction(1, 16)
"""The width of a strip where the bound is far from the promise."""
NARROWEST = Fraction(1, 2**22)
"""Where no wider strip decides, the promise is taken to fail: near a crossing none would."""


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


def covering_strips(limit: Fraction, constant: Fraction) -> tuple[int, Fraction | None]:
    """Cover all c above sqrt(2 log constant) by strips on which delta(limit, c) is certified.

    On a strip [a, b] the exact delta is at most Pr[N > a - eps/(2a)] - e^eps Pr[N > v], v the
    larger of its two end values, because c + eps/(2c) is convex; the promise is at least
    constant e^(-b^2/2). Beyond the last strip Pr[N > u] < phi(u)/u, u = c - eps/(2c), decides,
    since phi(u) <= phi(c) e^(eps/2). Returns the number of strips and a c where it fails.
    """
    eps, factor = ball(limit), ball(constant)
    last = Fraction(1)
    while True:
        u = ball(last) - eps / (2 * ball(last))
        if u > 0 and (eps / 2).exp() / ((2 * arb.pi()).sqrt() * u) <= factor:
            break
        last += Fraction(1, 4)
    start = (2 * factor.log()).sqrt()
    a = Fraction(float(start.lower())) * (1 - Fraction(1, 2**40))
    strips, width = 0, WIDEST
    while a < last:
        b = a + width
        ends = arb.max(ball(a) + eps / (2 * ball(a)), ball(b) + eps / (2 * ball(b)))
        most = normal_tail(ball(a) - eps / (2 * ball(a))) - eps.exp() * normal_tail(ends)
        if most <= factor * (-(ball(b) ** 2) / 2).exp():
            a, strips, width = b, strips + 1, min(2 * width, WIDEST)
        else:
            width /= 2
            if width < NARROWEST:
                return strips, a
    return strips, None


@cache
def all_deltas(limit: Fraction = Fraction(378, 100), constant: Fraction = Fraction(5, 4)) -> str:
    """At eps = limit the exact delta is at most constant e^(-c^2/2) for all c with delta < 1."""
    with working_precision(96):
        strips, bad = covering_strips(limit, constant)
    need(bad is None, "The strips do not decide all delta", c=bad)
    return f"{strips} strips of c, and beyond them Mills' inequality"
