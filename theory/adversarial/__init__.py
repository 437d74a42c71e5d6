"""Private adversarial bandits: bounds, where each is the best, and how much EXP3 leaks."""

from .games import NoisyGame, PrivateGame
from .laplace_maximum import laplace_maximum

__all__ = ["NoisyGame", "PrivateGame", "laplace_maximum"]
