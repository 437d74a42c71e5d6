"""Bounds of private adversarial bandits, with and without experts, and where each is the best."""

from .bound_table import GameBound, GameBounds, adversarial_bounds
from .games import NoisyGame, PrivateGame
from .laplace_maximum import laplace_maximum
from .regime_of_game import best_rates, recommended
from .regimes import regimes

__all__ = [
    "GameBound",
    "GameBounds",
    "NoisyGame",
    "PrivateGame",
    "adversarial_bounds",
    "best_rates",
    "laplace_maximum",
    "recommended",
    "regimes",
]
