"""Noise mechanisms: frozen values that document their law and know their privacy loss."""

from .discrete_laplace import DiscreteLaplace
from .laplace import Laplace
from .no_noise import NoNoise

Mechanism = Laplace | DiscreteLaplace | NoNoise
"""Noise that is added to one number: what a policy may declare for a release."""

__all__ = ["DiscreteLaplace", "Laplace", "Mechanism", "NoNoise"]
