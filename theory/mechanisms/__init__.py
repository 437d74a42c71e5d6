"""Mechanisms: frozen values that document their law and know their privacy loss.

`Mechanism` is noise added to one number, which a policy may declare for a release. The others
release more than one number, or something that is not a number.
"""

from .added_noise import Mechanism
from .binary_tree import BinaryTree, printed_tree_loss
from .discrete_gaussian import DiscreteGaussian
from .discrete_laplace import DiscreteLaplace
from .exponential import ExponentialMechanism
from .gaussian import Gaussian
from .integer_laplace import IntegerLaplace
from .laplace import Laplace
from .no_noise import NoNoise
from .randomised_response import RandomisedResponse
from .simple_counters import FreshNoiseCounter, NoisyStreamCounter
from .vector_gaussian import VectorGaussian

__all__ = [
    "BinaryTree", "DiscreteGaussian", "DiscreteLaplace", "ExponentialMechanism",
    "FreshNoiseCounter", "Gaussian", "IntegerLaplace", "Laplace", "Mechanism", "NoNoise",
    "NoisyStreamCounter", "RandomisedResponse", "VectorGaussian", "printed_tree_loss",
]  # fmt: skip
