"""Lower bounds at one horizon: what a private policy must pay on one instance until round T.

They are finite, speak about one T, and hold for every eps-DP policy. Each is computed from the
optimal private test of one arm, the count plus discrete Laplace noise, by sums that are certified
from below.
"""

from .error_tradeoff import least_excess
from .horizon_bounds import HorizonBounds, ReliableBound, bounds_at_horizon
from .least_regret import best_neighbour, least_regret
from .ordered_arms import order_regret
from .pulls import pulls_if_cheap, pulls_if_reliable
from .swapped_arms import swap_regret

__all__ = [
    "HorizonBounds", "ReliableBound", "best_neighbour", "bounds_at_horizon", "least_excess",
    "least_regret", "order_regret", "pulls_if_cheap", "pulls_if_reliable", "swap_regret",
]  # fmt: skip
