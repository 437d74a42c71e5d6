"""Numbers with certificates: divergences, confidence bounds, tails and regret bounds.

Each public function has a fast float64 form that broadcasts over NumPy arrays, under its own
name, and a certified form, `certify(function, *arguments)`, which returns an `Enclosure` that
provably contains the exact value.
"""

from .accounting import Composition, composed_delta, composed_epsilon, parse_composition
from .batch_schedule import (
    DoublingSchedule,
    ExplicitSchedule,
    GeometricSchedule,
    PolynomialSchedule,
    Schedule,
)
from .bernoulli import kl, privacy_threshold, tv
from .binomial_laplace import binomial_law, private_sum_lower_tail, private_sum_upper_tail
from .budgets import ZCDP, ApproxDP, Budget, PureDP, RenyiDP
from .confidence_bounds import d_eps_lcb, d_eps_ucb, kl_lcb, kl_ucb, kl_ucb_log_complement
from .enclosure import Enclosure, certifiable, certify
from .exact import Number, exact
from .instances import (
    Bandit,
    BernoulliBandit,
    FiniteSupportBandit,
    GaussianBandit,
    LawBandit,
    LinearBandit,
)
from .kl_decompositions import (
    pure_kl_decomposition,
    pure_log_ratio_bound,
    zcdp_kl_decomposition,
    zcdp_kl_decomposition_printed,
    zcdp_kl_domination,
)
from .laplace_sums import (
    laplace_density_weights,
    laplace_sum_bound,
    laplace_sum_chernoff,
    laplace_sum_density,
    laplace_sum_envelope,
    laplace_sum_tail,
    laplace_tail_weights,
)
from .laws import (
    Bernoulli,
    Empirical,
    Exponential,
    FiniteSupport,
    Gamma,
    Gaussian,
    Law,
    NegativeBinomial,
    Poisson,
)
from .lower_bounds import (
    Bound,
    bounds,
    lai_robbins_coefficient,
    older_regret_coefficient,
    regret_coefficient,
)
from .poisson_binomial import (
    bernoulli_chernoff,
    binomial_tail,
    poisson_binomial_law,
    poisson_binomial_tail,
)
from .private_chernoff import private_chernoff_bound, private_chernoff_prefactor, private_rate
from .private_divergence import (
    d_eps,
    d_eps_derivative_in_eps,
    d_eps_derivative_in_y,
    d_eps_up,
    private_minimiser,
    private_slope,
)
from .random_walk import (
    crossing_probability,
    likelihood_walk_bound,
    likelihood_walk_slack_tail,
    likelihood_walk_tail,
    walk_maximum_bound,
    walk_maximum_tail,
)
from .separate_noise import noisy_rate, separate_rate, separate_threshold
from .transport import (
    bernoulli_coupling,
    disagreement,
    finite_coupling,
    marginals,
    total_variation,
)
from .uniform_chernoff import noise_share, printed_log_constant, uniform_log_constant

__all__ = [
    "ZCDP",
    "ApproxDP",
    "Bandit",
    "Bernoulli",
    "BernoulliBandit",
    "Bound",
    "Budget",
    "Composition",
    "DoublingSchedule",
    "Empirical",
    "Enclosure",
    "ExplicitSchedule",
    "Exponential",
    "FiniteSupport",
    "FiniteSupportBandit",
    "Gamma",
    "Gaussian",
    "GaussianBandit",
    "GeometricSchedule",
    "Law",
    "LawBandit",
    "LinearBandit",
    "NegativeBinomial",
    "Number",
    "Poisson",
    "PolynomialSchedule",
    "PureDP",
    "RenyiDP",
    "Schedule",
    "bernoulli_chernoff",
    "bernoulli_coupling",
    "binomial_law",
    "binomial_tail",
    "bounds",
    "certifiable",
    "certify",
    "composed_delta",
    "composed_epsilon",
    "crossing_probability",
    "d_eps",
    "d_eps_derivative_in_eps",
    "d_eps_derivative_in_y",
    "d_eps_lcb",
    "d_eps_ucb",
    "d_eps_up",
    "disagreement",
    "exact",
    "finite_coupling",
    "kl",
    "kl_lcb",
    "kl_ucb",
    "kl_ucb_log_complement",
    "lai_robbins_coefficient",
    "laplace_density_weights",
    "laplace_sum_bound",
    "laplace_sum_chernoff",
    "laplace_sum_density",
    "laplace_sum_envelope",
    "laplace_sum_tail",
    "laplace_tail_weights",
    "likelihood_walk_bound",
    "likelihood_walk_slack_tail",
    "likelihood_walk_tail",
    "marginals",
    "noise_share",
    "noisy_rate",
    "older_regret_coefficient",
    "parse_composition",
    "poisson_binomial_law",
    "poisson_binomial_tail",
    "printed_log_constant",
    "privacy_threshold",
    "private_chernoff_bound",
    "private_chernoff_prefactor",
    "private_minimiser",
    "private_rate",
    "private_slope",
    "private_sum_lower_tail",
    "private_sum_upper_tail",
    "pure_kl_decomposition",
    "pure_log_ratio_bound",
    "regret_coefficient",
    "separate_rate",
    "separate_threshold",
    "total_variation",
    "tv",
    "uniform_log_constant",
    "walk_maximum_bound",
    "walk_maximum_tail",
    "zcdp_kl_decomposition",
    "zcdp_kl_decomposition_printed",
    "zcdp_kl_domination",
]
