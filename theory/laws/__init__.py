"""Reward laws of an arm, as frozen values: one-parameter exponential families, finite laws."""

from .exponential_families import (
    Bernoulli,
    Exponential,
    ExponentialFamily,
    Gamma,
    Gaussian,
    NegativeBinomial,
    Poisson,
)
from .finite_support import Empirical, FiniteSupport

Law = ExponentialFamily | FiniteSupport | Empirical

__all__ = [
    "Bernoulli",
    "Empirical",
    "Exponential",
    "ExponentialFamily",
    "FiniteSupport",
    "Gamma",
    "Gaussian",
    "Law",
    "NegativeBinomial",
    "Poisson",
]
