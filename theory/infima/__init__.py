"""Infima over better laws: how far a reward law is from the nearest one of a larger mean."""

from .kl_infimum import kl_inf
from .private_infimum import d_inf
from .tv_infimum import moved_mass, tv_inf

__all__ = ["d_inf", "kl_inf", "moved_mass", "tv_inf"]
