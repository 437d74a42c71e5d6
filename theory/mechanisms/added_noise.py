"""Noise that is added to one number: what a policy may declare for a release."""

from .discrete_gaussian import DiscreteGaussian
from .discrete_laplace import DiscreteLaplace
from .gaussian import Gaussian
from .integer_laplace import IntegerLaplace
from .laplace import Laplace
from .no_noise import NoNoise

Mechanism = Laplace | Gaussian | DiscreteLaplace | IntegerLaplace | DiscreteGaussian | NoNoise
"""Each has `loss`, `renyi` and `delta` of a release of given sensitivity, and `sample`."""
