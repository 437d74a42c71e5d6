"""The curve delta(eps) of the Gaussian mechanism, in closed form."""

from __future__ import annotations

from fractions import Fraction

import flint
from flint import arb

from banditproof.theory.balls import ball

FAR = 1000
"""Beyond this the asymptotic series of the scaled error function is used."""


def gaussian_delta(mu_squared: Fraction, eps: Fraction) -> arb:
    """The ball of Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), at the working precision.

    mu is the sensitivity over the standard deviation; any composition of Gaussian releases is
    one with mu^2 the sum of the mu_i^2.
    """
    mu = ball(mu_squared).sqrt()
    root = arb(2).sqrt()
    near, far = (ball(eps) / mu - mu / 2) / root, (ball(eps) / mu + mu / 2) / root
    if far > FAR:
        # far^2 = near^2 + eps, and neither e^eps nor erfc(far) need to be within any range
        return (near.erfc() - (-near * near).exp() * scaled_erfc(far)) / 2
    return (near.erfc() - ball(eps).exp() * far.erfc()) / 2


def scaled_erfc(x: arb) -> arb:
    """The ball of e^(x^2) erfc(x) for x > FAR, by its asymptotic series.

    The series 1 / (x sqrt(pi)) sum_k (-1)^k (2k-1)!! / (2x^2)^k envelops the value: the error is
    at most the first term that is left out.
    """
    step = 1 / (2 * x * x)
    total, term = arb(1), arb(1)
    for k in range(1, flint.ctx.prec + 8):
        term *= -(2 * k - 1) * step
        if abs(term) < arb(2) ** -(flint.ctx.prec + 8):
            break
        total += term
    radius = term.abs_upper()
    return (total + (-radius).union(radius)) / (x * arb.pi().sqrt())
