"""Bounds of regret and of samples: the coefficients, the minimax bounds, the table of them all."""

from .bernoulli_coefficients import (
    lai_robbins_coefficient,
    older_regret_coefficient,
    regret_coefficient,
)
from .bound import Bound
from .bound_table import BoundTable
from .strongest import Answer
from .table import bounds

__all__ = [
    "Answer", "Bound", "BoundTable", "bounds", "lai_robbins_coefficient",
    "older_regret_coefficient", "regret_coefficient",
]  # fmt: skip
