"""Logarithms of densities of the noises, each formula written out, in balls.

The noise of a release is known up to a few steps of the grid on which released numbers lie, so a
continuous one is enclosed over such an interval.
"""

import math
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
    Laplace,
    Mechanism,
    NoNoise,
)
from .plain_fields import Refused

CONTINUOUS = (Laplace, Gaussian)
DISCRETE = (DiscreteLaplace, DiscreteGaussian, IntegerLaplace)
BITS = 30
"""Noises are known up to 2^-30 of their scale."""


def is_none(law: Mechanism) -> bool:
    """Whether a law is that of no noise; Refused if it is no known one."""
    if type(law) not in (*CONTINUOUS, *DISCRETE, NoNoise):
        raise Refused(f"The law of the noise {law!r} is not one of this library's.")
    return type(law) is NoNoise


def scale_of(law: Mechanism) -> float:
    """The scale of a continuous noise.

    >>> scale_of(Laplace(3)), scale_of(Gaussian(sigma_squared=4))
    (3.0, 2.0)
    """
    if isinstance(law, Gaussian):
        return math.sqrt(float(exact(law.sigma_squared)))
    return float(exact(law.scale)) if isinstance(law, Laplace) else 1.0


def log_density(law: Mechanism, value: Fraction, width: Fraction) -> arb:
    """log f(value), up to a constant that is the same for all laws of one kind and number.

    >>> print(log_density(Laplace(1), Fraction(3), Fraction(0)))
    [-3.69314718055994 +/- 5.53e-15]
    """
    size = _around(abs(value), width if type(law) in CONTINUOUS else Fraction(0))
    if type(law) is Laplace:
        return -size / ball(exact(law.scale)) - (2 * ball(exact(law.scale))).log()
    if type(law) is Gaussian:
        square = ball(exact(law.sigma_squared))
        return -(size**2) / (2 * square) - square.log() / 2
    if type(law) is DiscreteLaplace:
        ratio = ball(exact(law.ratio))
        return ratio.log() * size + ((1 - ratio) / (1 + ratio)).log()
    if type(law) is IntegerLaplace:
        rate = 1 / ball(exact(law.scale))
        return -rate * size + (rate / 2).tanh().log()
    assert type(law) is DiscreteGaussian
    return -(size**2) / (2 * ball(exact(law.sigma_squared)))  # its sum is that of the same law


def constant_of(law: Mechanism) -> arb:
    """What `log_density` leaves out of the logarithm of a continuous density.

    >>> law = Gaussian(sigma_squared=1)
    >>> print((log_density(law, Fraction(0), Fraction(0)) + constant_of(law)).str(9))
    [-0.918938533 +/- 2.05e-10]
    """
    return -(2 * arb.pi()).log() / 2 if type(law) is Gaussian else arb(0)


def _around(size: Fraction, width: Fraction) -> arb:
    return ball(max(size - width, Fraction(0))).union(ball(size + width))
