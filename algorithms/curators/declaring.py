"""The curators that are declared by their fields."""

from .bounded_rows import BoundedRows
from .declared_sums import DeclaredSums
from .declared_vectors import DeclaredVectors
from .factorised_sums import FactorisedSums
from .growing_noise import GrowingNoise
from .named_releases import NamedReleases
from .noisy_sums import NoisySums
from .open_vectors import OpenVectors
from .private_choices import ExponentialChoice, NoisyMax
from .randomised_rewards import RandomisedRewards
from .sparse_vector import SparseVector
from .tree_vectors import TreeVectors
from .whitened_sums import WhitenedSums

Plain = NoisySums | DeclaredSums | DeclaredVectors | TreeVectors | BoundedRows
"""One law of noise for all releases of a reward, each of which is a sum or a vector of sums."""
Composed = (
    NamedReleases
    | FactorisedSums
    | GrowingNoise
    | RandomisedRewards
    | NoisyMax
    | ExponentialChoice
    | SparseVector
)
"""The curators whose price is that of all the losses of one reward together."""
Declaring = Plain | Composed | OpenVectors | WhitenedSums
"""The curators whose fields say what leaves, and with what noise."""
