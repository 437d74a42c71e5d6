"""Couplings of finite laws, optimal transport with exact certificates, and its use in privacy."""

from .hamming_transport import (
    hamming_distances,
    hamming_transport_of_products,
    monotone_coupling,
    squared_hamming_bounds,
    squared_hamming_distances,
    squared_wasserstein_binomials,
    squared_wasserstein_of_counts,
)
from .kl_bounds import (
    karwa_vadhan_ratio,
    kl_group_bound_pure,
    kl_group_bound_zcdp,
    product_kl_bound_pure,
    product_kl_bound_zcdp,
    product_log_ratio,
)
from .maximal_coupling import (
    bernoulli_coupling,
    disagreement,
    finite_coupling,
    marginals,
    total_variation,
)
from .optimal_coupling import OptimalCoupling, optimal_coupling
from .product_coupling import (
    expected_cost,
    independent_coupling,
    product_coupling,
    product_law,
    total_variation_of_products,
)
from .transport_kl_bounds import kl_transport_bound_pure, kl_transport_bound_zcdp

__all__ = [
    "OptimalCoupling", "bernoulli_coupling", "disagreement", "expected_cost", "finite_coupling",
    "hamming_distances", "hamming_transport_of_products", "independent_coupling",
    "karwa_vadhan_ratio", "kl_group_bound_pure", "kl_group_bound_zcdp", "kl_transport_bound_pure",
    "kl_transport_bound_zcdp", "marginals", "monotone_coupling", "optimal_coupling",
    "product_coupling", "product_kl_bound_pure", "product_kl_bound_zcdp", "product_law",
    "product_log_ratio", "squared_hamming_bounds", "squared_hamming_distances",
    "squared_wasserstein_binomials", "squared_wasserstein_of_counts", "total_variation",
    "total_variation_of_products",
]  # fmt: skip
