"""Membership inference: games against released means and descents, scores and adversaries.

The public names stand here, and are loaded when they are first used. Attacks on descents stand in
`banditproof.algorithms.membership.descents`.
"""

from typing import TYPE_CHECKING
from banditproof.lazy_names import lazy_names

if TYPE_CHECKING:
    from .engine.many_games import simulate_scores
    from .engine.score_sample import ScoreSample
    from .games.adversaries import Adversary, BlindAdversary, ScoreAdversary
    from .games.crafters import AverageTarget, Challenge, Challenges, FixedTarget
    from .games.enumerated_games import ExactGame, exact_game
    from .games.membership_game import GameRecord, play_game
    from .games.sampled_roc import SampledROC
    from .games.thresholds import law_threshold, normal_threshold, sample_threshold
    from .mechanisms.batch_means import BatchMeans
    from .mechanisms.exact_mean import ExactMean
    from .mechanisms.inherent_privacy import InherentPrivacy, PrivacyBeside, privacy_beside
    from .mechanisms.leakage_scores import leakage_score
    from .mechanisms.mean_mechanism import EnumerableMechanism, MeanMechanism, Mechanism
    from .mechanisms.mean_privacy import MeanPrivacy
    from .mechanisms.noisy_mean import NoisyMean
    from .mechanisms.subsampled_mean import ColumnwiseSubsampledMean, SubsampledMean
    from .row_laws.bernoulli_columns import BernoulliColumns
    from .row_laws.exponential_columns import ExponentialColumns
    from .row_laws.finite_rows import FiniteRows
    from .row_laws.gaussian_rows import GaussianRows
    from .row_laws.lattice_columns import LatticeColumns
    from .row_laws.row_law import RatioLaw, RowLaw
    from .row_laws.table_rows import TableRows
    from .scores.batch_scores import EpochScore
    from .scores.covariance_score import CovarianceScore
    from .scores.likelihood_ratio import AimedAt, LikelihoodRatio, Mixture
    from .scores.plug_in_ratio import PlugInRatio
    from .scores.reference_sets import (
        FreshReference,
        FrozenReference,
        KnownMoments,
        Moments,
        Reference,
    )
    from .scores.scalar_product import ScalarProduct
    from .scores.score import ColumnScore, Score
    from .scores.squared_norms import GLiR, SquaredNorm

__all__ = [
    "Adversary", "AimedAt", "AverageTarget", "BatchMeans", "BernoulliColumns", "BlindAdversary",
    "Challenge", "Challenges", "ColumnScore", "ColumnwiseSubsampledMean", "CovarianceScore",
    "EnumerableMechanism", "EpochScore", "ExactGame", "ExactMean", "ExponentialColumns",
    "FiniteRows", "FixedTarget", "FreshReference", "FrozenReference", "GLiR", "GameRecord",
    "GaussianRows", "InherentPrivacy", "KnownMoments", "LatticeColumns", "LikelihoodRatio",
    "MeanMechanism", "MeanPrivacy", "Mechanism", "Mixture", "Moments", "NoisyMean",
    "PlugInRatio", "PrivacyBeside", "RatioLaw", "Reference", "RowLaw", "SampledROC",
    "ScalarProduct", "Score", "ScoreAdversary", "ScoreSample", "SquaredNorm", "SubsampledMean",
    "TableRows", "exact_game", "law_threshold", "leakage_score", "normal_threshold",
    "play_game", "privacy_beside", "sample_threshold", "simulate_scores",
]  # fmt: skip

if not TYPE_CHECKING:  # a type checker sees the names above, and no others
    __getattr__, __dir__ = lazy_names(__name__)
