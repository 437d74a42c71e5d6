"""Tails of sums of rewards and noise: exact laws, Chernoff bounds, random walks."""

from .binomial_laplace import binomial_law, private_sum_lower_tail, private_sum_upper_tail
from .episode_levels import episodic_pulls, level_failure
from .laplace_sums import (
    laplace_density_weights,
    laplace_sum_bound,
    laplace_sum_chernoff,
    laplace_sum_density,
    laplace_sum_envelope,
    laplace_sum_tail,
    laplace_tail_weights,
)
from .normal_tails import chi_square_level, chi_square_tail, gaussian_tail
from .poisson_binomial import (
    bernoulli_chernoff,
    binomial_tail,
    poisson_binomial_law,
    poisson_binomial_tail,
)
from .private_chernoff import private_chernoff_bound, private_chernoff_prefactor, private_rate
from .random_walk import (
    crossing_probability,
    likelihood_walk_bound,
    likelihood_walk_slack_tail,
    likelihood_walk_tail,
    walk_maximum_bound,
    walk_maximum_tail,
)
from .separate_noise import noisy_rate, separate_rate, separate_threshold
from .uniform_chernoff import noise_share, printed_log_constant, uniform_log_constant

__all__ = [
    "bernoulli_chernoff", "binomial_law", "binomial_tail", "chi_square_level", "chi_square_tail",
    "crossing_probability", "episodic_pulls", "gaussian_tail", "laplace_density_weights",
    "laplace_sum_bound", "laplace_sum_chernoff", "laplace_sum_density", "laplace_sum_envelope",
    "laplace_sum_tail", "laplace_tail_weights", "level_failure", "likelihood_walk_bound",
    "likelihood_walk_slack_tail", "likelihood_walk_tail", "noise_share", "noisy_rate",
    "poisson_binomial_law", "poisson_binomial_tail", "printed_log_constant",
    "private_chernoff_bound", "private_chernoff_prefactor", "private_rate",
    "private_sum_lower_tail", "private_sum_upper_tail", "separate_rate", "separate_threshold",
    "uniform_log_constant", "walk_maximum_bound", "walk_maximum_tail",
]  # fmt: skip
