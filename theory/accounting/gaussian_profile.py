"""The curve delta(eps) of the Gaussian mechanism, in closed form."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.theory.balls import ball


def gaussian_delta(mu_squared: Fraction, eps: Fraction) -> arb:
    """The ball of Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), at the working precision.

    mu is the sensitivity over the standard deviation; any composition of Gaussian releases is
    one with mu^2 the sum of the mu_i^2.
    """
    mu = ball(mu_squared).sqrt()
    root = arb(2).sqrt()
    near, far = (ball(eps) / mu - mu / 2) / root, (ball(eps) / mu + mu / 2) / root
    return (near.erfc() - ball(eps).exp() * far.erfc()) / 2
