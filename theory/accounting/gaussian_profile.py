"""The curve delta(eps) of the Gaussian mechanism, in closed form."""

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
    near, far = _places(mu_squared, eps)
    return (near.erfc() - _beyond(near, far, eps)) / 2


def gaussian_complement(mu_squared: Fraction, eps: Fraction) -> arb:
    """The ball of 1 - delta, without cancellation where that is small."""
    near, far = _places(mu_squared, eps)
    return ((-near).erfc() + _beyond(near, far, eps)) / 2


def _places(mu_squared: Fraction, eps: Fraction) -> tuple[arb, arb]:
    mu = ball(mu_squared).sqrt()
    root = arb(2).sqrt()
    return (ball(eps) / mu - mu / 2) / root, (ball(eps) / mu + mu / 2) / root


def _beyond(near: arb, far: arb, eps: Fraction) -> arb:
    """e^eps erfc(far)."""
    if far > FAR:
        # far^2 = near^2 + eps, and neither e^eps nor erfc(far) need to be within any range
        return (-near * near).exp() * scaled_erfc(far)
    return ball(eps).exp() * far.erfc()


def scaled_erfc_anywhere(x: arb) -> arb:
    """The ball of e^(x^2) erfc(x) for any x."""
    return scaled_erfc(x) if x > FAR else (x * x).exp() * x.erfc()


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
