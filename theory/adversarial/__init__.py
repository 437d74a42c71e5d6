"""Private adversarial bandits: bounds, where each is the best, and how much EXP3 leaks."""

from .bound_table import GameBound, GameBounds, adversarial_bounds
from .games import NoisyGame, PrivateGame
from .maximum_of_laplace import laplace_maximum
from .rate_partition import regimes
from .regime_of_game import best_rates, recommended

__all__ = [
    "GameBound", "GameBounds", "NoisyGame", "PrivateGame", "adversarial_bounds", "best_rates",
    "laplace_maximum", "recommended", "regimes",
]  # fmt: skip
