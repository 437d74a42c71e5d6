"""Certified privacy accounting: conversions between notions, and composition of mechanisms."""

from .composition import Composition, largest_loss, renyi_divergence
from .expression import parse_composition
from .lattice_loss_laws import (
    DiscreteGaussianLoss,
    DiscreteLaplaceLoss,
    RandomisedResponseLoss,
    discrete_laplace_loss,
)
from .loss_laws import GaussianLoss, LaplaceLoss, LossLaw, loss_law
from .loss_sizes import LogOf
from .privacy_curve import composed_delta, composed_epsilon

__all__ = [
    "Composition",
    "DiscreteGaussianLoss",
    "DiscreteLaplaceLoss",
    "GaussianLoss",
    "LaplaceLoss",
    "LogOf",
    "LossLaw",
    "RandomisedResponseLoss",
    "composed_delta",
    "composed_epsilon",
    "discrete_laplace_loss",
    "largest_loss",
    "loss_law",
    "parse_composition",
    "renyi_divergence",
]
