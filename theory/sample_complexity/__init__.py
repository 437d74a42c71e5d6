"""Sample complexity of private best-arm identification: the printed limits, in digits."""

from .elimination_samples import elimination_pulls, elimination_samples
from .noise_factors import linear_noise_factor, quadratic_noise_factor
from .top_two_rates import adap_tt_rate, adap_tt_star_rate

__all__ = [
    "adap_tt_rate", "adap_tt_star_rate", "elimination_pulls", "elimination_samples",
    "linear_noise_factor", "quadratic_noise_factor",
]  # fmt: skip
