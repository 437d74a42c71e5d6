"""Optimal designs of finite sets of actions, with certificates."""

from .exact_g_value import g_value
from .frank_wolfe import frank_wolfe_design
from .optimal_design import OptimalDesign, optimal_design

__all__ = ["OptimalDesign", "frank_wolfe_design", "g_value", "optimal_design"]
