"""The exact law of the likelihood ratio of a membership game, for finitely many rows."""

from .cells import DensityColumn, DensityLaw
from .columns import (
    BernoulliColumn,
    ExactColumn,
    FiniteColumn,
    ReleasedColumn,
    histogram_column,
    mean_column,
)
from .density_columns import ExponentialColumn, NoisyBernoulliColumn
from .enumeration import EnumeratedLaw, ExactErrors
from .normal_columns import NormalLaw
from .product_law import ProductLaw
from .roc import Errors, TestingProblem
from .small_games import (
    average_target_game,
    bernoulli_rows,
    empirical_mean,
    fixed_target_game,
    noisy_mean,
    sub_sampled_mean,
)
from .sub_sampling import SubSampledLaw

__all__ = [
    "BernoulliColumn", "DensityColumn", "DensityLaw", "EnumeratedLaw", "Errors", "ExactColumn",
    "ExactErrors", "ExponentialColumn", "FiniteColumn", "NoisyBernoulliColumn", "NormalLaw",
    "ProductLaw", "ReleasedColumn", "SubSampledLaw", "TestingProblem", "average_target_game",
    "bernoulli_rows", "empirical_mean", "fixed_target_game", "histogram_column", "mean_column",
    "noisy_mean", "sub_sampled_mean",
]  # fmt: skip
