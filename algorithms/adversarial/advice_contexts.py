"""Advice as the contexts of rounds: what each expert says of each arm, which is public."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from banditproof.algorithms.contexts import Context, Row
from banditproof.algorithms.randomness import Seed, generator

from .learner import Advice, checked_advice


@lru_cache(maxsize=256)
def advice_of(context: Context) -> tuple[Row, ...]:
    """The advice of a context, a row for each expert; what is none is a ValueError.

    A context has a vector for each arm, with what each expert says of that arm.

    >>> advice_of(((0.5, 1.0, 0.0), (0.5, 0.0, 1.0)))
    ((0.5, 0.5), (1.0, 0.0), (0.0, 1.0))
    """
    rows = tuple(zip(*context, strict=True))
    checked_advice(rows, len(rows), len(context))
    return rows


def context_of_advice(advice: Advice, experts: int | None = None, arms: int | None = None) -> Context:
    """The context of a round in which experts give this advice, one row for each expert.

    >>> context_of_advice([(0.5, 0.5), (1, 0), (0, 1)])
    ((0.5, 1.0, 0.0), (0.5, 0.0, 1.0))
    """
    try:
        shape = (len(advice), len(advice[0]))
    except (TypeError, IndexError):
        shape = (0, 0)
    rows = checked_advice(advice, experts or shape[0], arms or shape[1])
    return tuple(map(tuple, rows.T.tolist()))


class AdviceContexts:
    """Advice that repeats a finite list of rounds, each with a row for each expert.

    >>> advice = AdviceContexts([[(1, 0), (0, 1), (0.5, 0.5)]])
    >>> advice.dimension, advice.at(7)
    (3, ((1.0, 0.0, 0.5), (0.0, 1.0, 0.5)))
    >>> AdviceContexts([[(1, 0), (0.5, 0.4)]])
    Traceback (most recent call last):
    ...
    ValueError: The advice of expert 1 sums to 0.9; give probabilities that sum to 1.
    """

    def __init__(self, rounds: Sequence[Advice]) -> None:
        if not len(rounds):
            raise ValueError("There are no rounds of advice; give at least one.")
        first = context_of_advice(rounds[0])
        arms, experts = len(first), len(first[0])
        self.contexts = (first, *(context_of_advice(one, experts, arms) for one in rounds[1:]))

    @property
    def dimension(self) -> int:
        """The number of experts."""
        return len(self.contexts[0][0])

    @property
    def arms(self) -> int:
        """The number of arms."""
        return len(self.contexts[0])

    def at(self, t: int) -> Context:
        """The advice of round t."""
        return self.contexts[(t - 1) % len(self.contexts)]


def certain_advice(arms: int) -> AdviceContexts:
    """One expert for each arm, who is sure of it, in every round.

    >>> certain_advice(2).at(1)
    ((1.0, 0.0), (0.0, 1.0))
    """
    return AdviceContexts([[[float(i == j) for i in range(arms)] for j in range(arms)]])


def drawn_advice(experts: int, arms: int, rounds: int, rng: Seed) -> AdviceContexts:
    """Uniform laws on the arms, drawn for each expert in each of some rounds, which then repeat.

    >>> drawn_advice(experts=3, arms=2, rounds=4, rng=1).dimension
    3
    """
    laws = generator(rng).dirichlet([1.0] * arms, size=(rounds, experts))
    return AdviceContexts(laws)
