"""Bounds of private adversarial bandits, with and without experts, and where each is the best."""

from .games import NoisyGame, PrivateGame
from .laplace_maximum import laplace_maximum

__all__ = ["NoisyGame", "PrivateGame", "laplace_maximum"]
