"""How the exact delta of Gaussian noise moves with eps, and strips that cover all delta at once."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.theory.balls import ball

from .gaussian_profile import normal_tail


def derivatives_are_positive() -> bool:
    """The exact delta increases in eps at fixed c, and in the shift, symbolically.

    d/d eps at fixed c is e^eps (phi(v)/c - Pr[N > v]), v = c + eps/(2c) >= c, and Pr[N > v] <
    phi(v)/v. d/d mu at fixed eps is the density phi(mu/2 - eps/mu).
    """
    import sympy as sp

    eps, c = sp.symbols("eps c", positive=True)

    def tail(x: sp.Expr) -> sp.Expr:
        return sp.erfc(x / sp.sqrt(2)) / 2

    v = c + eps / (2 * c)
    delta = tail(c - eps / (2 * c)) - sp.exp(eps) * tail(v)
    density = sp.exp(-(v**2) / 2) / sp.sqrt(2 * sp.pi)
    gap = sp.diff(delta, eps) - sp.exp(eps) * (density / c - tail(v))
    in_eps = sp.simplify(sp.expand(gap * sp.exp((v**2) / 2 - eps))) == 0
    mu = sp.symbols("mu", positive=True)
    u = mu / 2 - eps / mu
    shifted = tail(-u) - sp.exp(eps) * tail(eps / mu + mu / 2)
    slope = sp.diff(shifted, mu) - sp.exp(-(u**2) / 2) / sp.sqrt(2 * sp.pi)
    return bool(in_eps and sp.simplify(sp.powsimp(sp.expand(slope * sp.exp(u**2 / 2)))) == 0)


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
    strips, width = 0, Fraction(1, 16)
    while a < last:
        b = a + width
        ends = arb.max(ball(a) + eps / (2 * ball(a)), ball(b) + eps / (2 * ball(b)))
        most = normal_tail(ball(a) - eps / (2 * ball(a))) - eps.exp() * normal_tail(ends)
        if most <= factor * (-(ball(b) ** 2) / 2).exp():
            a, strips, width = b, strips + 1, min(2 * width, Fraction(1, 16))
        else:
            width /= 2
            if width < Fraction(1, 2**22):
                return strips, a
    return strips, None
