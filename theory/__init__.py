"""Numbers with certificates: divergences, confidence bounds, tails and regret bounds.

Each public function has a fast float64 form that broadcasts over NumPy arrays, under its own
name, and a certified form, `certify(function, *arguments)`, which returns an `Enclosure` that
provably contains the exact value.
"""

from .batch_schedule import ExplicitSchedule, GeometricSchedule, PolynomialSchedule, Schedule
from .bernoulli import kl, privacy_threshold, tv
from .confidence_bounds import d_eps_lcb, d_eps_ucb, kl_lcb, kl_ucb, kl_ucb_log_complement
from .enclosure import Enclosure, certifiable, certify
from .exact import Number, exact
from .instances import BernoulliBandit
from .private_divergence import (
    d_eps,
    d_eps_derivative_in_eps,
    d_eps_derivative_in_y,
    d_eps_up,
    private_minimiser,
    private_slope,
)
from .regret_bounds import (
    lai_robbins_coefficient,
    older_regret_coefficient,
    regret_coefficient,
)

__all__ = [
    "BernoulliBandit",
    "Enclosure",
    "ExplicitSchedule",
    "GeometricSchedule",
    "Number",
    "PolynomialSchedule",
    "Schedule",
    "certifiable",
    "certify",
    "d_eps",
    "d_eps_derivative_in_eps",
    "d_eps_derivative_in_y",
    "d_eps_lcb",
    "d_eps_ucb",
    "d_eps_up",
    "exact",
    "kl",
    "kl_lcb",
    "kl_ucb",
    "kl_ucb_log_complement",
    "lai_robbins_coefficient",
    "older_regret_coefficient",
    "privacy_threshold",
    "private_minimiser",
    "private_slope",
    "regret_coefficient",
    "tv",
]
