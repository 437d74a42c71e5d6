"""Strips that cover all delta of Gaussian noise at once."""

from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball
from .gaussian_profile import normal_tail


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
