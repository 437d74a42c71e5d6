"""Optimal designs of finite sets of actions, with certificates."""

from .exact_g_value import g_value
from .optimal_design import OptimalDesign, optimal_design

__all__ = ["OptimalDesign", "g_value", "optimal_design"]
