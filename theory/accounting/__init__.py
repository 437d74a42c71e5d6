"""Certified privacy accounting: conversions between notions, and composition of mechanisms."""

from .composition import Composition, largest_loss, renyi_divergence
from .expression import Term, parse_composition, parse_terms
from .lattice_loss_laws import (
    DiscreteGaussianLoss,
    DiscreteLaplaceLoss,
    RandomisedResponseLoss,
    discrete_laplace_loss,
)
from .loss_laws import GaussianLoss, LaplaceLoss, LossLaw, loss_law
from .loss_sizes import LogOf
from .privacy_curve import DEFAULT_WIDTH, composed_delta, composed_epsilon

__all__ = [
    "DEFAULT_WIDTH", "Composition", "DiscreteGaussianLoss", "DiscreteLaplaceLoss", "GaussianLoss",
    "LaplaceLoss", "LogOf", "LossLaw", "RandomisedResponseLoss", "Term", "composed_delta",
    "composed_epsilon", "discrete_laplace_loss", "largest_loss", "loss_law", "parse_composition",
    "parse_terms", "renyi_divergence",
]  # fmt: skip
