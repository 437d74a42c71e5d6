"""Reward laws of an arm, as frozen values: one-parameter exponential families, finite laws."""

from .bernoulli import Bernoulli
from .family import ExponentialFamily
from .finite_support import Empirical, FiniteSupport
from .gamma import Exponential, Gamma
from .gaussian import Gaussian
from .negative_binomial import NegativeBinomial
from .poisson import Poisson

Law = ExponentialFamily | FiniteSupport | Empirical

FAMILIES: dict[str, type[ExponentialFamily]] = {
    "bernoulli": Bernoulli,
    "gaussian": Gaussian,
    "poisson": Poisson,
    "exponential": Exponential,
    "gamma": Gamma,
    "negative-binomial": NegativeBinomial,
}
"""The one-parameter families, by the names that the command line knows."""

__all__ = [
    "FAMILIES", "Bernoulli", "Empirical", "Exponential", "ExponentialFamily", "FiniteSupport",
    "Gamma", "Gaussian", "Law", "NegativeBinomial", "Poisson",
]  # fmt: skip
