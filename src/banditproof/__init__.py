"""Checks the literature on differentially private bandits by machine, and computes its bounds."""

__version__ = "0.1.0"
