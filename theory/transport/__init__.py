"""Couplings of finite laws, optimal transport with exact certificates, and its use in privacy."""

from .maximal_coupling import (
    bernoulli_coupling,
    disagreement,
    finite_coupling,
    marginals,
    total_variation,
)

__all__ = [
    "bernoulli_coupling",
    "disagreement",
    "finite_coupling",
    "marginals",
    "total_variation",
]
