"""Finite policies, laws and machines that the tests of several definitions draw or write."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any
import numpy as np
from banditproof.verify.definitions.finite_machine import FiniteMachine
from banditproof.verify.definitions.finite_policy import FinitePolicy

HALF = Fraction(1, 2)
ONE = ((Fraction(1, 3), Fraction(2, 3)), (Fraction(3, 4), Fraction(1, 4)))
TWO = ((HALF, HALF), (Fraction(1, 4), Fraction(3, 4)))
"""Two environments: the laws of the rewards 0 and 1 of two arms."""


def drawn(seed: int, **options: Any) -> FinitePolicy:
    """A random policy, which a seed decides."""
    return FinitePolicy.random(np.random.default_rng(seed), **options)


def blind(*rewards: object) -> FinitePolicy:
    """Two arms drawn with probabilities 1/3 and 2/3, whatever was paid."""
    law = (Fraction(1, 3), Fraction(2, 3))
    return FinitePolicy.from_rule(2, 3, lambda history: law, rewards=tuple(map(Fraction, rewards)))


def machine(act: Callable[[int], Mapping[Any, object]]) -> FiniteMachine:
    """A machine with a single state, and what it does in it."""
    return FiniteMachine(2, 2, {0: Fraction(1)}, act, lambda state, query, reward: state)
