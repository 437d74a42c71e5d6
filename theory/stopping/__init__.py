"""Stopping rules of best-arm identification: how much evidence for an arm suffices.

The functions that calibrate a threshold, the threshold without privacy, and those for means with
Laplace noise. The loops of an engine call `threshold_kernels`.
"""

from .gaussian_threshold import gaussian_threshold
from .lambert_branch import wbar
from .mixture_calibration import calibration_exponent, calibration_gain, calibration_weight
from .private_thresholds import threshold_adap_tt, threshold_adap_tt_star

__all__ = [
    "calibration_exponent", "calibration_gain", "calibration_weight", "gaussian_threshold",
    "threshold_adap_tt", "threshold_adap_tt_star", "wbar",
]  # fmt: skip
