"""Membership inference: how much a released mean says about one record."""

from .average_targets import AverageTargets
from .columns import Column, ColumnData, Kind
from .hypotheses import Hypothesis, columns_off_support, require, verdict
from .leakage import (
    gdp_delta,
    gdp_epsilon,
    leak,
    leak_complement,
    miss,
    optimal_false_alarm,
    optimal_threshold,
    power,
)
from .linear_scores import (
    best_weights,
    effective_leakage,
    fresh_scalar_product_leakage,
    mahalanobis,
    scalar_product_leakage,
    uncentred_leakage,
)
from .mean_scores import (
    LeakageScore,
    exact_mean,
    histogram_score,
    noisy_mean,
    noisy_mean_gdp,
    sub_sampled_mean,
)
from .median_leakage import median_total_variation
from .misspecified import Misspecified
from .reference_sets import plug_in_leakage, plug_in_score
from .sub_sampling import (
    product_score_advantage,
    rows_kept,
    sub_sampled_delta,
    sub_sampled_leak,
    sub_sampled_power,
    sub_sampled_score,
)
from .z_estimators import ZEstimator

__all__ = [
    "AverageTargets", "Column", "ColumnData", "Hypothesis", "Kind", "LeakageScore", "Misspecified",
    "ZEstimator", "best_weights", "columns_off_support", "effective_leakage", "exact_mean",
    "fresh_scalar_product_leakage", "gdp_delta", "gdp_epsilon", "histogram_score", "leak",
    "leak_complement", "mahalanobis", "median_total_variation", "miss", "noisy_mean",
    "noisy_mean_gdp", "optimal_false_alarm", "optimal_threshold", "plug_in_leakage",
    "plug_in_score", "power", "product_score_advantage", "require", "rows_kept",
    "scalar_product_leakage", "sub_sampled_delta", "sub_sampled_leak", "sub_sampled_mean",
    "sub_sampled_power", "sub_sampled_score", "uncentred_leakage", "verdict",
]  # fmt: skip
